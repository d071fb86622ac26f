import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { invalidField } from '../core/client/outcome/errors';
import { listEntered } from '../core/json';
import { asText, isRecord, numberEntered } from '../core/reading';
import {
  filled,
  filledWhole,
  isNothing,
  labelIn,
  parametersIn,
  parametersInEach,
  type Parameters,
} from './parameters';

/** A field that the contract does not have: shows itself, and reads itself. */
export interface Setting<T> {
  readonly name: string;
  readonly label: string;
  readonly property: INodeProperties;
  /**
   * Its value; the default for one that was not filled in.
   * @throws MessagingError `invalid_request` that names the field: for a wrong value, and for an expression that finds nothing
   */
  read(parameters: Parameters): T;
}

/** What a person sees of a field besides its label. */
interface Shown {
  help?: string;
  required?: true;
  placeholder?: string;
  /** The values of other fields with which it is shown. */
  when?: NonNullable<IDisplayOptions['show']>;
  /** Those with which it is hidden. */
  unless?: NonNullable<IDisplayOptions['hide']>;
  /** Set where every expression in a text must find something. */
  complete?: true;
}

/** Refuses a value of a field. */
type Refuse = (rule: string) => never;

function shownAs(
  property: Omit<INodeProperties, 'description'>,
  { help, required, placeholder, when, unless }: Shown,
): INodeProperties {
  return {
    ...property,
    ...(help === undefined ? {} : { description: help }),
    ...(required === undefined ? {} : { required }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(when === undefined && unless === undefined
      ? {}
      : { displayOptions: { ...(when && { show: when }), ...(unless && { hide: unless }) } }),
  };
}

/**
 * The value of a setting in a collection; undefined if it was not added.
 * @throws MessagingError as its `read`: one that was added and whose expression finds nothing is not off
 */
export function readAdded<T>(setting: Setting<T>, collection: Parameters): T | undefined {
  return collection.entered(setting.name) === undefined ? undefined : setting.read(collection);
}

function setting<T>(
  property: Omit<INodeProperties, 'description'>,
  shown: Shown,
  parse: (value: unknown, refuse: Refuse) => T,
): Setting<T> {
  const { name, displayName: label } = property;
  const { required, complete } = shown;
  return {
    name,
    label,
    property: shownAs(property, shown),
    read: (parameters) => {
      // One that takes no expression has a value.
      const read = complete === true ? filledWhole : filled;
      const value = property.noDataExpression === true ? parameters(name) : read(parameters, name, label);
      return parse(required === undefined ? (value ?? property.default) : value, (rule) => {
        const got = isNothing(value) ? undefined : JSON.stringify(value);
        throw invalidField(name, rule, { label: labelIn(parameters, label), got });
      });
    },
  };
}

/** A text, or what an expression gives in its place, such as a list. */
export function text(
  name: string,
  displayName: string,
  { usual = '', rows, ...shown }: Shown & { usual?: string; rows?: number },
): Setting<unknown> {
  const size = rows === undefined ? {} : { typeOptions: { rows } };
  return setting({ name, displayName, type: 'string', default: usual, ...size }, shown, (value) => value);
}

/** A text that must not be empty, without the spaces around it. */
export function requiredText(
  name: string,
  displayName: string,
  {
    usual = '',
    hint,
    rows,
    rule = 'is required',
    ...shown
  }: Shown & { usual?: string; hint?: string; rows?: number; rule?: string },
): Setting<string> {
  const property = {
    ...{ name, displayName, type: 'string' as const, default: usual },
    ...(hint === undefined ? {} : { hint }),
    ...(rows === undefined ? {} : { typeOptions: { rows } }),
  };
  return setting(property, { required: true, ...shown }, (value, refuse) => {
    const entered = asText(value)?.trim() ?? '';
    return entered === '' ? refuse(rule) : entered;
  });
}

/** Several texts: as an array, as its JSON text, or separated by commas. */
export function requiredTexts(name: string, displayName: string, shown: Shown): Setting<string[]> {
  const property = { name, displayName, type: 'string' as const, default: '' };
  return setting(property, { required: true, ...shown }, (value, refuse) => {
    const texts = listEntered(value).map((entry) => asText(entry)?.trim() ?? '');
    // One that is passed over would be missed.
    if (texts.includes('')) return refuse('must contain only texts');
    return texts.length === 0 ? refuse('is required') : texts;
  });
}

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

export function binaryField(name: string, { help }: Pick<Shown, 'help'> = {}): Setting<string> {
  return requiredText(name, BINARY_FIELD, {
    ...{ usual: 'data', placeholder: 'e.g. data', ...(help === undefined ? {} : { help }) },
    hint: 'The name of the input field that holds the file',
    rule: 'must be the name of a field of the item that holds a file',
  });
}

/** A number, also if an expression gives it as a text. */
export function number(
  name: string,
  displayName: string,
  { usual, min, max, ...shown }: Shown & { usual: number; min: number; max?: number },
): Setting<number> {
  const bounds = { minValue: min, ...(max === undefined ? {} : { maxValue: max }) };
  const property = { name, displayName, type: 'number' as const, typeOptions: bounds, default: usual };
  return setting(property, shown, (value, refuse) => {
    const given = value === '' ? usual : numberEntered(value);
    if (given !== undefined && given >= min && given <= (max ?? Infinity)) return given;
    return refuse(`must be a number, ${max === undefined ? `${min} or more` : `from ${min} to ${max}`}`);
  });
}

/** A switch: an expression may give it as a text. */
export function flag(
  name: string,
  displayName: string,
  { usual, fixed, ...shown }: Shown & { usual: boolean; fixed?: true },
): Setting<boolean> {
  const property = { name, displayName, type: 'boolean' as const, default: usual, ...noExpression(fixed) };
  return setting(property, shown, (value, refuse) => {
    const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (given === '') return usual;
    if (given === true || given === 'true') return true;
    return given === false || given === 'false' ? false : refuse('must be true or false');
  });
}

const noExpression = (fixed: true | undefined) => (fixed === undefined ? {} : { noDataExpression: fixed });

/** The choice with this value or label, in any case: an expression may take it from a table that a person filled in. */
export function choiceNamed<T extends { value: string; label: string }>(
  choices: readonly T[],
  name: unknown,
): T | undefined {
  if (typeof name !== 'string') return undefined;
  const wanted = name.trim().toLowerCase();
  return (
    choices.find(({ value }) => value === name) ??
    choices.find(({ value, label }) => [value.toLowerCase(), label.toLowerCase()].includes(wanted))
  );
}

/** The name of each choice by its value, with what it does where the name does not say it. */
type Choices<Value extends string> = Readonly<Record<Value, string | readonly [name: string, help: string]>>;

/** One of several choices, by value or name in any case. */
export function oneOf<Value extends string>(
  name: string,
  displayName: string,
  choices: Choices<Value>,
  { usual, fixed, ...shown }: Shown & { usual: NoInfer<Value>; fixed?: true },
): Setting<Value> {
  const entries = Object.entries<Choices<Value>[Value]>(choices);
  const options = entries.map(([value, words]) => {
    const [label, description] = typeof words === 'string' ? [words] : words;
    return { name: label, value, ...(description === undefined ? {} : { description }) };
  });
  const property = {
    ...{ name, displayName, type: 'options' as const, options, default: usual },
    ...noExpression(fixed),
  };
  const isChoice = (value: string): value is Value => value in choices;
  const labelled = options.map((option) => ({ value: option.value, label: option.name }));
  return setting(property, shown, (value, refuse) => {
    const isDefault = value === '' && !isChoice('') && shown.required !== true;
    const chosen = choiceNamed(labelled, isDefault ? usual : value)?.value;
    if (chosen !== undefined && isChoice(chosen)) return chosen;
    return refuse(`must be ${either(labelled.map((each) => (each.value === '' ? each.label : each.value)))}`);
  });
}

function either(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** Any other field, whose value is read as it is. */
export function field(property: INodeProperties, shown: Shown): Setting<unknown> {
  return setting(property, shown, (value) => value);
}

const ENTRY = 'values';

/**
 * An option with several fields; undefined if it was not added.
 * @param shown those of the fields that are there as soon as the option is added
 * @param make what their parameters mean
 */
export function group<T>(
  name: string,
  displayName: string,
  { help, fields, shown = fields }: Group,
  make: (within: Parameters) => T,
): Setting<T | undefined> {
  return {
    name,
    label: displayName,
    property: {
      displayName,
      name,
      type: 'fixedCollection',
      description: help,
      default: { [ENTRY]: Object.fromEntries(shown.map((each) => [each.name, each.property.default])) },
      options: [{ displayName, name: ENTRY, values: fields.map(({ property }) => property) }],
    },
    read: (parameters) => {
      const entered = parameters(name);
      if (entered === undefined) return undefined;
      const given = isRecord(entered) ? entered[ENTRY] : undefined;
      // Without it, messages would go out that must not.
      if (!isRecord(given))
        throw invalidField(name, 'is empty: fill it in, or remove the option', { label: displayName });
      const written = parameters.entered(name);
      const enteredIn = isRecord(written) ? written[ENTRY] : undefined;
      return make(parametersIn(given, enteredIn, displayName, parameters.evaluate));
    },
  };
}

interface Group {
  help: string;
  fields: ReadonlyArray<Setting<unknown>>;
  shown?: ReadonlyArray<Setting<unknown>>;
}

/**
 * Fields that belong together.
 * @param entry what the form calls them
 * @param several whether a person adds as many entries as wanted; without it, there is one
 * @param make what the parameters of an entry mean
 */
export function entries<T>(
  name: string,
  displayName: string,
  { entry, fields, several, ...shown }: Shown & Omit<Group, 'help'> & { entry: string; several?: true },
  make: (within: Parameters) => T,
): Setting<T[]> {
  const property = { displayName, name, type: 'fixedCollection' as const, default: {} };
  const values = fields.map((each) => each.property);
  const options = [{ displayName: entry, name: ENTRY, values }];
  const typeOptions = several && { typeOptions: { multipleValues: true, sortable: true } };
  return {
    name,
    label: displayName,
    property: shownAs({ ...property, ...typeOptions, options }, shown),
    read: (parameters) => {
      const path = `${name}.${ENTRY}`;
      if (several === true) return parametersInEach(parameters, path, displayName).map(make);
      const [given, entered] = [parameters(path), parameters.entered(path)];
      return [make(parametersIn(given, entered, undefined, parameters.evaluate))];
    },
  };
}
