import type { NodeAPI, NodeMessage } from 'node-red';

import { steadyNow } from '../../core/clock';
import { OpenMessages } from '../calls/openMessages';
import { Journals, storeOf, type JournalStore } from '../journal/journals';
import { ClockWatch } from '../service/clock';
import { memories, runtimeOf, serviceOf, type Lasting } from '../service/lasting';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { Backlog } from './backlog';
import { Entry, recordedIn } from './entry';
import { Line } from './line';
import type { Submission } from './submission';

const MOST_NAMED = 100;

/**
 * The messages that nodes send by an account and that take more than one attempt, or an answer. Each has a plan, which its node runs, and a record
 * in the journal, with which it goes on after a stop and a kill. It lasts as long as Node-RED runs.
 */
export class Outbox {
  readonly id: string;
  readonly file: JournalStore;
  readonly open: OpenMessages;
  readonly line: Line;
  private readonly clock = new ClockWatch();
  private readonly entries = new Set<Entry>();

  constructor(private readonly service: Lasting) {
    const { RED, id } = service;
    this.id = id;
    this.file = storeOf(RED, id);
    this.line = service.part(Line);
    this.open = service.part(OpenMessages);
    this.open.recalled = this.recall();
    runtimeOf(RED)
      .part(Journals)
      .whenGone.add((gone) => this.end(gone));
  }

  /** Records have times of day: when the computer's clock was set, they are written anew, or after a restart they would wait longer or shorter. */
  keepTimes(): void {
    if (!this.clock.wasSet()) return;
    for (const entry of this.entries) if (entry.isRecorded) void entry.keep({});
  }

  drop(entry: Entry): void {
    this.entries.delete(entry);
  }

  /** @param backlog of the node that submits it */
  add(backlog: Backlog, msg: NodeMessage, submission: Submission): Entry {
    const entry = new Entry(this, backlog, msg, submission, { since: steadyNow(), tried: [] });
    this.entries.add(entry);
    backlog.add(entry);
    return entry;
  }

  /** These nodes were deleted for good: their messages end. */
  private end(gone: ReadonlySet<string>): void {
    const ended = [...this.entries].filter(({ backlog }) => gone.has(backlog.key));
    for (const entry of ended) entry.drop();
    const { RED } = this.service;
    const count = ended.length;
    const named = ended.slice(0, MOST_NAMED).map(({ msg: { _msgid = '?' } }) => _msgid);
    const ids = named.join(', ') + (count > MOST_NAMED ? ' …' : '');
    if (count > 0) RED.log.error(RED._(`${ACCOUNT_CATALOG}journal.endsWithNode`, { count, ids }));
  }

  private async recall(): Promise<void> {
    await this.file.loaded;
    const nodes = memories(this.service.RED);
    const recorded = recordedIn(this, (key) => nodes.of(key).part(Backlog));
    recorded.sort((one, other) => one.state.since - other.state.since);
    for (const entry of recorded) {
      for (const claim of entry.tried.flatMap(({ answer }) => answer?.claim ?? []))
        void this.open.answers.once(claim);
      this.entries.add(entry);
      entry.backlog.add(entry);
      entry.publish();
      entry.backlog.leave({ msg: entry.msg, entry });
    }
  }
}

export function outboxOf(RED: NodeAPI, account: string): Outbox {
  return serviceOf(RED, account).part(Outbox);
}
