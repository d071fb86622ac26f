import type { IDisplayOptions } from 'n8n-workflow';

export type Conditions = NonNullable<IDisplayOptions['show']>;
export type Condition = NonNullable<Conditions[string]>[number];

/** What can be chosen. */
interface Named {
  value: string;
  label: string;
}

/**
 * Conditions for a parameter that may be an expression. The editor puts in what the expression gives for the item that is shown: any spelling
 * of a choice, or nothing as long as there is no data.
 */

/** Whether one of these is chosen, in any spelling that is read. */
export function isOneOf(choices: readonly Named[]): Condition {
  return { _cnd: { regex: `^\\s*(?:${spellingsOf(choices)})\\s*$` } };
}

/** Whether none of these is chosen: it may be any other, or not be known yet. */
export function isNoneOf(choices: readonly Named[]): Condition {
  return { _cnd: { regex: `^(?!\\s*(?:${spellingsOf(choices)})\\s*$)` } };
}

/** Whether a choice is made, or may be: all others are hidden. */
export function mayBe(value: string, choices: readonly Named[]): Condition {
  return isNoneOf(choices.filter((choice) => choice.value !== value));
}

function spellingsOf(choices: readonly Named[]): string {
  const texts = choices.flatMap(({ value, label }) => [value.toLowerCase(), label.toLowerCase()]);
  return [...new Set(texts)].map(inAnyCase).join('|');
}

/** n8n takes no flags. */
function inAnyCase(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
