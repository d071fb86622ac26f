import type { AccountRules, LabelOf } from '../../core/contract';
import type { Path } from '../../core/contract/sentences';
import { fieldsOf } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { valuesIn, type Scope } from '../settings/evaluate';
import type { Said } from '../../core/errors/sentence';
import { inLanguageOf } from '../settings/language';
import { labelInMessage, labelsBut, propertyLabel } from '../settings/labels';
import type { addressRows, contentRows, textTooLongRow } from '../settings/messageRows';
import { buildMessageRequest, fillingOf, wholeRequest, type AccountDefaults } from './messageRequest';

/** What the editor stores for a message; its fields are typed inputs (`StoredTypedValue`). */
export type MessageSetting = SettingsOf<
  ReturnType<typeof addressRows> & typeof contentRows & typeof textTooLongRow
>;

/** A request, and the labels of its fields. */
export interface NamedRequest {
  request: Record<string, unknown>;
  labelOf: LabelOf;
  /** What the account changes about the rules of the request. */
  rules: AccountRules;
  /** Shows a person, at the node, what to know about the message, and returns it in the language of this Node-RED. */
  tell: (notes: readonly Said[]) => string[];
}

/**
 * The request that takes the place of the form.
 * @param given the value of *Take the request from*
 */
export function requestOfWhole(
  setting: MessageSetting,
  given: unknown,
  scope: Scope,
  account: AccountDefaults,
): NamedRequest {
  const { requestFrom } = setting;
  return {
    ...commonOf(setting, scope, account),
    request: wholeRequest(given, propertyLabel(scope.RED, requestFrom.name), account),
    labelOf: () => undefined,
  };
}

/**
 * The request of the form.
 * @param filling is for the fields that the form leaves empty: by default what the message has
 * @throws MessagingError `invalid_request` if an expression fails or finds nothing
 */
export async function requestOfForm(
  setting: MessageSetting,
  scope: Scope,
  account: AccountDefaults,
  filling = fillingOf(scope.msg),
): Promise<NamedRequest> {
  const { channel, contentType, from, to, toList, sendDate, customerid } = setting;
  const { content, notification, smsOptions } = setting;
  const fields = { from, to, toList, sendDate, customerid, content, notification, smsOptions };
  const labelOf = (path: Path) => labelInMessage(scope.RED, path, { ...fields, contentType });
  const values = await valuesIn(scope, fields, { labelOf, mayFind: mayBeLeftOut });
  const form = { ...fieldsOf(values), channel, contentType };
  const { request, fromMessage } = buildMessageRequest(filling, form, account);
  return {
    ...commonOf(setting, scope, account),
    request,
    labelOf: labelsBut(scope.RED, fromMessage),
  };
}

function commonOf(
  { ifTooLong }: MessageSetting,
  { RED, node }: Scope,
  { rules }: AccountDefaults,
): Pick<NamedRequest, 'rules' | 'tell'> {
  return {
    rules: { ...rules, refuseCut: ifTooLong !== 'cut' },
    tell: (notes) => {
      const texts = notes.map((note) => inLanguageOf(RED, note));
      for (const text of texts) node.warn(text);
      return texts;
    },
  };
}

/** The customer ID changes nothing for the person, and optional parts of a content may come with only some messages. */
function mayBeLeftOut([field, name]: ReadonlyArray<string | number>): boolean {
  return field === 'content' ? name !== 'text' : field === 'customerid';
}
