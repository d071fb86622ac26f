import type { AccountRules, LabelOf } from '../../core/contract';
import { oddNumbers } from '../../core/contract/recipientNumber';
import { isRecord } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { inLanguageOf } from '../settings/language';
import { inputsOfForm, labelsBut } from '../settings/labels';
import { withUsualText, type messageRows, type tooLongRow } from '../settings/messageRows';
import { buildMessageRequest, type AccountDefaults } from './messageRequest';

/** What the editor stores for a message; `form` contains typed inputs (`StoredTypedValue`). */
export type MessageSetting = SettingsOf<ReturnType<typeof messageRows> & typeof tooLongRow>;

/** A request, and the labels of its fields. */
export interface NamedRequest {
  request: Record<string, unknown>;
  labelOf: LabelOf;
  /** What the account changes about the rules of the request. */
  rules: AccountRules;
  /** Shows a person, at the node, what to know about the message, and returns it in the language of this Node-RED. */
  tell: (notes: readonly string[]) => string[];
}

export type MakeRequest = (scope: Scope, account: AccountDefaults) => Promise<NamedRequest>;

/** Builds requests from a form, which is prepared once, and a message. Throws MessagingError `invalid_request` if an expression fails. */
export function requestsOf({ channel, contentType, form, ifTooLong }: MessageSetting): MakeRequest {
  const evaluated = evaluationOf(withUsualText(contentType, form), inputsOfForm(contentType, form));
  const refuseCut = ifTooLong === 'refuse';
  const namesRecipient = whetherRecipientIsNamed(form);
  return async (scope, account) => {
    const values = await evaluated(scope);
    const { message, content, smsOptions, notification }: Record<string, unknown> = isRecord(values)
      ? values
      : {};
    const { request, fromMessage } = buildMessageRequest(
      scope.msg,
      { channel, contentType, message, content, smsOptions, notification, namesRecipient },
      account,
    );
    warnOfOddNumbers(scope, request, account);
    return {
      request,
      labelOf: labelsBut(fromMessage),
      rules: { ...account.rules, refuseCut },
      tell: (notes) => told(scope, notes),
    };
  };
}

function told({ RED, node }: Scope, notes: readonly string[]): string[] {
  const texts = notes.map((note) => inLanguageOf(RED, note));
  for (const text of texts) node.warn(text);
  return texts;
}

/** Some services have numbers of other lengths, so the message is sent all the same. */
function warnOfOddNumbers(
  { RED, node }: Scope,
  request: object,
  { rules: { countryCode } }: AccountDefaults,
): void {
  if (countryCode === undefined) return;
  for (const number of oddNumbers(request, countryCode)) {
    const text = RED._(`${ACCOUNT_CATALOG}errors.oddLength`, { number, country: countryCode });
    node.warn(text);
  }
}

function whetherRecipientIsNamed(form: unknown): boolean {
  const message = isRecord(form) && isRecord(form['message']) ? form['message'] : {};
  const { to, toList } = message;
  // An empty typed input names no recipient.
  const named = isRecord(to) ? to['v'] !== '' : to !== undefined;
  return named || (Array.isArray(toList) && toList.length > 0);
}
