import { isRecord } from '../../core/reading';
import { evaluationOf, type Scope } from './evaluate';
import { buildMessageRequest, type AccountDefaults } from './messageRequest';
import { Stored } from './settings';

/** What the editor's form of a message stores; `form` holds typed inputs (settings.ts, Leaf). */
export function messageFormSetting(stored: Stored) {
  const contentType = stored.text('contentType') || 'Text';
  return {
    channel: stored.text('channel'),
    contentType,
    form: withUsualText(contentType, stored.value('form')),
  };
}

/** A text that was left empty is the payload of the message. */
function withUsualText(contentType: string, form: unknown): unknown {
  const fields = isRecord(form) ? form : {};
  const content = isRecord(fields['content']) ? fields['content'] : {};
  const { text } = content;
  const isEmpty = text === undefined || (isRecord(text) && text['v'] === '');
  if (contentType !== 'Text' || !isEmpty) return form;
  return { ...fields, content: { ...content, text: { t: 'msg', v: 'payload' } } };
}
export type MessageForm = ReturnType<typeof messageFormSetting>;

/** Puts the request for a message together. */
export type MakeRequest = (scope: Scope, account: AccountDefaults) => Promise<Record<string, unknown>>;

/**
 * What a form and a message make together (see buildMessageRequest), the form made ready once.
 *
 * The function it gives throws MessagingError `invalid_request` when an expression of the form fails.
 */
export function requestsOf({ channel, contentType, form }: MessageForm): MakeRequest {
  const evaluated = evaluationOf(form);
  const namesRecipient = whetherRecipientIsNamed(form);
  return async (scope, account) => {
    const values = await evaluated(scope);
    const { message, content, smsOptions, notification }: Record<string, unknown> = isRecord(values)
      ? values
      : {};
    return buildMessageRequest(
      scope.msg,
      { channel, contentType, message, content, smsOptions, notification, namesRecipient },
      account,
    );
  };
}

function whetherRecipientIsNamed(form: unknown): boolean {
  const message = isRecord(form) && isRecord(form['message']) ? form['message'] : {};
  const { to, toList } = message;
  // A typed input that was left empty names nobody.
  const named = isRecord(to) ? to['v'] !== '' : to !== undefined;
  return named || (Array.isArray(toList) && toList.length > 0);
}
