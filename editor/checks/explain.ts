import { isSentenceKey, said, type Path } from '../../core/contract/sentences';
import type { Values } from '../../core/errors/sentence';
import { placeText, type Place } from '../../core/forms/place';
import { translate } from '../red';
import { errorText, formLabel } from '../texts';

/** What is wrong: a sentence of the contract or a text of the catalog (`editor.problems`), with its values and its place on the form. */
export interface EditorProblem {
  key: string;
  values?: Values;
  /** Empty if the text says it; by default the label of the row. */
  where?: Place;
  /** The row, and the field in what it stores; by default the row that is checked. */
  path?: Path;
}

/** A problem in the user's language. */
export function explain({ key, values = {} }: EditorProblem): string {
  return isSentenceKey(key)
    ? errorText(said({ key, values }))
    : translate(`problems.${key}`, textsOf(values));
}

/** The place of a problem in the user's language: `Buttons 2 › Title`. */
export function placeOfProblem({ where = [] }: EditorProblem): string {
  return placeText(where, formLabel);
}

function textsOf(values: NonNullable<EditorProblem['values']>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : errorText(value),
    ]),
  );
}
