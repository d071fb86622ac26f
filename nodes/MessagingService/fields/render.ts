import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ChoiceField } from '../../../core/forms';
import type { Choice } from '../../choice';
import { mayBe, type Condition, type Conditions } from './conditions';
import {
  ENTRY,
  mediaSources,
  singular,
  type CollectionPart,
  type FieldPart,
  type ListPart,
  type MediaPart,
  type Part,
  type SinglePart,
  type VariantsPart,
} from './layout';

/** The label of a field that names a file. */
export const BINARY_FIELD = 'Input Binary Field';

/** When a parameter is shown. */
export interface Visibility {
  show: Conditions;
  hide?: Conditions;
}

/** The n8n parameters of a form. */
export function render(parts: readonly Part[], visibility: Visibility = { show: {} }): INodeProperties[] {
  return parts.flatMap((part) => renderPart(part, visibility));
}

function renderPart(part: Part, visibility: Visibility): INodeProperties[] {
  switch (part.kind) {
    case 'field':
      return [{ ...renderField(part), ...shown(visibility) }];
    case 'media':
      return renderMedia(part, visibility);
    case 'collection':
      return [{ ...renderCollection(part), ...shown(visibility) }];
    case 'single':
      return [{ ...renderSingle(part), ...shown(visibility) }];
    case 'list':
      return renderList(part).map((property) => ({ ...property, ...shown(visibility) }));
    case 'variants':
      return renderVariants(part, visibility);
  }
}

function renderField({ name, field, required }: FieldPart): INodeProperties {
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
      return { ...common, type: 'options', ...renderChoice(field, required) };
    case 'text':
      if (field.moment) return { ...common, type: 'dateTime', default: '' };
      return {
        ...common,
        type: 'string',
        default: '',
        ...(field.long ? { typeOptions: { rows: 4 } } : {}),
      };
  }
}

/** A help of the contract as n8n writes it: with a full stop at its end only if there are several sentences. */
export function described(help: string): string {
  return /[.?!] /.test(help) ? help : help.replace(/\.$/, '');
}

/** A parameter with a list to choose from. */
export function select(definition: Omit<INodeProperties, 'type'>): INodeProperties {
  return { ...definition, type: 'options' };
}

/** With more options than this, there is no sensible default. */
const MANY_OPTIONS = 10;

