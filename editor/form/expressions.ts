import type { FormField, FormGroup, Variant } from '../../core/forms';
import { translate, red } from '../red';
import { asList, asText, asValues, isLeaf, storedFor, type Leaf } from './values';

/** What is typed in needs no evaluation, and every name of a variable is one. */
const NOT_EVALUATED = ['str', 'num', 'bool', 'env', 'date'];

/**
 * What is wrong with an expression that is evaluated for each message (`msg.` and a property, JSONata), in the language of the user;
 * undefined for everything else. Node-RED itself judges it, as it will evaluate it.
 */
export function expressionProblem(leaf: Leaf | undefined): string | undefined {
  if (leaf === undefined || leaf.v === '' || NOT_EVALUATED.includes(leaf.t)) return undefined;
  // The store of a variable stands before its name.
  const expression = leaf.v.replace(/^#:\(\S+?\)::/, '');
  const verdict = red.utils.validateTypedProperty(expression, leaf.t);
  if (verdict === true) return undefined;
  if (leaf.t === 'jsonata') return translate('problems.jsonata', { reason: reasonOf(verdict) });
  return translate('problems.property', { got: `${leaf.t}.${leaf.v}` });
}

/** Without the words that Node-RED puts before what the parser says. */
function reasonOf(verdict: string | false): string {
  return verdict === false ? '' : verdict.replace(/^[^:]*:\s*/, '');
}

/** An expression of a form that is none, and the labels on the way to it. */
export interface PlacedExpression {
  where: string[];
  problem: string;
}

/** Every expression in a group of fields that is none. */
export function expressionProblems(
  group: FormGroup,
  stored: unknown,
  where: string[] = [],
): PlacedExpression[] {
  const values = asValues(stored);
  return group.fields.flatMap((field) => inField(field, storedFor(field, values), [...where, field.label]));
}

function inField(field: FormField, stored: unknown, where: string[]): PlacedExpression[] {
  switch (field.kind) {
    case 'group':
      return expressionProblems(field, stored, where);
    case 'oneOf':
      return inVariant(field.variants, stored, where);
    case 'list':
      return asList(stored).flatMap((entry, index) => {
        const place = [...where, `${index + 1}`];
        return field.entry.kind === 'group'
          ? expressionProblems(field.entry, entry, place)
          : inVariant(field.entry.variants, entry, place);
      });
    default: {
      const problem = isLeaf(stored) ? expressionProblem(stored) : undefined;
      return problem === undefined ? [] : [{ where, problem }];
    }
  }
}

function inVariant(variants: Variant[], stored: unknown, where: string[]): PlacedExpression[] {
  const type = asText(asValues(stored).type);
  const variant = variants.find(({ value }) => value === type);
  return variant === undefined ? [] : expressionProblems(variant, stored, where);
}
