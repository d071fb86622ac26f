import type { FormField, FormGroup, ListField, OneOfField, Variant } from '../../core/forms';
import { asList, asText, asValues, isEmpty, storedFor } from '../form/values';
import { checkLeaf } from './leaf';
import type { PlacedProblem, Problem } from './problem';

/** Everything that is wrong with the fields of an object, each problem with the way to it. */
export function checkGroup(group: FormGroup, stored: unknown, where: string[] = []): PlacedProblem[] {
  const values = asValues(stored);
  return [
    ...group.fields.flatMap((field) => checkField(field, storedFor(field, values), [...where, field.label])),
    ...checkSource(group, values, where),
  ];
}

function checkField(field: FormField, stored: unknown, where: string[]): PlacedProblem[] {
  switch (field.kind) {
    case 'group':
      return !field.required && isEmpty(stored) ? [] : checkGroup(field, stored, where);
    case 'oneOf':
      return checkOneOf(field, stored, where);
    case 'list':
      return checkList(field, stored, where);
    default:
      return placed(checkLeaf(field, stored), where);
  }
}

function checkOneOf(field: OneOfField, stored: unknown, where: string[]): PlacedProblem[] {
  if (isEmpty(stored)) return field.required ? [{ key: 'required', where }] : [];
  return checkVariant(field.variants, stored, where);
}

function checkVariant(variants: Variant[], stored: unknown, where: string[]): PlacedProblem[] {
  const type = asText(asValues(stored).type);
  const variant = variants.find(({ value }) => value === type);
  return variant === undefined
    ? [{ key: 'choice', values: { got: type }, where }]
    : checkGroup(variant, stored, where);
}

function checkList(field: ListField, stored: unknown, where: string[]): PlacedProblem[] {
  const entries = asList(stored);
  if (entries.length === 0) return field.required ? [{ key: 'required', where }] : [];
  const { maxEntries: max } = field;
  const tooMany =
    max !== undefined && entries.length > max
      ? [{ key: 'tooMany', values: { max, got: entries.length }, where }]
      : [];
  const { entry } = field;
  const inEntries = entries.flatMap((value, index) => {
    const place = [...where, `${index + 1}`];
    return entry.kind === 'group'
      ? checkGroup(entry, value, place)
      : checkVariant(entry.variants, value, place);
  });
  return [...tooMany, ...inEntries];
}

/** A file is named by the id of an upload or by its address: one of them, and for a content not both. */
function checkSource(group: FormGroup, values: Record<string, unknown>, where: string[]): PlacedProblem[] {
  const names = group.fields.map(({ name }) => name);
  if (!names.includes('mediaId') || !names.includes('url')) return [];
  return isEmpty(values['mediaId']) && isEmpty(values['url']) ? [{ key: 'source', where }] : [];
}

function placed(problem: Problem | undefined, where: string[]): PlacedProblem[] {
  return problem === undefined ? [] : [{ ...problem, where }];
}
