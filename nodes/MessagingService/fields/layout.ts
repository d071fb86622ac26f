import type { FormField, FormGroup, GroupField, ListField, OneOfField, TextField } from '../../../core/forms';
import { isRecord } from '../../../core/reading';
import { fieldPart, filePart, inside, parameterName, type FormPart, type Words } from './fieldParts';
import { collectionPart, listPart, singular, variantsPart, type Listed } from './groupParts';

/**
 * How the contract's fields become parts of the form.
 * @param prefix what the names of the parameters begin with
 */
export function layoutOf(group: Pick<FormGroup, 'fields'>, prefix = '', required = true): FormPart[] {
  const url = group.fields.find((field): field is TextField => field.kind === 'text' && field.name === 'url');
  const mediaId = group.fields.find((field): field is TextField => field.kind === 'text' && field.media);
  const isFile = url !== undefined && mediaId !== undefined;
  return group.fields.flatMap((field) => {
    if (!isFile || (field !== url && field !== mediaId))
      return partOf(field, parameterName(prefix, field.name), required && field.required);
    return field === url ? [] : filePart(prefix, url, mediaId);
  });
}

function partOf(field: FormField, name: string, required: boolean): FormPart {
  switch (field.kind) {
    case 'group':
      return partOfGroup(field, name, required);
    case 'list':
      return listPart(name, field, partsOfEntry(field), listedBy(field));
    case 'oneOf':
      return inside(field.name, [oneOfPart(field, name, required)]);
    default:
      return fieldPart(name, field, required);
  }
}

/** Recipients can be listed by their numbers, and buttons and rows by their titles, which also become their ids. */
function listedBy({ entry }: ListField): Listed | undefined {
  if (entry.kind === 'oneOf') {
    if (!entry.variants.some(({ value }) => value === 'Number')) return undefined;
    return { placeholder: 'e.g. +41791234567, +41795550112', entryOf: (recipient) => recipient };
  }
  const names = entry.fields.map((field) => field.name);
  const isTitled = names.includes('id') && names.includes('title');
  return isTitled ? { placeholder: 'e.g. Yes, No', entryOf: titled } : undefined;
}

/** A button or row of a list; `label` and `value` are the names that other nodes use. */
function titled(entry: unknown): unknown {
  if (!isRecord(entry)) return { id: entry, title: entry };
  if ('title' in entry || !('label' in entry)) return entry;
  const { label: title, value: id = title, ...others } = entry;
  return { ...others, id, title };
}

function partsOfEntry({ label, help, entry }: ListField): FormPart[] {
  if (entry.kind === 'group') return layoutOf(entry);
  return [oneOfPart({ label: `${singular(label)} Type`, help, variants: entry.variants }, '', true)];
}

function oneOfPart(
  { variants, ...words }: Words & Pick<OneOfField, 'variants'>,
  prefix: string,
  required: boolean,
): FormPart {
  const withParts = variants.map((variant) => ({ ...variant, parts: layoutOf(variant, prefix) }));
  return variantsPart(prefix, words, required, withParts);
}

/** The fields of a group are part of the form; if two or more are optional, a person adds those that are wanted. */
function partOfGroup(group: GroupField, name: string, required: boolean): FormPart {
  const wanted = group.fields.filter((field) => field.required);
  const extra = group.fields.filter((field) => !field.required);
  if (extra.length < 2) return inside(group.name, layoutOf(group, name, required));
  const words = wanted.length === 0 ? group : { ...group, label: `${group.label} Details` };
  return inside(group.name, [
    ...layoutOf({ fields: wanted }, name, required),
    collectionOf(`${name}Fields`, words, extra, name),
  ]);
}

/** Optional fields as a collection. A person who adds a choice wants one of its values. */
export function collectionOf(
  name: string,
  words: Words,
  optional: readonly FormField[],
  prefix?: string,
): FormPart {
  const fields = optional.map((field) => (field.kind === 'choice' ? { ...field, required: true } : field));
  return collectionPart(name, words, layoutOf({ fields }, prefix));
}
