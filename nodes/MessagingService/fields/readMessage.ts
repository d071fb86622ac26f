import { invalidRequest } from '../../../core/client';
import { tidyNumber } from '../../../core/contract';
import { tidySmsSender } from '../../../core/contract/recipient';
import { forms, fromForm } from '../../../core/forms';
import { isRecord } from '../../../core/reading';
import { CONTENT_TYPE, defineUsing, layout, REQUEST_JSON, sendTo, soleContentOf } from './messageForm';
import { read, type Parameters, type ReadContext } from './read';

/**
 * The request that an item's parameters describe, as it would go to the service. It is not judged here: that is the contract's part.
 * @throws MessagingError when the JSON is none.
 */
export function readMessage(parameters: Parameters, context: ReadContext): unknown {
  if (parameters(defineUsing.parameter) === defineUsing.json) return readJson(parameters(REQUEST_JSON));
  const recipient = parameters(sendTo.parameter) === sendTo.several ? layout.several : layout.one;
  const values = read([...layout.sender, ...recipient, layout.additional], parameters, context);
  const { notification } = read(layout.notification, parameters, context);
  return tidied({
    ...fromForm(forms.message, values),
    content: readContent(values.channel, parameters, context),
    ...(isRecord(notification) ? { notification: fromForm(forms.notification, notification) } : {}),
  });
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
  const type = soleContentOf(channel) ?? parameters(CONTENT_TYPE);
  const form = forms.contents.find(({ value }) => value === type);
  if (form === undefined) return { type };
  const content = fromForm(form, read(layout.contents.get(form.value) ?? [], parameters, context));
  const smsOptions = channel === 'Sms' ? read([layout.smsOptions], parameters, context) : {};
  return Object.keys(smsOptions).length === 0
    ? content
    : { ...content, options: fromForm(forms.smsOptions, smsOptions) };
}

/** Brings the numbers of a request into the form the service takes, as people and spreadsheets write them otherwise. */
function tidied(request: Record<string, unknown>): Record<string, unknown> {
  const { channel, from, to, toList, notification } = request;
  return {
    ...request,
    ...(from === undefined ? {} : { from: tidySender(channel, from) }),
    ...(to === undefined ? {} : { to: tidy(to) }),
    ...(Array.isArray(toList) ? { toList: toList.map((entry) => tidyAddress(entry, 'Number')) } : {}),
    ...(isRecord(notification) && Array.isArray(notification.addresses)
      ? {
          notification: {
            ...notification,
            addresses: notification.addresses.map((entry) => tidyAddress(entry, 'Sms')),
          },
        }
      : {}),
  };
}

function tidy(number: unknown): unknown {
  return typeof number === 'string' || typeof number === 'number' ? tidyNumber(number) : number;
}

function tidySender(channel: unknown, from: unknown): unknown {
  if (typeof from !== 'string' && typeof from !== 'number') return from;
  if (channel === 'Sms') return tidySmsSender(from);
  return channel === 'Whatsapp' ? tidyNumber(from) : from;
}

/** An entry of a list of addresses; only those of `type` hold a number. */
function tidyAddress(entry: unknown, type: string): unknown {
  return isRecord(entry) && entry.type === type ? { ...entry, address: tidy(entry.address) } : entry;
}
