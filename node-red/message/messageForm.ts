import type { SourceOf } from '../../core/client';
import type { AccountRules, LabelOf } from '../../core/contract';
import { isRecord } from '../../core/reading';
import type { SettingsOf } from '../settings/describe';
import { evaluationOf, sourcesIn, type Evaluation, type Scope } from '../settings/evaluate';
import type { Said } from '../../core/errors/sentence';
import { inLanguageOf } from '../settings/language';
import { inputsOfMessage, labelsBut, propertyLabel, propertyNamed } from '../settings/labels';
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
  /** Names the expressions that its texts came from. */
  sourceOf: SourceOf;
  /** Shows a person, at the node, what to know about the message, and returns it in the language of this Node-RED. */
  tell: (notes: readonly Said[]) => string[];
}

/** Throws MessagingError `invalid_request` if an expression fails or finds nothing. */
export interface MessageRequests {
  /** The value of *Take the request from*; undefined if it is not set, and the form counts. */
  wholeIn: Evaluation | undefined;
  ofWhole(given: unknown, scope: Scope, account: AccountDefaults): NamedRequest;
  /** `filling` is for the fields that the form leaves empty: by default what the message has. */
  ofForm(scope: Scope, account: AccountDefaults, filling?: Filling): Promise<NamedRequest>;
}

const WHOLE = 'requestFrom';
const PAYLOAD = { t: 'msg', v: 'payload' };

/** Builds requests from a form, which is prepared once, and a message. */
export function requestsOf(setting: MessageSetting): MessageRequests {
  const { channel, contentType, ifTooLong, requestFrom } = setting;
  const { from, to, toList, sendDate, customerid, content, notification, smsOptions } = setting;
  const fields = { from, to, toList, sendDate, customerid, content, notification, smsOptions };
  const evaluated = evaluationOf(fields, inputsOfMessage({ ...fields, contentType }), mayBeLeftOut);
  const refuseCut = ifTooLong !== 'cut';
  const named = (
    scope: Scope,
    account: AccountDefaults,
    request: Record<string, unknown>,
    labelOf: LabelOf,
    sourceOf: SourceOf,
  ): NamedRequest => ({
    request,
    labelOf,
    sourceOf,
    rules: { ...account.rules, refuseCut },
    tell: (notes) => told(scope, notes),
  });
  return {
    wholeIn: (requestFrom.v ?? '') === '' ? undefined : evaluationOf(requestFrom, propertyNamed(WHOLE)),
    ofWhole(given, scope, account) {
      const request = wholeRequest(given, propertyLabel(scope.RED, WHOLE), account);
      return named(scope, account, request, () => undefined, sourcesIn(requestFrom, given));
    },
    async ofForm(scope, account, filling = fillingOf(scope.msg)) {
      const values = await evaluated(scope);
      const form = { ...(isRecord(values) ? values : {}), channel, contentType };
      const { request, fromMessage } = buildMessageRequest(filling, form, account);
      // An empty text is that of the message.
      const brought = isRecord(filling.text) ? undefined : filling.text;
      const sourceOf = sourcesIn([fields, PAYLOAD], [values, brought]);
      return named(scope, account, request, labelsBut(scope.RED, fromMessage), sourceOf);
    },
  };
}

/** The customer ID changes nothing for the person, and optional parts of a content may come with only some messages. */
function mayBeLeftOut([field, name]: ReadonlyArray<string | number>): boolean {
  return field === 'content' ? name !== 'text' : field === 'customerid';
}

function told({ RED, node }: Scope, notes: readonly Said[]): string[] {
  const texts = notes.map((note) => inLanguageOf(RED, note));
  for (const text of texts) node.warn(text);
  return texts;
}
