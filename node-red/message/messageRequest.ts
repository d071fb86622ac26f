import { invalidField } from '../../core/client/outcome/errors';
import { tidyRequest } from '../../core/client/request/tidyRequest';
import type { AccountRules } from '../../core/contract';
import { channelNamed, type Channel } from '../../core/contract/names';
import { asSpecified, enteredJson, forms, fromForm, partFromForm } from '../../core/forms';
import { fieldsOf, isPlainRecord, isRecord } from '../../core/reading';
import { valueShown } from '../../core/errors/texts';
import { replyTo } from '../../core/receive/replyTo';
import { say } from '../errors/texts';

/** The content of a node's form, with its typed inputs replaced by their values. */
interface FormValues {
  /** Empty if the message names it. */
  channel: string;
  contentType: string;
  /** The fields of the message itself, such as `to`. */
  [field: string]: unknown;
  content?: unknown;
  smsOptions?: unknown;
  notification?: unknown;
}

/** The account's defaults and rules for a message. */
export interface AccountDefaults {
  readonly senders: Record<Channel, string>;
  readonly rules: AccountRules;
}

type Fields = Record<string, unknown>;

/** The properties of an object that an error names. */
const MOST_NAMED = 5;

interface BuiltRequest {
  request: Fields;
  /** Whether a field came from the message, not from the node or the account. */
  isFromMessage: (name: string | number) => boolean;
}

/** What a message has for the fields that the node leaves empty. */
export interface Filling {
  fields: Fields;
  text: unknown;
  /** The inbound message that is answered if nobody else is named, or whom the flow has asked, as one. */
  answers: Fields | undefined;
}

const RECIPIENTS = ['to', 'toList'] as const;

/** The properties of a message, and the columns of a row, that fill empty fields. */
const FILLING = ['channel', 'from', ...RECIPIENTS, 'sendDate', 'customerid', 'notification'] as const;

/** What a message fills in: `msg.to` and the like, the payload as the text, and the addresses for an answer. */
export function fillingOf(msg: Fields): Filling {
  const fields = filled((name) => msg[name]);
  // A lookup may have found nobody.
  const isToNobody = RECIPIENTS.some((name) => msg[name] === null || msg[name] === '');
  return { fields, text: msg['payload'], answers: isToNobody ? undefined : personOf(msg['payload'], msg) };
}

/**
 * What a row of a table fills in, and after it the message that brings it. The names of its columns are in any case, and may have spaces or the
 * byte order mark of a CSV file around them.
 */
export function fillingOfRow(row: Fields, msg: Fields): Filling {
  const filling = { ...fillingOf(msg), text: row, answers: personOf(row, msg) };
  if (isEvent(row)) return filling;
  const columns = new Map(Object.keys(row).map((name) => [name.trim().toLowerCase(), name]));
  const valueOf = (name: string) => row[columns.get(name.toLowerCase()) ?? name];
  const fields = recipientsOnce(filling.fields, filled(valueOf));
  return { ...filling, fields, text: columns.has('text') ? valueOf('text') : row };
}

/** A message of a batch has its own recipient, never that of the message around it, which may be left over. */
export function withoutRecipient(msg: Fields): Fields {
  return without(msg, ...RECIPIENTS, 'inbound', 'question');
}

/**
 * Builds a message request (specification 2.1). What is filled in, at the node or as the account's sender, wins; the message fills what is
 * empty. An answer to an inbound message goes out on its channel, from the number that was written to. Recipients count as one field.
 * @throws MessagingError `invalid_request` if one of two kinds of recipients would be lost (tidyRequest)
 */
export function buildMessageRequest(
  { fields: given, text, answers }: Filling,
  form: FormValues,
  account: AccountDefaults,
): BuiltRequest {
  const own = nodeFields(form);
  const answer = hasRecipient(own) || hasRecipient(given) ? {} : answerTo(answers);
  const brought = { ...given, ...answer };
  const fields = recipientsOnce(brought, own);
  const wanted = answer['channel'] ?? fields['channel'];
  const channel = channelNamed(wanted) ?? wanted;
  const from = own['from'] ?? answer['from'] ?? senderOf(channel, account) ?? given['from'];
  const request = tidyRequest(
    { ...fields, channel, from, content: contentOf(form, text, channel) },
    account.rules.countryCode,
  );
  return { request, isFromMessage: (name) => hasField(brought, name) && !hasField(own, name) };
}

