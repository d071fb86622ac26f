import { DEEPEST, isPlainRecord, isRecord, leftByProgram, withList } from '../reading';
import { nameOfCharacter, replaceSpecialCharacters } from '../sms';
import type { Path, Placed } from './sentences';

/** A request with texts as its channel takes them, and what was changed. */
export interface AdaptedRequest {
  request: unknown;
  notes: Placed[];
}

/**
 * Changes the texts that a channel would refuse or charge twice: a template's text parameters on WhatsApp, unless the account's limits are not
 * strict, and the special characters of an SMS whose options have `replaceSpecial`, which the service does not know. A request of another
 * shape stays as it is: the contract reports it.
 */
export function adaptTexts(request: unknown, strictLimits: boolean): AdaptedRequest {
  const notes: Placed[] = [];
  if (!isRecord(request) || !isRecord(request['content'])) return { request, notes };
  const { channel, content } = request;
  if (strictLimits && channel === 'Whatsapp' && content['type'] === 'Template')
    return { request: { ...request, content: inOneLines(content, notes) }, notes };
  if (channel === 'Sms' && isRecord(content['options']) && 'replaceSpecial' in content['options'])
    return { request: { ...request, content: withPlainText(content, content['options'], notes) }, notes };
  return { request, notes };
}

function inOneLines(template: object, notes: Placed[]): unknown {
  return withList(template, 'components', (component, index) =>
    withList(component, 'parameters', (parameter, place) => {
      if (!isRecord(parameter) || parameter['type'] !== 'Text' || typeof parameter['text'] !== 'string')
        return parameter;
      const text = inOneLine(parameter['text']);
      if (text === parameter['text']) return parameter;
      const path = ['content', 'components', index, 'parameters', place, 'text'];
      notes.push({ key: 'templateSpaces', path });
      return { ...parameter, text };
    }),
  );
}

function withPlainText(
  content: Record<string, unknown>,
  { replaceSpecial, ...options }: Record<string, unknown>,
  notes: Placed[],
): object {
  const isOff = replaceSpecial === false || replaceSpecial === null || replaceSpecial === undefined;
  if (replaceSpecial !== true && !isOff) return content;
  const { text } = content;
  const known = { ...content, options };
  if (isOff || typeof text !== 'string') return known;
  const plain = replaceSpecialCharacters(text);
  if (plain.text === text) return known;
  const values = { characters: plain.replaced.map(nameOfCharacter).join(' ') };
  notes.push({ key: 'charactersReplaced', values, path: ['content', 'text'] });
  return { ...known, text: plain.text };
}

/** WhatsApp refuses line breaks, tabs and more than four spaces in a row in a parameter of a template. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, (spaces) =>
    spaces.length > MOST_SPACES || /[^ \u00A0]/.test(spaces) ? ' ' : spaces,
  );
}

const MOST_SPACES = 4;

/** Half of a character of two UTF-16 units, such as an emoji: no text can be sent with it. */
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * What is odd in a request: texts that nobody can have meant, an error if they cannot be sent, else a note; and binary data, which nobody can read
 * as text.
 */
export interface Odd {
  errors: Placed[];
  notes: Placed[];
  binary: Placed[];
}

/** Finds what is odd in a request, in one walk. */
export function oddIn(request: unknown): Odd {
  const odd: Odd = { errors: [], notes: [], binary: [] };
  look(request, [], odd);
  return odd;
}

/** @param path one array that changes with the walk: what keeps it copies it */
function look(value: unknown, path: Array<string | number>, odd: Odd): void {
  if (typeof value === 'string') return lookAtText(value, path, odd);
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return;
  if (ArrayBuffer.isView(value)) odd.binary.push({ key: 'noBinary', path: [...path] });
  const isList = Array.isArray(value);
  if (!isList && !isPlainRecord(value)) return;
  for (const name of Object.keys(value)) {
    path.push(isList ? Number(name) : name);
    look(Reflect.get(value, name), path, odd);
    path.pop();
  }
}

function lookAtText(text: string, path: Path, { errors, notes }: Odd): void {
  if (LONE_SURROGATE.test(text)) errors.push({ key: 'halfCharacter', path: [...path] });
  const left = leftByProgram(text);
  if (left !== undefined) notes.push({ key: 'leftByProgram', values: { left }, path: [...path] });
}
