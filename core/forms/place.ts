import { valueAt } from '../reading';
import type { Path } from '../contract/sentences';
import type { FormField, FormGroup, ListField, OneOfField } from './describe';
import { forms } from './forms';
import { variantNamed } from './fromForm';

/** The place of a field on a form: labels, and after the label of a list the number of the entry, counted from 1. */
export type Place = ReadonlyArray<string | number>;

/**
 * The place of a field in the form's labels, from its path in a request. Fields that the forms do not have keep their names.
 *
 * @example placeOf(['content', 'action', 'buttons', 1, 'title'], request) // ['Buttons', 2, 'Title']
 */
export function placeOf(path: Path, request: unknown): Place {
  const [name, ...rest] = path;
  const value = valueAt(request, path.slice(0, 1));
  if (name === 'content') return rest.length === 0 ? ['Content'] : inContent(rest, value);
  if (name === 'notification') return ['Status Notification', ...inGroup(forms.notification, rest, value)];
  return inGroup(forms.message, path, request);
}

/** The place of a field as text, from its path in a request: `Buttons 2 › Title`. */
export function labelOnForm(path: Path, request: unknown): string {
  return placeText(placeOf(path, request));
}

/** A place as text: `Buttons 2 › Title`. `translate` gives a label in another language. */
export function placeText(place: Place, translate = (english: string) => english): string {
  return place.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text} ${part}`;
    return text === '' ? translate(part) : `${text} › ${translate(part)}`;
  }, '');
}

function inContent(path: Path, content: unknown): Place {
  const [name, ...rest] = path;
  if (name === 'type') return ['Content'];
  if (name === 'options')
    return ['SMS Options', ...inGroup(forms.smsOptions, rest, valueAt(content, [name]))];
  const variant = variantNamed(forms.contents, content);
  return variant === undefined ? plain(path) : inGroup(variant, path, content);
}

function inGroup({ fields }: FormGroup, path: Path, values: unknown): Place {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  const field = fieldNamed(fields, name);
  return field === undefined ? plain(path) : inField(field, rest, valueAt(values, [name]));
}

function fieldNamed(fields: readonly FormField[], name: string | number | undefined): FormField | undefined {
  return fields.find((field) => field.name === name);
}

function inField(field: FormField, path: Path, value: unknown): Place {
  switch (field.kind) {
    case 'group':
      return [...headingOf(field, field, path), ...inGroup(field, path, value)];
    case 'oneOf':
      return [
        ...headingOf(field, variantNamed(field.variants, value), path),
        ...inVariant(field, path, value),
      ];
    case 'list': {
      const [index, ...rest] = path;
      if (typeof index !== 'number') return [field.label, ...plain(path)];
      return [field.label, index + 1, ...inEntry(field.entry, rest, valueAt(value, [index]))];
    }
    default:
      return [field.label, ...plain(path)];
  }
}

/** A group of one field has no heading of its own, and above a list the heading would only repeat the list's label. */
function headingOf({ label, kind }: FormField, group: FormGroup | undefined, path: Path): Place {
  const { fields } = group ?? { fields: [] };
  const isBare = kind === 'group' && fields.length === 1;
  const isAboveList = fieldNamed(fields, path[0])?.kind === 'list';
  return path.length > 0 && (isBare || isAboveList) ? [] : [label];
}

function inEntry(entry: ListField['entry'], path: Path, value: unknown): Place {
  return entry.kind === 'group' ? inGroup(entry, path, value) : inVariant(entry, path, value);
}

function inVariant({ variants }: Pick<OneOfField, 'variants'>, path: Path, value: unknown): Place {
  const variant = variantNamed(variants, value);
  if (path[0] === 'type') return [];
  return variant === undefined ? plain(path) : inGroup(variant, path, value);
}

/** Without labels, the names are used as they are; entries are counted from 1 as well. */
function plain(path: Path): Place {
  return path.map((key) => (typeof key === 'number' ? key + 1 : key));
}
