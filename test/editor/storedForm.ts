import type { Said } from '../../core/errors/sentence';

/** A value as the form stores it when it is entered: every text, number and switch as a typed input, `type` of one of several as text. */
export function typedIn(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(typedIn);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'type' ? inner : typedIn(inner)]),
    );
  }
  return { t: kinds[typeof value] ?? 'str', v: String(value) };
}

const kinds: Record<string, string> = { string: 'str', number: 'num', boolean: 'bool' };

/** The key of what is said. */
export function keyOf(said: Said | undefined): string | undefined {
  return typeof said === 'object' ? said.key : said;
}
