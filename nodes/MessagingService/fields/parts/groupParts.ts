import type { INodeProperties } from 'n8n-workflow';

import type { GroupField, ListField } from '../../../../core/forms';
import { listEntered } from '../../../../core/json';
import { isRecord } from '../../../../core/reading';
import { filled, labelIn, parametersIn, type Parameters } from '../../../parameters';
import { choiceNamed } from '../../../settings';
import { optionsOf, select, type FieldPart } from './fieldParts';
import {
  assign,
  described,
  mayBe,
  narrowed,
  read,
  render,
  shown,
  type FieldPath,
  type FormPart,
  type ReadContext,
  type Values,
  type Visibility,
} from './formPart';

/** The name of the option that contains the entries of a fixed collection. */
const ENTRY = 'entry';

/** Optional fields; a person adds those that are wanted. */
export class CollectionPart implements FormPart {
  constructor(
    readonly name: string,
    private readonly words: { label: string; help: string },
    readonly parts: readonly FieldPart[],
  ) {}

  properties(visibility: Visibility): INodeProperties[] {
    const { label, help } = this.words;
    const collection: INodeProperties = {
      displayName: label,
      name: this.name,
      type: 'collection',
      default: {},
      placeholder: 'Add Field',
      description: described(help),
      options: this.parts.map((part) => part.addedProperty()),
    };
    return [{ ...collection, ...shown(visibility) }];
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    const added = parametersIn(parameters(this.name), parameters.entered(this.name), parameters.within);
    for (const part of this.parts) part.read(into, added, context);
  }
}

/** An optional group that is added as a whole or not at all. */
export class SinglePart implements FormPart {
  constructor(
    readonly name: string,
    protected readonly path: FieldPath,
    protected readonly field: GroupField | ListField,
    protected readonly parts: readonly FormPart[],
  ) {}

  properties(visibility: Visibility): INodeProperties[] {
    return [{ ...this.collection(this.field.label), ...shown(visibility) }];
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    assign(into, this.path, this.readEntries(parameters, context));
  }

  protected collection(entryLabel: string): INodeProperties {
    const { label, help } = this.field;
    return {
      displayName: label,
      name: this.name,
      type: 'fixedCollection',
      default: {},
      placeholder: `Add ${entryLabel}`,
      description: described(help),
      options: [{ displayName: entryLabel, name: ENTRY, values: render(this.parts) }],
    };
  }

  /** All entries, the only one, or the value of an expression in their place. */
  protected readEntries(parameters: Parameters, context: ReadContext): unknown {
    const { name, field } = this;
    const label = labelIn(parameters, field.label);
    const value = filled(parameters, name, field.label);
    if (!isRecord(value)) return value;
    const given = parametersIn(value, parameters.entered(name));
    const entries = given(ENTRY);
    const entered = given.entered(ENTRY);
    const readEntry = (entry: unknown, enteredEntry: unknown, within: string) =>
      read(this.parts, parametersIn(entry, enteredEntry, within), context);
    if (Array.isArray(entries))
      return entries.map((entry: unknown, index) =>
        readEntry(entry, Array.isArray(entered) ? entered[index] : undefined, `${label} ${index + 1}`),
      );
    return entries === undefined ? undefined : readEntry(entries, entered, label);
  }
}

/** How a list takes its entries as an array or a text. */
export interface Listed {
  placeholder: string;
  entryOf: (entry: unknown) => unknown;
}

/** A list of entries: filled in, and where an entry is not more than a text can hold, also as an array or a text. */
export class ListPart extends SinglePart {
  constructor(
    name: string,
    path: FieldPath,
    field: ListField,
    parts: readonly FormPart[],
    readonly listed: Listed | undefined,
  ) {
    super(name, path, field, parts);
  }

  override properties(visibility: Visibility): INodeProperties[] {
    const list = { ...this.collection(singular(this.field.label)), ...shown(visibility) };
    list.typeOptions = { multipleValues: true, sortable: true };
    if (this.listed === undefined) return [list];
    const { name, label } = this.fromList;
    const property: INodeProperties = {
      displayName: label,
      name,
      type: 'string',
      default: '',
      placeholder: this.listed.placeholder,
      description: `An array, or text with its entries separated by commas. They are added after the ${this.field.label.toLowerCase()} above.`,
    };
    return [list, { ...property, ...shown(visibility) }];
  }

  protected override readEntries(parameters: Parameters, context: ReadContext): unknown {
    const entries = super.readEntries(parameters, context);
    if (this.listed === undefined) return entries;
    const { name, label } = this.fromList;
    const more = listEntered(filled(parameters, name, label)).map(this.listed.entryOf);
    return more.length === 0 ? entries : [...(Array.isArray(entries) ? entries : []), ...more];
  }

  /** The parameter that takes the entries as an array or a text. */
  private get fromList() {
    return { name: `${this.name}Listed`, label: `${this.field.label} From List` };
  }
}

/** `Addresses` becomes `Address`, `Buttons` becomes `Button`. */
export function singular(label: string): string {
  return label.replace(/(?:(?<=ss)es|s)$/, '');
}

interface VariantParts {
  value: string;
  label: string;
  parts: readonly FormPart[];
}

interface Words {
  label: string;
  help: string;
}

/** One of several objects: a selector, and below it the fields of the selected object. */
export class VariantsPart implements FormPart {
  constructor(
    readonly name: string,
    private readonly path: FieldPath,
    private readonly words: Words,
    private readonly required: boolean,
    readonly variants: readonly VariantParts[],
  ) {}

  properties(visibility: Visibility): INodeProperties[] {
    const options = optionsOf(this.variants);
    const selector = select({
      displayName: this.words.label,
      name: this.name,
      noDataExpression: true,
      description: described(this.words.help),
      ...(this.required
        ? { options, default: this.variants[0]?.value ?? '' }
        : { options: [{ name: 'None', value: '' }, ...options], default: '' }),
      ...shown(visibility),
    });
    return [selector, ...fieldsOfVariants(this.name, this.variants, visibility)];
  }

  read(into: Values, parameters: Parameters, context: ReadContext): void {
    const selected = parameters(this.name);
    if (selected === '' || selected === undefined) return;
    const variant = choiceNamed(this.variants, selected);
    assign(into, [...this.path, 'type'], variant?.value ?? selected);
    for (const part of variant?.parts ?? []) part.read(into, parameters, context);
  }
}

/**
 * The parameters of all variants, each shown where its variant is chosen.
 * @param byExpression whether an expression may choose, so that only what surely is not needed is hidden
 */
export function fieldsOfVariants(
  selector: string,
  variants: readonly VariantParts[],
  visibility: Visibility = { show: {} },
  byExpression = false,
): INodeProperties[] {
  const fields = variants.map(({ value, parts }) =>
    render(parts, narrowed(visibility, selector, byExpression ? mayBe(value, variants) : value)),
  );
  return shareEqual(fields);
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
