/*
 * A text with values in it, as core's template node has them: `Alarm: {{payload}}`. Only values: sections, partials and comments are
 * refused, and nothing is escaped as HTML. So a text needs no template library, and one that finds nothing is never sent with a gap.
 */

/** A value in a text: where it comes from, as a typed input has it, and how it is written there. */
export interface TextField {
  type: 'msg' | 'flow' | 'global' | 'env';
  value: string;
  written: string;
}

/** `{{x}}`, `{{{x}}}` and `{{&x}}`. */
const FIELD = /\{\{\{([^{}]*)\}\}\}|\{\{&?([^{}]*)\}\}/g;

/** `flow.x`, `flow[store].x` and so on; without one of these words, a property of the message. */
const PLACE = /^(msg|flow|global|env)(?:\[([^\][]+)\])?\.(.+)$/s;

/** The parts of a text: what is written, and the values between. Undefined for a text without any. */
export function textParts(text: string): Array<string | TextField> | undefined {
  if (!text.includes('{{')) return undefined;
  const parts: Array<string | TextField> = [];
  let end = 0;
  for (const match of text.matchAll(FIELD)) {
    const [written, plain, other = ''] = match;
    parts.push(text.slice(end, match.index), fieldNamed((plain ?? other).trim(), written));
    end = match.index + written.length;
  }
  return parts.length === 0 ? undefined : [...parts, text.slice(end)];
}

function fieldNamed(name: string, written: string): TextField {
  const [, place = 'msg', store, property = name] = PLACE.exec(name) ?? [];
  const type = (['flow', 'global', 'env'] as const).find((each) => each === place) ?? 'msg';
  return { type, value: store === undefined ? property : `#:(${store})::${property}`, written };
}

/** Whether a typed input has the same value for every message. */
export function isConstant({ t, v }: { t: string; v?: unknown }): boolean {
  if (t === 'str') return typeof v !== 'string' || textParts(v) === undefined;
  return ['num', 'bool', 'json', 'env'].includes(t);
}
