import type { BatchMessage } from '../../contract';
import { isRecord, readText } from '../../reading';
import { comparableAddress } from '../../receive/phoneNumber';
import type { Names } from './names';

/** What a request asked for, as far as an answer can name it. */
export interface Asked {
  /** In the form used to compare numbers. */
  recipients: ReadonlySet<string>;
  /** Whether all recipients are numbers. The answer may name a person or a group by numbers that are not known here. */
  onlyNumbers: boolean;
  reference: string | undefined;
  /** The text of the message; undefined where the answer is about its recipients. */
  text?: string | undefined;
}

/** What an answer can name of a message. */
export function askedByMessage(message: BatchMessage): Asked {
  const content: unknown = message.content;
  const body = isRecord(content) ? content['body'] : undefined;
  return {
    ...askedFor(recipientsOf(message), message),
    text: readText(content, 'text', 'caption') ?? readText(body, 'text'),
  };
}

/** As `askedByMessage`, for each recipient of a message. */
export function askedByRecipients(message: BatchMessage): Asked[] {
  return recipientsOf(message).map((recipient) => askedFor([recipient], message));
}

type Recipients = NonNullable<BatchMessage['toList']>;

function recipientsOf({ to, toList }: BatchMessage): Recipients {
  return toList ?? [{ type: 'Number', address: to ?? '' }];
}

function askedFor(recipients: Recipients, { customerid }: BatchMessage): Asked {
  return {
    recipients: new Set(recipients.map(({ address }) => comparableAddress(address))),
    onlyNumbers: recipients.every(({ type }) => type === 'Number'),
    reference: customerid ?? undefined,
  };
}

interface Meant {
  places: readonly number[];
  /** Whether all of them are named as the request names them, so that only their order tells them apart. */
  isExact: boolean;
}

/**
 * Finds the entry of an answer for each thing that was asked for, by the names in it: recipients (also national or partly hidden), the
 * reference, the text, or the number of the place. An answer may come in another order, so position counts only if the two lists have the
 * same length and every name agrees with it. Undefined where the entry cannot be determined.
 */
export function matchGiven<Given extends { names: Names }>(
  asked: readonly Asked[],
  given: readonly Given[],
): Array<Given | undefined> {
  const meant = new Directory(asked, given).meant();
  const agrees = (each: Meant | undefined, place: number) =>
    each === undefined || (each.places.includes(place) && (each.isExact || each.places.length === 1));
  if (asked.length === given.length && meant.every(agrees)) return [...given];
  return byNames(asked.length, given, meant);
}

function byNames<Given>(
  count: number,
  given: readonly Given[],
  meant: ReadonlyArray<Meant | undefined>,
): Array<Given | undefined> {
  const found = Array.from({ length: count }, (): Given[] => []);
  const unclear: Array<{ each: Given; meant: Meant | undefined }> = [];
  for (const [index, each] of given.entries()) {
    const [place, ...others] = meant[index]?.places ?? [];
    if (place === undefined || others.length > 0) unclear.push({ each, meant: meant[index] });
    else found[place]?.push(each);
  }
  const matched = found.map((those) => (those.length === 1 ? those[0] : undefined));
  const [place, ...otherPlaces] = matched.flatMap((those, index) => (those === undefined ? [index] : []));
  const [last, ...others] = unclear;
  // One of each left over: they belong together unless a name contradicts it.
  const isLast = count === given.length && otherPlaces.length === 0 && others.length === 0;
  if (isLast && place !== undefined && last !== undefined && last.meant?.places.includes(place) !== false) {
    matched[place] = last.each;
  }
  return matched;
}

class Directory {
  private readonly byRecipient = new Map<string, number[]>();
  private readonly byReference = new Map<string, number[]>();
  private readonly byText = new Map<string, number[]>();
  /** Those whose numbers are not known here. */
  private readonly unknownNumbers: number[];
  /** What the first place is called; undefined if the entries do not count their places, `null` if it cannot be known. */
  private readonly firstIndex: number | null | undefined;
  private readonly partsSeen = new Map<string, number[]>();

  constructor(
    private readonly asked: readonly Asked[],
    private readonly given: ReadonlyArray<{ names: Names }>,
  ) {
    for (const [place, { recipients, reference, text }] of asked.entries()) {
      for (const recipient of recipients) add(this.byRecipient, recipient, place);
      add(this.byReference, reference, place);
      add(this.byText, text, place);
    }
    this.unknownNumbers = asked.flatMap(({ onlyNumbers }, place) => (onlyNumbers ? [] : [place]));
    this.firstIndex = this.readFirstIndex();
  }

