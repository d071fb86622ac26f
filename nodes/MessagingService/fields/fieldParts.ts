import { tryToParseDateTime, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { isDateTime } from '../../../core/contract/patterns';
import type { BooleanField, Choice, ChoiceField, NumberField, TextField } from '../../../core/forms';
import { dateAsText, isRecord } from '../../../core/reading';
import { filled, type Parameters } from '../../parameters';
import { binaryField, choiceNamed, oneOf, propertyOf, type Shown } from '../../settings';
import { mayBe, shownIf } from './visibility';

/** What is the same for all items. */
export interface ReadSettings {
  /** Time zone of dates that were entered without one. */
  timezone: string;
  /** For recipients with national numbers; undefined if the account has none. */
  countryCode: string | undefined;
}

/** What is needed to read a form besides the parameters. */
export interface ReadContext extends ReadSettings {
  /** The id to use for the file in a binary field. */
  mediaIdOf: (binaryField: string) => string;
  /** Whether optional fields may be empty by an expression: those of a content, which then goes out without them. */
  mayLose?: boolean;
}

/** A part of the form: its n8n parameters, and the fields of the object that the core's `fromForm` takes. */
export interface FormPart {
  readonly properties: readonly INodeProperties[];
  /** @throws MessagingError `invalid_request` that names the field */
  read(parameters: Parameters, context: ReadContext): Record<string, unknown>;
}

/** The n8n parameters of a form. */
export function render(parts: readonly FormPart[]): INodeProperties[] {
  return parts.flatMap(({ properties }) => properties);
}

/** The object that the parameters of a form describe, for the core's `fromForm`. */
export function read(
  parts: readonly FormPart[],
  parameters: Parameters,
  context: ReadContext,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part.read(parameters, context)))
      if (value !== undefined) values[name] = value;
  return values;
}

/** The parts of an object in the form of another; one without values is left out. */
export function inside(name: string, parts: readonly FormPart[]): FormPart {
  return {
    properties: render(parts),
    read: (parameters, context) => {
      const values = read(parts, parameters, context);
      return Object.keys(values).length === 0 ? {} : { [name]: values };
    },
  };
}

/** `text` in `header` becomes `headerText`. */
export function parameterName(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What the contract calls a field. */
export type Words = Pick<TextField, 'label' | 'help'>;

type SimpleField = TextField | NumberField | BooleanField | ChoiceField;

/** If it is lost, the same people still get the same message. */
const LOSES_NOTHING = 'customerid';

/** A simple field. */
export function fieldPart(name: string, field: SimpleField, required: boolean): FormPart {
  return {
    properties: [fieldProperty(name, field, required)],
    read: (parameters, { mayLose = false, timezone }) => {
      const mayBeLost = name === LOSES_NOTHING || (mayLose && !required);
      const value = mayBeLost ? parameters(name) : filled(parameters, name, field.label);
      return { [field.name]: valueEntered(field, value, timezone) };
    },
  };
}

function fieldProperty(name: string, field: SimpleField, required: boolean): INodeProperties {
  const { label, help, placeholder } = field;
  const shown = { help, ...(placeholder && { placeholder }), ...(required && { required }) };
  switch (field.kind) {
    case 'number':
      // n8n's own number field would show and send 0 if nobody has entered a number.
      return propertyOf('string', name, label, shown);
    case 'boolean':
      return propertyOf('boolean', name, label, { ...shown, usual: false });
    case 'choice':
      return propertyOf('options', name, label, { ...shown, ...choicesOf(field, required) });
    case 'text': {
      const size = field.long ? { typeOptions: { rows: 4 } } : {};
      return propertyOf(field.moment ? 'dateTime' : 'string', name, label, { ...shown, ...size });
    }
  }
}

/** With more options than this, there is no sensible default. */
const MANY_OPTIONS = 10;

function choicesOf(field: ChoiceField, required: boolean): Pick<Shown, 'options' | 'usual'> {
  const options = optionsOf(field.options);
  if (field.usual !== undefined) return { options, usual: field.usual };
  if (!required) return { options: [{ name: 'Default', value: '' }, ...options] };
  return { options, usual: options.length > MANY_OPTIONS ? '' : (field.options[0]?.value ?? '') };
}

/** The options of a list, sorted by name if there are five or more, as n8n does. */
export function optionsOf(choices: readonly Choice[]): INodePropertyOptions[] {
  const options = choices.map(({ value, label }) => ({ name: label, value }));
  // The names are in English. localeCompare would load the rules of all languages, which takes longer than the rest of the form.
  return options.length < 5 ? options : options.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function valueEntered(field: SimpleField, value: unknown, timezone: string): unknown {
  if (field.kind === 'choice') {
    const chosen = value === undefined || value === '' ? field.usual : value;
    return choiceNamed(field.options, chosen)?.value ?? chosen;
  }
  return field.kind === 'text' && field.moment ? momentText(value, timezone) : value;
}

/**
 * A date and time as ISO 8601 text. n8n's calendar stores the local time of the workflow's time zone without an offset. The service cannot
 * know that zone, so the offset is added. Anything but a date stays as it is.
 */
export function momentText(value: unknown, timezone: string): unknown {
  // An expression such as {{ $now.plus({ hours: 1 }) }} gives a Luxon date.
  if (isRecord(value) && typeof value.toISO === 'function') return String(value);
  if (typeof value !== 'string') return dateAsText(value);
  // Databases write a space before the time, and CRMs an offset as +0000.
  const moment = value
    .trim()
    .replace(' ', 'T')
    .replace(/(?<=T.*[+-]\d\d)(?=\d\d$)/, ':');
  return isDateTime(moment) ? String(tryToParseDateTime(moment, timezone)).replace('.000', '') : value;
}

const SOURCES = {
  url: ['URL', 'The public URL of the file'],
  binary: ['Binary Field', 'A file of the input item, uploaded before the message is sent'],
  mediaId: ['Media ID', 'A file uploaded earlier'],
} as const;
const sources = Object.entries(SOURCES).map(([value, [label]]) => ({ value, label }));

/** A file: by URL, from the item's binary data, or by the id of an earlier upload. */
export function filePart(prefix: string, url: TextField, mediaId: TextField): FormPart {
  const nameOf = (last: string) => parameterName(prefix, last);
  const name = nameOf('mediaSource');
  const source = oneOf(name, 'File From', SOURCES, { usual: 'url', help: 'Where the file comes from' });
  const binary = binaryField(nameOf('binaryField'), {
    help: 'The file is uploaded before the message is sent',
  });
  const fields = {
    url: fieldPart(nameOf(url.name), url, true),
    mediaId: fieldPart(nameOf(mediaId.name), mediaId, true),
  };
  const from = (each: string) => ({ [name]: [mayBe(each, sources)] });
  return {
    properties: [
      source.property,
      ...shownIf(from('url'), fields.url.properties),
      ...shownIf(from('binary'), [binary.property]),
      ...shownIf(from('mediaId'), fields.mediaId.properties),
    ],
    read: (parameters, context) => {
      const chosen = source.read(parameters);
      if (chosen !== 'binary') return fields[chosen].read(parameters, context);
      return { [mediaId.name]: context.mediaIdOf(binary.read(parameters)) };
    },
  };
}
