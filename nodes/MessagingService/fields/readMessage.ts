import { checkCountryCode, tidyRequest } from '../../../core/client';
import type { LabelOf } from '../../../core/contract';
import { asSpecified, enteredJson, forms, fromForm, labelOnForm, messagesOfBatch } from '../../../core/forms';
import { isRecord } from '../../../core/reading';
import { choice, choiceNamed } from '../../choice';
import { CONTENT_TYPE, defineUsing, layout, REQUEST_JSON, sendTo, soleContentOf } from './messageForm';
import { read, type Parameters, type ReadContext } from './read';

/** Whether an item gives its request as JSON instead of filling in the form. */
const isJson = (parameters: Parameters) => choice(parameters(defineUsing.name), defineUsing) === 'json';

/** Gives the labels of the form; undefined for a request in JSON, whose fields are named by their paths. */
export function labelsOf(parameters: Parameters): LabelOf | undefined {
  return isJson(parameters) ? undefined : labelOnForm;
}

/**
 * The request that an item's parameters describe, as it would go to the service. It is not validated here; the contract does that.
 * @throws MessagingError if the JSON is invalid, recipients would be lost, or the default country is invalid
 */
export function readMessage(parameters: Parameters, context: ReadContext): unknown {
  const countryCode = checkCountryCode(context.defaultCountry);
  if (isJson(parameters)) {
    const request = readJson(parameters);
    return isRecord(request) ? tidyRequest(asSpecified(request), countryCode) : request;
  }
  const recipient = choice(parameters(sendTo.name), sendTo) === 'several' ? layout.several : layout.one;
  const values = read([...layout.sender, ...recipient, layout.additional], parameters, context);
  const { notification } = read(layout.notification, parameters, context);
  const request = {
    ...fromForm(forms.message, values),
    content: readContent(values.channel, parameters, context),
    ...(isRecord(notification) ? { notification: fromForm(forms.notification, notification) } : {}),
  };
  return tidyRequest(request, countryCode);
}

/**
 * The requests of an item whose JSON is a list of messages, each as `readMessage` gives it; undefined for an item with one message.
 * @throws MessagingError if the JSON is invalid or contains fields that a list of messages does not have
 */
export function readMessageList(parameters: Parameters, defaultCountry: string): unknown[] | undefined {
  if (!isJson(parameters)) return undefined;
  const messages = messagesOfBatch(readJson(parameters));
  const countryCode = checkCountryCode(defaultCountry);
  return messages?.map((message) => (isRecord(message) ? tidyRequest(message, countryCode) : message));
}

const readJson = (parameters: Parameters) => enteredJson(parameters(REQUEST_JSON), '', 'Request');

function readContent(channel: unknown, parameters: Parameters, context: ReadContext): unknown {
  // If the channel is computed, the form asks for a type of content, even for a channel with only one.
  const type = parameters(CONTENT_TYPE) || soleContentOf(channel);
  const form = choiceNamed(forms.contents, type);
  if (form === undefined) return { type };
  const content = fromForm(form, read(layout.contents.get(form.value) ?? [], parameters, context));
  const smsOptions = channel === 'Sms' ? read([layout.smsOptions], parameters, context) : {};
  return Object.keys(smsOptions).length === 0
    ? content
    : { ...content, options: fromForm(forms.smsOptions, smsOptions) };
}
