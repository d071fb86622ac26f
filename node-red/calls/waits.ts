import { OpenQuestions } from '../../core/ask/answer';
import { personKey } from '../../core/contract/phoneNumber';
import { withoutReference } from '../../core/ask/reference';
import { isAbout, sleep } from '../../core/client';
import {
  REMEMBERED_EVENTS,
  SeenEvents,
  type EventKey,
  type InboundEvent,
  type StatusEvent,
} from '../../core/receive';
import { storeOf } from '../journal/journals';
import { beingReplaced } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import type { Lasting } from '../service/lasting';
import type { PageAnswer } from './answerLink';
import { Deadlines } from './deadlines';
import type { Claim, Questions } from './inbox';
import { NotRead } from './served';
import { Reports, type Report } from './reports';
import { isTaken, type Wait, type WaitEnd, type WaitOwner } from './wait';

/** How many questions are cancelled before other work gets its turn. */
const AT_A_TIME = 50;
/** How long a call waits until the journal is read. */
const READING_MS = 20_000;

/** One for each question, so it holds little. */
interface Entry {
  wait: Wait;
  /** Tells the node that waits for the end. */
  tell?: (end: WaitEnd) => void;
  /** Called when the stage is no longer `sending`. */
  whenSent?: Array<() => void>;
  /** When its time is up, on the clock of `performance.now()`. */
  over?: number;
}

/** The open questions of one account, from all nodes. Exists for as long as Node-RED runs; deploys do not affect it. */
export class Waits implements Questions {
  private readonly entries = new Map<string, Entry>();
  /** Those that a person can answer. */
  private readonly open = new OpenQuestions<Wait>();
  private readonly byMessage = new Map<string, Entry>();
  private readonly byChain = new Map<string, Set<Entry>>();
  private readonly owners = new Map<string, WaitOwner>();
  private readonly deadlines = new Deadlines<Entry>(({ tell }) => tell?.({ how: 'timeUp' }));
  private readonly reports = new Reports();
  /** Messages that answered nothing: if one of them comes again, it answers nothing either. */
  private readonly passedOn = new SeenEvents(REMEMBERED_EVENTS);
  /** Events that are being matched. */
  private readonly claims = new Map<EventKey, Promise<Claim>>();
  /** Whether the journal of the account is read. */
  private isRead = false;

  /** @param service that it belongs to; without one, nothing is stored */
  constructor(private readonly service?: Lasting) {
    if (service !== undefined) deploysOf(service.RED).onStarted(() => this.forgetOrphans());
  }

  addOwner(key: string, owner: WaitOwner): void {
    this.owners.set(key, owner);
  }

  removeOwner(key: string, owner: WaitOwner): void {
    if (this.owners.get(key) === owner) this.owners.delete(key);
  }

  /** Starts a wait, or continues one from an earlier run. What a person writes answers nothing that is still queued. */
  begin(wait: Wait): void {
    const entry: Entry = { wait };
    const before = this.entries.get(wait.reference);
    if (before !== undefined) this.byChain.get(wait.chain ?? '')?.delete(before);
    this.entries.set(wait.reference, entry);
    if (wait.end !== undefined) return;
    if (wait.chain !== undefined) this.chainOf(wait.chain).add(entry);
    if (wait.stage !== 'queued') this.letAnswer(entry);
    if (wait.stage === 'waiting') this.watch(entry);
  }

  /** Called right before the question is sent. Returns whether it is still wanted. */
  sending(reference: string): boolean {
    const entry = this.entries.get(reference);
    if (entry === undefined || entry.wait.end !== undefined) return false;
    entry.wait.stage = 'sending';
    this.letAnswer(entry);
    return true;
  }

  private chainOf(chain: string): Set<Entry> {
    const known = this.byChain.get(chain) ?? new Set();
    this.byChain.set(chain, known);
    return known;
  }

  private letAnswer(entry: Entry): void {
    const { wait } = entry;
    entry.over = performance.now() + wait.until - Date.now();
    if (wait.endsWith === 'answer') this.open.add(wait);
  }

  /** Whether the time of a question is up. */
  isOver(reference: string): boolean {
    return (this.entries.get(reference)?.over ?? Infinity) <= performance.now();
  }

  /** The wait with this reference, unless it has ended and was forgotten. */
  find(reference: string): Wait | undefined {
    return this.entries.get(reference)?.wait;
  }

