import { isRecord } from '../../core/reading';

/** What one typed input of the editor holds: the type chosen and the value entered. */
export interface Leaf {
  t: string;
  v?: unknown;
}

/**
 * Reads what the editor has stored for a node. That comes from a flow file, which people edit, import and fill from the environment:
 * whatever is missing or of another kind takes the default, so that a node always starts. Without a schema, because zod takes longer
 * to load than all the rest of a node.
 */
export class Stored {
  private readonly values: Record<string, unknown>;

  constructor(values: unknown) {
    this.values = isRecord(values) ? values : {};
  }

  /** The value as it is. */
  value(name: string): unknown {
    return this.values[name];
  }

  /** A text without blanks around it; numbers (as environment variables give them) become text. */
  text(name: string): string {
    const value = this.values[name];
    return Number.isFinite(value) ? String(value) : this.exactText(name).trim();
  }

  /** A text with the blanks around it, as a password may have. */
  exactText(name: string): string {
    const value = this.values[name];
    return typeof value === 'string' ? value : '';
  }

  /** A switch, also as text. */
  flag(name: string): boolean {
    return this.values[name] === true || this.values[name] === 'true';
  }

  /** One of several words; the first is the default. */
  choice<const Word extends string>(name: string, ...words: readonly [Word, ...Word[]]): Word {
    return words.find((word) => word === this.values[name]) ?? words[0];
  }

  /** A number, also as text, or none. */
  optionalNumber(name: string): number | undefined {
    const value = this.values[name];
    const isNumberText = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim());
    return Number.isFinite(value) || isNumberText ? Number(value) : undefined;
  }

  /** A number from `least` to `most`, also as text. */
  number(name: string, byDefault: number, least: number, most: number): number {
    const value = this.optionalNumber(name);
    return value !== undefined && value >= least && value <= most ? value : byDefault;
  }

  /** A whole number from `least` to `most`, also as text. */
  wholeNumber(name: string, byDefault: number, least: number, most: number): number {
    const value = this.number(name, byDefault, least, most);
    return Number.isInteger(value) ? value : byDefault;
  }

  /** A list of texts. */
  texts(name: string): string[] {
    const value = this.values[name];
    const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    return isTexts ? value : [];
  }

  /** A typed input. */
  leaf(name: string, byDefault: Leaf): Leaf {
    const value = this.values[name];
    return isRecord(value) && typeof value['t'] === 'string' ? { t: value['t'], v: value['v'] } : byDefault;
  }
}
