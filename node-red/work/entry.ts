import { setImmediate } from 'timers/promises';
import type { NodeMessage } from 'node-red';

import type { MessagingError } from '../../core/client';
import { next, type Tried } from '../../core/plan';
import { isRecord, readProperty, readText } from '../../core/reading';
import type { Deadlines } from '../calls/deadlines';
import type { OpenMessages } from '../calls/openMessages';
import type { Change } from '../journal/journalLine';
import type { JournalStore } from '../journal/journals';
import { notRecorded } from '../outcome/failure';
import { jsonCopy } from '../outcome/jsonCopy';
import { steadyNow, timeOfDay } from '../service/clock';
import type { Line } from './line';
import type { PlanRun } from './planRun';
import { attemptsIn, recordPart, type Recorded } from './recorded';
import type { Reporter } from './reporter';
import { submissionPart, type Submission } from './submission';

const KIND = 'sending';
/** What never changes is written once, under a name of its own: it can be large. */
const FIXED = 'sending.message';

/** The outbox of an account, as its messages need it. */
export interface EntryPlace {
  /** The account. */
  readonly id: string;
  readonly file: JournalStore;
  readonly open: OpenMessages;
  readonly line: Line;
  /** Wakes runs. */
  readonly due: Deadlines<PlanRun>;
  add(owner: string, msg: NodeMessage, submission: Submission): Entry;
  has(entry: Entry): boolean;
  drop(entry: Entry): void;
}

