import { AddressBook, demoGroups, demoPeople } from './addressBook';
import { CallLog, type Call } from './callLog';
import { Changes } from './changes';
import { Clock } from './clock';
import { pastMessages } from './conversations';
import { Inbound, type InboundMessage } from './inbound';
import { MediaStore } from './media';
import { Messages, type SandboxMessage } from './messages';
import { Pushes, type Push } from './pushes';
import { demoTemplates } from './templates';
import type { FaultName } from '../service/faults';
import { settingsFrom, type SandboxOptions, type Settings } from '../options';
import type { Conversation, Template } from '../seed/seed';

const MESSAGES_KEPT = 100_000;

/** Something that happened in the sandbox, for the phone page and for tests that wait. */
export type Change =
  | { kind: 'message'; message: SandboxMessage }
  | { kind: 'inbound'; inbound: InboundMessage }
  | { kind: 'push'; push: Push }
  | { kind: 'call'; call: Call }
  | { kind: 'media' }
  | { kind: 'settings'; settings: Settings }
  | { kind: 'clock'; now: number }
  | { kind: 'reset' };

/** Everything the sandbox knows: one account of the service with its messages. */
export class ServiceAccount {
  readonly users: Map<string, string>;
  readonly settings: Settings;
  readonly changes = new Changes<Change>();
  readonly clock: Clock;
  readonly addressBook: AddressBook;
  readonly templates: Template[];
  readonly calls = new CallLog(this);
  readonly media = new MediaStore(this);
  readonly pushes: Pushes;
  readonly messages: Messages;
  readonly inbound: Inbound;
  private readonly startSettings: Settings;
  private readonly conversations: Conversation[];
  private lastSequence = 0;

  constructor(options: SandboxOptions) {
    this.users = new Map(Object.entries(options.users ?? { demo: 'demo' }));
    this.startSettings = settingsFrom(options);
    this.settings = structuredClone(this.startSettings);
    this.clock = new Clock(options.clock);
    this.addressBook = new AddressBook(options.people ?? demoPeople, options.groups ?? demoGroups);
    this.templates = options.templates ?? demoTemplates;
    this.conversations = options.conversations ?? [];
    this.pushes = new Pushes(this);
    const limit = options.messageLimit ?? MESSAGES_KEPT;
    this.messages = new Messages(this, limit);
    this.inbound = new Inbound(this, limit);
  }

  /** The position of the next message in the order of all messages, sent and received. */
  nextSequence(): number {
    this.lastSequence += 1;
    return this.lastSequence;
  }

  /** Sequence number of the newest message, sent or received. */
  get newest(): number {
    return this.lastSequence;
  }

  /** Changes some of the settings. */
  change(settings: Partial<Settings>): Settings {
    Object.assign(this.settings, settings);
    this.changes.announce({ kind: 'settings', settings: this.settings });
    return this.settings;
  }

  /** Moves the clock forward; everything due in between happens at once. */
  advanceClock(milliseconds: number): void {
    this.clock.advance(milliseconds);
    this.changes.announce({ kind: 'clock', now: this.clock.now() });
  }

  /** The fault of the call that comes in now. */
  takeFault(): FaultName | undefined {
    const [next, ...later] = this.settings.faults;
    if (next?.times === undefined) return next?.fault;
    this.change({ faults: next.times > 1 ? [{ ...next, times: next.times - 1 }, ...later] : later });
    return next.fault;
  }

  /** Puts the messages in place that are there from the start. */
  begin(): void {
    const { messages, inbound } = pastMessages(this, this.conversations);
    this.restore(messages, inbound);
  }

  /** Restores the data of an earlier run. */
  restore(messages: SandboxMessage[], inbound: InboundMessage[]): void {
    const sequences = [...messages, ...inbound].map(({ sequence }) => sequence);
    this.lastSequence = sequences.reduce(
      (highest, sequence) => Math.max(highest, sequence),
      this.lastSequence,
    );
    this.messages.restore(messages);
    this.inbound.restore(inbound);
  }

  /** Deletes everything and restores what there was at the start. */
  reset(): void {
    this.clear();
    this.calls.clear();
    Object.assign(this.settings, structuredClone(this.startSettings));
    this.begin();
    this.changes.announce({ kind: 'reset' });
  }

  /** Stops everything that is under way or planned. */
  close(): void {
    this.clear();
  }

  private clear(): void {
    this.pushes.clear();
    this.messages.clear();
    this.clock.clear();
    this.inbound.clear();
    this.media.clear();
  }
}
