import { withGot, type Path } from './sentences';

/** One thing that is wrong with a request, in plain words. */
export interface Problem {
  /** The path in the service's names: `content.action.buttons[2].title`; empty for the request as a whole. */
  path: string;
  /** The place in the form's labels, if a form was filled in: `Buttons 3 › Title`. */
  label?: string;
  /** What is required there: `at most 20 characters`. */
  rule: string;
  /** What was there instead, if that helps: `27`. */
  got?: string;
  /** The whole sentence for a person: `Buttons 3 › Title: at most 20 characters, got 27`. */
  message: string;
}

/** Gives the form's label of the field at a path of a request; undefined if the request was not entered in a form. */
export type LabelOf = (path: Path, request: unknown) => string | undefined;

export function problemAt(
  path: string,
  rule: string,
  { got, label }: { got?: string | undefined; label?: string | undefined } = {},
): Problem {
  const where = label ?? path;
  const sentence = got === undefined ? rule : withGot(rule, got);
  return {
    path,
    rule,
    ...(label === undefined ? {} : { label }),
    ...(got === undefined ? {} : { got }),
    message: where === '' ? sentence : `${where}: ${sentence}`,
  };
}

/** `['content', 'buttons', 2, 'title']` becomes `content.buttons[2].title`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
