import type { INodeProperties } from 'n8n-workflow';

import { choiceNamed } from '../../../settings';
import { mayBe } from '../conditions';
import type { Parameters } from '../../../parameters';
import { optionsOf, select } from './fieldPart';
import {
  assign,
  described,
  narrowed,
  render,
  shown,
  type FieldPath,
  type FormPart,
  type ReadContext,
  type Values,
  type Visibility,
} from './formPart';

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
