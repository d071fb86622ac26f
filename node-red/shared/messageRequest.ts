import { tidyRequest } from '../../core/client';
import { channels, type Channel } from '../../core/contract/names';
import { asSpecified, forms, fromForm, partFromForm } from '../../core/forms';
import { isRecord } from '../../core/reading';
import { replyTo } from '../../core/receive/replyTo';

/** What a node's form holds, its typed inputs replaced by their values. */
export interface FormValues {
  channel: unknown;
  contentType: string;
  message?: unknown;
  content?: unknown;
  smsOptions?: unknown;
  notification?: unknown;
  /** Whether the node says who gets the message, even where that comes to nothing for this one. */
  namesRecipient: boolean;
}

/** What the account gives a message that says nothing else. */
export interface AccountDefaults {
  readonly senders: Record<Channel, string>;
  /** The country of recipients that are national numbers, as `+41`; undefined where there is none. */
  readonly countryCode: string | undefined;
}

type Fields = Record<string, unknown>;

/** The properties of a message that go before what the node says. */
const OVERRIDES = ['channel', 'from', 'to', 'toList', 'sendDate', 'customerid', 'notification'] as const;

/**
 * Puts a message request together (specification 2.1). What is set nearer to the message wins: `msg.payload`, when it is a request or
 * a part of one, then `msg.channel`, `msg.to` and the like, then what an answer to an inbound message needs (where neither message nor
 * node names a recipient), then the node's form, then the account's sender. Recipients count as one: `msg.to` also replaces a `toList` of the node. Numbers are tidied; nothing is judged.
 * @throws MessagingError `invalid_request` where one of two kinds of recipients would be lost (tidyRequest)
 */
export function buildMessageRequest(msg: Fields, form: FormValues, account: AccountDefaults): Fields {
  const content = contentFields(form);
  const fromNode = nodeFields(form, content);
  const fromMessage = layered(messageProperties(msg), requestIn(msg['payload']));
  const answers = !form.namesRecipient && !hasRecipient(fromNode) && !hasRecipient(fromMessage);
  const below = answers ? layered(fromNode, answerTo(inboundOf(msg))) : fromNode;
  const request = layered(below, fromMessage);
  if (request['channel'] === 'Sms' && request['content'] === content) {
    const options = partFromForm(forms.smsOptions, fieldsOf(form.smsOptions));
    if (options !== undefined) request['content'] = { ...content, options };
  }
  const sender = senderOf(request['channel'], account.senders);
  if (isEmpty(request['from']) && sender !== undefined) request['from'] = sender;
  return tidyRequest(request, account.countryCode);
}

/** A payload that is a request, whole or in part, rather than a content; its field names in any spelling. */
function requestIn(payload: unknown): Fields {
  if (!isRecord(payload) || isEvent(payload)) return {};
  const isRequest = Object.keys(payload).some((name) => /^(?:content|channel)$/i.test(name));
  return isRequest ? asSpecified(payload) : {};
}

function messageProperties(msg: Fields): Fields {
  const set: Fields = {};
  for (const name of OVERRIDES) {
    // Asked first, because V8 is slow to find nothing.
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

/** An inbound message in place of a text is its text. */
function textOfEvent(text: unknown): Fields {
  return isRecord(text) && text['event'] === 'inbound' ? { text: text['text'] } : {};
}

/** The upper layer wins, field by field; recipients replace each other as one. */
function layered(below: Fields, layer: Fields): Fields {
  const values = Object.values(layer);
  if (values.length === 0) return below;
  const upper = values.includes(undefined) ? filtered(layer, (_, value) => value !== undefined) : layer;
  return { ...(hasRecipient(layer) ? without(below, 'to', 'toList') : below), ...upper };
}

/** A copy that lacks some fields. */
export function without(fields: Fields, ...names: string[]): Fields {
  return filtered(fields, (name) => !names.includes(name));
}

/** Not by `delete`, which makes all that is done with an object slow from then on. */
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

/** The inbound message that a flow is about: the payload, or what messaging-inbound put beside it. */
function inboundOf({ payload, inbound }: Fields): Fields | undefined {
  return [payload, inbound].filter(isRecord).find(({ event }) => event === 'inbound');
}

/** Nothing for an event that anybody has made unfit on its way through the flow. */
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
