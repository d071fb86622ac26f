import { schemas, type Schema } from '../service/description';
import { isIdField, isObject } from './recording';

/**
 * Replaces every text and number by one of its kind, so that nothing personal is left: only the words of the description (`Whatsapp`), names
 * of fields, small whole numbers, and which ID is the same as which.
 */
export class Kinds {
  private readonly ids = new Map<string, string>();
  private readonly words = new Set(Object.values(schemas()).flatMap(wordsIn));

  json(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return this.text(value, field);
    if (typeof value === 'number') return numberOfKind(value);
    if (Array.isArray(value)) return value.map((entry: unknown) => this.json(entry, field));
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([name, entry]) => [fieldName(name), this.json(entry, name)]);
    // The only names that the sandbox knows.
    if (value.type === 'Person') fields.push(['address', 'Muster Anna']);
    if (value.type === 'Group') fields.push(['address', 'Team']);
    return Object.fromEntries(fields);
  }

  /** A path: its words remain, everything else is an ID. */
  path(path: string): string {
    const parts = path.split('/');
    return parts.map((part) => (/^([a-z]*|v\d)$/i.test(part) ? part : this.id(part))).join('/');
  }

  query(query: string): string {
    const pairs = [...new URLSearchParams(query)].map(([name, value]) => [
      fieldName(name),
      this.text(value, name),
    ]);
    return new URLSearchParams(pairs).toString();
  }

  /** An ID: the same one for the same value. */
  id(value: string): string {
    const known = this.ids.get(value) ?? `id-${this.ids.size + 1}`;
    this.ids.set(value, known);
    return known;
  }

  private text(value: string, field: string): string {
    if (this.words.has(value)) return value;
    if (isIdField(field)) return this.id(value);
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return '2000-01-01';
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return '2030-01-01T00:00:00Z';
    if (/^\+?[\d ()/.-]{5,}$/.test(value)) return phoneNumber(value);
    if (/^https?:\/\//i.test(value)) return 'https://example.com/';
    if (/^[^@\s]+@[^@\s]+$/.test(value)) return 'person@example.com';
    return 'x'.repeat(value.length);
  }
}

/** Whether a number has its country code, with either spelling, or a sender none, decides about the answer. */
function phoneNumber(value: string): string {
  if (value.startsWith('+')) return '+41795550111';
  return /^0[1-9]/.test(value) ? '0795550111' : '0041795550111';
}

function numberOfKind(value: number): number {
  if (!Number.isInteger(value)) return 0.5;
  return Math.abs(value) < 100 ? value : 100;
}

function fieldName(name: string): string {
  return /^[a-z_-]+$/i.test(name) ? name : 'field';
}

/** All values of an `enum` or `const` in a schema. */
function wordsIn(schema: Schema): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'const' || key === 'enum')
      found.push(...[value].flat().filter((each) => typeof each === 'string'));
    return value;
  });
  return found;
}
