import { isRecord } from '../../core/reading';
import type { TypedValue } from '../../node-red/settings/describe';
import { fromForm, partFromForm, type FormField, type FormGroup, type ListField } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { groupWithout } from '../../core/forms/describe';
import { variantNamed } from '../../core/forms/fromForm';
import type { Path } from '../../core/contract/sentences';
import { asValues, isTypedValue, literalValue, type Values } from '../values';
import { channelOfForm } from './message';

/** A value that is known only when a message arrives. */
interface Unknown {
  path: Path;
  input: TypedValue;
}

/** The request that a form would send, with a valid stand-in for each value that is known only when a message arrives. */
export interface FormDraft {
  request: Values;
  /** Where stand-ins replace values that nobody entered. */
  unknown: Unknown[];
}

/** Turns the settings of a node into a request. */
export function draftOf(node: Values): FormDraft {
  const { channel, contentType, content, smsOptions, notification } = node;
  const unknown: Unknown[] = [];
  const read = (group: FormGroup, stored: unknown, ...path: string[]) =>
    valuesOf(group, asValues(stored), path, unknown);
  const variant = forms.contents.find(({ value }) => value === contentType);
  // A file that comes with the message is uploaded, and its id replaces the file that the form names.
  const file =
    node['mediaFrom'] === 'buffer' && hasFile(variant)
      ? { mediaId: { t: 'str', v: 'upload' }, url: undefined }
      : {};
  const options =
    channelOfForm(channel, contentType) === 'Sms' &&
    partFromForm(forms.smsOptions, read(forms.smsOptions, smsOptions, 'content', 'options'));
  return {
    request: {
      ...fromForm(forms.message, read(messageFields, pick(node))),
      channel,
      content: {
        ...(variant === undefined
          ? { type: contentType }
          : fromForm(variant, read(variant, { ...asValues(content), ...file }, 'content'))),
        ...(options && { options }),
      },
      notification: partFromForm(forms.notification, read(forms.notification, notification, 'notification')),
    },
    unknown,
  };
}

/** The fields of a message besides those that a node stores as they are. */
const messageFields = groupWithout(forms.message, 'channel');

function pick(node: Values): Values {
  return Object.fromEntries(messageFields.fields.map(({ name }) => [name, node[name]]));
}

/** Whether a content is a file. */
function hasFile(content: FormGroup | undefined): boolean {
  return content?.fields.some(({ name }) => name === 'mediaId') === true;
}

/** Values that no form can have stored stay as they are, for the contract to check. */
function valuesOf({ fields }: FormGroup, stored: Values, path: Path, unknown: Unknown[]): Values {
  const entries = Object.entries(stored).map(([name, value]) => {
    const field = fields.find((each) => each.name === name || each.wireName === name);
    return [name, field ? valueOf(field, value, [...path, field.wireName ?? name], unknown) : value];
  });
  return Object.fromEntries(entries);
}

function valueOf(
  field: FormField | ListField['entry'],
  stored: unknown,
  path: Path,
  unknown: Unknown[],
): unknown {
  if (isTypedValue(stored)) return valueEntered(field, stored, path, unknown);
  if (field.kind === 'list' && Array.isArray(stored))
    return stored.map((entry, index) => valueOf(field.entry, entry, [...path, index], unknown));
  const group = field.kind === 'oneOf' ? variantNamed(field.variants, stored) : field;
  return isRecord(stored) && group !== undefined && 'fields' in group
    ? valuesOf(group, stored, path, unknown)
    : stored;
}

function valueEntered(
  field: FormField | ListField['entry'],
  input: TypedValue,
  path: Path,
  unknown: Unknown[],
): unknown {
  if (input.v === '') return undefined;
  const typed = literalValue(input);
  if (typed !== undefined) return typed;
  unknown.push({ path, input });
  return standIn(field, unknown.length);
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
function standIn(field: FormField | ListField['entry'], count: number): unknown {
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
