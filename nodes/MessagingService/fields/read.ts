import { tryToParseDateTime } from 'n8n-workflow';

import { listEntered } from '../../../core/json';
import { isRecord } from '../../../core/reading';
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
} from './layout';
import { fileFrom } from './render';

/** What is the same for all items. */
export interface ReadSettings extends EnteredRules {
  /** Time zone of dates that were entered without one. */
  timezone: string;
}

/** What is needed to read a form besides the parameters. */
export interface ReadContext extends ReadSettings {
  /** The id to use for the file in a binary field. */
  mediaIdOf: (binaryField: string) => string;
}

/** The value of a parameter by its name. */
export type Parameters = (name: string) => unknown;

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
      return assign(target, part.path, fieldValue(part.field, parameters(part.name), context));
    }
    case 'media':
      return readMedia(target, part, parameters, context);
    case 'collection':
      return readInto(target, part.parts, parametersOf(parameters(part.name)), context);
    case 'single':
      return assign(target, part.path, entriesOf(parameters(part.name), part.parts, context));
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
  if (field.kind === 'choice') return choiceNamed(field.options, value)?.value ?? value;
  return field.kind === 'text' && field.moment ? momentText(value, timezone) : value;
}

/** The entries that were filled in, and those given as an array or a text. */
function listOf({ name, parts, listed }: ListPart, parameters: Parameters, context: ReadContext): unknown {
  const filled = entriesOf(parameters(name), parts, context);
  const more = listed === undefined ? [] : listEntered(parameters(listed.name)).map(listed.entryOf);
  return more.length === 0 ? filled : [...(Array.isArray(filled) ? filled : []), ...more];
}

function readMedia(
  target: Record<string, unknown>,
  { names, path, url, mediaId }: MediaPart,
  parameters: Parameters,
  context: ReadContext,
): void {
  const source = choice(parameters(names.source), fileFrom);
  if (source === mediaSources.binary) {
    const binaryField = String(parameters(names.binary) ?? '').trim();
    assign(target, [...path, mediaId.name], binaryField === '' ? undefined : context.mediaIdOf(binaryField));
  } else if (source === mediaSources.mediaId) {
    assign(target, [...path, mediaId.name], parameters(names.mediaId));
  } else {
    assign(target, [...path, url.name], parameters(names.url));
  }
}

/** The entries of a fixed collection: all of them, its only one, or the value of an expression in its place. */
function entriesOf(value: unknown, parts: readonly Part[], context: ReadContext): unknown {
  if (!isRecord(value)) return value;
  const entries = value[ENTRY];
  if (Array.isArray(entries)) return entries.map((entry) => read(parts, parametersOf(entry), context));
  return entries === undefined ? undefined : read(parts, parametersOf(entries), context);
}

function parametersOf(value: unknown): Parameters {
  return (name) => (isRecord(value) ? value[name] : undefined);
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
