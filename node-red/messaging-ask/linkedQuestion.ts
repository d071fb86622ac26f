import { invalidField, pagesOf } from '../../core/client';
import { isRecord } from '../../core/reading';
import { linkToken, newLinkKey, type AnswerLink } from '../calls/answerLink';
import { say } from '../errors/texts';
import type { CheckedMessage, PreparedMessage } from '../message/preparedMessage';

/** A question whose text ends with the link to the page for its answer. */
interface LinkedQuestion {
  prepared: PreparedMessage;
  link: AnswerLink;
}

export interface LinkPlace {
  /** The address of the page without the token; undefined if the account has none. */
  address: string | undefined;
  /** What the form calls the setting. */
  label: string;
}

/**
 * Adds the link to a question.
 * @throws MessagingError `invalid_request` if the account has no public address, and for anything but a text
 */
export function withAnswerLink(
  prepared: PreparedMessage,
  reference: string,
  { address, label }: LinkPlace,
): LinkedQuestion {
  if (address === undefined) throw invalidField('answerBy', say('linkWithoutAddress'), { label });
  const { request, labelOf } = prepared;
  const content: Record<string, unknown> = isRecord(request['content']) ? request['content'] : {};
  if (content['type'] !== 'Text')
    throw invalidField('content', say('linkWithoutText'), {
      label: labelOf(['content'], request),
    });
  const link = { key: newLinkKey(), text: String(content['text'] ?? '') };
  // The contract reports a text that is missing or is no text.
  if (typeof content['text'] !== 'string' || link.text.trim() === '') return { prepared, link };
  const text = `${link.text}\n${address}${linkToken(reference, link.key)}`;
  return { prepared: { ...prepared, request: { ...request, content: { ...content, text } } }, link };
}

/** @throws MessagingError `invalid_request` if the service would cut the link off */
export function checkLinkStays({ request }: CheckedMessage, { labelOf }: PreparedMessage): void {
  if (pagesOf(request)?.truncated !== true) return;
  const label = labelOf(['content', 'text'], request);
  throw invalidField('content.text', say('linkCutOff'), { label });
}
