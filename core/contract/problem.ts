import { textOf, type Said } from '../errors/sentence';
import { say } from '../errors/texts';
import type { Path } from './sentences';

/** One thing that is wrong with a request. */
export interface Problem {
  /** The path in the service's names: `content.action.buttons[2].title`; empty for the request as a whole. */
  path: string;
  /** The place in the form's labels, if a form was filled in: `Buttons 3 › Title`. */
  label?: string;
  /** What is required there, and what was there instead: `at most 20 characters, got 27`. */
  said: Said;
  /** All of it in English: `Buttons 3 › Title: at most 20 characters, got 27`. */
  message: string;
}

/** Gives the form's label of the field at a path of a request; undefined if the request was not entered in a form. */
export type LabelOf = (path: Path, request: unknown) => string | undefined;

export function problemAt(path: string, said: Said, label?: string): Problem {
  const problem = { path, said, ...(label === undefined ? {} : { label }) };
  return { ...problem, message: textOf(problemText(problem)) };
}

/** What is wrong, after its place. */
export function problemText({
  path,
  label = path,
  said,
}: {
  path: string;
  label?: string | undefined;
  said: Said;
}): Said {
  return label === '' ? said : say('colon', { before: label, after: said });
}

/** `['content', 'buttons', 2, 'title']` becomes `content.buttons[2].title`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
