import type { NodeMessage } from 'node-red';

import type { MessagingError } from '../../core/client';
import { steadyMoment, steadyNow, timeOfDay } from '../../core/clock';
import {
  afterAnswer,
  afterReport,
  next,
  type Attempt,
  type DeliveryReport,
  type Tried,
} from '../../core/plan';
import { isRecord, readProperty, readText } from '../../core/reading';
import type { OpenMessage } from '../calls/openMessages';
import type { Change } from '../journal/journalLine';
import { keyIn, MESSAGE } from '../journal/journals';
import { beingReplaced, notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import type { Account } from '../service/account';
import type { Backlog } from './backlog';
import type { Outbox } from './outbox';
import type { PlanRun } from './planRun';
import type { Reporter } from './reporter';
import { submissionPart, type Submission } from './submission';

/** What never changes is written once, under a name of its own: it can be large. */
const FIXED = 'sending.message';

/** One for all: very many messages wait. */
const NONE: Entry['failures'] = new Map();

/** How far a message has come. In the journal it has times of day, as the steady clock begins anew with the process. */
interface Recorded {
  /** When it arrived, on the steady clock. */
  since: number;
  /** Those who got it, or may have got it. Times are of the steady clock. */
  tried: readonly Tried[];
  isCancelled?: true;
  /** The texts that the node has said beside the question, by their ids: none is said twice. */
  said?: readonly string[];
}

/** A message in the outbox of its account: what is sent, fixed when it arrived, and how far it has come. A deploy replaces only its node. */
export class Entry implements OpenMessage {
  run: PlanRun | undefined;
  /** The account by whose rules its requests were checked; undefined if that was in an earlier run. */
  checkedBy: Account | undefined;
  /** The question beside which it is said. That it was said is in the first line of its record: no restart says it twice, or not at all. */
  beside: Entry | undefined;
  /** Why attempts have failed, as long as that is known. */
  failures: ReadonlyMap<number, MessagingError> = NONE;
  /** Called when it has ended, if its answer could not be recorded. */
  private whenEnded: (() => void) | undefined;
  /** What is written of the message; undefined once it is written. */
  private unwritten: { copy: Record<string, unknown>; fixed: unknown } | undefined;
  private lastChange: Promise<unknown> | undefined;

  constructor(
    readonly outbox: Outbox,
    /** Of the node that has submitted it. */
    readonly backlog: Backlog,
    public msg: NodeMessage,
    readonly submission: Submission,
    public state: Recorded,
    /** Whether a restart would find it. */
    public isRecorded = false,
  ) {}

  get id(): string {
    return this.submission.id;
  }

  /** The node that works on it; undefined while there is none. */
  get reporter(): Reporter | undefined {
    return this.backlog.reporter;
  }

  /** When it arrived, milliseconds since 1970. */
  get since(): number {
    return timeOfDay(this.state.since);
  }

  get tried(): readonly Tried[] {
    return this.state.tried;
  }

  /** The attempts as a plan sees them. */
  get attempts(): readonly Attempt[] {
    const { tried, isCancelled } = this.state;
    return isCancelled === true ? [...tried, { target: -1, state: 'cancelled', at: 0 }] : tried;
  }

  /** Whether nothing changes any more what comes out. */
  get isOver(): boolean {
    return next(this.submission.plan, this.attempts, steadyNow()).do === 'end';
  }

  get hasEnded(): boolean {
    return !this.backlog.entries.has(this);
  }

  /** The number of a target; undefined for several. */
  recipientOf(target: number): string | undefined {
    return readText(this.submission.messages[target]?.request, 'to');
  }

  /** Records it, so that a restart does not lose it. Resolves with why that is not possible. */
  async record(): Promise<MessagingError | undefined> {
    if (this.isRecorded) return undefined;
    const { copy, lost } = jsonCopy(this.msg);
    this.unwritten ??= { copy, fixed: submissionPart.write(this.submission) };
    this.reporter?.lost(lost);
    return this.keep({});
  }

  /** Changes how far it has come. Resolves with why that is not recorded: `not_recorded`, `not_sent`. */
  change(changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<MessagingError | undefined> {
    const written = this.keep({ tried: changed(this.tried) });
    this.run?.wake();
    return written;
  }

  /** As `change`; its run goes on later. */
  keep(change: Partial<Recorded>): Promise<MessagingError | undefined> {
    const written = this.write(change).then(() => undefined, notRecorded);
    this.lastChange = written;
    return written;
  }

  /** Resolves when all that has become of it is written, as far as that is possible. */
  async untilWritten(): Promise<void> {
    await this.lastChange;
  }

  async answered(target: number, answer: NonNullable<Tried['answer']>): Promise<boolean> {
    if (this.isOver) return false;
    const unwritten = await this.change((tried) => afterAnswer(tried, target, answer));
    // Without a record, an answer is taken when the flow has it.
    if (unwritten !== undefined) await new Promise<void>((resolve) => (this.whenEnded = resolve));
    return true;
  }

  async misfit(target: number): Promise<boolean> {
    if (this.isOver) return false;
    const { reporter } = this;
    if (reporter === undefined) throw beingReplaced();
    return (await reporter.rules.misfit?.(this, target)) === true;
  }

  async reported(report: DeliveryReport): Promise<void> {
    const unwritten = await this.change((tried) => afterReport(tried, report));
    if (unwritten !== undefined) throw unwritten;
  }

  /** Call this when the next nodes have its outcome. */
  end(): void {
    this.drop();
    void this.outbox.file.remove([this.nameOf(MESSAGE), this.nameOf(FIXED)]);
    this.whenEnded?.();
  }

  /**
   * Enters it where events of its account look for it: by the ids of what was sent, and by the persons who can answer. While its node is away,
   * nobody can.
   */
  publish(): void {
    const { open } = this.outbox;
    const { plan, question } = this.submission;
    if (plan.success !== 'accepted') this.reporter?.hear(this.outbox.id);
    for (const { messageId, target, state } of this.tried)
      if (messageId !== undefined && state === 'accepted')
        open.follow(messageId, this, this.recipientOf(target));
    if (question === undefined || plan.success !== 'answered') return;
    const { people, channel, sender, expects, alsoTriggers } = question;
    // Who was not asked, or whose message was taken back, can answer nothing.
    const tried = this.backlog.isAway ? [] : this.tried;
    const targets = new Set(tried.map(({ target }) => target));
    const others = people.filter((_, target) => !targets.has(target));
    open.forget(
      others.map(({ reference }) => reference),
      [],
    );
    const { isOver } = this;
    for (const { target, state, at } of tried) {
      const asked = people[target];
      if (asked === undefined) continue;
      const canAnswer = ['sending', 'accepted', 'delivered', 'unknown'].includes(state) && !isOver;
      const { reference, person, link } = asked;
      // Written out: of objects that are spread, V8 keeps a description each.
      open.enter({
        message: this,
        target,
        channel,
        sender,
        expects,
        alsoTriggers,
        reference,
        person,
        link,
        askedAt: at,
        // One of several can answer until all of them have had their time.
        until: people.length === 1 ? at + plan.eachMs : Infinity,
        isSending: this.run !== undefined && state === 'sending',
        over: canAnswer ? undefined : state === 'answered' ? 'answered' : 'ended',
      });
    }
  }

  /** Nothing can happen to it any more. */
  drop(): void {
    const people = this.submission.question?.people ?? [];
    this.outbox.open.forget(
      people.map(({ reference }) => reference),
      this.tried.flatMap(({ messageId }) => messageId ?? []),
    );
    this.outbox.drop(this);
    this.backlog.drop(this);
  }

  private nameOf(kind: string): string {
    return `${kind} ${this.backlog.key} ${this.id}`;
  }

  /** @throws the error of the disk; its node has warned of it */
  private async write(change: Partial<Recorded>): Promise<void> {
    if (this.hasEnded) return;
    this.state = { ...this.state, ...change };
    this.publish();
    this.outbox.keepTimes();
    try {
      await this.writeState();
    } catch (error) {
      this.reporter?.notKept(error);
      throw error;
    }
  }

  private async writeState(): Promise<void> {
    const { file } = this.outbox;
    if (this.unwritten === undefined) return file.set([this.written()]);
    const beside = this.beside?.hasEnded === false ? [this.beside.written()] : [];
    await file.set([[this.nameOf(FIXED), this.unwritten], this.written(), ...beside]);
    this.unwritten = undefined;
    this.isRecorded = true;
  }

  private written(): Change {
    const { since, tried } = this.state;
    const at = (moment: number) => Math.round(timeOfDay(moment));
    const inTimesOfDay = tried.map((attempt) => ({ ...attempt, at: at(attempt.at) }));
    return [this.nameOf(MESSAGE), { ...this.state, since: at(since), tried: inTimesOfDay }];
  }
}

/**
 * The messages that an earlier run has recorded; what cannot be read as one is none.
 * @param backlogOf a node, by its key
 */
export function recordedIn(outbox: Outbox, backlogOf: (key: string) => Backlog): Entry[] {
  const { file } = outbox;
  const messages = file.startingWith(`${FIXED} `);
  return [...file.startingWith(`${MESSAGE} `)].flatMap(([name, stored]) => {
    const message = messages.get(name.replace(MESSAGE, FIXED));
    const copy = readProperty(message, 'copy');
    const submission = submissionPart.read(readProperty(message, 'fixed'));
    const state = stateIn(stored);
    if (!isRecord(copy) || submission === undefined || state === undefined) return [];
    return [new Entry(outbox, backlogOf(keyIn(name)), { ...copy }, submission, state, true)];
  });
}

/** Nothing waits longer than it would have from now on, whatever became of the time of day meanwhile. */
function stateIn(stored: unknown): Recorded | undefined {
  if (!isRecord(stored) || !isState(stored)) return undefined;
  const tried = stored.tried.map((attempt) => {
    const at = steadyMoment(attempt.at);
    return { ...attempt, at: attempt.sendDate === undefined ? Math.min(at, steadyNow()) : at };
  });
  return { ...stored, since: Math.min(steadyMoment(stored.since), steadyNow()), tried };
}

function isState(stored: Record<string, unknown>): stored is Record<string, unknown> & Recorded {
  const { since, tried } = stored;
  return Number.isFinite(since) && Array.isArray(tried) && tried.every(isRecord);
}
