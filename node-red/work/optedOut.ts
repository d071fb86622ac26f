import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { numberListReader, type RecipientResult, type Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { labelOnForm } from '../../core/forms';
import { compareWithList, doNotSendTo, type Addressed, type Compared, type Step } from '../../core/journey';
import { findAccount } from '../service/account';
import { evaluationOf } from '../settings/evaluate';
import { propertyLabel, propertyNamed } from '../settings/labels';
import type { PeopleSetting } from '../settings/peopleRows';
import type { Output } from '../outcome/report';

const NAME = 'doNotSendTo';

/** Compares the recipients of a message with the list of *Do Not Send To*; throws MessagingError if that is not possible. */
export type Comparison = (request: MessageRequest, msg: NodeMessage) => Promise<Compared>;

/** Undefined if the node has no list. The list is read when a message goes out, not when it arrives: somebody may opt out meanwhile. */
export function comparisonWithList(
  RED: NodeAPI,
  node: Node,
  { account, doNotSendTo: entered }: PeopleSetting,
): Comparison | undefined {
  if (entered.v === undefined || entered.v === '') return undefined;
  const evaluated = evaluationOf(entered, propertyNamed(NAME));
  const read = numberListReader();
  // Not when the list is read: a node that a deploy closes still sends what it has collected, and its account may be gone by then.
  const countryCode = findAccount(RED, account)?.rules.countryCode;
  return async (request, msg) => {
    const value = await evaluated({ RED, node, msg });
    const list = read(value, { path: NAME, label: propertyLabel(RED, NAME), countryCode });
    return compareWithList(request, list, labelOnForm(['toList'], request));
  };
}

/** The step in which nobody on the list of *Do Not Send To* gets anything; none if the node has no list. */
export function notToOptedOut<M extends Addressed<Output>>(
  compare: Comparison | undefined,
  compared: (message: M, compare: Comparison) => Promise<Compared>,
): Array<Step<M>> {
  if (compare === undefined) return [];
  return [doNotSendTo<Output, M>({ compared: (message) => compared(message, compare), optedOut })];
}

/** As above, where a message that is for nobody else fails: a question that goes to nobody cannot be answered. */
export function failsForOptedOut<T, M extends Addressed<T>>(
  compare: Comparison | undefined,
  compared: (message: M, compare: Comparison) => Promise<Compared>,
): Array<Step<M>> {
  if (compare === undefined) return [];
  return [doNotSendTo<T, M>({ compared: (message) => compared(message, compare) })];
}

/** The output of a message that is for nobody else. */
function optedOut(recipients: readonly RecipientResult[]): Result<Output> {
  const payload = { outcome: 'opted_out', recipients };
  const status = { look: 'ready', key: 'optedOut' } as const;
  return { ok: true, value: { payload, port: 0, status, uncounted: true } };
}
