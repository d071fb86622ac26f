import { channelNamed, channels, type Channel } from '../../core/contract/names';
import type { Path } from '../../core/contract/sentences';
import type { FormField, FormGroup, ListField } from '../../core/forms';
import { groupWithout } from '../../core/forms/describe';
import { forms } from '../../core/forms/forms';
import { variantNamed } from '../../core/forms/fromForm';
import { isRecord } from '../../core/reading';
import { buildMessageRequest, type AccountDefaults } from '../../node-red/message/messageRequest';
import type { TypedValue } from '../../node-red/settings/describe';
import { fieldsOf, isEmpty, isTypedValue, literalValue, textOrEmpty, type Values } from '../values';

/** The request that a node makes of its form. */
export interface FormDraft {
  request: Values;
  /** Where stand-ins replace values that nobody entered: those of typed inputs, and what the form leaves to the message. */
  unknown: Unknown[];
}

interface Unknown {
  path: Path;
  input?: TypedValue;
}

export const anyNumber = '+41791234567';

/** A valid sender for each channel. */
export const anySender: Record<Channel, string> = { Sms: 'Sender', Whatsapp: anyNumber, Rcs: 'sender' };

/** The fields of a message besides those that a node stores as they are. */
const messageFields = groupWithout(forms.message, 'channel');

/**
 * The request that a node makes of its form for a message that brings what is left to it, with a valid stand-in for each value that is known only when
 * a message arrives.
 */
export function draftOf(
  node: Values,
  account: AccountDefaults = { senders: anySender, rules: {} },
): FormDraft {
  const unknown: Unknown[] = [];
  const read = (group: FormGroup, stored: unknown, ...path: string[]) =>
    valuesOf(group, fieldsOf(stored), path, unknown);
  const contentType = textOrEmpty(node['contentType'] ?? 'Text');
  const variant = forms.contents.find(({ value }) => value === contentType);
  // A file that comes with the message is uploaded, and its id replaces the file that the form names.
  const file =
    node['mediaFrom'] === 'buffer' && hasFile(variant)
      ? { mediaId: { t: 'str', v: 'upload' }, url: undefined }
      : {};
  const own = read(
    messageFields,
    Object.fromEntries(messageFields.fields.map(({ name }) => [name, node[name]])),
  );
  // The node refuses a list in `to` beside `toList`, which no form stores.
  const { to, toList } = own;
  if (Array.isArray(to) && to.length > 0 && toList !== undefined && toList !== null) own['to'] = 'a list';
  const form = {
    ...own,
    channel: textOrEmpty(node['channel']),
    contentType,
    content: variant && read(variant, { ...fieldsOf(node['content']), ...file }, 'content'),
    smsOptions: read(forms.smsOptions, node['smsOptions'], 'content', 'options'),
    notification: read(forms.notification, node['notification'], 'notification'),
  };
  const channel = channelOfForm(node['channel'], contentType);
  // Who names the channel or the recipient can also name the sender, or be answered.
  const brings = node['channel'] === '' || (isEmpty(own['to']) && isEmpty(own['toList']));
  const from = brings && channel !== undefined ? { from: anySender[channel] } : {};
  const message = { fields: { channel, to: anyNumber, ...from }, text: 'Text', answers: undefined };
  const { request, isFromMessage } = buildMessageRequest(message, form, account);
  const names = forms.message.fields.map(({ name }) => name);
  const left = [...names.filter(isFromMessage), ...(node['channel'] === '' ? ['from'] : [])];
  return { request, unknown: [...unknown, ...left.map((name) => ({ path: [name] }))] };
}

/** The channel of a form; if the message names it, one that carries the content. Undefined for what is no channel. */
export function channelOfForm(channel: unknown, contentType: unknown): Channel | undefined {
  if (channel !== '') return channelNamed(channel);
  return channels.find((each) => forms.contentsOfChannel[each].some((type) => type === contentType)) ?? 'Sms';
}

/** Whether a content is a file. */
function hasFile(content: FormGroup | undefined): boolean {
  return content?.fields.some(({ name }) => name === 'mediaId') === true;
}

/** Values that no form can have stored stay as they are, for the contract to check. */
function valuesOf({ fields }: FormGroup, stored: Values, path: Path, unknown: Unknown[]): Values {
  const entries = Object.entries(stored).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return [name, field ? valueOf(field, value, [...path, name], unknown) : value];
  });
  return Object.fromEntries(entries);
}

function valueOf(
  field: FormField | ListField['entry'],
  stored: unknown,
  path: Path,
  unknown: Unknown[],
): unknown {
  if (isTypedValue(stored)) {
    if (stored.v === '') return undefined;
    const entered = literalValue(stored);
    if (entered === undefined) unknown.push({ path, input: stored });
    return entered ?? standIn(field, unknown.length);
  }
  if (field.kind === 'list' && Array.isArray(stored))
    return stored.map((entry, index) => valueOf(field.entry, entry, [...path, index], unknown));
  const group = field.kind === 'oneOf' ? variantNamed(field.variants, stored) : field;
  return isRecord(stored) && group !== undefined && 'fields' in group
    ? valuesOf(group, stored, path, unknown)
    : stored;
}

const standIns: Partial<Record<string, string>> = {
  internationalNumber: anyNumber,
  webAddress: 'https://example.com',
  dateTime: '2026-12-24T18:00:00Z',
  fullDateTime: '2026-12-24T18:00:00Z',
  calendarDate: '2026-12-24',
  amount: '1',
};

/** A valid stand-in for a field; texts differ from each other, because ids must. */
function standIn(field: FormField | ListField['entry'], count: number): unknown {
  switch (field.kind) {
    case 'text':
      return standIns[field.format ?? ''] ?? `?${count}`;
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value;
    default:
      return undefined;
  }
}
