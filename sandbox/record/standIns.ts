import { isObject } from './exchange';

/** Their words say what a request is: without them, it could not be repeated. */
const REQUEST_WORDS = /^(type|channel|forEvent|smsType|policy)$/i;
const ANSWER_WORDS = /^(code|state|status|error|errorCode)$/i;
const ERROR_FIELDS = /error|problem|reason|fault|detail/i;
const WORD = /^[A-Za-z][A-Za-z_]{0,39}$/;
const ID_FIELD = /id(s|list)?$/i;
const DATE = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const PHONE = /^(?:\+|00)?\d[\d ()/.-]*$/;
const GSM = /^[\n\r @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà0-9-]$/u;
const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;
/** The parts of an error's text: addresses and what is encoded, long numbers, words. */
const PARTS =
  /\S{0,99}(?:@|:\/\/|%[\da-f]{2})\S*|\+?\d(?:[ ()/.-]{0,2}\d){4,}(?![\p{L}\d])|[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*/giu;

/** Replaces what is personal, the same value always by the same stand-in. Words of the protocol and of errors, dates and small numbers remain. */
export class StandIns {
  private readonly given = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  /** User names and passwords, in the usual encodings. */
  private readonly secrets = new Set<string>();
  /** What was replaced: its words, and its usual encodings. An error may repeat it. */
  private readonly sentWords = new Set<string>();
  private readonly sentEncoded = new Set<string>();

  /** Remembers a user name and password that must not appear. */
  addCredentials(authorization = ''): void {
    const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
    if (token === '') return;
    const pair = /^basic$/i.test(scheme) ? Buffer.from(token, 'base64').toString('utf8') : '';
    const colon = pair.indexOf(':');
    for (const secret of [token, pair, pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)]) {
      if (secret === '') continue;
      for (const form of [secret, ...encodingsOf(secret)]) this.secrets.add(form.toLowerCase());
      this.remember(secret);
    }
  }

  /**
   * A JSON value with stand-ins, in its field names too.
   * @param isError - whether it tells what went wrong
   */
  json(value: unknown, isError: boolean, field = ''): unknown {
    if (typeof value === 'string') return this.value(value, field, isError);
    if (/^(longitude|latitude)$/i.test(field) && typeof value === 'number') return 7;
    if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : Number(this.digits(String(value)));
    if (Array.isArray(value)) return value.map((entry: unknown) => this.json(entry, isError, field));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, entry]) => [
      this.name(name),
      this.json(entry, isError || ERROR_FIELDS.test(name), name),
    ]);
    return Object.fromEntries(entries);
  }

  /** A path: its words remain, everything else is an ID. */
  path(path: string): string {
    const parts = path
      .split('/')
      .map((part) => (/^([a-z]+|v\d)?$/i.test(part) && !this.isSecret(part) ? part : this.id(part)));
    return parts.join('/');
  }

  query(query: string): string {
    const pairs = [...new URLSearchParams(query)];
    return new URLSearchParams(
      pairs.map(([name, value]) => [this.name(name), this.value(value, name, false)]),
    ).toString();
  }

  /** A header: that of the request ID is an ID, the others are words of the protocol. */
  header(name: string, value: string): string {
    if (name === 'x-service-request-id') return this.id(value);
    const plain = value.replace(/;\s*boundary=.*$/i, '');
    return this.isSecret(plain) ? this.text(plain) : plain;
  }

  /** A text of the same length that takes the same pages as an SMS. */
  text(text: string): string {
    this.remember(text);
    return Array.from(text, (letter) => {
      if (/[\s*_~`]/.test(letter)) return letter;
      if (/[\^{}\\[\]|€]/.test(letter)) return '€';
      if (GSM.test(letter)) return 'x';
      if (/\p{Emoji_Presentation}/u.test(letter)) return letter.length === 1 ? '⭐' : '😀';
      return letter.length === 1 ? 'ж' : '𝒳';
    }).join('');
  }

  /** What went wrong, in the service's words. What was sent, addresses, IDs, and numbers of more than four digits are replaced. */
  errorText(text: string): string {
    const low = text.toLowerCase();
    if (this.isSecret(text) || [...this.sentEncoded].some((form) => low.includes(form)))
      return this.text(text);
    return text.replace(PARTS, (part) => {
      if (/[@%]|:\/\//.test(part)) return this.text(part);
      if (/^([\p{Script=Latin}_-]+|\d{1,4})$/u.test(part) && !this.wasSent(part)) return part;
      if (/^[+\d][\d ()/.-]*$/.test(part)) return this.digits(part);
      return /\d/.test(part) ? this.id(part) : this.text(part);
    });
  }

  private value(value: string, field: string, isError: boolean): string {
    if (this.isSecret(value)) return this.text(value);
    if (WORD.test(value) && REQUEST_WORDS.test(field)) return value;
    if (WORD.test(value) && ANSWER_WORDS.test(field) && !this.wasSent(value)) return value;
    if (/^birthday$/i.test(field)) return '2000-01-01';
    if (DATE.test(value)) return value;
    if (ID_FIELD.test(field)) return this.id(value);
    if (PHONE.test(value)) return this.digits(value);
    const [scheme] = /^https?:\/\//i.exec(value) ?? [];
    if (scheme) return this.once(value, 'url', (count) => `${scheme}example.com/${count}`);
    if (/^[^@\s]+@[^@\s]+$/.test(value))
      return this.once(value, 'email', (count) => `person${count}@example.com`);
    return isError ? this.errorText(value) : this.text(value);
  }

  private name(name: string): string {
    return /^[A-Za-z][A-Za-z_-]{0,39}\d{0,2}$/.test(name) && !this.isSecret(name) ? name : this.id(name);
  }

  /** An ID of the same form: letters stay letters, digits digits, and separators where they are. */
  private id(id: string): string {
    const form = id.replace(/[a-f]/gi, 'a').replace(/[g-z]/gi, 'x').replace(/\d/g, '0');
    const safe = form.replace(/[^ax0:._-]/g, '_');
    return this.once(id, `id ${safe}`, (count) => counted(safe, /[ax0]/, count, 0));
  }

  /** A number of the same form and length; each spelling of a number with its country code gets the same one. */
  private digits(number: string): string {
    const [prefix = ''] = /^(\+|00)/.exec(number) ?? [];
    const own = number.slice(prefix.length);
    const plain = own.replace(/\D/g, '');
    // Of a number that may be that of a phone, the country code remains.
    const kept = plain.length > 7 ? `${plain.slice(0, 2)}79` : '9';
    const form = kept.padEnd(plain.length, '0');
    const digits = this.once(plain, `number ${form}`, (count) => counted(form, /\d/, count, kept.length));
    let next = 0;
    return prefix + own.replace(/\d/g, () => digits[next++] ?? '0');
  }

  private once(value: string, form: string, make: (count: number) => string): string {
    const key = `${form} ${value}`;
    const known = this.given.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(form) ?? 0) + 1;
    const standIn = make(count);
    this.counts.set(form, count);
    this.given.set(key, standIn);
    this.remember(value);
    return standIn;
  }

  private isSecret(value: string): boolean {
    const low = value.toLowerCase();
    return [...this.secrets].some((secret) => low.includes(secret));
  }

  /** Remembers what was replaced, because an error may repeat it, also in part or encoded. */
  private remember(value: string): void {
    for (const [word] of value.toLowerCase().matchAll(WORDS)) this.sentWords.add(word);
    if (value.length >= 3) for (const form of encodingsOf(value)) this.sentEncoded.add(form.toLowerCase());
  }

  /** Whether a word of a part was sent, or is the beginning of one, or the end of a number. */
  private wasSent(part: string): boolean {
    return part
      .toLowerCase()
      .split('-')
      .some((word) => this.sentWords.has(word) || [...this.sentWords].some((sent) => isPartOf(word, sent)));
  }
}

function isPartOf(word: string, sent: string): boolean {
  return (word.length >= 3 && sent.startsWith(word)) || (/^\d{4}$/.test(word) && sent.endsWith(word));
}

function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const forms = [base64, bytes.toString('base64url'), bytes.toString('hex'), encodeURIComponent(text)];
  return forms.filter((form) => form !== text);
}

/** Writes a count into the last places of a form. */
function counted(form: string, place: RegExp, count: number, keep: number): string {
  const letters = [...form];
  let left = String(count);
  for (let at = letters.length - 1; at >= Math.max(0, keep) && left !== ''; at -= 1) {
    if (!place.test(letters[at] ?? '')) continue;
    letters[at] = left.slice(-1);
    left = left.slice(0, -1);
  }
  return letters.join('');
}
