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
 * The parameters of several variants in one list, each in the order of its variant, and with the condition under which that is chosen.
 * Parameters that are the same in several become one, so that an entered value stays when another variant is chosen.
 */
export function shownByVariant(
  selector: string,
  variants: ReadonlyArray<readonly [Condition, readonly INodeProperties[]]>,
): INodeProperties[] {
  const shared: Array<{ text: string; property: INodeProperties; conditions: Condition[] }> = [];
  for (const [condition, properties] of variants) {
    let next = 0;
    for (const property of properties) {
      const text = JSON.stringify(property);
      const index = shared.findIndex((each) => each.text === text);
      if (index < 0) shared.splice(next, 0, { text, property, conditions: [condition] });
      else shared[index]?.conditions.push(condition);
      next = (index < 0 ? next : index) + 1;
    }
  }
  return shared.flatMap(({ property, conditions }) => shownIf({ [selector]: conditions }, [property]));
}
