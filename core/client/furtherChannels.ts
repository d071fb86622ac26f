import { isRecord, readText } from '../reading';
import { invalidRequest, type MessagingError } from './errors';
import type { DeliveryReport } from './fallback';
import { sleep } from './sleep';

/** A channel that is tried when the message does not get through on the one before. */
export interface FurtherChannel {
  channel: string;
  /** Its sender; where it is empty, the message lacks one, which the contract says. */
  from: string;
  /** What is sent there; where it is empty, the text of the message. */
  text: string;
}

/** The most channels that can follow the first. */
export const MOST_FURTHER_CHANNELS = 2;

/**
 * The requests for further channels: the message with another channel, sender and text, to the same recipient.
 * @throws MessagingError `invalid_request` for several recipients, for a message that is sent later, and where there is no text
 */
export function furtherRequests(
  request: Record<string, unknown>,
  further: readonly FurtherChannel[],
): Array<Record<string, unknown>> {
  if (further.length === 0) return [];
  if (Array.isArray(request['toList']) && request['toList'].length > 0)
    throw refused('toList', 'a message with further channels goes to one recipient: take a message for each');
  if (typeof request['sendDate'] === 'string')
    throw refused('sendDate', 'a message with further channels is sent at once');
  return further.map(({ channel, from, text }) => ({
    ...request,
    channel,
    from,
    content: { type: 'Text', text: text === '' ? textOf(request['content'], channel) : text },
  }));
}

function textOf(content: unknown, channel: string): string {
  const body = isRecord(content) ? content['body'] : undefined;
  const text = readText(content, 'text', 'caption') ?? readText(body, 'text');
  if (text !== undefined) return text;
  throw refused('content', `this content has no text for ${channel}: enter one for that channel`);
}

function refused(path: string, rule: string): MessagingError {
  return invalidRequest([{ path, rule, message: `${path}: ${rule}` }]);
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** How the status of a message is asked for, and how the pauses between are waited. */
export interface StatusQuestions {
  /** Undefined when it cannot be told at the moment. */
  statusOf(messageId: string): Promise<DeliveryReport | undefined>;
  pause(ms: number): Promise<void>;
}

/** Asks for the status of messages, with pauses that grow, until one of them is final; undefined when `until` has passed. */
export async function askForReport(
  messageIds: readonly string[],
  until: number,
  { statusOf, pause = sleep }: Pick<StatusQuestions, 'statusOf'> & Partial<StatusQuestions>,
): Promise<DeliveryReport | undefined> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    const left = until - Date.now();
    if (left > 0) await pause(Math.min(ms, left));
    for (const messageId of messageIds) {
      const report = await statusOf(messageId);
      if (report?.status === 'delivered' || report?.status === 'failed') return { ...report, messageId };
    }
    if (Date.now() >= until) return undefined;
  }
}
