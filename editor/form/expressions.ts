import { translate, red } from '../red';
import type { Leaf } from './values';

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
