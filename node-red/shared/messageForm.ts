import type { Channel } from '../../core/contract';
import { isRecord } from '../../core/reading';
import { evaluateForm, type Scope } from './evaluate';
import { buildMessageRequest } from './messageRequest';
import { Stored } from './settings';

/** What the editor's form of a message stores; `form` holds typed inputs (settings.ts, Leaf). */
export function messageFormSetting(stored: Stored) {
  return {
    channel: stored.text('channel'),
    contentType: stored.text('contentType') || 'Text',
    form: stored.value('form'),
  };
}
export type MessageForm = ReturnType<typeof messageFormSetting>;

/**
 * The request that a form and a message make together (see buildMessageRequest).
 * @throws MessagingError `invalid_request` when an expression of the form fails
 */
export async function requestFor(
  scope: Scope,
  { channel, contentType, form }: MessageForm,
  senders: Record<Channel, string>,
): Promise<Record<string, unknown>> {
  const values = await evaluateForm(scope, form);
  const { message, content, smsOptions, notification }: Record<string, unknown> = isRecord(values)
    ? values
    : {};
  return buildMessageRequest(
    scope.msg,
    {
      channel,
      contentType,
      message,
      content,
      smsOptions,
      notification,
      namesRecipient: namesRecipient(form),
    },
    senders,
  );
}

function namesRecipient(form: unknown): boolean {
  const message = isRecord(form) && isRecord(form['message']) ? form['message'] : {};
  const { to, toList } = message;
  // A typed input that was left empty names nobody.
  const named = isRecord(to) ? to['v'] !== '' : to !== undefined;
  return named || (Array.isArray(toList) && toList.length > 0);
}
