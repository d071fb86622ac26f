import { isRecord } from '../../../core/reading';
import type {
  BooleanField,
  ChoiceField,
  FormField,
  FormGroup,
  GroupField,
  ListField,
  NumberField,
  OneOfField,
  TextField,
} from '../../../core/forms';

/** The position of a value in the object that a form fills in. */
export type FieldPath = readonly string[];

export interface FieldPart {
  kind: 'field';
  name: string;
  path: FieldPath;
  field: TextField | NumberField | BooleanField | ChoiceField;
  required: boolean;
}

/** A file: by URL, from the item's binary data, or by the id of an earlier upload. */
export interface MediaPart {
  kind: 'media';
  names: { source: string; binary: string; url: string; mediaId: string };
  path: FieldPath;
  url: TextField;
  mediaId: TextField;
}

/** Optional fields; a person adds those that are wanted. */
export interface CollectionPart {
  kind: 'collection';
  name: string;
  label: string;
  help: string;
  parts: FieldPart[];
}

/** An optional group that is added as a whole or not at all. */
export interface SinglePart {
  kind: 'single';
  name: string;
  path: FieldPath;
  field: GroupField;
  parts: Part[];
}

export interface ListPart {
  kind: 'list';
  name: string;
  path: FieldPath;
  field: ListField;
  parts: Part[];
  /** A parameter that takes the entries as an array or a text; undefined for a list whose entries hold more than a text can. */
  listed: { name: string; placeholder: string; entryOf: (entry: unknown) => unknown } | undefined;
}

/** One of several objects: a selector, and below it the fields of the selected object. */
export interface VariantsPart {
  kind: 'variants';
  name: string;
  path: FieldPath;
  label: string;
  help: string;
  required: boolean;
  variants: Array<{ value: string; label: string; parts: Part[] }>;
  /** Whether an expression may choose. */
  byExpression?: boolean;
}

/**
 * A part of an n8n form. The layout decides in one place how the contract's fields become n8n parameters; `render` makes the parameters,
 * and `read` reads their values by the same names.
 */
export type Part = FieldPart | MediaPart | CollectionPart | SinglePart | ListPart | VariantsPart;

/** The name of the option that contains the entries of a fixed collection. */
export const ENTRY = 'entry';

/** The sources of a file, as stored by the selector of a media part. */
export const mediaSources = { url: 'url', binary: 'binary', mediaId: 'mediaId' } as const;

/** The parts of the form for an object at `path`. */
export function layoutOf(group: FormGroup, path: FieldPath = [], required = true): Part[] {
  const media = mediaOf(group, path);
  return group.fields.flatMap((field) => {
    if (field === media?.url) return [];
    if (field === media?.mediaId) return [media];
    return partsOf(field, [...path, field.name], required && field.required);
  });
}

function partsOf(field: FormField, path: FieldPath, required: boolean): Part[] {
  const name = parameterName(path);
  switch (field.kind) {
    case 'group':
      return partsOfGroup(field, path, required);
    case 'list':
      return [{ kind: 'list', name, path, field, parts: partsOfEntry(field), listed: listedBy(name, field) }];
    case 'oneOf':
      return [variantsPart(field, path, required)];
    default:
      return [{ kind: 'field', name, path, field, required }];
  }
}

/** Recipients can be listed by their numbers, and buttons and rows by their titles, which also become their ids. */
function listedBy(name: string, { entry }: ListField): ListPart['listed'] {
  const listed = `${name}Listed`;
  if (entry.kind === 'oneOf') {
    if (!entry.variants.some(({ value }) => value === 'Number')) return undefined;
    return {
      name: listed,
      placeholder: 'e.g. +41791234567, +41795550112',
      entryOf: (recipient) => recipient,
    };
  }
  const names = entry.fields.map((field) => field.name);
  if (!names.includes('id') || !names.includes('title')) return undefined;
  return {
    name: listed,
    placeholder: 'e.g. Yes, No',
    entryOf: titled,
  };
}

/** A button or row of a list; `label` and `value` are the names that other nodes use. */
function titled(entry: unknown): unknown {
  if (!isRecord(entry)) return { id: entry, title: entry };
  if ('title' in entry || !('label' in entry)) return entry;
  const { label: title, value: id = title, ...others } = entry;
  return { ...others, id, title };
}

function partsOfEntry(list: ListField): Part[] {
  const { label, help, entry } = list;
  return entry.kind === 'group'
    ? layoutOf(entry)
    : [variantsPart({ label: `${singular(label)} Type`, help, variants: entry.variants }, [], true)];
}

function variantsPart(
  { label, help, variants }: Pick<OneOfField, 'label' | 'help' | 'variants'>,
  path: FieldPath,
  required: boolean,
): VariantsPart {
  return {
    kind: 'variants',
    name: parameterName([...path, 'type']),
    path,
    label,
    help,
    required,
    variants: variants.map((variant) => ({ ...variant, parts: layoutOf(variant, path) })),
  };
}

/**
 * A group of one field becomes that field. An optional group with a required field is added as a whole. In any other group, required fields
 * are part of the form, and if there are two or more optional ones, a person adds those that are wanted.
 */
function partsOfGroup(group: GroupField, path: FieldPath, required: boolean): Part[] {
  if (group.fields.length === 1) return layoutOf(group, path, required);
  const wanted = group.fields.filter((field) => field.required);
  const extra = group.fields.filter((field) => !field.required);
  if (!required && wanted.length > 0) {
    return [{ kind: 'single', name: parameterName(path), path, field: group, parts: layoutOf(group) }];
  }
  if (extra.length < 2) return layoutOf(group, path, required);
  const label = wanted.length === 0 ? group : { ...group, label: `${group.label} Details` };
  return [
    ...layoutOf({ fields: wanted, fixed: group.fixed }, path, required),
    collectionOf(`${parameterName(path)}Fields`, label, { fields: extra, fixed: {} }, path),
  ];
}

/** The optional simple fields of a group, as a collection. */
export function collectionOf(
  name: string,
  { label, help }: { label: string; help: string },
  group: FormGroup,
  path: FieldPath = [],
): CollectionPart {
  const parts = layoutOf(group, path).filter((part) => part.kind === 'field');
  return { kind: 'collection', name, label, help, parts };
}

function mediaOf({ fields }: FormGroup, path: FieldPath): MediaPart | undefined {
  const mediaId = fields.find((field): field is TextField => field.kind === 'text' && field.media);
  const url = fields.find((field): field is TextField => field.kind === 'text' && field.name === 'url');
  if (mediaId === undefined || url === undefined) return undefined;
  const name = (last: string) => parameterName([...path, last]);
  return {
    kind: 'media',
    names: {
      source: name('mediaSource'),
      binary: name('binaryField'),
      url: name(url.name),
      mediaId: name(mediaId.name),
    },
    path,
    url,
    mediaId,
  };
}

/** `['header', 'text']` becomes `headerText`. */
function parameterName(path: FieldPath): string {
  return path
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
}

/** `Addresses` becomes `Address`, `Buttons` becomes `Button`. */
export function singular(label: string): string {
  return label.replace(/(?:(?<=ss)es|s)$/, '');
}
