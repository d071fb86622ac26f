import { amountInThousandths } from '../contract/patterns';
import { booleanEntered, dateAsText, isRecord } from '../reading';
import type { FormField, FormGroup, ListField, OneOfField, Variant } from './describe';
import { discriminator } from '../contract/names';

/**
 * Turns the values of a form into what goes on the wire: empty fields are left out, numbers written as text become numbers, dates become
 * ISO 8601 text. Nothing is validated here: a value that cannot be converted stays as it is, and the contract reports it.
 *
 * @example fromForm(forms.message, { channel: 'Sms', from: 'MyCompany', to: '+41791234567', customerid: '' })
 * // { channel: 'Sms', from: 'MyCompany', to: '+41791234567' }
 */
export function fromForm(group: FormGroup, values: Record<string, unknown>): Record<string, unknown> {
  return fillIn({ ...group.fixed }, group.fields, values);
}

/** Adds the fields that are not empty. */
function fillIn(
  filled: Record<string, unknown>,
  fields: readonly FormField[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  for (const field of fields) {
    const { name } = field;
    // Checked first, because most fields are empty.
    if (!Object.hasOwn(values, name)) continue;
    const value = valueFromForm(field, values[name]);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** The value of one field as it goes on the wire; undefined when it is empty. */
function valueFromForm(field: FormField, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  switch (field.kind) {
    case 'text':
      return field.format === 'amount' ? amountFromForm(value) : textFromForm(value);
    case 'number':
      return numberFromForm(value);
    case 'boolean':
      return booleanEntered(value);
    case 'choice':
      return value;
    case 'group':
      return isRecord(value) ? partFromForm(field, value) : value;
    case 'oneOf':
      return entryFromForm(field, value);
    case 'list':
      return listFromForm(field, value);
  }
}

function textFromForm(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : dateAsText(value);
}

function amountFromForm(value: unknown): unknown {
  const isWritten = typeof value === 'string' || typeof value === 'number';
  return (isWritten ? amountInThousandths(value) : undefined) ?? textFromForm(value);
}

function numberFromForm(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function listFromForm(field: ListField, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? undefined : value.map((entry) => entryFromForm(field.entry, entry));
}

/** As `fromForm`, for a part that is left out entirely if nothing was filled in. */
export function partFromForm(
  group: FormGroup,
  value: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const filled = fillIn({}, group.fields, value);
  return Object.keys(filled).length === 0 ? undefined : { ...group.fixed, ...filled };
}

function entryFromForm(shape: ListField['entry'] | OneOfField, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (shape.kind === 'group') return fromForm(shape, value);
  const variant = variantNamed(shape.variants, value);
  return variant === undefined ? value : fromForm(variant, value);
}

/** The variant that an object names by its `type`, in any case. */
export function variantNamed(variants: Variant[], value: unknown): Variant | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type: unknown = Reflect.get(value, discriminator);
  const wanted = typeof type === 'string' ? type.toLowerCase() : undefined;
  return variants.find(({ value: each }) => each.toLowerCase() === wanted);
}
