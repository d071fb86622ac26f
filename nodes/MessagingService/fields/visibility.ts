import type { INodeProperties, IDisplayOptions } from 'n8n-workflow';

import type { Choice } from '../../../core/forms';
import { literalPattern } from '../../../core/literalPattern';

/** When a parameter is shown: the values of others. */
type Visibility = NonNullable<IDisplayOptions['show']>;
type Condition = NonNullable<Visibility[string]>[number];

/** Parameters with further conditions, which come before their own. */
export function shownIf(visibility: Visibility, properties: readonly INodeProperties[]): INodeProperties[] {
  return properties.map((property) => {
    const { displayOptions } = property;
    return {
      ...property,
      displayOptions: { ...displayOptions, show: { ...visibility, ...displayOptions?.show } },
    };
  });
}

/** Whether one of these is chosen, in any spelling that is read. n8n compares the value of an expression, which is empty while there is no data. */
export function isOneOf(choices: readonly Choice[]): Condition {
  return { _cnd: { regex: `^\\s*(?:${spellingsOf(choices)})\\s*$` } };
}

/** Whether none of these is chosen: it may be any other, or not be known yet. */
export function isNoneOf(choices: readonly Choice[]): Condition {
  return { _cnd: { regex: `^(?!\\s*(?:${spellingsOf(choices)})\\s*$)` } };
}

/** Whether a choice is made, or may be: all others are hidden. */
export function mayBe(value: string, choices: readonly Choice[]): Condition {
  return isNoneOf(choices.filter((choice) => choice.value !== value));
}

function spellingsOf(choices: readonly Choice[]): string {
  const texts = choices.flatMap(({ value, label }) => [value.toLowerCase(), label.toLowerCase()]);
  return [...new Set(texts)].map(inAnyCase).join('|');
}

/** n8n takes no flags. */
function inAnyCase(text: string): string {
  return literalPattern(text).replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/**
 * The parameters of several variants in one list, each in the order of its variant. Parameters that differ only in the variant become one,
 * so that an entered value stays when another variant is chosen.
 */
export function shareEqual(variants: ReadonlyArray<readonly INodeProperties[]>): INodeProperties[] {
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
  const either = [...(first[name] ?? []), ...(second[name] ?? [])];
  return { ...one, displayOptions: { ...one.displayOptions, show: { ...first, [name]: either } } };
}

/** A parameter as text, without the conditions under which it is shown. */
function bare(property: INodeProperties): string {
  return JSON.stringify({ ...property, displayOptions: undefined });
}
