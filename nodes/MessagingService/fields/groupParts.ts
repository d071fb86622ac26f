import type { INodeProperties } from 'n8n-workflow';

import type { Choice, ListField } from '../../../core/forms';
import { listEntered } from '../../../core/json';
import { isRecord } from '../../../core/reading';
import { filled, labelIn, parametersAt, parametersInEach, type Parameters } from '../../parameters';
import { choiceNamed, propertyOf, text } from '../../settings';
import {
  optionsOf,
  parameterName,
  read,
  render,
  type FormPart,
  type ReadContext,
  type Words,
} from './fieldParts';
import { shownByVariant } from './visibility';

/** Optional fields; a person adds those that are wanted. */
export function collectionPart(name: string, words: Words, parts: readonly FormPart[]): FormPart {
  const options = render(parts).map(notRequired);
  const look = { help: words.help, usual: {}, placeholder: 'Add Field', options };
  return {
    properties: [propertyOf('collection', name, words.label, look)],
    read: (parameters, context) => read(parts, parametersAt(parameters, name), context),
  };
}

/** A parameter that n8n does not require: not even if it was not added, or an expression gives another choice. The contract does that. */
export function notRequired(property: INodeProperties): INodeProperties {
  const field = { ...property };
  delete field.required;
  return field;
}

/** The name of the option that contains the entries of a fixed collection. */
const ENTRY = 'entry';

/** An optional group that is added as a whole or not at all. */
export function groupPart(name: string, words: Words, parts: readonly FormPart[]): FormPart {
  const property = entriesProperty(name, words, words.label, parts);
  return {
    properties: [property],
    read: (parameters, context) => ({ [name]: entriesIn(parameters, context, property, parts) }),
  };
}

/** How a list takes its entries as an array or a text. */
export interface Listed {
  placeholder: string;
  entryOf: (entry: unknown) => unknown;
}

/** A list of entries: filled in, and where an entry is not more than a text can hold, also as an array or a text. */
export function listPart(
  name: string,
  field: ListField,
  parts: readonly FormPart[],
  listed: Listed | undefined,
): FormPart {
  const list: INodeProperties = {
    ...entriesProperty(name, field, singular(field.label), parts),
    typeOptions: { multipleValues: true, sortable: true },
  };
  const more =
    listed === undefined
      ? undefined
      : text(`${name}Listed`, `${field.label} From List`, {
          placeholder: listed.placeholder,
          help: `An array, or text with its entries separated by commas. They are added after the ${field.label.toLowerCase()} above.`,
        });
  return {
    properties: more === undefined ? [list] : [list, more.property],
    read: (parameters, context) => {
      const entries = entriesIn(parameters, context, list, parts);
      const others = listed === undefined ? [] : listEntered(more?.read(parameters)).map(listed.entryOf);
      if (others.length === 0) return { [field.name]: entries };
      return { [field.name]: [...(Array.isArray(entries) ? entries : []), ...others] };
    },
  };
}

function entriesProperty(
  name: string,
  words: Words,
  entryLabel: string,
  parts: readonly FormPart[],
): INodeProperties {
  return propertyOf('fixedCollection', name, words.label, {
    ...{ help: words.help, usual: {}, placeholder: `Add ${entryLabel}` },
    options: [{ displayName: entryLabel, name: ENTRY, values: render(parts) }],
  });
}

/** All entries, the only one, or the value of an expression in their place. */
function entriesIn(
  parameters: Parameters,
  context: ReadContext,
  { name, displayName }: INodeProperties,
  parts: readonly FormPart[],
): unknown {
  const label = labelIn(parameters, displayName);
  const value = filled(parameters, name, displayName);
  if (!isRecord(value)) return value;
  const given = parametersAt(parameters, name);
  const entries = given(ENTRY);
  if (Array.isArray(entries))
    return parametersInEach(given, ENTRY, label).map((entry) => read(parts, entry, context));
  return entries === undefined ? undefined : read(parts, parametersAt(given, ENTRY, label), context);
}

/** `Addresses` becomes `Address`, `Buttons` becomes `Button`. */
export function singular(label: string): string {
  return label.replace(/(?:(?<=ss)es|s)$/, '');
}

/** One of several objects: a selector, and below it the fields of the selected object. */
export function variantsPart(
  prefix: string,
  words: Words,
  required: boolean,
  variants: ReadonlyArray<Choice & { parts: readonly FormPart[] }>,
): FormPart {
  const name = parameterName(prefix, 'type');
  const options = optionsOf(variants);
  const selector = propertyOf('options', name, words.label, {
    ...{ help: words.help, noDataExpression: true },
    ...(required
      ? { options, usual: variants[0]?.value ?? '' }
      : { options: [{ name: 'None', value: '' }, ...options] }),
  });
  return {
    properties: [
      selector,
      ...shownByVariant(
        name,
        variants.map(({ value, parts }) => [value, render(parts)]),
      ),
    ],
    read: (parameters, context) => {
      const selected = parameters(name);
      if (selected === '' || selected === undefined) return {};
      const variant = choiceNamed(variants, selected);
      return { type: variant?.value ?? selected, ...read(variant?.parts ?? [], parameters, context) };
    },
  };
}
