import { isRecord } from '../core/reading';

const LONGEST_SHOWN = 120;

/** The expression that was entered in a field, as the editor shows it; undefined for a fixed value. */
function expressionIn(entered: unknown): string | undefined {
  if (typeof entered !== 'string' || !entered.startsWith('=')) return undefined;
  const shown = entered.slice(1).trim();
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)} …` : shown;
}

/** Nothing, or a text without any sign. An empty list is a list. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rule that a field breaks whose expression finds nothing, for example by a misspelt name; undefined for any other. */
export function lostRule(entered: unknown, value: unknown): string | undefined {
  const expression = isNothing(value) ? expressionIn(entered) : undefined;
  return expression === undefined ? undefined : `its expression finds nothing: ${expression}`;
}

/** What was entered at a path such as `options.timeout`. */
export function enteredAt(parameters: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), parameters);
}
