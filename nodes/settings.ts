import type { IDisplayOptions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { invalidField } from '../core/client/outcome/errors';
import { valueShown } from '../core/errors/texts';
import type { Choice } from '../core/forms/describe';
import { asText, booleanEntered, isRecord, numberEntered } from '../core/reading';
import { rule } from '../core/contract/sentences';
import type { Sentence } from '../core/errors/sentence';
import { filled, isNothing, labelIn, parametersAt, parametersInEach, type Parameters } from './parameters';
import { say } from './texts';

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

/** What a person sees of a field besides its label, in n8n's words. */
type Look = Pick<
  INodeProperties,
  'required' | 'placeholder' | 'hint' | 'options' | 'typeOptions' | 'noDataExpression'
>;

/** How a field is shown. */
export interface Shown extends Look {
  help?: string;
  /** What a new one has; '' if that is not said. */
  usual?: INodeProperties['default'];
  /** The values of other fields with which it is shown. */
  when?: NonNullable<IDisplayOptions['show']>;
  /** Those with which it is hidden. */
  unless?: NonNullable<IDisplayOptions['hide']>;
}

interface Asked extends Shown {
  /** Set where every expression in a text must find something. */
  complete?: true;
}

/** Refuses a value of a field. */
type Refuse = (rule: Sentence) => never;

/**
 * n8n reads a collection field by field. In a text, such as an expression that gives the whole collection, it finds none but the length of the
 * text: by this field, which no form shows, such a text is known (`checkCollections`).
 */
const LENGTH = 'length';

/** A parameter of n8n: a help has a full stop at its end only if there are several sentences. */
export function propertyOf(
  type: INodeProperties['type'],
  name: string,
  displayName: string,
  { help, usual = '', when, unless, ...look }: Shown,
): INodeProperties {
  const { options = [] } = look;
  const isCollection = type === 'collection';
  return {
    ...{ displayName, name, type, default: usual, ...look },
    ...(isCollection && { options: [...options, propertyOf('hidden', LENGTH, 'Length', {})] }),
    ...(help === undefined ? {} : { description: /[.?!] /.test(help) ? help : help.replace(/\.$/, '') }),
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
  type: INodeProperties['type'],
  name: string,
  label: string,
  { complete, ...shown }: Asked,
  parse: (value: unknown, refuse: Refuse) => T,
): Setting<T> {
  const { required, usual = '' } = shown;
  return {
    ...{ name, label, property: propertyOf(type, name, label, shown) },
    read: (parameters) => {
      const value = filled(parameters, name, label, complete);
      return parse(required === true ? value : (value ?? usual), (broken) => {
        const got = isNothing(value) ? undefined : valueShown(value);
        throw invalidField(name, broken, { label: labelIn(parameters, label), got });
      });
    },
  };
}

/** A field whose value is read as it is. */
export function field(
  type: INodeProperties['type'],
  name: string,
  label: string,
  shown: Asked,
): Setting<unknown> {
  return setting(type, name, label, shown, (value) => value);
}

/** A text, or what an expression gives in its place, such as a list. */
export function text(name: string, label: string, shown: Asked): Setting<unknown> {
  return field('string', name, label, shown);
}

/** A text that must not be empty, without the spaces around it. */
export function requiredText(
  name: string,
  label: string,
  { missing = rule('required'), ...shown }: Shown & { missing?: Sentence },
): Setting<string> {
  return setting('string', name, label, { required: true, ...shown }, (value, refuse) => {
    const entered = asText(value)?.trim() ?? '';
    return entered === '' ? refuse(missing) : entered;
  });
}

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

export function binaryField(name: string, shown: Pick<Shown, 'help'> = {}): Setting<string> {
  return requiredText(name, BINARY_FIELD, {
    ...{ ...shown, usual: 'data', placeholder: 'e.g. data' },
    hint: 'The name of the input field that holds the file',
    missing: say('noFileField'),
  });
}

/** A number, also if an expression gives it as a text. */
export function number(
  name: string,
  label: string,
  { min, max, ...shown }: Shown & { usual: number; min: number; max?: number },
): Setting<number> {
  const typeOptions = { minValue: min, ...(max === undefined ? {} : { maxValue: max }) };
  return setting('number', name, label, { ...shown, typeOptions }, (value, refuse) => {
    const given = value === '' ? shown.usual : numberEntered(value);
    if (given !== undefined && given >= min && given <= (max ?? Infinity)) return given;
    return refuse(max === undefined ? say('numberFrom', { min }) : say('numberFromTo', { min, max }));
  });
}

/** A switch: an expression may give it as a text. */
export function flag(name: string, label: string, shown: Shown & { usual: boolean }): Setting<boolean> {
  return setting('boolean', name, label, shown, (value, refuse) => {
    const given = isNothing(value) ? shown.usual : booleanEntered(value);
    return typeof given === 'boolean' ? given : refuse(rule('notBoolean'));
  });
}

/** The choice with this value or label, in any case: an expression may take it from a table that a person filled in. */
export function choiceNamed<T extends Choice>(choices: readonly T[], name: unknown): T | undefined {
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
  label: string,
  choices: Choices<Value>,
  shown: Shown & { usual: NoInfer<Value> },
): Setting<Value> {
  const options = Object.entries<Choices<Value>[Value]>(choices).map(([value, words]) => {
    const [title, description] = typeof words === 'string' ? [words] : words;
    return { name: title, value, ...(description === undefined ? {} : { description }) };
  });
  const isChoice = (value: string): value is Value => value in choices;
  const labelled = options.map((option) => ({ value: option.value, label: option.name }));
  return setting('options', name, label, { ...shown, options }, (value, refuse) => {
    const isDefault = value === '' && !isChoice('') && shown.required !== true;
    const chosen = choiceNamed(labelled, isDefault ? shown.usual : value)?.value;
    if (chosen !== undefined && isChoice(chosen)) return chosen;
    const kind = either(labelled.map((each) => (each.value === '' ? each.label : each.value)));
    return refuse(rule('notKind', { kind }));
  });
}

function either(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

const ENTRY = 'values';

interface Entry {
  /** The fields of an entry. */
  fields: ReadonlyArray<Setting<unknown>>;
  /** Those of them that are there as soon as it is added. */
  shown?: ReadonlyArray<Setting<unknown>>;
}

/**
 * An option with several fields; undefined if it was not added.
 * @param make what their parameters mean
 */
export function group<T>(
  name: string,
  label: string,
  { help, fields, shown = fields }: Entry & { help: string },
  make: (within: Parameters) => T,
): Setting<T | undefined> {
  const usual = { [ENTRY]: Object.fromEntries(shown.map((each) => [each.name, each.property.default])) };
  const look = { help, usual, options: entryOf(label, fields) };
  return {
    ...{ name, label, property: propertyOf('fixedCollection', name, label, look) },
    read: (parameters) => {
      if (parameters(name) === undefined) return undefined;
      const given = parametersAt(parameters, name);
      // Without it, messages would go out that must not.
      if (!isRecord(given(ENTRY))) throw invalidField(name, say('emptyOption'), { label });
      return make(parametersAt(given, ENTRY, label));
    },
  };
}

/**
 * Fields that belong together.
 * @param entry what the form calls them
 * @param several whether a person adds as many entries as wanted; without it, there is one
 * @param make what the parameters of an entry mean
 */
export function entries<T>(
  name: string,
  label: string,
  { entry, fields, several, ...shown }: Shown & Omit<Entry, 'shown'> & { entry: string; several?: true },
  make: (within: Parameters) => T,
): Setting<T[]> {
  const look = {
    ...{ usual: {}, options: entryOf(entry, fields), ...shown },
    ...(several && { typeOptions: { multipleValues: true, sortable: true } }),
  };
  return {
    ...{ name, label, property: propertyOf('fixedCollection', name, label, look) },
    read: (parameters) => {
      const path = `${name}.${ENTRY}`;
      if (several === true) return parametersInEach(parameters, path, label).map(make);
      return [make(parametersAt(parameters, path))];
    },
  };
}

function entryOf(displayName: string, fields: Entry['fields']): INodePropertyCollection[] {
  return [{ displayName, name: ENTRY, values: fields.map(({ property }) => property) }];
}

/**
 * Looks for collections that were given as one text.
 * @throws MessagingError `invalid_request` that names one: all that is set there would be lost, and with it what keeps messages back
 */
export function checkCollections(parameters: object): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (isRecord(value) && value[LENGTH] !== undefined && value[LENGTH] !== 0)
      throw invalidField(name, say('oneExpression'));
    if (typeof value === 'object' && value !== null) checkCollections(value);
  }
}

/** The collection with the options of a node or an operation. */
export function optionsProperty(
  ...settings: ReadonlyArray<Pick<Setting<unknown>, 'property'>>
): INodeProperties {
  const options = settings
    .map(({ property }) => property)
    .sort((one, other) => one.displayName.localeCompare(other.displayName));
  return propertyOf('collection', 'options', 'Options', { usual: {}, placeholder: 'Add option', options });
}
