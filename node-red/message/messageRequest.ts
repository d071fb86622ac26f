import { tidyRequest } from '../../core/client';
import type { AccountRules } from '../../core/contract';
import { channels, type Channel } from '../../core/contract/names';
import { asSpecified, forms, fromForm, partFromForm } from '../../core/forms';
import { isRecord } from '../../core/reading';
import { replyTo } from '../../core/receive/replyTo';

/** The content of a node's form, with its typed inputs replaced by their values. */
export interface FormValues {
  channel: unknown;
  contentType: string;
  message?: unknown;
  content?: unknown;
  smsOptions?: unknown;
  notification?: unknown;
  /** Whether the node names the recipient, even if its value is empty for this message. */
  namesRecipient: boolean;
}

/** The account's defaults and rules for a message. */
export interface AccountDefaults {
  readonly senders: Record<Channel, string>;
  readonly rules: AccountRules;
}

type Fields = Record<string, unknown>;

/** A request, and the names of the fields that came from the message, not from the node or the account. */
interface BuiltRequest {
  request: Fields;
  fromMessage: ReadonlySet<string>;
}

const RECIPIENTS = ['to', 'toList'] as const;

/** The properties of a message that override the node's settings. */
const OVERRIDES = ['channel', 'from', ...RECIPIENTS, 'sendDate', 'customerid', 'notification'] as const;

/**
 * Builds a message request (specification 2.1). The order of precedence is: `msg.payload`, if it is a request or a part of one; `msg.channel` and the
 * like; the addresses for an answer, if neither message nor node names a recipient; the form; the account's sender. Recipients count as one field.
 * @throws MessagingError `invalid_request` if one of two kinds of recipients would be lost (tidyRequest)
 */
export function buildMessageRequest(msg: Fields, form: FormValues, account: AccountDefaults): BuiltRequest {
  const content = contentFields(form);
  const fromNode = nodeFields(form, content);
  const fromMessage = layered(messageProperties(msg), requestIn(msg['payload']));
  const answers = !form.namesRecipient && !hasRecipient(fromNode) && !hasRecipient(fromMessage);
  const answer = answers ? answerTo(inboundOf(msg)) : {};
  const request = layered(layered(fromNode, answer), fromMessage);
  if (request['channel'] === 'Sms' && request['content'] === content) {
    const options = partFromForm(forms.smsOptions, fieldsOf(form.smsOptions));
    if (options !== undefined) request['content'] = { ...content, options };
  }
  const sender = senderOf(request['channel'], account.senders);
  if (isEmpty(request['from']) && sender !== undefined) request['from'] = sender;
  const given = { ...answer, ...fromMessage };
  return {
    request: tidyRequest(request, account.rules.countryCode),
    fromMessage: new Set([...Object.keys(given), ...(hasRecipient(given) ? RECIPIENTS : [])]),
  };
}

/** The payload if it is a request, whole or in part, and not a content; its field names can have any spelling. */
function requestIn(payload: unknown): Fields {
  if (!isRecord(payload) || isEvent(payload) || isResult(payload)) return {};
  const isRequest = Object.keys(payload).some((name) => /^(?:content|channel)$/i.test(name));
  return isRequest ? asSpecified(payload) : {};
}

function messageProperties(msg: Fields): Fields {
  const set: Fields = {};
  for (const name of OVERRIDES) {
    // Checked first, because most messages have none of these properties.
    if (Object.hasOwn(msg, name) && !isEmpty(msg[name])) set[name] = msg[name];
  }
  return set;
}

function nodeFields(form: FormValues, content: Fields): Fields {
  const fields = fromForm(forms.message, fieldsOf(form.message));
  fields['channel'] = form.channel;
  fields['content'] = content;
  const notification = partFromForm(forms.notification, fieldsOf(form.notification));
  if (notification !== undefined) fields['notification'] = notification;
  return fields;
}

function contentFields(form: FormValues): Fields {
  const variant = forms.contents.find(({ value }) => value === form.contentType);
  if (variant === undefined) return { type: form.contentType };
  const values = fieldsOf(form.content);
  return fromForm(variant, { ...values, ...textOfEvent(values['text']) });
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** An inbound message used as a text stands for its own text. */
function textOfEvent(text: unknown): Fields {
  return isRecord(text) && text['event'] === 'inbound' ? { text: text['text'] } : {};
}

/** Combines two layers: the upper one wins, field by field; recipients count as one field. */
function layered(below: Fields, layer: Fields): Fields {
  const values = Object.values(layer);
  if (values.length === 0) return below;
  const upper = values.includes(undefined) ? filtered(layer, (_, value) => value !== undefined) : layer;
  return { ...(hasRecipient(layer) ? without(below, ...RECIPIENTS) : below), ...upper };
}

/** A copy without some fields. */
export function without(fields: Fields, ...names: string[]): Fields {
  return filtered(fields, (name) => !names.includes(name));
}

function filtered(fields: Fields, keeps: (name: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => keeps(name, value)));
}

function hasRecipient({ to, toList }: Fields): boolean {
  return !isEmpty(to) || !isEmpty(toList);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isEvent(payload: Fields): boolean {
  return ['inbound', 'status', 'unknown'].includes(String(payload['event']));
}

/** Whether it is what a node of this package put out for an earlier message; with further channels, it names a channel. */
function isResult(payload: Fields): boolean {
  return 'outcome' in payload && ('attempts' in payload || 'messageId' in payload);
}

/** The inbound message that a flow is about: the payload, or the copy that messaging-inbound puts beside it. */
function inboundOf({ payload, inbound }: Fields): Fields | undefined {
  return [payload, inbound].filter(isRecord).find(({ event }) => event === 'inbound');
}

/** Empty if the flow has changed the event so that it can no longer be answered. */
function answerTo(inbound: Fields = {}): Fields {
  const { from, to } = inbound;
  const channel = channels.find((known) => known === inbound['channel']);
  return isText(from) && isText(to) ? { ...replyTo({ channel, from, to }) } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function senderOf(channel: unknown, senders: Record<Channel, string>): string | undefined {
  const known = channels.find((candidate) => candidate === channel);
  return known === undefined || senders[known] === '' ? undefined : senders[known];
}
