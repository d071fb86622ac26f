import { isSentenceKey, sentenceOf } from '../../core/contract/sentences';
import { placeText } from '../../core/forms/place';
import { translate } from '../red';
import { formText } from '../texts';
import type { PlacedProblem, EditorProblem } from './problem';

/** A problem in the user's language: a sentence of the contract, or a text of the catalog. */
export function explain(problem: EditorProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const { key, values = {} } = problem;
  return isSentenceKey(key) ? sentenceOf({ key, values }, formText) : translate(`problems.${key}`, values);
}

/** Problems with their places: `Buttons 2 › Title: at most 20 characters, got 27`. */
export function explainAll(problems: PlacedProblem[]): string[] {
  return problems.map((problem) => {
    const where = placeText(problem.where, formText);
    return where === '' ? (explain(problem) ?? '') : `${where}: ${explain(problem)}`;
  });
}