  /** As `find`, once the questions from an earlier run are known. */
  async findStored(reference: string): Promise<Wait | undefined> {
    await this.known();
    return this.find(reference);
  }

  /**
   * Ends a question with an answer that was given on its page. Resolves when its end is stored, with whether the question still waited.
   * @throws MessagingError if the node is being replaced: then the person can try again
   */
  async answer(reference: string, value: string, event: PageAnswer): Promise<boolean> {
    for (;;) {
      const entry = this.entries.get(reference);
      if (entry === undefined || entry.wait.end !== undefined || this.isOver(reference)) return false;
      if (!this.owners.has(entry.wait.owner)) throw beingReplaced();
      if (entry.wait.stage !== 'sending') {
        await this.conclude(entry, { how: 'answered', value, event });
        return true;
      }
      await untilSent(entry);
    }
  }

  /** @throws NotRead while what an earlier run has stored is not known */
  private async known(): Promise<void> {
    if (!this.isRead) await this.untilRead();
    await Promise.all([...this.owners.values()].map(({ ready }) => ready));
  }

  private async untilRead(): Promise<void> {
    const read = this.service === undefined ? undefined : storeOf(this.service.RED, this.service.id).read;
    const late = sleep(READING_MS).then(() => Promise.reject(new Error('it takes too long')));
    late.catch(() => undefined);
    await Promise.race([read, late]).catch((error: unknown) => Promise.reject(new NotRead(error)));
    this.isRead = true;
  }

  async standing(event: InboundEvent, key: EventKey): Promise<number | undefined> {
    await this.known();
    for (const owner of this.owners.values()) if (await owner.knows(key)) return Infinity;
    if (this.passedOn.has(key)) return undefined;
    const match = this.open.match(event);
    if (match.kind === 'none') return undefined;
    return match.kind === 'answer' ? match.question.askedAt : 0;
  }

  /** Called when the service has accepted the question. */
  sent(reference: string, messageId: string | undefined): void {
    const entry = this.entries.get(reference);
    if (entry === undefined) return;
    const { wait } = entry;
    wait.stage = 'waiting';
    if (messageId !== undefined) wait.messageId = messageId;
    this.watch(entry);
    markSent(entry);
  }

  private watch(entry: Entry): void {
    const { messageId } = entry.wait;
    if (messageId === undefined) return;
    this.byMessage.set(messageId, entry);
    const early = this.reports.early(messageId);
    if (early !== undefined) this.report(early);
  }

  /** Resolves when the wait ends. After a deploy, only the node that waits now is told. */
  end(reference: string): Promise<WaitEnd> {
    const entry = this.entries.get(reference);
    if (entry === undefined) return Promise.resolve({ how: 'cancelled' });
    const { end, until } = entry.wait;
    if (end !== undefined) return Promise.resolve(end);
    this.deadlines.set(entry, until);
    return new Promise((resolve) => (entry.tell = resolve));
  }

  /** Call this when the end was passed on, or the question was not sent. */
  forget(reference: string): void {
    const entry = this.entries.get(reference);
    if (entry === undefined) return;
    this.entries.delete(reference);
    this.unlist(entry);
    markSent(entry);
  }

  /** Ends a node's questions, to some persons or to all: none of them takes an answer any more, but only so many are passed on at a time. */
  async cancel(owner: string, persons?: readonly string[]): Promise<void> {
    const keys = persons && new Set(persons.map(personKey));
    const open = [...this.entries.values()].filter(
      ({ wait }) => wait.owner === owner && wait.end === undefined,
    );
    const isNamed = ({ wait }: Entry) => keys?.has(personKey(wait.person)) ?? true;
    // A question to several people ends for all of them.
    const chains = new Set(open.filter(isNamed).flatMap(({ wait }) => wait.chain ?? []));
    const cancelled = open.filter(
      (entry) => isNamed(entry) || (entry.wait.chain !== undefined && chains.has(entry.wait.chain)),
    );
    const end: WaitEnd = { how: 'cancelled' };
    for (const entry of cancelled) {
      this.unlist(entry);
      entry.wait.end = end;
    }
    for (const [index, entry] of cancelled.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await sleep(1);
      void this.conclude(entry, end);
    }
  }

  /** Forgets the questions of nodes that no longer exist. */
  forgetOrphans(): void {
    for (const [reference, { wait }] of this.entries)
      if (!this.owners.has(wait.owner)) this.forget(reference);
  }

