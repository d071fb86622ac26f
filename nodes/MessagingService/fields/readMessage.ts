import { invalidField, tidyRequest } from '../../../core/client';
import type { LabelOf } from '../../../core/contract';
import { recipientAddress } from '../../../core/contract/phoneNumber';
import { asSpecified, enteredJson, forms, fromForm, labelOnForm, messagesOfBatch } from '../../../core/forms';
import { listEntered } from '../../../core/json';
import { valueShown } from '../../../core/errors/texts';
import { isRecord } from '../../../core/reading';
import { choiceNamed } from '../../settings';
import {
  CONTENT_TYPE,
  CONTENT_TYPE_LABEL,
  defineUsing,
  layout,
  requestJson,
  sendTo,
  soleContentOf,
} from './messageForm';
import { filled, type Parameters } from '../../parameters';
import { momentText, read, type ReadContext } from './fieldParts';

/** Whether an item gives its request as JSON instead of filling in the form. */
const isJson = (parameters: Parameters) => defineUsing.read(parameters) === 'json';

const labelOfField: LabelOf = (path, request) =>
  path[0] === 'content' && (path[1] ?? 'type') === 'type' ? CONTENT_TYPE_LABEL : labelOnForm(path, request);

/** Gives the labels of the form; undefined for a request in JSON, whose fields are named by their paths. */
export function labelsOf(parameters: Parameters): LabelOf | undefined {
  return isJson(parameters) ? undefined : labelOfField;
}

/**
 * The request that an item's parameters describe, as it would go to the service. It is not validated here; the contract does that.
 * @throws MessagingError if the JSON is invalid, or recipients would be lost
 */
export function readMessage(parameters: Parameters, context: ReadContext): Record<string, unknown> {
  if (isJson(parameters)) {
    const request = readJson(parameters);
    if (!isRecord(request))
      throw invalidField(requestJson.label, 'must be an object', { got: valueShown(request) });
    return tidied(asSpecified(request), context);
  }
  const isOne = sendTo.read(parameters) === 'one';
  const recipient = isOne ? layout.one : layout.several;
  const values = read([...layout.sender, ...recipient, layout.additional], parameters, context);
  if (isOne) checkOneRecipient(values.to, parameters);
  else if (values.toList === undefined)
    throw invalidField('toList', 'is required', { label: labelOnForm(['toList'], {}) });
  const { notification } = read(layout.notification, parameters, context);
  const request = {
    ...fromForm(forms.message, values),
    content: readContent(values.channel, parameters, context),
    ...(isRecord(notification) ? { notification: fromForm(forms.notification, notification) } : {}),
  };
  return tidyRequest(request, context.countryCode);
}

/**
 * The requests of an item whose JSON is a list of messages, each as `readMessage` gives it; undefined for an item with one message.
 * @throws MessagingError if the JSON is invalid or contains fields that a list of messages does not have
 */
export function readMessageList(
  parameters: Parameters,
  context: Pick<ReadContext, 'countryCode' | 'timezone'>,
): unknown[] | undefined {
  if (!isJson(parameters)) return undefined;
  const entered = readJson(parameters);
  const messages = messagesOfBatch(Array.isArray(entered) ? { messages: entered } : entered);
  return messages?.map((message) => (isRecord(message) ? tidied(message, context) : message));
}

/** A request in JSON, with the date of the workflow's time zone as in the form. */
function tidied(
  request: Record<string, unknown>,
  { countryCode, timezone }: Pick<ReadContext, 'countryCode' | 'timezone'>,
): Record<string, unknown> {
  const { sendDate } = request;
  const dated = sendDate === undefined ? request : { ...request, sendDate: momentText(sendDate, timezone) };
  return tidyRequest(dated, countryCode);
}

const readJson = (parameters: Parameters) => enteredJson(requestJson.read(parameters), '', requestJson.label);

/** @throws MessagingError if the field for one recipient is empty, or several were entered */
export function checkOneRecipient(to: unknown, parameters: Parameters): void {
  const label = labelOnForm(['to'], {});
  if (to === undefined || to === null || to === '') throw invalidField('to', 'is required', { label });
  const operation = String(parameters('operation'));
  // A message can go to a list, a question cannot.
  const isList = Array.isArray(to) && operation === 'sendAndWait';
  if (!isList && (typeof to !== 'string' || !hasSeveral(to))) return;
  const rule = `takes one recipient${waysToSeveral[operation] ?? `: choose 'Several Recipients' in '${sendTo.label}'`}`;
  throw invalidField('to', rule, { label, got: valueShown(to) });
}

const waysToSeveral: Record<string, string> = {
  reply: '',
  sendAndWait: ': use an item for each person',
};

function hasSeveral(to: string): boolean {
  if (listEntered(to).length > 1) return true;
  return recipientAddress(to) === undefined && (to.match(WHOLE_NUMBERS) ?? []).length > 1;
}

/** Where numbers in international format can begin, however they are separated: in +1 202 555 0012, the second one is none. */
const WHOLE_NUMBERS = /(?:\+|\b00)[1-9]/g;

function readContent(channel: unknown, parameters: Parameters, context: ReadContext): unknown {
  const sole = soleContentOf(channel);
  // If the channel is computed, the form asks for a type of content, even for a channel with only one.
  const type =
    sole === undefined
      ? filled(parameters, CONTENT_TYPE, CONTENT_TYPE_LABEL)
      : parameters(CONTENT_TYPE) || sole;
  const form = choiceNamed(forms.contents, type);
  if (form === undefined) return type === '' ? {} : { type };
  const inContent = { ...context, mayLose: true };
  const content = fromForm(form, read(layout.contents.get(form.value) ?? [], parameters, inContent));
  const smsOptions = channel === 'Sms' ? read([layout.smsOptions], parameters, context) : {};
  return Object.keys(smsOptions).length === 0
    ? content
    : { ...content, options: fromForm(forms.smsOptions, smsOptions) };
}
