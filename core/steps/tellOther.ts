import { attempt, checkMessage, failed, resultOf, type MessageResult, type Result } from '../client';
import type { AccountRules, LabelOf, MessageRequest } from '../contract';
import type { Channel } from '../contract/names';
import type { SendingWindow } from '../sendingWindow';
import type { Compared } from './exclude';
import { ended, outgoing, resultOfOutgoing, type Outgoing } from './outgoing';
import type { RateLimit } from './rateLimit';
import { takeSteps } from './steps';

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
  /** Compares a recipient with the exclude list; undefined without a list. */
  compare: ((request: MessageRequest) => Compared | Promise<Compared>) | undefined;
  window: SendingWindow | undefined;
  rateLimit: RateLimit | undefined;
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

/** Sends a text to somebody who was asked, on the channel of the question and through the steps of any message. It never rejects. */
export async function tellOther(person: OtherPerson, telling: TellOther): Promise<Result> {
  const request = await attempt(() => checkTelling(person, telling));
  if (!request.ok) return failed(request.error);
  const message: Outgoing = { request: request.value };
  const { compare, window, rateLimit, send } = telling;
  await takeSteps([message], {
    exclude: compare && (async (each) => compare(each.request)),
    schedule: window && { windowOf: async () => window },
    rateLimit,
    send: async () => {
      const result = await resultOf(async () => send(await outgoing(message.request, message)));
      message.result = resultOfOutgoing(result, message);
    },
  });
  return ended(message);
}
