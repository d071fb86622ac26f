import type { NodeMessage } from 'node-red';

import { invalidField, tidyRequest } from '../../core/client';
import { recipientAddress } from '../../core/contract/phoneNumber';
import { jsonOf } from '../../core/json';
import { isRecord } from '../../core/reading';
import { say } from '../errors/texts';

/** Which questions end: those to these numbers, or all. */
export interface Cancellation {
  persons: string[] | undefined;
}

/**
 * `msg.reset` ends all questions of the node; `msg.cancel` those to the numbers in it, or if it is `true`, to `msg.to` or `msg.toList`.
 * @throws MessagingError `invalid_request` for anything else
 */
export function cancelledIn(msg: NodeMessage, countryCode: string | undefined): Cancellation | undefined {
  if (Object.hasOwn(msg, 'reset')) return { persons: undefined };
  if (!Object.hasOwn(msg, 'cancel')) return undefined;
  const { cancel, to, toList }: Record<string, unknown> = msg;
  const named = cancel !== true ? cancel : (to ?? toList);
  const list = typeof named === 'string' || Array.isArray(named) ? named : [named];
  const { toList: tidy } = tidyRequest({ toList: list }, countryCode);
  const persons = Array.isArray(tidy) ? tidy.map(numberOf) : [];
  const numbers = persons.filter((person) => person !== undefined);
  if (numbers.length > 0 && numbers.length === persons.length) return { persons: numbers };
  throw invalidField('msg.cancel', say('cancelWhom'), { got: jsonOf(named) ?? String(named) });
}

function numberOf(recipient: unknown): string | undefined {
  const address = isRecord(recipient) && recipient['type'] === 'Number' ? recipient['address'] : undefined;
  return typeof address === 'string' ? recipientAddress(address) : undefined;
}
