import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { failed, MessagingError, type Accepted, type Failed } from '../../../../core/client';
import { personKey } from '../../../../core/contract/phoneNumber';
import { recipientsOf } from '../../../../core/steps';
import { grouped } from '../../../data';
import type { NodeRun } from '../run';
import { isMade, type Draft, type Drafted } from './drafts';

const KEY = 'messagingServiceSent';

/**
 * What identifies a message. The request alone is not enough: an expression such as `$now` makes a different one with each try, and a person
 * may correct a parameter before *Executions > Retry*. All tries get the same items in the same order.
 */
interface Marks {
  /** A hash. */
  request: string;
  /** The position of the item, and that of the message in it. */
  index: number;
  place: number;
  /** Each by `personKey`. */
  people: readonly string[];
}

/** A message that was sent, or may have been, or that another try would skip. */
interface Kept extends Marks {
  accepted?: Accepted;
  error?: ReturnType<typeof fieldsOf>;
}

/** Of n8n, only its memory in the execution is needed. */
type Run = Pick<NodeRun, 'id' | 'isTool'> & { context: Pick<IExecuteFunctions, 'getContext'> };

/**
 * Remembers in the execution what was sent, because n8n's Retry on Fail runs the node again for all items; messages that an earlier try has
 * sent get their result from here. Stored by run of the node, so that a loop does not see its earlier rounds. A message counts as sent if its
 * item has sent the same request, or else one to the same person, whatever the node's parameters are now. What was sent once stands for one
 * message. Forgotten when the node is done.
 *
 * An agent may call its tool again with the same request. After a success, it wants another message, which is sent. After a failure that left
 * open whether the message was sent, it gets that failure again, in this execution: no model may decide to send twice.
 */
export class SentMessages {
  private readonly isTool: boolean;
  private readonly run: string;
  private readonly runs: Record<string, Kept[]>;
  private readonly own: Kept[];
  private readonly kept = new WeakSet<Draft>();

  constructor({ context, id, isTool }: Run) {
    this.run = id;
    this.isTool = isTool;
    // Only this package writes there.
    this.runs = context.getContext('node')[KEY] ??= {};
    this.own = this.runs[id] ??= [];
  }

  /** Sets the results of messages that an earlier try has sent, or may have sent, also where they cannot be made any more. */
  recall(drafts: readonly Drafted[]): void {
    const calls = this.isTool ? Object.values(this.runs).flat() : [];
    // As in every first try: to make the marks takes as long as to check the message.
    if (this.own.length === 0 && calls.length === 0) return;
    const left = grouped(this.own.map((kept) => [String(kept.index), kept] as const));
    const take = ({ itemIndex }: Drafted, isSame: (kept: Kept) => boolean) => {
      const ofItem = left.get(String(itemIndex)) ?? [];
      const found = ofItem.findIndex(isSame);
      return found < 0 ? undefined : resultOf(ofItem.splice(found, 1)[0]);
    };
    const marked = drafts.filter(isMade).map((draft) => ({ draft, marks: marksOf(draft) }));
    for (const areSame of [haveSameRequest, haveSamePlace, haveSamePerson])
      for (const { draft, marks } of marked) draft.result ??= take(draft, (kept) => areSame(kept, marks));
    for (const { draft, marks } of marked)
      draft.result ??= resultOf(calls.find((kept) => haveSameRequest(kept, marks)));
    for (const draft of drafts) if (!isMade(draft)) draft.result = take(draft, () => true) ?? draft.result;
  }

  /** Remembers what was accepted, what may have been sent, and what another try would skip because of its key. Anything else was not sent. */
  keep(draft: Draft): void {
    const { result, keyStays = false } = draft;
    if (this.kept.has(draft)) return;
    if (result?.outcome === 'accepted') this.own.push({ ...marksOf(draft), accepted: result });
    else if (result?.outcome === 'failed' && (result.error.outcome === 'unknown' || keyStays))
      this.own.push({ ...marksOf(draft), error: fieldsOf(result.error) });
    else return;
    this.kept.add(draft);
  }

  /** Call this when every item is done and no further try will follow. An agent's other calls of the tool may still run. */
  forget(): void {
    delete this.runs[this.run];
  }
}

function marksOf({ itemIndex, place, request }: Draft): Marks {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64');
  return { request: hash, index: itemIndex, place, people: recipientsOf(request).map(personKey) };
}

const haveSameRequest = (one: Marks, other: Marks) => one.request === other.request;

const haveSamePerson = (one: Marks, other: Marks) =>
  one.people.some((person) => other.people.includes(person));

/** Of several to one person, an earlier try may have sent only a later one. */
const haveSamePlace = (one: Marks, other: Marks) => one.place === other.place && haveSamePerson(one, other);

function resultOf({ error, accepted }: Partial<Kept> = {}): Accepted | Failed | undefined {
  return error === undefined ? accepted : failed(new MessagingError(error));
}

function fieldsOf(error: MessagingError) {
  const { said: message, advice, code, outcome, status, requestId } = error;
  return { message, advice, code, outcome, status, requestId };
}
