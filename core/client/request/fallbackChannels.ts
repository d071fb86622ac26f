import { formatPath, type LabelOf } from '../../contract/problem';
import { rule, said, type Placed } from '../../contract/sentences';
import { isRecord, readText } from '../../reading';
import { invalidField } from '../outcome/errors';
import { tidyRequest } from './tidyRequest';

/** A channel to try when the message does not get through on the previous one. */
export interface FallbackChannel {
  channel: string;
  /** Its sender; if it is empty, the contract reports that the sender is missing. */
  from: string;
  /** The content to send there, as the contract defines it; if undefined, the text of the message. */
  content: unknown;
  /** What the form calls the fields of its message. */
  labelOf?: LabelOf;
}

/** The most channels that can follow the first one. */
export const MOST_FALLBACK_CHANNELS = 2;

/** What keeps a message from going on to fallback channels: it has several recipients, or is to be sent later. */
export function fallbackFinding({ toList, sendDate }: Record<string, unknown>): Placed | undefined {
  if (Array.isArray(toList) && toList.length > 0) return { key: 'onePersonInFallback', path: ['toList'] };
  return typeof sendDate === 'string' ? { key: 'fallbackAtOnce', path: ['sendDate'] } : undefined;
}

/**
 * The same message and recipient with another channel, sender and content, tidied like any request.
 * @throws MessagingError `invalid_request` for several recipients, for a message to be sent later, and if there is no text
 */
export function fallbackRequests(
  request: Record<string, unknown>,
  further: readonly FallbackChannel[],
  labelOf?: LabelOf,
): Array<Record<string, unknown>> {
  if (further.length === 0) return [];
  const finding = fallbackFinding(request);
  if (finding !== undefined)
    throw invalidField(formatPath(finding.path), said(finding), { label: labelOf?.(finding.path, request) });
  const usualText = (step: FallbackChannel) => {
    const text = textForFallback(request['content']);
    if (text !== undefined) return { type: 'Text', text };
    const label = step.labelOf?.(['content', 'text'], { content: { type: 'Text' } });
    throw invalidField('content.text', rule('noTextForFallback'), { label });
  };
  return further.map((step) =>
    tidyRequest({
      ...request,
      channel: step.channel,
      from: step.from === '' ? undefined : step.from,
      content: step.content === undefined ? usualText(step) : step.content,
    }),
  );
}

/** The text of a message that a fallback channel can use. */
export function textForFallback(content: unknown): string | undefined {
  const body = isRecord(content) ? content['body'] : undefined;
  return readText(content, 'text', 'caption') ?? readText(body, 'text');
}
