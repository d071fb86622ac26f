import { tryToParseDateTime } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { listEntered } from '../../../core/json';
import { asText, isRecord, kindOf } from '../../../core/reading';
import { isDateTime } from '../../../core/contract/patterns';
import { choice, choiceNamed } from '../../choice';
import type { EnteredRules } from '../../account';
import {
  ENTRY,
  mediaSources,
  type FieldPart,
  type ListPart,
  type MediaPart,
  type Part,
  type FieldPath,
  type SinglePart,
} from './layout';
import { filled, parametersIn, type Parameters } from './parameters';
import { BINARY_FIELD, fileFrom, listLabel } from './render';

/** What is the same for all items. */
export interface ReadSettings extends EnteredRules {
  /** Time zone of dates that were entered without one. */
  timezone: string;
}

/** What is needed to read a form besides the parameters. */
export interface ReadContext extends ReadSettings {
  /** The id to use for the file in a binary field. */
  mediaIdOf: (binaryField: string) => string;
  /** Whether optional fields may be empty by an expression: those of a content, which then goes out without them. */
  mayLose?: boolean;
  /** The label of the part that the fields are in. */
  within?: string;
}

/** Nobody gets anything else without it. */
const LOSES_NOTHING = 'customerid';

/** The object that the parameters of a form describe, as the core's `fromForm` takes it. */
export function read(
  parts: readonly Part[],
  parameters: Parameters,
  context: ReadContext,
): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  readInto(target, parts, parameters, context);
  return target;
}

function readInto(
  target: Record<string, unknown>,
  parts: readonly Part[],
  parameters: Parameters,
  context: ReadContext,
): void {
  for (const part of parts) readPart(target, part, parameters, context);
}

function readPart(
  target: Record<string, unknown>,
  part: Part,
  parameters: Parameters,
  context: ReadContext,
): void {
  switch (part.kind) {
    case 'field': {
      const mayBeLost = part.name === LOSES_NOTHING || (context.mayLose === true && !part.required);
      const value = mayBeLost
        ? parameters(part.name)
        : filled(parameters, part.name, labelIn(context, part.field.label));
      return assign(target, part.path, fieldValue(part.field, value, context));
    }
    case 'media':
      return readMedia(target, part, parameters, context);
    case 'collection':
      return readInto(target, part.parts, inside(parameters, part.name), context);
    case 'single':
      return assign(target, part.path, entriesOf(part, parameters, context));
    case 'list':
      return assign(target, part.path, listOf(part, parameters, context));
    case 'variants': {
      const selected = parameters(part.name);
      if (selected === '' || selected === undefined) return;
      const variant = choiceNamed(part.variants, selected);
      assign(target, [...part.path, 'type'], variant?.value ?? selected);
      return readInto(target, variant?.parts ?? [], parameters, context);
    }
  }
}

function fieldValue(field: FieldPart['field'], value: unknown, { timezone }: ReadContext): unknown {
  if (field.kind === 'choice') {
    const chosen = value === undefined || value === '' ? field.usual : value;
    return choiceNamed(field.options, chosen)?.value ?? chosen;
  }
  return field.kind === 'text' && field.moment ? momentText(value, timezone) : value;
}

/** The entries that were filled in, and those given as an array or a text. */
function listOf(part: ListPart, parameters: Parameters, context: ReadContext): unknown {
  const { field, listed } = part;
  const entries = entriesOf(part, parameters, context);
  if (listed === undefined) return entries;
  const given = filled(parameters, listed.name, labelIn(context, listLabel(field)));
  const more = listEntered(given).map(listed.entryOf);
  return more.length === 0 ? entries : [...(Array.isArray(entries) ? entries : []), ...more];
}

function readMedia(
  target: Record<string, unknown>,
  { names, path, url, mediaId }: MediaPart,
  parameters: Parameters,
  context: ReadContext,
): void {
  const given = (name: string, label: string) => filled(parameters, name, labelIn(context, label));
  const source = choice(given(names.source, fileFrom.displayName), fileFrom);
  if (source === mediaSources.binary) {
    const label = labelIn(context, BINARY_FIELD);
    const entered = given(names.binary, BINARY_FIELD);
    const binaryField = asText(entered)?.trim() ?? '';
    if (binaryField === '') {
      const got = typeof entered === 'string' ? undefined : kindOf(entered);
      throw invalidField(names.binary, NO_FIELD_NAME, { label, got });
    }
    assign(target, [...path, mediaId.name], context.mediaIdOf(binaryField));
  } else if (source === mediaSources.mediaId) {
    assign(target, [...path, mediaId.name], given(names.mediaId, mediaId.label));
  } else {
    assign(target, [...path, url.name], given(names.url, url.label));
  }
}

const NO_FIELD_NAME = 'must be the name of a field of the item that holds a file';

/** The entries of a fixed collection: all of them, its only one, or the value of an expression in its place. */
function entriesOf(
  { name, field, parts }: ListPart | SinglePart,
  parameters: Parameters,
  context: ReadContext,
): unknown {
  const label = labelIn(context, field.label);
  const value = filled(parameters, name, label);
  if (!isRecord(value)) return value;
  const entries = value[ENTRY];
  const entered = inside(parameters, name).entered(ENTRY);
  const readEntry = (entry: unknown, enteredEntry: unknown, within: string) =>
    read(parts, parametersIn(entry, enteredEntry), { ...context, within });
  if (Array.isArray(entries))
    return entries.map((entry: unknown, index) =>
      readEntry(entry, Array.isArray(entered) ? entered[index] : undefined, `${label} ${index + 1}`),
    );
  return entries === undefined ? undefined : readEntry(entries, entered, label);
}

function inside(parameters: Parameters, name: string): Parameters {
  return parametersIn(parameters(name), parameters.entered(name));
}

function labelIn({ within }: ReadContext, label: string): string {
  return within === undefined ? label : `${within} › ${label}`;
}

function assign(target: Record<string, unknown>, [name, ...rest]: FieldPath, value: unknown): void {
  if (name === undefined || value === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const object = isRecord(inner) ? inner : {};
  target[name] = object;
  assign(object, rest, value);
}

const WITH_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A date and time as ISO 8601 text. n8n's calendar stores the local time of the workflow's time zone without an offset. The service cannot
 * know that zone, so the offset is added. Anything but a date stays as it is.
 */
export function momentText(value: unknown, timezone: string): unknown {
  if (value instanceof Date) return value.toISOString();
  // An expression such as {{ $now.plus({ hours: 1 }) }} gives a Luxon date.
  if (isRecord(value) && typeof value.toISO === 'function') return String(value);
  if (typeof value !== 'string') return value;
  const local = value.trim().replace(' ', 'T');
  if (WITH_OFFSET.test(local) || !isDateTime(local)) return value;
  return String(tryToParseDateTime(local, timezone)).replace('.000', '');
}
