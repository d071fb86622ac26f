import { isRecord } from '../../core/reading';

/** What one typed input of the editor holds: the type chosen and the value entered. */
export interface Leaf {
  t: string;
  v?: unknown;
}

/** A setting in which `${NAME}` was left, because there is no such variable. */
export interface UnsetVariable {
  /** The way to it, such as `message.to`. */
  path: string;
  variable: string;
}

/** As Node-RED reads it: the whole value, and no blanks. */
const ENVIRONMENT_VARIABLE = /^\$\{(\S+)\}$/;

/** Settings that are not sent and stop nothing. */
const WITHOUT_EFFECT = ['name', 'info'];

/**
 * The environment variables that settings ask for and that are not set. Node-RED puts the value in place of `${NAME}` before a node
 * sees its settings; what is still there would be sent as it stands.
 */
export function unsetVariables(settings: unknown): UnsetVariable[] {
  if (!isRecord(settings)) return [];
  const used = Object.entries(settings).filter(([name]) => !WITHOUT_EFFECT.includes(name));
  return used.flatMap(([name, value]) => unsetIn(value, name));
}

function unsetIn(value: unknown, path: string): UnsetVariable[] {
  if (typeof value === 'string') {
    const variable = ENVIRONMENT_VARIABLE.exec(value)?.[1];
    return variable === undefined ? [] : [{ path: fieldAt(path), variable }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => unsetIn(entry, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  const { t, v } = value;
  // Names of variables, and JSONata, in which ${…} has a meaning of its own, are read with the message.
  if (t === 'env' || t === 'jsonata') return [];
  return typeof t === 'string'
    ? unsetIn(v, path)
    : Object.entries(value).flatMap(([name, inner]) => unsetIn(inner, `${path}.${name}`));
}

/** The name that errors of the contract give to the field. */
function fieldAt(path: string): string {
  return path.replace(/^form\.(?:message\.)?/, '');
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
