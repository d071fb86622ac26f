import { valueAt } from '../reading';
import type { Path } from '../contract/sentences';
import type { FormField, FormGroup, ListField } from './describe';
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
  return inGroup(variantNamed(forms.contents, content) ?? { fields: [] }, path, content);
}

function inGroup({ fields }: Pick<FormGroup, 'fields'>, path: Path, values: unknown): Place {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  const field = fieldNamed(fields, name);
  return field === undefined ? plain(path) : inField(field, rest, valueAt(values, [name]));
}

function fieldNamed(fields: readonly FormField[], name: string | number | undefined): FormField | undefined {
  return fields.find((field) => field.name === name);
}

function inField(field: FormField, path: Path, value: unknown): Place {
  const { kind, label } = field;
  if (kind === 'group' || kind === 'oneOf')
    return [...headingOf(field, groupIn(field, value), path), ...inShape(field, path, value)];
  const [index, ...rest] = path;
  if (kind !== 'list' || typeof index !== 'number') return [label, ...plain(path)];
  return [label, index + 1, ...inShape(field.entry, rest, valueAt(value, [index]))];
}

/** A group of one field has no heading of its own, and above a list the heading would only repeat the list's label. */
function headingOf({ label, kind }: FormField, { fields }: Pick<FormGroup, 'fields'>, path: Path): Place {
  const isBare = kind === 'group' && fields.length === 1;
  const isAboveList = fieldNamed(fields, path[0])?.kind === 'list';
  return path.length > 0 && (isBare || isAboveList) ? [] : [label];
}

type Shape = ListField['entry'] | Extract<FormField, { kind: 'group' | 'oneOf' }>;

function inShape(shape: Shape, path: Path, value: unknown): Place {
  return shape.kind === 'oneOf' && path[0] === 'type' ? [] : inGroup(groupIn(shape, value), path, value);
}

/** The fields of a group, or of the one of several objects that a value is. */
function groupIn(shape: Shape, value: unknown): Pick<FormGroup, 'fields'> {
  return (shape.kind === 'group' ? shape : variantNamed(shape.variants, value)) ?? { fields: [] };
}

/** Without labels, the names are used as they are; entries are counted from 1 as well. */
function plain(path: Path): Place {
  return path.map((key) => (typeof key === 'number' ? key + 1 : key));
}
