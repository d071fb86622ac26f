import type { TypedValue } from '../../node-red/settings/describe';
import { textParts } from '../../node-red/settings/textFields';
import type { EditorProblem } from './explain';
import { red } from '../red';

/** These types need no evaluation, and any variable name is valid. */
const NOT_EVALUATED = ['num', 'bool', 'env', 'date'];

/**
 * What is wrong with an expression that is evaluated for each message (a `msg.` property, JSONata, or `{{payload}}` in a text); undefined for
 * everything else. Node-RED itself checks it, because Node-RED will evaluate it.
 */
export function expressionProblem(input: TypedValue | undefined): EditorProblem | undefined {
  if (input === undefined || input.v === '' || NOT_EVALUATED.includes(input.t)) return undefined;
  if (input.t === 'str') return textProblem(input.v);
  // A variable's name may have its store in front.
  const expression = input.v.replace(STORE, '');
  const verdict = red.utils.validateTypedProperty(expression, input.t);
  if (verdict === true) return undefined;
  return input.t === 'jsonata'
    ? { key: 'jsonata', values: { reason: reasonOf(verdict) } }
    : { key: 'property', values: { got: `${input.t}.${input.v}` } };
}

const STORE = /^#:\(\S+?\)::/;

function textProblem(text: string): EditorProblem | undefined {
  const wrong = textParts(text)?.find(
    (part) =>
      typeof part !== 'string' &&
      part.type !== 'env' &&
      red.utils.validateTypedProperty(part.value.replace(STORE, ''), part.type) !== true,
  );
  return typeof wrong === 'object' ? { key: 'textField', values: { got: wrong.written } } : undefined;
}

/** The parser's message without the words that Node-RED puts in front. */
function reasonOf(verdict: string | false): string {
  return verdict === false ? '' : verdict.replace(/^[^:]*:\s*/, '');
}
