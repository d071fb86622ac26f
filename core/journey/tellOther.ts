import { attempt, checkMessage, type MessageResult, type Result } from '../client';
import type { AccountRules, LabelOf, MessageRequest } from '../contract';
import type { Channel } from '../contract/names';
import type { SendingWindow } from '../sendingWindow';
import { doNotSendTo, type Addressed, type Compared } from './doNotSendTo';
import { alone, journey, resultOf, type Next } from './journey';
import { guarded, type LoopGuard } from './loopGuard';
import { outgoing, resultOfOutgoing } from './outgoing';
import { inSendingWindow } from './sendingWindow';

/** Somebody who was asked, and how the question went out. */
export interface OtherPerson {
  channel: Channel;
  from: string;
  to: string;
}

export interface TellOther {
  text: string;
  /** Of the account. */
  rules: AccountRules;
  labelOf?: LabelOf;
  /** Compares a recipient with *Do Not Send To*; undefined without a list. */
  compare: ((request: MessageRequest) => Compared | Promise<Compared>) | undefined;
  window: SendingWindow | undefined;
  guard: LoopGuard | undefined;
  send(request: MessageRequest): Promise<MessageResult>;
}

/**
 * The text to one person.
 * @throws MessagingError `invalid_request` if it breaks the contract, or the account may not write to this person
 */
export function checkTelling(
  { channel, from, to }: OtherPerson,
  { text, rules, labelOf }: Pick<TellOther, 'text' | 'rules' | 'labelOf'>,
): Promise<MessageRequest> {
  return checkMessage({ channel, from, to, content: { type: 'Text', text } }, labelOf, rules);
}

/** On its way to one person. */
interface Telling extends Addressed<MessageResult> {
  request: MessageRequest;
}

/** Sends a text to somebody who was asked, on the channel of the question and through the steps of any message. It never rejects. */
export async function tellOther(person: OtherPerson, telling: TellOther): Promise<Result<MessageResult>> {
  const request = await attempt(() => checkTelling(person, telling));
  if (!request.ok) return request;
  const message: Telling = { request: request.value };
  await journeyOf(telling)([message]);
  return resultOf(message);
}

function journeyOf({ compare, window, guard, send }: TellOther): Next<Telling> {
  return journey<Telling>(
    [
      ...(compare === undefined ? [] : [doNotSendTo<Telling>(async ({ request }) => compare(request))]),
      ...(window === undefined ? [] : [inSendingWindow<Telling>({ windowOf: async () => window })]),
      ...guarded<Telling>(guard),
    ],
    alone(async (message) => {
      const result = await send(await outgoing(message.request, message));
      return resultOfOutgoing(result, message.request, message);
    }),
  );
}