/**
 * A whole request of the flow, in place of the form; its field names can have any spelling.
 * @throws MessagingError `invalid_request` for anything but an object or its JSON
 */
export function wholeRequest(given: unknown, label: string, account: AccountDefaults): Fields {
  const value = enteredJson(given, 'requestFrom', label);
  if (!isPlainRecord(value)) {
    throw invalidField('requestFrom', say('noRequest'), { label, got: valueShown(value) });
  }
  const request = asSpecified(value);
  const channel = channelNamed(request['channel']) ?? request['channel'];
  const from = isEmpty(request['from']) ? senderOf(channel, account) : request['from'];
  return tidyRequest({ ...request, channel, from }, account.rules.countryCode);
}

/** The fields that are filled in at the node. */
function nodeFields(form: FormValues): Fields {
  const fields = fromForm(forms.message, form);
  const notification = partFromForm(forms.notification, fieldsOf(form.notification));
  return notification === undefined ? fields : { ...fields, notification };
}

function contentOf(form: FormValues, brought: unknown, channel: unknown): Fields {
  const variant = forms.contents.find(({ value }) => value === form.contentType);
  if (variant === undefined) return { type: form.contentType };
  const { text, ...values } = fieldsOf(form.content);
  const usual = isEmpty(text) && form.contentType === 'Text' ? textIn(brought) : text;
  const content = fromForm(variant, { ...values, ...(isEmpty(usual) ? {} : { text: textOfEvent(usual) }) });
  const options = channel === 'Sms' ? partFromForm(forms.smsOptions, fieldsOf(form.smsOptions)) : undefined;
  return options === undefined ? content : { ...content, options };
}

/** @throws MessagingError `invalid_request` for an object, such as a row of a table, of which nobody has said which property is the text */
function textIn(brought: unknown): unknown {
  if (!isPlainRecord(brought) || isEvent(brought)) return brought;
  const names = Object.keys(brought)
    .slice(0, MOST_NAMED)
    .map((name) => JSON.stringify(name));
  const [first] = names;
  if (first === undefined) return brought;
  const said = say('objectAsText', { names: names.join(', '), first });
  throw invalidField('content.text', said, { label: 'Text' });
}

/** An inbound message used as a text stands for its own text. */
function textOfEvent(text: unknown): unknown {
  return isRecord(text) && text['event'] === 'inbound' ? text['text'] : text;
}

/** The fields of two sources, of which the second one wins; recipients count as one field. */
function recipientsOnce(below: Fields, above: Fields): Fields {
  return { ...(hasRecipient(above) ? without(below, ...RECIPIENTS) : below), ...above };
}

/** A copy without some fields. */
export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function filled(valueOf: (name: string) => unknown): Fields {
  const fields: Fields = {};
  for (const name of FILLING) {
    const value = valueOf(name);
    if (!isEmpty(value)) fields[name] = value;
  }
  return fields;
}

function hasRecipient({ to, toList }: Fields): boolean {
  return !isEmpty(to) || !isEmpty(toList);
}

/** Recipients count as one field. */
function hasField(fields: Fields, name: string | number): boolean {
  return RECIPIENTS.some((each) => each === name) ? hasRecipient(fields) : Object.hasOwn(fields, name);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isEvent(row: Fields): boolean {
  return ['inbound', 'status', 'unknown'].includes(String(row['event']));
}

/**
 * The inbound message that a flow is about: the payload, or the copy that messaging-inbound puts beside it. Else whom messaging-ask has
 * asked, as if they had written.
 */
function personOf(payload: unknown, { inbound, question }: Fields): Fields | undefined {
  const event = [payload, inbound].filter(isRecord).find(({ event }) => event === 'inbound');
  if (event !== undefined || !isRecord(question) || question['askedAt'] === undefined) return event;
  const { channel, from, to } = question;
  return { channel, from: question['answeredBy'] ?? to, to: from };
}

/** Empty if the flow has changed the event so that it can no longer be answered. */
function answerTo(inbound: Fields = {}): Fields {
  const { from, to } = inbound;
  const channel = channelNamed(inbound['channel']);
  return typeof from === 'string' && typeof to === 'string' ? { ...replyTo({ channel, from, to }) } : {};
}

function senderOf(channel: unknown, { senders }: AccountDefaults): string | undefined {
  const named = channelNamed(channel);
  return named === undefined || senders[named] === '' ? undefined : senders[named];
}
