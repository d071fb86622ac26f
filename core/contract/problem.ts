import type { Said } from '../errors/sentence';
import { say } from '../errors/texts';
import { said, type Path, type Placed } from './sentences';

/** What is wrong with one field of a request. */
export interface Problem {
  /** The path in the service's names: `content.action.buttons[2].title`; empty for the request as a whole. */
  parameter: string;
  /** The place in the form's labels, if a form was filled in: `Buttons 3 › Title`. */
  label?: string;
  /** What is required there, and what was there instead: `at most 20 characters, got 27`. */
  messages: readonly Said[];
}

/** Gives the form's label of the field at a path of a request; undefined if the request was not entered in a form. */
export type LabelOf = (path: Path, request: unknown) => string | undefined;

export function problemAt(parameter: string, said: Said, label?: string): Problem {
  return { parameter, ...(label === undefined ? {} : { label }), messages: [said] };
}

/** What was found in a request, in sentences for a person. */
export function problemOf(finding: Placed, request: unknown, labelOf?: LabelOf): Problem {
  return problemAt(formatPath(finding.path), said(finding), labelOf?.(finding.path, request));
}

/** The first thing that is wrong, after its place. */
export function problemText({ parameter, label = parameter, messages: [said = ''] }: Problem): Said {
  return label === '' ? said : say('colon', { before: label, after: said });
}

/** `['content', 'buttons', 2, 'title']` becomes `content.buttons[2].title`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
