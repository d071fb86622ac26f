import { isRecord } from '../../core/reading';
import type { TypedValue } from '../../node-red/shared/describe';
import type { Channel } from '../../core/contract';
import {
  fromForm,
  partFromForm,
  type FormField,
  type FormGroup,
  type Forms,
  type ListField,
  type Variant,
} from '../../core/forms';
import type { Path } from '../../core/contract/sentences';
import { asValues, isLeaf, literalValue, storedFor, type Values } from '../form/values';

/** A message as a node stores it. */
export interface StoredMessage {
  channel: unknown;
  contentType: unknown;
  form: unknown;
  /** `buffer`: the file comes with the message and is uploaded first, so the form names none. */
  mediaFrom?: unknown;
}

/** A value that is known only when a message arrives. */
export interface Unknown {
  path: Path;
  leaf: TypedValue;
}

/** What a form would send, with a valid stand-in for each value that is known only when a message arrives. */
export interface FormDraft {
  message: Values;
  content: Values;
  notification: Values | undefined;
  /** Where stand-ins replace values that nobody entered. */
  unknown: Unknown[];
}

/** Turns what a node stores into the parts of a request. */
export function draftOf(forms: Forms, stored: StoredMessage): FormDraft {
  const form = asValues(stored.form);
  const unknown: Unknown[] = [];
  const filled = (group: FormGroup, values: unknown, path: Path = []) =>
    fromForm(group, valuesOf(group, values, path, unknown));
  const part = (group: FormGroup, values: unknown, path: Path) =>
    partFromForm(group, valuesOf(group, values, path, unknown));
  const variant = forms.contents.find(({ value }) => value === stored.contentType);
  const content: Values =
    variant === undefined
      ? { type: stored.contentType }
      : filled(variant, withFile(variant, stored, form['content']), ['content']);
  const options =
    stored.channel === 'Sms' ? part(forms.smsOptions, form['smsOptions'], ['content', 'options']) : undefined;
  return {
    message: filled(forms.message, form['message']),
    content: options === undefined ? content : { ...content, options },
    notification: part(forms.notification, form['notification'], ['notification']),
    unknown,
  };
}

/** Whether a content is a file. */
export function hasFile(content: FormGroup): boolean {
  return content.fields.some(({ name }) => name === 'mediaId');
}

/** A file that comes with the message is uploaded, and its id replaces the file that the form names. */
function withFile(content: Variant, { mediaFrom }: StoredMessage, stored: unknown): Values {
  const fromBuffer = mediaFrom === 'buffer' && hasFile(content);
  return fromBuffer
    ? { ...asValues(stored), mediaId: { t: 'str', v: 'upload' }, url: undefined }
    : asValues(stored);
}

function valuesOf(group: FormGroup, stored: unknown, path: Path, unknown: Unknown[]): Values {
  const values = asValues(stored);
  const entries = group.fields.map((field) => [
    field.name,
    valueOf(field, storedFor(field, values), [...path, field.wireName ?? field.name], unknown),
  ]);
  return Object.fromEntries(entries);
}

/** A value that no form can have stored stays as it is, for the contract to check. */
function valueOf(field: FormField, stored: unknown, path: Path, unknown: Unknown[]): unknown {
  if (isLeaf(stored)) return valueOfLeaf(field, stored, path, unknown);
  switch (field.kind) {
    case 'group':
      return isRecord(stored) ? valuesOf(field, stored, path, unknown) : stored;
    case 'oneOf':
      return variantOf(field.variants, stored, path, unknown);
    case 'list':
      return Array.isArray(stored)
        ? stored.map((entry, index) => entryOf(field, entry, [...path, index], unknown))
        : stored;
    default:
      return stored;
  }
}

function entryOf({ entry }: ListField, stored: unknown, path: Path, unknown: Unknown[]): unknown {
  if (isLeaf(stored)) return literalValue(stored);
  if (entry.kind === 'oneOf') return variantOf(entry.variants, stored, path, unknown);
  return isRecord(stored) ? valuesOf(entry, stored, path, unknown) : stored;
}

function valueOfLeaf(field: FormField, leaf: TypedValue, path: Path, unknown: Unknown[]): unknown {
  if (leaf.v === '') return undefined;
  const typed = literalValue(leaf);
  if (typed !== undefined) return typed;
  unknown.push({ path, leaf });
  return standIn(field, unknown.length);
}

function variantOf(variants: Variant[], stored: unknown, path: Path, unknown: Unknown[]): unknown {
  if (!isRecord(stored)) return stored;
  const variant = variants.find(({ value }) => value === stored.type);
  return variant === undefined
    ? stored
    : { type: variant.value, ...valuesOf(variant, stored, path, unknown) };
}

const standIns: Partial<Record<string, string>> = {
  internationalNumber: '+41791234567',
  webAddress: 'https://example.com',
  dateTime: '2026-12-24T18:00:00Z',
  fullDateTime: '2026-12-24T18:00:00Z',
  calendarDate: '2026-12-24',
  amount: '1',
};

/** A valid stand-in for a field; texts differ from each other, because ids must. */
function standIn(field: FormField, count: number): unknown {
  switch (field.kind) {
    case 'text':
      return standIns[field.format ?? ''] ?? `?${count}`;
    case 'number':
      return field.max ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value;
    default:
      return undefined;
  }
}

/** A valid sender for each channel. */
export const anySender: Record<Channel, string> = {
  Sms: 'Sender',
  Whatsapp: '+41791234567',
  Rcs: 'sender',
};
