import type { Channel, InboundEvent } from '../receive/events';
import { steadyNow } from '../clock';
import { keywordOf } from '../receive/keyword';
import { personKey } from '../contract/phoneNumber';
import { type AskOption } from './options';
import { splitReference } from './reference';

/** A question that waits for its answer. */
export interface Question {
  reference: string;
  /** When it was asked, or when the service asks it if it is scheduled; a moment of the steady clock. */
  askedAt: number;
  channel: Channel;
  /** Who was asked, as a send request names the recipient. */
  person: string;
  /** The sender of the question, to which the person answers. */
  sender: string;
  expects: Expectation;
  /** When it no longer waits, a moment of the steady clock. */
  until: number;
}

/**
 * `any`: whatever the person writes, or taps on this question. `text`: only what the person writes. `choice`: a button or row of the
 * question, or one of the words. `options` are the buttons and rows that the question offers: no other value of a tap is an answer.
 */
export type Expectation =
  { kind: 'any' | 'text'; options: AskOption[] } | { kind: 'choice'; options: AskOption[]; words: string[] };

/** `misfit`: it answers none, but one was put to this person. `forAll`: the triggers get it, too, as people opt out or in with this word. */
type Match<Asked> =
  | { kind: 'answer'; question: Asked; value: string; forAll: boolean }
  | { kind: 'misfit'; question: Asked }
  | { kind: 'none' };

type Incoming = Pick<InboundEvent, 'channel' | 'from' | 'to' | 'text' | 'media' | 'choice' | 'optOut'>;

/** From so many people on, questions whose time is up are removed. */
const FIRST_PURGE = 100;

/** The questions that wait for an answer. One whose time is up gets none, and is removed later. */
export class OpenQuestions<Asked extends Question> {
  private readonly byPerson = new Map<string, Asked[]>();
  private nextPurge = FIRST_PURGE;

  /** Adds a question, or replaces the one with the same reference. */
  add(question: Asked): void {
    this.remove(question);
    if (this.byPerson.size >= this.nextPurge) this.removeExpired();
    const key = personKey(question.person);
    this.byPerson.set(key, [...(this.byPerson.get(key) ?? []), question]);
  }

  remove({ person, reference }: Pick<Question, 'person' | 'reference'>): void {
    const key = personKey(person);
    const others = this.byPerson.get(key)?.filter((each) => each.reference !== reference && isWaiting(each));
    if (others === undefined || others.length === 0) this.byPerson.delete(key);
    else this.byPerson.set(key, others);
  }

  /** Looks again only when there are twice as many people, so that a question costs next to no time. */
  private removeExpired(): void {
    for (const question of [...this.byPerson.values()].flat())
      if (!isWaiting(question)) this.remove(question);
    this.nextPurge = Math.max(FIRST_PURGE, 2 * this.byPerson.size);
  }

  /**
   * A tap belongs to the question whose reference it carries. Anything else belongs to the oldest question to this person, on this number
   * and channel, that accepts such an answer, and nothing to one that is still scheduled.
   */
  match(event: Incoming): Match<Asked> {
    const ofPerson = this.byPerson.get(personKey(event.from ?? '')) ?? [];
    return matchAnswer(event, ofPerson.filter(isWaiting));
  }
}

function isWaiting({ until }: Question): boolean {
  return until > steadyNow();
}

function matchAnswer<Asked extends Question>(event: Incoming, questions: readonly Asked[]): Match<Asked> {
  const asked = questions
    .filter((question) => isBetween(event, question))
    .sort((one, other) => one.askedAt - other.askedAt);
  const id = event.choice?.id;
  const tap = id === undefined ? undefined : splitReference(id);
  if (tap?.reference !== undefined) {
    // The reference alone proves nothing: whoever knows it could put any value before it.
    const question = asked.find(
      ({ reference, expects: { options } }) =>
        reference === tap.reference && options.some(({ value }) => value === tap.value),
    );
    return question === undefined
      ? { kind: 'none' }
      : { kind: 'answer', question, value: tap.value, forAll: false };
  }
  const received = asked.filter(({ askedAt }) => askedAt <= steadyNow());
  for (const question of received) {
    const value = valueFor(event, question.expects);
    if (value !== undefined)
      return { kind: 'answer', question, value, forAll: isOptOut(event, question.expects) };
  }
  const [oldest] = received;
  // Who wants no more messages is not asked again.
  if (oldest === undefined || event.optOut !== undefined) return { kind: 'none' };
  return { kind: 'misfit', question: oldest };
}

/** Whether a person opts out or in, and does not choose what the question offers. */
function isOptOut(event: Incoming, expects: Expectation): boolean {
  return event.optOut !== undefined && chosenIn(event, expects) === undefined;
}

/** Whether a message came from the person who was asked, on the same channel, to the sender of the question. */
export function isBetween(
  { channel, from, to }: Pick<Incoming, 'channel' | 'from' | 'to'>,
  question: Pick<Question, 'channel' | 'person' | 'sender'>,
): boolean {
  return (
    from !== undefined &&
    personKey(from) === personKey(question.person) &&
    (channel === undefined || channel === question.channel) &&
    (to === undefined || mayBeSame(to, question.sender))
  );
}

/** A sender that is a name cannot be compared with a number: nobody can reply to a name, so the answer comes to a number of the account. */
function mayBeSame(receiver: string, sender: string): boolean {
  const [one, other] = [personKey(receiver), personKey(sender)];
  return one === other || isNumber(one) !== isNumber(other);
}

function isNumber(address: string): boolean {
  return /^\d+$/.test(address);
}

/** The value of an answer without a reference; undefined when it does not fit the question. */
function valueFor(event: Incoming, expects: Expectation): string | undefined {
  // A question without buttons of its own can be a template with buttons that only the service knows.
  const isFree = event.choice === undefined || expects.options.length === 0;
  if (expects.kind === 'text')
    return event.choice?.id === undefined && event.text?.trim() ? event.text : undefined;
  if (expects.kind === 'any' && isFree)
    return event.choice?.id ?? event.text ?? event.choice?.title ?? event.media?.caption ?? '';
  return chosenIn(event, expects);
}

/** The value of the option or word that a message names. */
function chosenIn({ choice, text }: Incoming, expects: Expectation): string | undefined {
  const { options } = expects;
  const words = expects.kind === 'choice' ? expects.words : [];
  // What was tapped counts before what stands on it.
  for (const named of [choice?.id, choice?.title, text, keywordOf(text ?? '')]) {
    const said = comparable(named ?? '');
    if (said === '') continue;
    const option =
      options.find(({ value }) => comparable(value) === said) ??
      options.find(({ title }) => comparable(title) === said);
    const chosen = option?.value ?? words.find((word) => comparable(word) === said);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

function comparable(text: string): string {
  return text.trim().normalize('NFC').toUpperCase();
}
