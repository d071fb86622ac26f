import { limits } from '../contract/limits';
import type { Path } from '../contract/sentences';
import { isRecord } from '../reading';

/** What a person can choose: the user's own value, and the text on the button or row if it is known. */
export interface AskOption {
  value: string;
  title: string;
}

/** Where a content has the values that a person can choose (specification 2.5): buttons, rows of a list, payloads of a template's quick replies. */
const PLACES = [
  { type: 'Interactive', at: ['action', 'buttons', '*', 'id'], longest: limits.buttonId },
  { type: 'Interactive', at: ['action', 'sections', '*', 'rows', '*', 'id'], longest: limits.rowId },
  { type: 'Template', at: ['components', '*', 'parameters', '*', 'payload'], longest: limits.buttonId },
] as const;

/** What a person can choose in a content. */
export function optionsIn(content: unknown): AskOption[] {
  const options: AskOption[] = [];
  eachOption(content, (value, title) => {
    options.push({ value, title });
    return value;
  });
  return options;
}

type Change = (value: string, title: string, place: { path: Path; longest: number }) => string;

/** Copies a content with changed ids. Parts that do not follow the contract are left alone; the contract reports them later. */
export function eachOption(content: unknown, change: Change): unknown {
  const type = isRecord(content) ? content['type'] : undefined;
  return PLACES.filter((place) => place.type === type).reduce(
    (whole: unknown, { at, longest }) =>
      changedAt(whole, at, ['content'], (value, title, path) => change(value, title, { path, longest })),
    content,
  );
}

function changedAt(
  value: unknown,
  [step = '', ...further]: readonly string[],
  path: Path,
  change: (value: string, title: string, path: Path) => string,
): unknown {
  if (step === '*')
    return Array.isArray(value)
      ? value.map((entry, index) => changedAt(entry, further, [...path, index], change))
      : value;
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  // Other components of a template cannot be tapped.
  if (step === 'parameters' && value['type'] !== 'QuickReplyButton') return value;
  const { [step]: inner, title } = value;
  const at = [...path, step];
  if (further.length > 0) return { ...value, [step]: changedAt(inner, further, at, change) };
  if (typeof inner !== 'string') return value;
  return { ...value, [step]: change(inner, typeof title === 'string' ? title : '', at) };
}