  /** If the same event comes twice at once, both get the same answer. */
  claim(event: InboundEvent, key: EventKey): Promise<Claim> {
    const running = this.claims.get(key) ?? this.take(event, key).finally(() => this.claims.delete(key));
    if (key !== undefined) this.claims.set(key, running);
    return running;
  }

  private async take(event: InboundEvent, key: EventKey): Promise<Claim> {
    if (this.passedOn.has(key)) return 'nothing';
    const claim = await this.answers(event, key);
    if (claim !== 'answer') this.passedOn.add(key);
    return claim;
  }

  private async answers(event: InboundEvent, key: EventKey): Promise<Claim> {
    const owners = [...this.owners.values()];
    await this.known();
    for (;;) {
      for (const owner of owners) if (await owner.knows(key)) return 'answer';
      const match = this.open.match(event);
      if (match.kind === 'none') return 'nothing';
      const entry = this.entries.get(match.question.reference);
      if (entry === undefined) return 'nothing';
      const { wait } = entry;
      const owner = this.owners.get(wait.owner);
      if (owner === undefined) throw beingReplaced();
      // Whether it can be an answer is known only when it is known whether the person was asked.
      if (wait.stage === 'sending') await untilSent(entry);
      else if (match.kind === 'misfit') return (await askAgain(owner, wait, key)) ? 'answer' : 'nothing';
      else {
        await this.conclude(entry, { how: 'answered', value: match.value, event: withoutReference(event) });
        await owner.remember(key);
        return wait.alsoTriggers || match.forAll ? 'answerForAll' : 'answer';
      }
    }
  }

  /** Takes the report about a message, once the questions from an earlier run are known. */
  async reported(event: StatusEvent): Promise<void> {
    await this.known();
    this.report(event);
  }

  report(report: Report): void {
    const { messageId } = report;
    if (messageId === undefined || !report.final) return;
    const entry = this.byMessage.get(messageId);
    this.reports.tell(messageId, report, entry === undefined);
    if (entry === undefined) return;
    const { wait } = entry;
    if (!isAbout(report, { messageId, recipient: wait.person })) return;
    // What is delivered stays so, whatever is reported later.
    if (wait.delivered === true) return;
    if (wait.endsWith === 'report' || report.status === 'failed')
      return void this.conclude(entry, { how: 'reported', report });
    wait.delivered = true;
    void this.owners.get(wait.owner)?.changed(wait);
  }

  /** Waits for the final report about one of these messages; undefined once `until` has passed (milliseconds since 1970). */
  reportOn(
    messageIds: readonly string[],
    until: number,
    recipient: string | undefined,
  ): Promise<Report | undefined> {
    return this.reports.next(messageIds, until, recipient);
  }

  /** From now on nothing answers the question. Resolves when its end is stored, where it stays until it was passed on. */
  private async conclude(entry: Entry, end: WaitEnd): Promise<void> {
    this.unlist(entry);
    entry.wait.end = end;
    if (isTaken(end)) this.closeOthers(entry);
    const stored = this.owners.get(entry.wait.owner)?.changed(entry.wait);
    entry.tell?.(end);
    await stored;
  }

  /** Nobody else of the chain is asked or can answer any more. */
  private closeOthers({ wait: { chain = '' } }: Entry): void {
    for (const other of [...(this.byChain.get(chain) ?? [])]) {
      this.unlist(other);
      other.wait.end = { how: 'cancelled' };
    }
  }

  private unlist(entry: Entry): void {
    const { messageId, chain = '' } = entry.wait;
    this.deadlines.delete(entry);
    this.open.remove(entry.wait);
    const ofChain = this.byChain.get(chain);
    ofChain?.delete(entry);
    if (ofChain?.size === 0) this.byChain.delete(chain);
    if (messageId !== undefined) this.byMessage.delete(messageId);
  }
}

/** Sends the node's reply to an answer that does not fit, if the node has one; returns whether it did. */
async function askAgain(owner: WaitOwner, wait: Wait, key: EventKey): Promise<boolean> {
  const { again } = wait;
  if (again === undefined) return false;
  delete wait.again;
  await owner.changed(wait);
  owner.askAgain(wait, again);
  await owner.remember(key);
  return true;
}

function untilSent(entry: Entry): Promise<void> {
  return new Promise((resolve) => (entry.whenSent ??= []).push(resolve));
}

function markSent({ whenSent }: Entry): void {
  for (const resolve of whenSent ?? []) resolve();
}
