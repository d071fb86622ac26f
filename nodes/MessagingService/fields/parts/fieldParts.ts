import { tryToParseDateTime, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { invalidField } from '../../../../core/client';
import { isDateTime } from '../../../../core/contract/patterns';
import { kindOf } from '../../../../core/errors/texts';
import type { BooleanField, ChoiceField, NumberField, TextField } from '../../../../core/forms';
import { isRecord, asText } from '../../../../core/reading';
import { filled, labelIn, type Parameters } from '../../../parameters';
import { choiceNamed, oneOf, type Setting } from '../../../settings';
import {
  assign,
  described,
  mayBe,
  narrowed,
  shown,
  type FieldPath,
  type FormPart,
  type ReadContext,
  type Values,
  type Visibility,
} from './formPart';

/** If it is lost, the same people still get the same message. */
const LOSES_NOTHING = 'customerid';

/** A simple field. */
export class FieldPart implements FormPart {
  constructor(
    readonly name: string,
    readonly path: FieldPath,
    readonly field: TextField | NumberField | BooleanField | ChoiceField,
    readonly required: boolean,
  ) {}

  properties(visibility: Visibility): INodeProperties[] {
    return [{ ...this.property(this.required), ...shown(visibility) }];
  }

  /** The field in a list of fields to add: a person who adds a choice wants one of its values. */
  addedProperty(): INodeProperties {
    const property = this.property(this.field.kind === 'choice');
    // n8n would require it even if it was not added.
    delete property.required;
    return property;
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    const { name, field, path } = this;
    const mayBeLost = name === LOSES_NOTHING || (context.mayLose === true && !this.required);
    const value = mayBeLost ? parameters(name) : filled(parameters, name, field.label);
    assign(into, path, this.entered(value, context));
  }

  private entered(value: unknown, { timezone }: ReadContext): unknown {
    const { field } = this;
    if (field.kind === 'choice') {
      const chosen = value === undefined || value === '' ? field.usual : value;
      return choiceNamed(field.options, chosen)?.value ?? chosen;
    }
    return field.kind === 'text' && field.moment ? momentText(value, timezone) : value;
  }

  private property(required: boolean): INodeProperties {
    const { name, field } = this;
    const common = {
      displayName: field.label,
      name,
      description: described(field.help),
      ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
      ...(required ? { required } : {}),
    };
    switch (field.kind) {
      case 'number':
        // n8n's own number field would show and send 0 if nobody has entered a number.
        return { ...common, type: 'string', default: '' };
      case 'boolean':
        return { ...common, type: 'boolean', default: false };
      case 'choice':
        return { ...common, type: 'options', ...choicesOf(field, required) };
      case 'text': {
        if (field.moment) return { ...common, type: 'dateTime', default: '' };
        const rows = field.long ? { typeOptions: { rows: 4 } } : {};
        return { ...common, type: 'string', default: '', ...rows };
      }
    }
  }
}

/** With more options than this, there is no sensible default. */
const MANY_OPTIONS = 10;

function choicesOf(field: ChoiceField, required: boolean): Pick<INodeProperties, 'options' | 'default'> {
  const options = optionsOf(field.options);
  if (field.usual !== undefined) return { options, default: field.usual };
  if (!required) return { options: [{ name: 'Default', value: '' }, ...options], default: '' };
  return { options, default: options.length > MANY_OPTIONS ? '' : (field.options[0]?.value ?? '') };
}

/** The options of a list, sorted by name if there are five or more, as n8n does. */
export function optionsOf(choices: ReadonlyArray<{ value: string; label: string }>): INodePropertyOptions[] {
  const options = choices.map(({ value, label }) => ({ name: label, value }));
  // The names are in English. localeCompare would load the rules of all languages, which takes longer than the rest of the form.
  return options.length < 5 ? options : options.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A parameter with a list to choose from. */
export function select(definition: Omit<INodeProperties, 'type'>): INodeProperties {
  return { ...definition, type: 'options' };
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

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

const SOURCES = {
  url: ['URL', 'The public URL of the file'],
  binary: ['Binary Field', 'A file of the input item, uploaded before the message is sent'],
  mediaId: ['Media ID', 'A file uploaded earlier'],
} as const;
const sources = Object.entries(SOURCES).map(([value, [label]]) => ({ value, label }));

/** A file: by URL, from the item's binary data, or by the id of an earlier upload. */
export class MediaPart implements FormPart {
  /** @param nameOf the name of a parameter of this part */
  constructor(
    readonly nameOf: (last: string) => string,
    readonly path: FieldPath,
    readonly url: TextField,
    readonly mediaId: TextField,
  ) {}

  get name(): string {
    return this.nameOf('mediaSource');
  }

  private get source(): Setting<keyof typeof SOURCES> {
    return oneOf(this.name, 'File From', SOURCES, { usual: 'url', help: 'Where the file comes from' });
  }

  properties(visibility: Visibility): INodeProperties[] {
    const from = (source: string) => shown(narrowed(visibility, this.name, mayBe(source, sources)));
    const text = (field: TextField): INodeProperties => ({
      displayName: field.label,
      name: this.nameOf(field.name),
      type: 'string',
      default: '',
      required: true,
      description: described(field.help),
      ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    });
    return [
      { ...this.source.property, ...shown(visibility) },
      { ...text(this.url), ...from('url') },
      {
        displayName: BINARY_FIELD,
        name: this.nameOf('binaryField'),
        type: 'string',
        default: 'data',
        required: true,
        placeholder: 'e.g. data',
        hint: 'The name of the input field that holds the file',
        description: 'The file is uploaded before the message is sent',
        ...from('binary'),
      },
      { ...text(this.mediaId), ...from('mediaId') },
    ];
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    const { path, url, mediaId } = this;
    const source = this.source.read(parameters);
    if (source === 'binary') {
      const name = this.nameOf('binaryField');
      const entered = filled(parameters, name, BINARY_FIELD);
      const binaryField = asText(entered)?.trim() ?? '';
      if (binaryField === '') {
        const got = typeof entered === 'string' ? undefined : kindOf(entered);
        throw invalidField(name, NO_FIELD_NAME, { label: labelIn(parameters, BINARY_FIELD), got });
      }
      return assign(into, [...path, mediaId.name], context.mediaIdOf(binaryField));
    }
    const field = source === 'mediaId' ? mediaId : url;
    assign(into, [...path, field.name], filled(parameters, this.nameOf(field.name), field.label));
  }
}

const NO_FIELD_NAME = 'must be the name of a field of the item that holds a file';
