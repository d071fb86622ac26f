import type { INodeProperties } from 'n8n-workflow';

import type { GroupField, ListField } from '../../../../core/forms';
import { listEntered } from '../../../../core/json';
import { isRecord } from '../../../../core/reading';
import { filled, labelIn, parametersIn, type Parameters } from '../../../parameters';
import type { FieldPart } from './fieldPart';
import {
  assign,
  described,
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
    assign(into, this.path, this.entries(parameters, context));
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
  protected entries(parameters: Parameters, context: ReadContext): unknown {
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

  protected override entries(parameters: Parameters, context: ReadContext): unknown {
    const entries = super.entries(parameters, context);
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
