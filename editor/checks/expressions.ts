import type { Said } from '../../core/errors/sentence';
import { say } from '../../node-red/errors/texts';
import type { TypedValue } from '../../node-red/settings/describe';
import { textParts } from '../../node-red/settings/textFields';
import { red } from '../red';

/** These types need no evaluation, and any variable name is valid. */
const NOT_EVALUATED = ['num', 'bool', 'env', 'date'];

/**
 * What is wrong with an expression that is evaluated for each message (a `msg.` property, JSONata, or `{{payload}}` in a text); undefined for
 * everything else. Node-RED itself checks it, because Node-RED will evaluate it.
 */
export function expressionProblem({ t, v }: TypedValue): Said | undefined {
  if (v === '' || NOT_EVALUATED.includes(t)) return undefined;
  if (t === 'str') return textProblem(v);
  const verdict = verdictOn(v, t);
  if (verdict === true) return undefined;
  return t === 'jsonata'
    ? say('noJsonata', { reason: reasonOf(verdict) })
    : say('noProperty', { got: `${t}.${v}` });
}

/** A variable's name may have its store in front. */
function verdictOn(expression: string, type: string): boolean | string {
  return red.utils.validateTypedProperty(expression.replace(/^#:\(\S+?\)::/, ''), type);
}

function textProblem(text: string): Said | undefined {
  const wrong = textParts(text)?.find(
    (part) => typeof part !== 'string' && part.type !== 'env' && verdictOn(part.value, part.type) !== true,
  );
  return typeof wrong === 'object' ? say('noField', { got: wrong.written }) : undefined;
}

/** The parser's message without the words that Node-RED puts in front. */
function reasonOf(verdict: string | false): string {
  return verdict === false ? '' : verdict.replace(/^[^:]*:\s*/, '');
}
