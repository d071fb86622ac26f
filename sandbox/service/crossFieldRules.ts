import type Ajv2020 from 'ajv/dist/2020';
import type { SchemaValidateFunction } from 'ajv';
import { outsideGsm } from '../state/smsPages';

/** The rules that JSON Schema cannot express. Each is a keyword `x-...` that `openapi.yaml` uses where it applies. */
export function addCrossFieldRules(ajv: Ajv2020): void {
  ajv.addKeyword({ keyword: 'x-exactly-one-of', type: 'object', validate: exactlyOneOf });
  ajv.addKeyword({ keyword: 'x-at-least-one-of', type: 'object', validate: atLeastOneOf });
  ajv.addKeyword({ keyword: 'x-unique-ids', type: 'array', validate: uniqueIds });
  ajv.addKeyword({ keyword: 'x-max-rows-in-all-sections', type: 'array', validate: maxRowsInAllSections });
  ajv.addKeyword({ keyword: 'x-titles-when-several', type: 'array', validate: titlesWhenSeveral });
  ajv.addKeyword({ keyword: 'x-max-combined-length', type: 'array', validate: maxCombinedLength });
  ajv.addKeyword({ keyword: 'x-gsm-when-forced', type: 'object', validate: gsmWhenForced });
  ajv.addKeyword({ keyword: 'x-no-emoji', type: 'string', validate: noEmoji });
  ajv.addKeyword({ keyword: 'x-no-markdown', type: 'string', validate: noMarkdown });
}

/** The keyword in errors of these rules. */
export const CROSS_FIELD_RULE = 'x-rule';

type Fields = Record<string, unknown>;

const exactlyOneOf: SchemaValidateFunction = (names: string[], data: Fields) => {
  const set = names.filter((name) => isSet(data[name]));
  if (set.length === 1) return true;
  const last = names[names.length - 1];
  return set.length === 0
    ? broken(exactlyOneOf, names[0], `Either ${names.join(' or ')} is required.`)
    : broken(exactlyOneOf, last, `Only one of ${names.join(' and ')} can be set.`);
};

const atLeastOneOf: SchemaValidateFunction = (names: string[], data: Fields) =>
  names.some((name) => isSet(data[name])) ||
  broken(atLeastOneOf, names[0], `Either ${names.join(' or ')} is required.`);

const uniqueIds: SchemaValidateFunction = (_rule: true, data: unknown[]) => {
  const ids = data.map((entry) => field(entry, 'id')).filter((id) => id !== undefined);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  return (
    repeated === undefined ||
    broken(uniqueIds, undefined, `The id '${String(repeated)}' is used more than once.`)
  );
};

const maxRowsInAllSections: SchemaValidateFunction = (maximum: number, data: unknown[]) => {
  const rows = data
    .map((section) => field(section, 'rows'))
    .reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  return (
    rows <= maximum ||
    broken(maxRowsInAllSections, undefined, `At most ${maximum} rows across all sections, got ${rows}.`)
  );
};

const titlesWhenSeveral: SchemaValidateFunction = (_rule: true, data: unknown[]) => {
  if (data.length < 2) return true;
  const untitled = data.findIndex((section) => !isSet(field(section, 'title')));
  return (
    untitled === -1 ||
    broken(titlesWhenSeveral, `${untitled}/title`, 'A title is required when there is more than one section.')
  );
};

const maxCombinedLength: SchemaValidateFunction = (maximum: number, data: unknown[]) => {
  const addresses = data
    .map((entry) => field(entry, 'address'))
    .filter((address) => typeof address === 'string');
  const length = addresses.reduce((sum, address) => sum + [...address].length, 0);
  return (
    length <= maximum ||
    broken(
      maxCombinedLength,
      undefined,
      `At most ${maximum} characters in all addresses together, got ${length}.`,
    )
  );
};

const MOST_SHOWN = 10;

const gsmWhenForced: SchemaValidateFunction = (_rule: true, data: Fields) => {
  if (field(data.options, 'forceGsm') !== true || typeof data.text !== 'string') return true;
  const characters = outsideGsm(data.text);
  const shown = characters.slice(0, MOST_SHOWN).join(' ');
  return (
    characters.length === 0 ||
    broken(gsmWhenForced, 'text', `With forceGsm, characters outside GSM-7 are not allowed: ${shown}`)
  );
};

const EMOJI = /[\p{Emoji_Presentation}\uFE0F\u20E3]/u;

const noEmoji: SchemaValidateFunction = (_rule: true, data: string) =>
  !EMOJI.test(data) || broken(noEmoji, undefined, 'Emojis are not allowed.');

const MARKDOWN = /(?<![\p{L}\p{N}])([*_~`])(?=\S).+?(?<=\S)\1(?![\p{L}\p{N}])/su;

/** Every text with this rule has a maximum length far below this, so that a longer one is refused anyway. */
const LONGEST_SEARCHED = 500;

const noMarkdown: SchemaValidateFunction = (_rule: true, data: string) =>
  !MARKDOWN.test(data.slice(0, LONGEST_SEARCHED)) ||
  broken(noMarkdown, undefined, 'Markdown is not allowed.');

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function field(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null
    ? new Map<string, unknown>(Object.entries(entry)).get(name)
    : undefined;
}

/** Reports a broken rule to the validator; `at` is the field, relative to where the rule is defined. */
function broken(rule: SchemaValidateFunction, at: string | undefined, message: string): false {
  rule.errors = [{ keyword: CROSS_FIELD_RULE, message, params: { at } }];
  return false;
}
