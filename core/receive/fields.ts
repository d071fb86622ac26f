import { asText, isRecord } from '../reading';
import { formIn } from './form';
import { asInternationalNumber } from '../contract/phoneNumber';
import { ENVELOPES, plainName } from './vocabulary';

/** The values of each plain name, outer objects before inner ones. A Map, so that `__proto__` is a field like any other. */
export type Fields = ReadonlyMap<string, readonly unknown[]>;

/** Two envelopes, such as one and a list of one event, and the content in them. */
const MAX_DEPTH = 3;

/** The fields of a body and of the envelopes in it: an object, a list of one, or a form (`a=1&b=2`). Never throws. */
export function collectFields(raw: unknown, depth = MAX_DEPTH): Fields {
  const isForm = typeof raw === 'string' && raw.includes('=');
  return fieldsIn(isForm ? formIn(raw) : raw, depth);
}

function fieldsIn(value: unknown, depth: number): Fields {
  const fields = new Map<string, unknown[]>();
  let level = [asObject(value)];
  for (let left = depth; level.length > 0; left -= 1) {
    const inner: Array<Record<string, unknown> | undefined> = [];
    for (const [written, field] of level.flatMap((object) => Object.entries(object ?? {}))) {
      const name = plainName(written);
      const values = fields.get(name);
      if (values === undefined) fields.set(name, [field]);
      else values.push(field);
      if (left > 0 && ENVELOPES.has(name)) inner.push(asObject(field));
    }
    level = inner;
  }
  return fields;
}

/** Whether a body or a query is empty. */
export function isBlank(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true;
  if (typeof raw === 'string') return raw.trim() === '';
  if (raw instanceof Uint8Array) return raw.length === 0;
  return typeof raw === 'object' && Object.keys(raw).length === 0;
}

/** The first value that `read` accepts. Earlier names win over later ones, even if those are in an outer object. */
export function readFirst<Found>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => Found | undefined,
): Found | undefined {
  for (const name of names) {
    for (const value of fields.get(name) ?? []) {
      const found = read(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The first text or number with one of the names that is not empty, trimmed. */
export function readFilledText(fields: Fields, names: readonly string[]): string | undefined {
  return readFirst(fields, names, filledText);
}

/** As `readFilledText`, for an id. Undefined if the first one is a number that may have lost digits: it could be the id of another message. */
export function readId(fields: Fields, names: readonly string[]): string | undefined {
  const given = readFirst(fields, names, (value) =>
    filledText(value) === undefined ? undefined : { value },
  );
  if (typeof given?.value === 'number' && !Number.isSafeInteger(given.value)) return undefined;
  return filledText(given?.value);
}

/** The fields of the first object with one of the names, and that name; none if there is no such object. */
export function readObject(
  fields: Fields,
  names: readonly string[],
): { name: string | undefined; within: Fields } {
  const name = names.find((each) => fields.get(each)?.some((value) => asObject(value) !== undefined));
  const object = name === undefined ? undefined : readFirst(fields, [name], asObject);
  return { name, within: fieldsIn(object, 0) };
}

/** A text or number that is not empty, trimmed. */
export function filledText(value: unknown): string | undefined {
  return asText(value)?.trim() || undefined;
}

/** As `filledText`, for a phone number: in international format if possible. Restores the leading +, which a query string turns into a blank. */
export function addressText(value: unknown): string | undefined {
  const written = typeof value === 'string' && /^ [1-9]/.test(value) ? `+${value.trim()}` : filledText(value);
  return written === undefined ? undefined : (asInternationalNumber(written) ?? written);
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(single) ? single : undefined;
}
