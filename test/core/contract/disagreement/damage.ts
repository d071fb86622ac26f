import fc, { type Arbitrary } from 'fast-check';

/** One change to a request, somewhere in it. */
export interface Damage {
  /** Which place in the request, modulo their number. */
  place: number;
  kind: (typeof kinds)[number];
  /** Which of the values of this kind, modulo their number. */
  choice: number;
}

const kinds = ['remove', 'rename', 'replace', 'lengthen', 'add', 'otherCase', 'repeat', 'move'] as const;

export const damage: Arbitrary<Damage> = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom(...kinds),
  choice: fc.nat(),
});

/** What a field is replaced by: other types, other formats, and values just beyond a limit. */
// prettier-ignore
const strangers: unknown[] = [
  null, true, 0, 1.5, -1, 11, 2147483648, -2147483649, 180.01, 90.5, 1e300, '', ' ', [], [null], {}, { type: null }, ['Text'],
  { toString: 1 }, 'Text', 'text', 'Sms', 'sms', 'Number', 'List', 'Button', 'Sticker', 'Image', 'Email', 'Url', 'All', 'en', 'EN',
  '+41791234567', '0791234567', '+1234', '+1234567890123456', '+41 79 123 45 67', '+41791234567\n', '+٤١٧٩١٢٣٤٥٦٧',
  'CH.13491208655302741918', 'CH.ENT.11815799212886844830', 'CH.', 'ch.1349', 'CHE.1349', 'CH.13-49', `CH.${'1'.repeat(129)}`, '+41791234567/8',
  'https://example.com', 'HTTPS://example.com', 'https://', 'https://a b', 'https://a\n', 'ftp://a', 'anna@example.com', 'a@b', 'a@@b.c',
  'a@b..c', 'a@.b.c', 'a@b.c.', 'a@b. c', 'é@é.é',
  '2026-12-24T18:00:00Z', '2026-12-24T18:00', '2026-12-24T18:00:60Z', '2026-12-24T24:00:00Z', '2026-02-29T00:00:00Z', '2026-12-24t18:00:00z',
  '2026-12-24', '1985-02-30', '1985-4-3', '0000-01-01', '2026-12-24T18:00:00.Z', '2026-12-24T18:00:00+24:00', '2026-12-24T18:00:00+0100',
  'Müller', 'a'.repeat(12), '1'.repeat(17), 'CHFR', 'CH', '\u007F', '\u0000', '\uD800', '😀', 'a\u00A0b', 'Łódź', '\f', '\u001B',
  '*bold*', '_a b_', '~x~', '`x`', '* a *', 'a*b*c', '**', '__', '*a*b', 'é*a*', '*é*', '*\u0301*', '*a\nb*', '*a', '1️⃣', '❤', '❤\uFE0F', '☺', '⌚',
];

const lengths = [4, 20, 21, 24, 25, 60, 61, 72, 73, 200, 201, 256, 257, 1000, 1001, 1024, 1025, 4096, 4097];

/** A damaged copy of the request. */
export function damaged(request: unknown, wounds: readonly Damage[]): unknown {
  const copy = copied(request);
  for (const wound of wounds) hurt(copy, wound);
  return copy;
}

interface Place {
  owner: Record<string, unknown>;
  key: string;
}

/** Every field and list entry below a value. Lists are objects whose keys are their positions. */
function placesIn(value: unknown): Place[] {
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => [{ owner: value, key }, ...placesIn(value[key])]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hurt(request: unknown, { place, kind, choice }: Damage): void {
  const places = placesIn(request);
  const at = places[place % Math.max(1, places.length)];
  if (at === undefined) return;
  const { owner, key } = at;
  const value = owner[key];
  switch (kind) {
    case 'remove':
      return remove(owner, key);
    case 'rename':
      remove(owner, key);
      put(owner, `${key}s`, value);
      return;
    case 'replace':
      return put(owner, key, copied(strangers[choice % strangers.length]));
    case 'lengthen':
      return put(owner, key, lengthened(value, choice));
    case 'add':
      return put(
        isObject(value) ? value : owner,
        additions[choice % additions.length] ?? 'extra',
        copied(value),
      );
    case 'otherCase':
      return put(owner, key, otherCase(value, choice));
    case 'repeat':
      return repeat(value, 1 + (choice % 11));
    case 'move': {
      const other = places[choice % places.length];
      if (other !== undefined) put(owner, key, copied(other.owner[other.key]));
    }
  }
}

const additions = ['extra', 'text', 'type', 'index', 'url'];

function copied(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

/** Removing an entry of a list leaves no hole; a key that is not a position is ignored. */
function remove(owner: Record<string, unknown>, key: string): void {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}

function put(owner: Record<string, unknown>, key: string, value: unknown): void {
  if (!Array.isArray(owner) || /^\d+$/.test(key)) owner[key] = value;
}

function lengthened(value: unknown, choice: number): unknown {
  const length = lengths[choice % lengths.length] ?? 1;
  const character = [...(typeof value === 'string' ? value : '')].at(-1) ?? 'a';
  if (typeof value === 'string' && choice % 3 === 0 && value !== '') return value + character.repeat(length);
  return character.repeat(length);
}

function otherCase(value: unknown, choice: number): unknown {
  // An object may have a field named toString.
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return [value.toLowerCase(), value.toUpperCase(), value.charAt(0).toLowerCase() + value.slice(1)][
    choice % 3
  ];
}

function repeat(value: unknown, count: number): void {
  if (!Array.isArray(value) || value.length === 0) return;
  for (let index = 0; index < count; index += 1) value.push(copied(value[0]));
}

/** A field name in other case, in place of the correct one or beside it. */
export const letters = fc.record({ place: fc.nat(), beside: fc.boolean() });

/** The request with one field name in capitals; undefined if no name can be changed. */
export function inCapitals(request: unknown, { place, beside }: { place: number; beside: boolean }): unknown {
  const copy = copied(request);
  const fields = placesIn(copy).filter(
    ({ owner, key }) => !Array.isArray(owner) && !Object.hasOwn(owner, key.toUpperCase()),
  );
  const at = fields[place % Math.max(1, fields.length)];
  if (at === undefined) return undefined;
  at.owner[at.key.toUpperCase()] = at.owner[at.key];
  if (!beside) delete at.owner[at.key];
  return copy;
}
