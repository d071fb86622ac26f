import { checkCountryCode, invalidRequest, tidyRequest } from '../../../core/client';
import { asSpecified, forms, fromForm, messagesOfBatch } from '../../../core/forms';
import { isRecord } from '../../../core/reading';
import { CONTENT_TYPE, defineUsing, layout, REQUEST_JSON, sendTo, soleContentOf } from './messageForm';
import { choiceNamed, read, type Parameters, type ReadContext } from './read';

/**
 * The request that an item's parameters describe, as it would go to the service. It is not judged here: that is the contract's part.
 * @throws MessagingError when the JSON is none, recipients would be lost, or the default country is none.
 */
export function readMessage(parameters: Parameters, context: ReadContext): unknown {
  const countryCode = checkCountryCode(context.defaultCountry);
  if (parameters(defineUsing.parameter) === defineUsing.json) {
    const request = readJson(parameters(REQUEST_JSON));
    return isRecord(request) ? tidyRequest(asSpecified(request), countryCode) : request;
  }
  const recipient = parameters(sendTo.parameter) === sendTo.several ? layout.several : layout.one;
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
 * The requests of an item whose JSON is a list of messages, as `readMessage` gives one; undefined for an item that describes one message.
 * @throws MessagingError when the JSON is none, or holds fields that a list of messages does not have
 */
export function readMessageList(parameters: Parameters, defaultCountry: string): unknown[] | undefined {
  if (parameters(defineUsing.parameter) !== defineUsing.json) return undefined;
  const messages = messagesOfBatch(readJson(parameters(REQUEST_JSON)));
  const countryCode = checkCountryCode(defaultCountry);
  return messages?.map((message) => (isRecord(message) ? tidyRequest(message, countryCode) : message));
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    const rule = `must be JSON (${error instanceof Error ? error.message : String(error)})`;
    throw invalidRequest([{ path: 'Request', rule, message: `Request: ${rule}` }]);
  }
}

function readContent(channel: unknown, parameters: Parameters, context: ReadContext): unknown {
  // Where the channel is computed, a type of content is asked for, whether the channel has a choice or not.
  const type = parameters(CONTENT_TYPE) || soleContentOf(channel);
  const form = choiceNamed(forms.contents, type);
  if (form === undefined) return { type };
  const content = fromForm(form, read(layout.contents.get(form.value) ?? [], parameters, context));
  expectContacts(content);
  const smsOptions = channel === 'Sms' ? read([layout.smsOptions], parameters, context) : {};
  return Object.keys(smsOptions).length === 0
    ? content
    : { ...content, options: fromForm(forms.smsOptions, smsOptions) };
}

/** The specification allows a content of no contact; nobody who fills in the form means that. */
function expectContacts(content: Record<string, unknown>): void {
  if (content.type !== 'Contacts' || content.contacts !== undefined) return;
  const path = 'content.contacts';
  throw invalidRequest([{ path, rule: 'is required', message: `${path}: is required` }]);
}
