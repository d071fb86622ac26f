import type { AccountRules, LabelOf } from '../../core/contract';
import type { Path } from '../../core/contract/sentences';
import { fieldsOf } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { isFilled, valueIn, valuesIn, type Scope } from '../settings/evaluate';
import type { Said } from '../../core/errors/sentence';
import { inLanguageOf } from '../settings/language';
import { labelInMessage, labelsBut, propertyLabel } from '../settings/labels';
import type { addressRows, contentRows, textTooLongRow } from '../settings/messageRows';
import {
  buildMessageRequest,
  fillingOf,
  wholeRequest,
  type AccountDefaults,
  type Filling,
} from './messageRequest';

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

/** What of a message the node takes; by default what it is set to take, and what the message has for empty fields. */
interface Source {
  /** The value of *Take the request from*. */
  given?: unknown;
  filling?: Filling;
}

/**
 * The request of a node: the one that takes the place of its form, or that of the form.
 * @throws MessagingError `invalid_request` for no request, and if an expression fails or finds nothing
 */
export async function requestOf(
  setting: MessageSetting,
  scope: Scope,
  account: AccountDefaults,
  source: Source = {},
): Promise<NamedRequest> {
  const { RED, node, msg } = scope;
  const { requestFrom, ifTooLong } = setting;
  const made = async () => {
    const { filling = fillingOf(msg) } = source;
    if (!isFilled(requestFrom)) return requestOfForm(setting, scope, account, filling);
    const given = 'given' in source ? source.given : await valueIn(scope, requestFrom);
    const label = propertyLabel(RED, requestFrom.name);
    return { request: wholeRequest(given, label, account), labelOf: () => undefined };
  };
  return {
    ...(await made()),
    rules: { ...account.rules, refuseCut: ifTooLong !== 'cut' },
    tell: (notes) => {
      const texts = notes.map((note) => inLanguageOf(RED, note));
      for (const text of texts) node.warn(text);
      return texts;
    },
  };
}

async function requestOfForm(
  setting: MessageSetting,
  scope: Scope,
  account: AccountDefaults,
  filling: Filling,
): Promise<Pick<NamedRequest, 'request' | 'labelOf'>> {
  const { channel, contentType, from, to, toList, sendDate, customerid } = setting;
  const { content, notification, smsOptions } = setting;
  const fields = { from, to, toList, sendDate, customerid, content, notification, smsOptions };
  const labelOf = (path: Path) => labelInMessage(scope.RED, path, { ...fields, contentType });
  const values = await valuesIn(scope, fields, { labelOf, mayFind: mayBeLeftOut });
  const form = { ...fieldsOf(values), channel, contentType };
  const { request, fromMessage } = buildMessageRequest(filling, form, account);
  return { request, labelOf: labelsBut(scope.RED, fromMessage) };
}

/** The customer ID changes nothing for the person, and optional parts of a content may come with only some messages. */
function mayBeLeftOut([field, name]: ReadonlyArray<string | number>): boolean {
  return field === 'content' ? name !== 'text' : field === 'customerid';
}
