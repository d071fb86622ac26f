import type { INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { isRecord } from '../../../core/reading';
import { filled, parametersIn, type Parameters } from './parameters';

type Field = Pick<INodeProperties, 'name' | 'displayName' | 'default'>;

const ENTRY = 'values';

/** An option with several fields: shows itself, and reads itself. */
export class OptionGroup {
  /** @param shown those of the fields that are there as soon as the option is added */
  constructor(
    private readonly named: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
    private readonly fields: INodeProperties[],
    private readonly shown: INodeProperties[] = fields,
  ) {}

  get property(): INodeProperties {
    const values = Object.fromEntries(this.shown.map((field) => [field.name, field.default]));
    return {
      ...this.named,
      type: 'fixedCollection',
      default: { [ENTRY]: values },
      options: [{ displayName: this.named.displayName, name: ENTRY, values: this.fields }],
    };
  }

  /**
   * The values of the fields; undefined without the option. A field that was not filled in has its default.
   * @throws MessagingError `invalid_request` if the option is empty; the function for an expression that finds nothing
   */
  valuesIn(options: Parameters): ((field: Field) => unknown) | undefined {
    const { name } = this.named;
    const entered = options(name);
    if (entered === undefined) return undefined;
    const given = isRecord(entered) ? entered[ENTRY] : undefined;
    // Without it, messages would go out that must not.
    if (!isRecord(given))
      throw invalidField(name, 'is empty: fill it in, or remove the option', { label: this.labelOf() });
    const enteredOption = options.entered(name);
    const values = parametersIn(given, isRecord(enteredOption) ? enteredOption[ENTRY] : undefined);
    return (field) => (field.name in given ? filled(values, field.name, this.labelOf(field)) : field.default);
  }

  /** What the form calls the option, or a field in it. */
  labelOf(field?: Pick<Field, 'displayName'>): string {
    const { displayName } = this.named;
    return field === undefined ? displayName : `${displayName} › ${field.displayName}`;
  }

  /** The path of a field in an error. */
  pathOf({ name }: Pick<Field, 'name'>): string {
    return `${this.named.name}.${name}`;
  }
}
