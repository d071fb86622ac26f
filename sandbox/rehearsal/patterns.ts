/** What changes from run to run, each with the regular expression for its kind; an earlier kind goes first. */
const CHANGING: [kind: RegExp, pattern: string][] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i, '[0-9a-fA-F-]{36}'],
  // Dates, as 2026-12-31, 31.12.2026 and 12/31/2026.
  [/\b\d{4}-\d\d-\d\d\b/, '\\d{4}-\\d\\d-\\d\\d'],
  [/\b\d{1,2}([./])\d{1,2}\1\d{2,4}\b/, '\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}'],
  // Times.
  [/\b\d{1,2}:\d\d:\d\d\b/, '\\d{1,2}:\\d\\d:\\d\\d'],
  [/\b\d{1,2}:\d\d\b/, '\\d{1,2}:\\d\\d'],
  // Codes of letters and digits, such as A7K2Q9 or ORD-4711-X.
  [/(?<![\w-])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*(?<=.{5})(?![\w-])/, '[A-Z0-9-]+'],
  // Amounts and long numbers. A number of one or two digits is mostly a part of the wording: "Reply 1 or 2".
  [/\b\d{1,3}(?:['’,. ]\d{3})*[.,]\d{1,2}\b/, "[\\d'’., ]+"],
  [/\d{3,}/, '\\d+'],
];

const ANY = new RegExp(CHANGING.map(([kind], index) => `(?<k${index}>${unnumbered(kind)})`).join('|'), 'g');

/** In the joined expression, the group of the dates has another number. */
function unnumbered(kind: RegExp): string {
  return kind.source.replace('([./])', '[./]').replace('\\1', '[./]');
}

/**
 * A regular expression for a text in which numbers, times and codes may differ.
 * @returns undefined if nothing in the text looks as if it changed from run to run
 */
export function proposedPattern(text: string): string | undefined {
  let pattern = '';
  let end = 0;
  for (const match of text.matchAll(ANY)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined);
    const [, replacement = '.+'] = CHANGING[Number(kind?.[0].slice(1))] ?? [];
    pattern += escaped(text.slice(end, match.index)) + replacement;
    end = match.index + match[0].length;
  }
  return end === 0 ? undefined : pattern + escaped(text.slice(end));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The regular expression of a pattern for a whole text. Throws if it is none. */
export function wholeText(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'su');
}
