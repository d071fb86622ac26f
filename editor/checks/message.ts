import { countCharacters } from '../../core/contract/patterns';
import { limits } from '../../core/contract/limits';
import type { Channel } from '../../core/contract';
import type { FormGroup, Forms, Variant } from '../../core/forms';
import { asList, asText, asValues, isEmpty, literal, type Values } from '../form/values';
import { checkGroup } from './fields';
import { addressProblem, senderProblem } from './formats';
import { tooLong } from './leaf';
import type { PlacedProblem, Problem } from './problem';

/** A message as a node stores it. */
export interface StoredMessage {
  channel: unknown;
  contentType: unknown;
  form: unknown;
  /** `buffer`: the file comes with the message and is uploaded first, so the form names none. */
  mediaFrom?: unknown;
}

/** Everything that is wrong with what was typed into the form of a message. */
export function checkMessage(forms: Forms, stored: StoredMessage): PlacedProblem[] {
  const form = asValues(stored.form);
  const channel = channelNamed(forms, stored.channel);
  if (channel === undefined) return [{ key: 'required', where: ['Channel'] }];
  return [
    ...checkAddressing(forms, channel, asValues(form['message'])),
    ...checkContent(forms, channel, stored, asValues(form['content'])),
    ...(channel === 'Sms' ? checkGroup(forms.smsOptions, form['smsOptions'], ['SMS Options']) : []),
    ...checkNotification(forms, form['notification']),
  ];
}

/** The channel a stored value names, if it does. */
export function channelNamed(forms: Forms, name: unknown): Channel | undefined {
  const isChannel = (value: string): value is Channel => Object.hasOwn(forms.contentsOfChannel, value);
  return typeof name === 'string' && isChannel(name) ? name : undefined;
}

/** The content a node sends, as far as its channel carries it. */
export function contentNamed(forms: Forms, channel: Channel, name: unknown): Variant | undefined {
  const offered = forms.contentsOfChannel[channel];
  return forms.contents.find(({ value }) => value === name && offered.includes(value));
}

/** A group without some of its fields. */
export function without<G extends FormGroup>(group: G, ...names: string[]): G {
  return { ...group, fields: group.fields.filter(({ name }) => !names.includes(name)) };
}

/** Sender and recipient may come from the account and the message: only what was typed in is judged. */
function checkAddressing(forms: Forms, channel: Channel, values: Values): PlacedProblem[] {
  const sender = literal(values['from']);
  const problem = sender === undefined ? undefined : senderProblem(channel, sender);
  return [
    ...placed(problem, ['From']),
    ...checkGroup(without(forms.message, 'channel', 'from'), values),
    ...(isEmpty(values['to']) || isEmpty(values['toList'])
      ? []
      : [{ key: 'bothRecipients', where: ['Recipients'] }]),
  ];
}

function checkContent(
  forms: Forms,
  channel: Channel,
  stored: StoredMessage,
  values: Values,
): PlacedProblem[] {
  const content = contentNamed(forms, channel, stored.contentType);
  if (content === undefined) {
    return [
      { key: 'notOnChannel', values: { content: asText(stored.contentType), channel }, where: ['Content'] },
    ];
  }
  const fromBuffer = stored.mediaFrom === 'buffer' && hasFile(content);
  return [
    ...checkGroup(fromBuffer ? without(content, 'mediaId', 'url') : content, values),
    ...(isEmpty(values['mediaId']) || isEmpty(values['url']) || fromBuffer
      ? []
      : [{ key: 'bothSources', where: ['Media ID'] }]),
    ...placed(longerThanChannel(channel, values), ['Text']),
    ...checkAction(asValues(values['action'])),
  ];
}

/** Whether a content is a file. */
export function hasFile(content: FormGroup): boolean {
  return content.fields.some(({ name }) => name === 'mediaId');
}

const longestText: Partial<Record<Channel, number>> = { Whatsapp: limits.whatsappText, Rcs: limits.rcsText };

/** The most characters of a text on a channel; undefined for SMS, which counts pages. */
export function longestTextOn(channel: Channel): number | undefined {
  return longestText[channel];
}

function longerThanChannel(channel: Channel, values: Values): Problem | undefined {
  return tooLong(longestText[channel], literal(values['text']) ?? '');
}

/** What holds between the buttons, and between the sections of a list (specification 2.5). */
function checkAction(action: Values): PlacedProblem[] {
  const sections = asList(action['sections']).map(asValues);
  const rows = sections.reduce((sum, section) => sum + asList(section['rows']).length, 0);
  const untitled =
    sections.length > 1
      ? sections.flatMap((section, index) => (isEmpty(section['title']) ? [index] : []))
      : [];
  const ids = asList(action['buttons']).map((button) => literal(asValues(button)['id']));
  const repeated = ids.flatMap((id, index) => (id !== undefined && ids.indexOf(id) < index ? [index] : []));
  return [
    ...(rows > limits.rows
      ? [{ key: 'tooManyRows', values: { max: limits.rows, got: rows }, where: ['Action', 'Sections'] }]
      : []),
    ...untitled.map((index) => ({
      key: 'sectionTitle',
      where: ['Action', 'Sections', `${index + 1}`, 'Title'],
    })),
    ...repeated.map((index) => ({ key: 'repeatedId', where: ['Action', 'Buttons', `${index + 1}`, 'ID'] })),
  ];
}

function checkNotification(forms: Forms, stored: unknown): PlacedProblem[] {
  if (isEmpty(stored)) return [];
  const where = ['Notification'];
  const addresses = asList(asValues(stored)['addresses']).map(asValues);
  const length = addressesLength(addresses);
  return [
    ...checkGroup(forms.notification, stored, where),
    ...addresses.flatMap(({ type, address }, index) =>
      placed(addressProblem(literal(type), literal(address)), [...where, 'Addresses', `${index + 1}`]),
    ),
    ...placed(
      length > limits.notificationAddresses
        ? { key: 'addressesTooLong', values: { max: limits.notificationAddresses, got: length } }
        : undefined,
      [...where, 'Addresses'],
    ),
  ];
}

/** Characters of all addresses together, as far as they were typed in (specification 2.6: at most 200). */
export function addressesLength(addresses: unknown[]): number {
  return addresses.reduce<number>(
    (sum, entry) => sum + countCharacters(literal(asValues(entry)['address']) ?? ''),
    0,
  );
}

function placed(problem: Problem | undefined, where: string[]): PlacedProblem[] {
  return problem === undefined ? [] : [{ ...problem, where }];
}
