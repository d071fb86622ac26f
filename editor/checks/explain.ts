import { translate } from '../red';
import { formText } from '../texts';
import type { PlacedProblem, Problem } from './problem';

/** A problem in the language of the user. */
export function explain(problem: Problem | undefined): string | undefined {
  return problem && translate(`problems.${problem.key}`, problem.values);
}

/** Problems with the way to them: `Content › Buttons › 2 › Title: at most 20 characters, not 27`. */
export function explainAll(problems: PlacedProblem[]): string[] {
  return problems.map((problem) => {
    const where = problem.where.map((part) => formText(part)).join(' › ');
    return where === '' ? (explain(problem) ?? '') : `${where}: ${explain(problem)}`;
  });
}
