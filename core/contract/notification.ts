import { z } from 'zod/v4';

import { demand, field, list, ruled, text, type Rule } from './field';
import { webAddressRule } from './formats';
import { countCharacters } from '../sms';
import { limits } from './limits';
import { notificationAddressTypes, notificationEvents } from './names';
import { isEmailAddress, isWebAddress } from './patterns';
import { numberFindings } from './recipientNumber';
import type { SentenceKey } from './sentences';

type AddressType = (typeof notificationAddressTypes)[number];

const addressRules: Record<AddressType, Rule<string>> = {
  Sms: numberFindings,
  Email: demand(isEmailAddress, 'emailAddress'),
  Url: webAddressRule,
  UrlPost: webAddressRule,
};

const addressOfItsType: Rule<{ type: AddressType; address: string }> = ({ type, address }) => {
  const findings = addressRules[type](address);
  const key = findings.length === 0 ? undefined : otherTypeOf(type, address);
  const named = key === undefined ? findings : [{ key }];
  return named.map((finding) => ({ ...finding, path: ['address'] }));
};

/** What an address of the wrong type is, if that is plain. */
function otherTypeOf(type: AddressType, address: string): SentenceKey | undefined {
  if (type !== 'Url' && type !== 'UrlPost' && isWebAddress(address.trim())) return 'urlInOtherType';
  return type !== 'Email' && isEmailAddress(address.trim()) ? 'emailInOtherType' : undefined;
}

const combinedLength: Rule<Array<{ address: string }>> = (addresses) => {
  const length = addresses.reduce((sum, { address }) => sum + countCharacters(address), 0);
  return length > limits.notificationAddresses
    ? [{ key: 'addressesTooLong', values: { max: limits.notificationAddresses, got: length } }]
    : [];
};

const notificationAddressSchema = ruled(
  z.strictObject({
    type: field(z.enum(notificationAddressTypes), {
      label: 'Type',
      help: 'SMS and e-mail notify a person. URL (GET) calls an address with the status in the query string, URL (POST) with the status as JSON in the body.',
      usual: 'UrlPost',
    }),
    address: field(text(), {
      label: 'Address',
      help: 'A number in international format, an e-mail address or a URL, depending on the type. All addresses together may have at most 200 characters.',
      placeholder: 'e.g. https://example.com/status',
    }),
  }),
  addressOfItsType,
);

/** Whom the service tells about the status of a message, and when (specification 2.6). */
export const notificationSchema = z.strictObject({
  forEvent: field(z.enum(notificationEvents).nullable().optional(), {
    label: 'Notify On',
    help: 'Delivered: the phone has confirmed it. Failed: it was not sent or not delivered. Delayed: the provider needs more time.',
    // The service's own choice would leave out failures.
    usual: 'FinalOnly',
  }),
  addresses: field(
    ruled(list(notificationAddressSchema, { one: 'address', many: 'addresses' }), combinedLength),
    {
      label: 'Addresses',
      help: 'Who is notified. All addresses together may have at most 200 characters.',
    },
  ),
});

export type Notification = z.infer<typeof notificationSchema>;