  /** Whom each entry can mean; undefined for an entry that names nobody. */
  meant(): Array<Meant | undefined> {
    return this.given.map(({ names }) => {
      const all = [
        this.byAddresses(names.recipients),
        this.byNameOf(names),
        this.byTexts(names.texts),
        this.byIndex(names.index),
      ].filter((each) => each !== undefined);
      const [first, ...others] = all;
      return others.reduce<Meant | undefined>(
        (one, other) =>
          one && {
            places: one.places.filter((place) => other.places.includes(place)),
            isExact: one.isExact && other.isExact,
          },
        first,
      );
    });
  }

  private byAddresses(addresses: readonly string[]): Meant | undefined {
    if (addresses.length === 0) return undefined;
    const exact = unique(addresses.flatMap((address) => this.byRecipient.get(address) ?? []));
    if (exact.length > 0) return { places: exact, isExact: true };
    const parts = unique(addresses.flatMap((address) => this.byPart(address)));
    return { places: parts.length > 0 ? parts : this.unknownNumbers, isExact: false };
  }

  private byPart(address: string): number[] {
    const known = this.partsSeen.get(address);
    if (known !== undefined) return known;
    // No service gives more results than it was asked for.
    const isMeant = this.partsSeen.size > this.asked.length ? undefined : meaningOfPart(address);
    const places =
      isMeant === undefined
        ? []
        : [...this.byRecipient].flatMap(([recipient, found]) => (isMeant(recipient) ? found : []));
    this.partsSeen.set(address, places);
    return places;
  }

  /** A reference that no message has may be the service's own, unless it has the field name that we use. */
  private byNameOf({ reference, isCustomerid }: Names): Meant | undefined {
    if (reference === undefined) return undefined;
    const places = this.byReference.get(reference);
    return places === undefined && !isCustomerid ? undefined : { places: places ?? [], isExact: true };
  }

  /** A text that no message has says something else. */
  private byTexts(texts: readonly string[]): Meant | undefined {
    const places = unique(texts.flatMap((text) => this.byText.get(text) ?? []));
    const tells = places.length > 0 && places.length < this.asked.length;
    return tells ? { places, isExact: true } : undefined;
  }

  private byIndex(index: number | undefined): Meant | undefined {
    if (index === undefined || this.firstIndex === undefined) return undefined;
    const places = this.firstIndex === null ? [index - 1, index] : [index - this.firstIndex];
    return { places: places.filter((place) => place in this.asked), isExact: this.firstIndex !== null };
  }

  /** Whether places are counted from 0 or from 1, by the highest and the lowest that the entries name. */
  private readFirstIndex(): number | null | undefined {
    const count = this.asked.length;
    const indices = this.given.flatMap(({ names }) => names.index ?? []);
    if (count < 2 || indices.length === 0 || indices.some((index) => index > count)) return undefined;
    const fromZero = indices.includes(0);
    if (fromZero === indices.includes(count)) return null;
    return fromZero ? 0 : 1;
  }
}

function add(map: Map<string, number[]>, key: string | undefined, place: number): void {
  if (key === undefined) return;
  const places = map.get(key);
  if (places === undefined) map.set(key, [place]);
  else places.push(place);
}

function unique(places: readonly number[]): number[] {
  return [...new Set(places)];
}

/** A longer text has more hidden parts than the way in which anybody masks a number. */
const MOST_HIDDEN = 4;
/** Fewer digits could belong to anybody. */
const FEWEST_DIGITS = 4;

const HIDDEN = /(?:[*x•●#_?…]|\.{2,}|-{2,})+/g;

/**
 * Which numbers an address can mean that an answer gives in part: a national number (`0791234500`), its last digits, or one with hidden
 * digits (`*****4500`). All in the form of `comparableAddress`.
 * @returns undefined if it means none
 */
function meaningOfPart(address: string): ((number: string) => boolean) | undefined {
  if (/^\d+$/.test(address)) {
    const end = address.replace(/^0+/, '');
    return end.length < FEWEST_DIGITS ? undefined : (number) => number.endsWith(end);
  }
  const isMasked = /[*x•●#_?…]|\.\.|--/.test(address) && /^[+\d*x•●#_?….()\-/\s]+$/.test(address);
  const hidden = address.match(HIDDEN)?.length ?? 0;
  if (!isMasked || address.length > 40 || hidden > MOST_HIDDEN) return undefined;
  const digits = address.replace(HIDDEN, 'x').replace(/[^+\dx]/g, '');
  const whole = /^(?:\+|00)(?=\d)/.test(digits) ? '^' : '^\\d*';
  const shown = digits
    .replace(/^(?:\+|0+)/, '')
    .replace(/x+/g, '\\d*')
    .replace(/\+/g, '');
  const pattern = new RegExp(`${whole}${shown}$`);
  return (number) => pattern.test(number);
}
