import type { NodeMessage } from 'node-red';

import { afterAnswer, afterReport } from '../../core/plan';
import { Deadlines } from '../calls/deadlines';
import { OpenMessages, type Happening, type Owner } from '../calls/openMessages';
import { RecentEvents } from '../calls/recentEvents';
import { Journals, storeOf, type JournalStore } from '../journal/journals';
import { beingReplaced } from '../outcome/failure';
import { deploysOf, type Deploys } from '../service/deploys';
import { runtimeOf, serviceOf, type Lasting, type LastingHost } from '../service/lasting';
import { catalogOf } from '../settings/editorNames';
import { Entry, recordedIn, type EntryPlace } from './entry';
import { Line } from './line';
import type { PlanRun } from './planRun';
import type { Reporter } from './reporter';
import type { Submission } from './submission';

const MOST_NAMED = 100;

/**
 * The messages of an account that take more than one attempt, or an answer: each has a plan, which its node runs, and a record in the journal, with
 * which it goes on after a deploy, a stop and a kill. It lasts as long as Node-RED runs.
 */
export class Outbox implements Owner, EntryPlace {
  readonly id: string;
  readonly file: JournalStore;
  readonly open: OpenMessages;
  readonly line: Line;
  readonly due = new Deadlines<PlanRun>((run) => void run.timeUp());
  /** Resolves when what an earlier run has recorded is known. */
  readonly ready: Promise<void>;
  private readonly recent: RecentEvents;
  private readonly entries = new Map<string, Entry>();
  private readonly deploys: Deploys;

  constructor(private readonly service: Lasting) {
    const { RED, id } = service;
    this.id = id;
    this.file = storeOf(RED, id);
    this.line = service.part(Line);
    this.open = service.part(OpenMessages);
    // The nodes say that the journal fails.
    this.recent = new RecentEvents(RED, id, id, () => undefined);
    this.deploys = deploysOf(RED);
    this.open.owner = this;
    this.ready = this.recall();
    this.deploys.onStarted(() => this.handOver());
    runtimeOf(RED).part(Journals).keepers.add(this);
  }

  has(entry: Entry): boolean {
    return this.entries.get(entry.id) === entry;
  }

  drop(entry: Entry): void {
    this.entries.delete(entry.id);
  }

  /** @param owner the node that submits it (nodeKeyOf) */
  add(owner: string, msg: NodeMessage, submission: Submission): Entry {
    const entry = new Entry(this, owner, msg, submission, { tried: [] });
    this.entries.set(entry.id, entry);
    return entry;
  }

  /** Something has happened to a message, whether a node works on it at the moment or not. */
  async happened(id: string, happening: Happening): Promise<boolean> {
    const entry = this.entries.get(id);
    if (entry === undefined) return false;
    if (happening.what === 'reported') return entry.change((tried) => afterReport(tried, happening.report));
    if (entry.isOver) return false;
    const { target } = happening;
    if (happening.what === 'answered') {
      const { value, event } = happening;
      const written = await entry.change((tried) => afterAnswer(tried, target, { value, event }));
      // Without a record, an answer is taken when the flow has it.
      if (!written) await entry.untilEnded();
      return true;
    }
    if (entry.reporter === undefined) throw beingReplaced();
    return (await entry.reporter.rules.misfit?.(entry.submission, target, entry.msg)) === true;
  }

  knows(key: string | undefined): Promise<boolean> {
    return this.recent.knows(key);
  }

  remember(key: string | undefined): Promise<void> {
    return this.recent.remember(key);
  }

  /** The nodes that have messages or keys here. */
  nodes(): string[] {
    return [...this.service.ids(), ...[...this.entries.values()].map(({ owner }) => owner)];
  }

  /** These nodes were deleted for good: their messages end. */
  nodesGone(gone: ReadonlySet<string>): void {
    for (const key of gone) this.service.drop(key);
    const ended = [...this.entries.values()].filter(({ owner }) => gone.has(owner));
    for (const entry of ended) {
      entry.unpublish();
      this.drop(entry);
    }
    for (const type of ['messaging-ask', 'messaging-send'])
      this.sayEnded(
        type,
        ended.filter(({ submission }) => (submission.question !== undefined) === (type === 'messaging-ask')),
      );
  }

  private async recall(): Promise<void> {
    await this.file.loaded;
    for (const entry of recordedIn(this)) {
      this.entries.set(entry.id, entry);
      entry.publish();
    }
    if (this.deploys.isOver) this.handOver();
  }

  /** Gives messages that no node works on to their nodes. What waits for a node that is away takes no answers. */
  private handOver(): void {
    const { byKey } = runtimeOf(this.service.RED).part(Reporters);
    const waiting = [...this.entries.values()].filter(({ reporter }) => reporter === undefined);
    waiting.sort((one, other) => (one.id < other.id ? -1 : 1));
    for (const entry of waiting) {
      const reporter = byKey.get(entry.owner);
      if (reporter === undefined) entry.unpublish();
      else reporter.take(entry);
    }
  }

  private sayEnded(type: string, ended: readonly Entry[]): void {
    const { RED } = this.service;
    const named = ended.slice(0, MOST_NAMED).map(({ msg: { _msgid = '?' } }) => _msgid);
    const ids = named.join(', ') + (ended.length > MOST_NAMED ? ' …' : '');
    if (ended.length > 0)
      RED.log.error(RED._(`${catalogOf(type)}${type}.errors.endsWithNode`, { count: ended.length, ids }));
  }
}

/** The nodes that send, as they are now, by their keys. */
export class Reporters {
  readonly byKey = new Map<string, Reporter>();

  /** Messages may wait in the journals of accounts that no node has any more. */
  constructor({ RED }: Lasting) {
    void runtimeOf(RED)
      .part(Journals)
      .found.then((accounts) => {
        for (const account of accounts) outboxOf(RED, account);
      });
  }

  add(reporter: Reporter): void {
    this.byKey.set(reporter.key, reporter);
  }

  remove(reporter: Reporter): void {
    if (this.byKey.get(reporter.key) === reporter) this.byKey.delete(reporter.key);
  }
}

export function outboxOf(RED: LastingHost, account: string): Outbox {
  return serviceOf(RED, account).part(Outbox);
}
