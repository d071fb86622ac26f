import type { BatchMessage } from '../contract';
import { comparableAddress } from '../receive/phoneNumber';
import type { Names } from './acceptance';

/** What a request asked for, as far as an answer can name it. */
export interface Asked {
  /** In the form used to compare numbers. */
  recipients: ReadonlySet<string>;
  /** Whether all recipients are numbers. The answer may name a person or a group by numbers that are not known here. */
  onlyNumbers: boolean;
  reference: string | undefined;
}

/** What an answer can name of a message. */
export function askedByMessage(message: BatchMessage): Asked {
  return askedFor(recipientsOf(message), message);
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

/**
 * Finds the entry of an answer for each thing that was asked for, by the names in it. An answer may come in another order, so position
 * counts only if the two lists have the same length and no name contradicts it. Undefined where the entry cannot be determined.
 */
export function matchGiven<Given extends { names: Names }>(
  asked: readonly Asked[],
  given: readonly Given[],
): Array<Given | undefined> {
  const references = new Set(asked.map(({ reference }) => reference));
  const speaksAgainst = (each: Asked, index: number) => {
    const names = given[index]?.names;
    return names === undefined || relation(each, names, references) === 'other';
  };
  if (asked.length === given.length && !asked.some(speaksAgainst)) return [...given];
  return byNames(asked, given, references);
}

/** More candidates of the same name than this cannot be told apart anyway. */
const MOST_CANDIDATES = 20;

function byNames<Given extends { names: Names }>(
  asked: readonly Asked[],
  given: readonly Given[],
  references: ReadonlySet<string | undefined>,
): Array<Given | undefined> {
  const index = indexOf(asked);
  const found = asked.map((): Given[] => []);
  const unclear: Given[] = [];
  for (const each of given) {
    const candidates = candidatesFor(each.names, index).filter((place) => {
      const candidate = asked[place];
      return candidate !== undefined && relation(candidate, each.names, references) === 'same';
    });
    if (candidates.length === 0 || candidates.length > 1) unclear.push(each);
    else for (const place of candidates) found[place]?.push(each);
  }
  const matched = found.map((those) => (those.length === 1 ? those[0] : undefined));
  const open = matched.flatMap((those, place) => (those === undefined ? [place] : []));
  const [place, ...otherPlaces] = open;
  const [last, ...others] = unclear;
  // One of each left over: they belong together unless a name contradicts it.
  const isLast = asked.length === given.length && otherPlaces.length === 0 && others.length === 0;
  const left = place === undefined ? undefined : asked[place];
  if (isLast && place !== undefined && left !== undefined && last !== undefined) {
    if (relation(left, last.names, references) !== 'other') matched[place] = last;
  }
  return matched;
}

type Relation = 'same' | 'other' | 'open';

function relation(asked: Asked, names: Names, references: ReadonlySet<string | undefined>): Relation {
  const relations = [byRecipient(asked, names), byReference(asked, names, references)];
  if (relations.includes('other')) return 'other';
  return relations.includes('same') ? 'same' : 'open';
}

function byRecipient({ recipients, onlyNumbers }: Asked, names: Names): Relation {
  if (names.recipients.some((recipient) => recipients.has(recipient))) return 'same';
  return onlyNumbers && names.recipients.some(isWholeNumber) ? 'other' : 'open';
}

/** Whether a recipient can be compared. A national number, a partly masked one and a name cannot. */
function isWholeNumber(recipient: string): boolean {
  return /^[1-9]\d{4,}$/.test(recipient);
}

/** A reference that no message has may be the service's own, unless it has the field name that we use. */
function byReference(
  { reference }: Asked,
  { reference: named, isCustomerid }: Names,
  references: ReadonlySet<string | undefined>,
): Relation {
  if (named === undefined) return 'open';
  if (!references.has(named) && !(isCustomerid && reference !== undefined)) return 'open';
  return named === reference ? 'same' : 'other';
}

function indexOf(asked: readonly Asked[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { recipients, reference }] of asked.entries()) {
    for (const key of keysOf([...recipients], reference)) {
      const places = index.get(key) ?? [];
      places.push(place);
      index.set(key, places);
    }
  }
  return index;
}

function candidatesFor({ recipients, reference }: Names, index: ReadonlyMap<string, number[]>): number[] {
  const lists = keysOf(recipients, reference).map((key) => index.get(key) ?? []);
  return [...new Set(lists.filter(({ length }) => length <= MOST_CANDIDATES).flat())];
}

function keysOf(recipients: readonly string[], reference: string | undefined): string[] {
  const keys = recipients.map((recipient) => `recipient ${recipient}`);
  return reference === undefined ? keys : [...keys, `reference ${reference}`];
}
