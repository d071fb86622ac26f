import { asText, isRecord, readList, readText } from '../../reading';
import { comparableAddress } from '../../receive/phoneNumber';
import { FIELD_NAMES, plainName } from '../../receive/vocabulary';

/** The names in an entry of an answer, by which it is matched to a recipient or a message. */
export interface Names {
  /** The first recipient named, as written. */
  address: string | undefined;
  /** Every recipient named, in the form used to compare numbers. */
  recipients: string[];
  reference: string | undefined;
  /** Whether the reference has the same field name as in a request. */
  isCustomerid: boolean;
  /** The texts that may repeat that of the message. */
  texts: string[];
  /** The number of a place in the request, counted from 0 or 1. */
  index: number | undefined;
}

const LISTS_OF_RECIPIENTS = ['messageIdList', 'messageIds', 'recipients', 'toList'];
const INDEX_NAMES =
  'index idx itemIndex messageIndex position pos number no nr num seq sequence sequenceNumber line row item ordinal'
    .split(' ')
    .map(plainName);

/** The recipients and what else an entry names, also in its own list of recipients. */
export function readNames(entry: unknown): Names {
  const fields = isRecord(entry)
    ? Object.entries(entry).map(([name, value]) => [plainName(name), value] as const)
    : [];
  const under = (names: readonly string[]) =>
    fields.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
  const nested = LISTS_OF_RECIPIENTS.flatMap((name) => readList(entry, name) ?? []);
  const addresses = [...addressesIn(under(FIELD_NAMES.recipient)), ...nested.flatMap(addressesOf)];
  const reference = fields.find(([name]) => FIELD_NAMES.customerid.includes(name));
  return {
    address: addresses[0],
    recipients: addresses.map((address) => comparableAddress(withoutScheme(address))),
    reference: reference === undefined ? undefined : asText(reference[1]),
    isCustomerid: reference?.[0] === 'customerid',
    texts: under(FIELD_NAMES.text).flatMap(
      (value) => (isRecord(value) ? readText(value, 'text') : asText(value)) ?? [],
    ),
    index: under(INDEX_NAMES)
      .map(asIndex)
      .find((index) => index !== undefined),
  };
}

function addressesOf(entry: unknown): string[] {
  return isRecord(entry)
    ? addressesIn(
        Object.entries(entry).flatMap(([name, value]) =>
          FIELD_NAMES.recipient.includes(plainName(name)) ? [value] : [],
        ),
      )
    : [];
}

function addressesIn(values: readonly unknown[]): string[] {
  return values
    .flatMap((value) => (isRecord(value) ? addressesOf(value) : (asText(value) ?? [])))
    .filter((address) => !/^\s*\d{1,3}\s*$/.test(address));
}

/** A short number can be that of a place; as an address, only longer ones count. */
function asIndex(value: unknown): number | undefined {
  const text = asText(value)?.trim() ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** `tel:+41…`, `whatsapp:+41…`, `41…@c.us`. */
function withoutScheme(address: string): string {
  return address
    .slice(0, 200)
    .replace(/^\s*[a-z]+:(?=[+\d])/i, '')
    .replace(/^(\+?\d{5,20})@.*$/s, '$1');
}
