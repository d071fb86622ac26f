import { tidyRequest } from '../../core/client/tidyRequest';
import { channels, judge, messageRequestSchema, type Channel } from '../../core/contract';
import { limits } from '../../core/contract/limits';
import { countCharacters } from '../../core/contract/patterns';
import type { FormGroup, Forms, Variant } from '../../core/forms';
import { placeOf } from '../../core/forms/place';
import { asValues, isEmpty, literal } from '../form/values';
import { anySender, draftOf, type StoredMessage, type Unknown } from './draft';
import type { PlacedProblem } from './problem';

export { hasFile, type StoredMessage } from './draft';

const TO = '+41791234567';

/**
 * Everything that is wrong with what was entered in the form of a message, according to the contract. Addresses and content are checked
 * separately, so that a fault in one does not hide a fault in the other. Sender and recipient may come from the account and the message.
 */
export function contractProblems(forms: Forms, stored: StoredMessage, countryCode?: string): PlacedProblem[] {
  const { message, content, notification, unknown } = draftOf(forms, stored);
  const channel = channelNamed(forms, stored.channel);
  if (channel === undefined) return [{ key: 'required', where: ['Channel'] }];
  const namesNobody = isEmpty(message['to']) && isEmpty(message['toList']);
  const recipient = namesNobody ? { to: TO, toList: undefined } : {};
  const addressing = { from: anySender[channel], ...message, ...recipient, channel };
  const plain = { channel, from: anySender[channel], to: TO };
  return [
    ...problemsIn({ ...addressing, content: { type: 'Text', text: 'Text' } }, unknown, countryCode),
    ...problemsIn({ ...plain, content, ...(notification && { notification }) }, unknown),
  ];
}

/** Everything that is wrong with a content on a channel. The content has the form that the service specifies. */
export function checkContent(channel: Channel, content: unknown): PlacedProblem[] {
  return problemsIn({ channel, from: anySender[channel], to: TO, content }, []);
}

function problemsIn(
  request: Record<string, unknown>,
  unknown: Unknown[],
  countryCode?: string,
): PlacedProblem[] {
  // A list in `to`, which no form stores, counts as a list of recipients.
  if (Array.isArray(request['to']) && Array.isArray(request['toList'])) {
    return [{ key: 'bothRecipients', where: [] }];
  }
  const tidy = tidyRequest(request, countryCode);
  const judged = judge(messageRequestSchema, tidy);
  if (judged.ok) return [];
  return judged.findings
    .filter(({ path }) => !unknown.some((value) => value.path.every((key, index) => key === path[index])))
    .map(({ key, values, path }) => ({ key, ...(values && { values }), where: placeOf(path, tidy) }));
}

/** The channel that a stored value names, if any. */
export function channelNamed(_forms: Forms, name: unknown): Channel | undefined {
  return channels.find((channel) => channel === name);
}

/** The content that a node sends, if its channel carries it. */
export function contentNamed(forms: Forms, channel: Channel, name: unknown): Variant | undefined {
  const offered = forms.contentsOfChannel[channel];
  return forms.contents.find(({ value }) => value === name && offered.includes(value));
}

/** A group without some of its fields. */
export function groupWithout<G extends FormGroup>(group: G, ...names: string[]): G {
  return { ...group, fields: group.fields.filter(({ name }) => !names.includes(name)) };
}

const longestText: Partial<Record<Channel, number>> = { Whatsapp: limits.whatsappText, Rcs: limits.rcsText };

/** The most characters of a text on a channel; undefined for SMS, which counts pages. */
export function longestTextOn(channel: Channel): number | undefined {
  return longestText[channel];
}

/** The total length of all addresses that were entered (specification 2.6: at most 200). */
export function addressesLength(addresses: unknown[]): number {
  return addresses.reduce<number>(
    (sum, entry) => sum + countCharacters(literal(asValues(entry)['address']) ?? ''),
    0,
  );
}