function renderChoice(field: ChoiceField, required: boolean): Pick<INodeProperties, 'options' | 'default'> {
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

/** Where a file comes from; each media part has one under a name of its own. */
export const fileFrom: Choice<keyof typeof mediaSources> = {
  displayName: 'File From',
  name: 'mediaSource',
  type: 'options',
  default: 'url',
  description: 'Where the file comes from',
  options: [
    { name: 'URL', value: mediaSources.url, description: 'The public URL of the file' },
    {
      name: 'Binary Field',
      value: mediaSources.binary,
      description: 'A file of the input item, uploaded before the message is sent',
    },
    { name: 'Media ID', value: mediaSources.mediaId, description: 'A file uploaded earlier' },
  ],
};

function renderMedia({ names, url, mediaId }: MediaPart, visibility: Visibility): INodeProperties[] {
  const sources = fileFrom.options.map(({ name, value }) => ({ value, label: name }));
  const from = (source: string) => shown(narrowed(visibility, names.source, mayBe(source, sources)));
  const text = (name: string, { label, help, placeholder }: MediaPart['url']) =>
    ({
      displayName: label,
      name,
      type: 'string',
      default: '',
      required: true,
      description: described(help),
      ...(placeholder === undefined ? {} : { placeholder }),
    }) as const;
  return [
    { ...fileFrom, name: names.source, ...shown(visibility) },
    { ...text(names.url, url), ...from(mediaSources.url) },
    {
      displayName: BINARY_FIELD,
      name: names.binary,
      type: 'string',
      default: 'data',
      required: true,
      placeholder: 'e.g. data',
      hint: 'The name of the input field that holds the file',
      description: 'The file is uploaded before the message is sent',
      ...from(mediaSources.binary),
    },
    { ...text(names.mediaId, mediaId), ...from(mediaSources.mediaId) },
  ];
}

function renderCollection({ name, label, help, parts }: CollectionPart): INodeProperties {
  return {
    displayName: label,
    name,
    type: 'collection',
    default: {},
    placeholder: 'Add Field',
    description: described(help),
    options: parts.map(renderAddedField),
  };
}

/** A person who adds a choice wants one of its values. n8n would require a required field even if it was not added. */
function renderAddedField(part: FieldPart): INodeProperties {
  const property = renderField({ ...part, required: part.field.kind === 'choice' });
  delete property.required;
  return property;
}

function renderSingle({ name, field, parts }: SinglePart): INodeProperties {
  return {
    displayName: field.label,
    name,
    type: 'fixedCollection',
    default: {},
    placeholder: `Add ${field.label}`,
    description: described(field.help),
    options: [{ displayName: field.label, name: ENTRY, values: render(parts) }],
  };
}

function renderList({ name, field, parts, listed }: ListPart): INodeProperties[] {
  const one = singular(field.label);
  const list: INodeProperties = {
    displayName: field.label,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    default: {},
    placeholder: `Add ${one}`,
    description: described(field.help),
    options: [{ displayName: one, name: ENTRY, values: render(parts) }],
  };
  if (listed === undefined) return [list];
  const description = `An array, or text with its entries separated by commas. They are added after the ${field.label.toLowerCase()} above.`;
  return [
    list,
    {
      displayName: listLabel(field),
      name: listed.name,
      type: 'string',
      default: '',
      placeholder: listed.placeholder,
      description,
    },
  ];
}

/** The label of the parameter that takes the entries of a list as an array or a text. */
export function listLabel({ label }: { label: string }): string {
  return `${label} From List`;
}

function renderVariants(part: VariantsPart, visibility: Visibility): INodeProperties[] {
  const options = optionsOf(part.variants);
  const selector = select({
    displayName: part.label,
    name: part.name,
    noDataExpression: true,
    description: described(part.help),
    ...(part.required
      ? { options, default: part.variants[0]?.value ?? '' }
      : { options: [{ name: 'None', value: '' }, ...options], default: '' }),
    ...shown(visibility),
  });
  const fields = part.variants.map(({ value, parts }) =>
    render(
      parts,
      narrowed(visibility, part.name, part.byExpression === true ? mayBe(value, part.variants) : value),
    ),
  );
  return [selector, ...shareEqual(fields)];
}

function narrowed({ show, hide }: Visibility, name: string, condition: Condition): Visibility {
  return { show: { ...show, [name]: [condition] }, ...(hide === undefined ? {} : { hide }) };
}

/** A parameter with further conditions, which come before its own. */
export function shownIf(visibility: Visibility, property: INodeProperties): INodeProperties {
  const { displayOptions } = property;
  const show = { ...visibility.show, ...displayOptions?.show };
  return { ...property, displayOptions: { ...shown(visibility).displayOptions, ...displayOptions, show } };
}

function shown({ show, hide }: Visibility): Pick<INodeProperties, 'displayOptions'> {
  if (Object.keys(show).length === 0 && hide === undefined) return {};
  return { displayOptions: { show, ...(hide === undefined ? {} : { hide }) } };
}

/**
 * The parameters of several variants in one list, each in the order of its variant. Parameters that differ only in the variant become one,
 * so that an entered value stays when another variant is chosen.
 */
function shareEqual(variants: INodeProperties[][]): INodeProperties[] {
  const shared: INodeProperties[] = [];
  for (const properties of variants) {
    let next = 0;
    for (const property of properties) {
      const index = shared.findIndex((each) => joined(each, property) !== undefined);
      const both = shared[index] && joined(shared[index], property);
      if (both === undefined) shared.splice(next, 0, property);
      else shared[index] = both;
      next = (both === undefined ? next : index) + 1;
    }
  }
  return shared;
}

/** Makes one parameter of two that differ in just one condition; undefined if they differ in anything else. */
function joined(one: INodeProperties, other: INodeProperties): INodeProperties | undefined {
  if (one.name !== other.name) return undefined;
  const first = one.displayOptions?.show ?? {};
  const second = other.displayOptions?.show ?? {};
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const different = names.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(second[name]));
  const [name] = different;
  if (different.length !== 1 || name === undefined || bare(one) !== bare(other)) return undefined;
  const values = [...(first[name] ?? []), ...(second[name] ?? [])];
  return { ...one, displayOptions: { ...one.displayOptions, show: { ...first, [name]: values } } };
}

/** A parameter as text, without the conditions under which it is shown. */
function bare({ displayOptions, ...property }: INodeProperties): string {
  return JSON.stringify([property, displayOptions?.hide]);
}