/** A message in the outbox of its account: what is sent, fixed when it arrived, and how far it has come. A deploy replaces only its node. */
export class Entry {
  /** The node that works on it; undefined while there is none. */
  reporter: Reporter | undefined;
  run: PlanRun | undefined;
  /** Why attempts have failed, as long as that is known. */
  readonly failures = new Map<number, MessagingError>();
  /** Called when it has ended, if its answer could not be recorded. */
  private whenEnded: () => void = () => undefined;
  /** What is written of the message; undefined once it is written. */
  private unwritten: { copy: Record<string, unknown>; fixed: unknown } | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    readonly outbox: EntryPlace,
    /** The node that has submitted it (nodeKeyOf). */
    readonly owner: string,
    readonly msg: NodeMessage,
    readonly submission: Submission,
    public state: Recorded,
    /** Whether a restart would find it. */
    public isRecorded = false,
  ) {}

  get id(): string {
    return this.submission.id;
  }

  get tried(): readonly Tried[] {
    return this.state.tried;
  }

  /** Whether nothing changes any more what comes out. */
  get isOver(): boolean {
    return next(this.submission.plan, attemptsIn(this.state), steadyNow()).do === 'end';
  }

  /** Records it, so that a restart does not lose it. Resolves with whether it is recorded. */
  async record(): Promise<boolean> {
    if (this.isRecorded) return true;
    const { copy, lost } = jsonCopy(this.msg);
    this.unwritten ??= { copy, fixed: submissionPart.write(this.submission) };
    this.reporter?.lost(lost);
    this.isRecorded = await this.keep({});
    return this.isRecorded;
  }

  /** Changes how far it has come. Resolves with whether that is recorded. */
  change(changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<boolean> {
    const written = this.keep({ tried: changed(this.tried) });
    this.run?.wake();
    return written;
  }

  /** As `change`; its run goes on later. */
  keep(change: Partial<Recorded>): Promise<boolean> {
    if (!this.outbox.has(this)) return Promise.resolve(true);
    this.state = { ...this.state, ...change };
    this.publish();
    return this.write().then(
      () => true,
      (error: unknown) => {
        this.reporter?.notKept(error);
        return false;
      },
    );
  }

  /**
   * Changes how far it has come before something is sent: when that is written, no restart sends it again.
   * @throws MessagingError `not_recorded`, `not_sent`: then it must not be sent
   */
  async begin(changed: (tried: readonly Tried[]) => readonly Tried[]): Promise<void> {
    this.state = { ...this.state, tried: changed(this.tried) };
    this.publish();
    try {
      await this.write();
      this.isRecorded = true;
    } catch (error) {
      this.reporter?.notKept(error);
      throw notRecorded(error);
    }
  }

  /** Resolves when it has ended. */
  untilEnded(): Promise<void> {
    return new Promise((resolve) => (this.whenEnded = resolve));
  }

  /**
   * Call this when its outcome was sent on. It ends when the next nodes have it: if they are closed before, it comes out again. Resolves with
   * whether it has ended.
   */
  async end(): Promise<boolean> {
    const { reporter } = this;
    this.unpublish();
    await setImmediate();
    if (reporter === undefined || this.reporter !== reporter) return false;
    this.outbox.drop(this);
    void this.outbox.file.remove([this.nameOf(KIND), this.nameOf(FIXED)]);
    this.whenEnded();
    return true;
  }

  /** Enters it where events of its account look for it: by the ids of what was sent, and by the persons who can answer. */
  publish(): void {
    const { open } = this.outbox;
    const { id } = this;
    const { plan, question, messages } = this.submission;
    for (const { messageId, target, state } of this.tried)
      if (messageId !== undefined && state === 'accepted')
        open.follow(messageId, { id, recipient: readText(messages[target]?.request, 'to') });
    if (question === undefined || plan.success !== 'answered') return;
    const { people, channel, sender, expects, alsoTriggers } = question;
    const { isOver } = this;
    for (const { target, state, at } of this.tried) {
      const asked = people[target];
      if (asked === undefined) continue;
      const canAnswer = ['sending', 'accepted', 'delivered', 'unknown'].includes(state) && !isOver;
      const { reference, person, link } = asked;
      // Written out: of objects that are spread, V8 keeps a description each.
      open.enter({
        id,
        target,
        channel,
        sender,
        expects,
        alsoTriggers,
        reference,
        person,
        link,
        askedAt: timeOfDay(at),
        // One of several can answer until all of them have had their time.
        until: people.length === 1 ? timeOfDay(at + plan.eachMs) : Infinity,
        isSending: this.run !== undefined && state === 'sending',
        over: canAnswer ? undefined : state === 'answered' ? 'answered' : 'ended',
      });
    }
  }

  /** Nothing can happen to it any more, or not while its node is away. */
  unpublish(): void {
    const people = this.submission.question?.people ?? [];
    this.outbox.open.forget(
      people.map(({ reference }) => reference),
      this.tried.flatMap(({ messageId }) => messageId ?? []),
    );
  }

  private nameOf(kind: string): string {
    return `${kind} ${this.owner} ${this.id}`;
  }

  private async write(): Promise<void> {
    const { file } = this.outbox;
    await this.writing?.catch(() => undefined);
    if (!this.outbox.has(this)) return;
    const change: Change = [this.nameOf(KIND), recordPart.written(this.state)];
    if (this.unwritten === undefined) return file.set([change]);
    this.writing = file.set([[this.nameOf(FIXED), this.unwritten], change]);
    await this.writing;
    this.unwritten = undefined;
  }
}

/** The messages that an earlier run has recorded, oldest first; what cannot be read as one is none. */
export function recordedIn(outbox: EntryPlace): Entry[] {
  const { file } = outbox;
  const messages = file.startingWith(`${FIXED} `);
  return [...file.startingWith(`${KIND} `)].flatMap(([name, stored]) => {
    const [, owner = '', id = ''] = name.split(' ');
    const message = messages.get(`${FIXED} ${owner} ${id}`);
    const copy = readProperty(message, 'copy');
    const submission = submissionPart.read(readProperty(message, 'fixed'));
    const state = recordPart.read(stored);
    if (!isRecord(copy) || submission === undefined || state === undefined) return [];
    return [new Entry(outbox, owner, { ...copy }, submission, state, true)];
  });
}
