/* How this package says something: a sentence is data until a person reads it. Imports nothing, so that a browser can use it. */

/** A text as it is, such as the words of the service or of Node.js, or a sentence of this package. */
export type Said = string | Sentence;

/** A sentence: its key in a table, its English text, and what stands for `{name}` in it. Plain data. */
export interface Sentence {
  readonly key: string;
  readonly english: string;
  readonly values: Values;
}

export type Values = Readonly<Record<string, Said | number>>;

/** Where a text is read. */
export interface Edge {
  /** What the platform calls an account: the value of `{account}`. */
  account?: string;
  /** The sentence of a key in another language; what is undefined stays English. */
  translate?: (key: string) => string | undefined;
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'account' | `${string} ${string}`> | NamesIn<Rest>
  : never;

/** The values that a text needs; `got`, what was there instead, may come with any. */
export type ValuesFor<Text extends string> = [NamesIn<Text>] extends [never]
  ? [values?: { readonly got?: Said | number | undefined }]
  : [values: Readonly<Record<NamesIn<Text>, Said | number>> & { readonly got?: Said | number | undefined }];

/** Makes the function that says the sentences of a table. */
export function sayer<Table extends Readonly<Record<string, string>>>(table: Table) {
  return <Key extends keyof Table & string>(key: Key, ...[values]: ValuesFor<Table[Key]>): Sentence =>
    sentence(key, table[key] ?? key, values);
}

export function sentence(
  key: string,
  english: string,
  values: Readonly<Record<string, Said | number | undefined>> = {},
): Sentence {
  const there = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { key, english, values: Object.fromEntries(there) };
}

/** How a sentence says what was there instead. */
export const GOT = '{sentence}, got {got}';

/** Where a sentence goes on after another, which then loses its full stop. */
const GOES_ON = /^(?:[.,]|\s?[:;(])/;

function withoutStop(text: string): string {
  return text.replace(/[.:;]\s*$/, '');
}

/** Where advice begins: behind a colon that is not in brackets. */
const ADVICE = /(?<=^[^(]*)\s?: /;

/** The text of a sentence for who reads it. What was there instead stands before the advice that follows a colon: nobody looks for it behind that. */
export function textOf(said: Said, edge: Edge = {}): string {
  if (typeof said === 'string') return said;
  const { key, english, values } = said;
  const { account = 'account', translate } = edge;
  const template = translate?.(key) ?? english;
  const known: Values = { account, ...values };
  const text = template.replace(/\{(\w+)\}/g, (placeholder, name: string, at: number) => {
    const value = Object.hasOwn(known, name) ? known[name] : placeholder;
    const shown = typeof value === 'number' ? String(value) : textOf(value ?? '', edge);
    const isWithin = typeof value === 'object' && GOES_ON.test(template.slice(at + placeholder.length));
    return isWithin ? withoutStop(shown) : shown;
  });
  const instead = values['got'];
  if (instead === undefined || template.includes('{got}')) return text;
  const colon = text.search(ADVICE);
  const end = colon < 0 ? text.length : colon;
  return `${textOf(sentence('got', GOT, { sentence: text.slice(0, end), got: instead }), edge)}${text.slice(end)}`;
}
