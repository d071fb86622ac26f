import type { NodeMessageInFlow } from 'node-red';

import type { Client, MessagingError } from '../../core/client';
import { stoppedBefore } from '../outcome/failure';
import type { Output, Receiver } from '../outcome/report';
import type { Entry } from './entry';
import type { Draft, Several } from './outgoing';
import type { CallSetting, Task } from './turns';
import type { Worker } from './worker';

/** What the service says about the status that a message asks for. */
export interface KnownStatus extends Output {
  final: boolean;
}

/** How far asking for a status has come. */
export interface Polling {
  /** On the clock of `performance.now()`. */
  since: number;
  known?: KnownStatus;
}

type GiveUp = (error: MessagingError) => void;

/** One for all: very many messages wait. */
const NOTHING: readonly GiveUp[] = [];

/** A message that a node works on. One object without closures, because thousands of them can wait. */
export class Job implements Receiver {
  /** Calls of it that are under way. */
  calls = 0;
  /** What it sends, if that is one call. */
  draft: Draft | undefined;
  /** If it holds several of which not all could be sent before the node was closed. */
  several: Several | undefined;
  /** Of a message that asks for a status until it is final. */
  polling: Polling | undefined;
  isInQueue = false;
  /** With which it calls the service, if its turn has come. */
  client: Client | undefined;
  /** End what it waits for. */
  private waits = NOTHING;
  private ended = false;

  constructor(
    private readonly worker: Worker<unknown>,
    readonly msg: NodeMessageInFlow,
    readonly send: Receiver['send'],
    private readonly end: Receiver['done'],
    /** The message in the outbox of its account, once it is there. */
    public entry?: Entry,
  ) {}

  /** Whether it is a text of the node itself: nothing comes out for it. */
  get isOwn(): boolean {
    return this.entry?.submission.isOwn === true;
  }

  /** Whether it goes on from its record when the node runs again. One that closing was too slow for goes on already: the next node has a copy. */
  get isKept(): boolean {
    return this.entry?.hasEnded === false && this.entry.msg === this.msg;
  }

  /** While it waits for something: `giveUp` ends that. */
  waitsFor(giveUp: GiveUp): void {
    this.waits = [...this.waits, giveUp];
  }

  /** It waits no more for something. */
  goesOn(giveUp: GiveUp): void {
    this.waits = this.waits.filter((wait) => wait !== giveUp);
  }

  /** Ends all that it waits for; its calls that are under way go on. */
  giveUp(): void {
    for (const end of this.waits) end(stoppedBefore());
  }

  /**
   * Calls the service when it is this message's turn (Account.run). The task's `signal` fires if the node was closed and the call takes too long. If
   * the node is closed before the turn, no call is made and the work on the message ends here.
   */
  call<T>(task: Task<T>, setting: CallSetting = {}): Promise<T> {
    return this.worker.turns.call([this, ...(setting.others ?? [])], task, setting);
  }

  /** Waits for something other than the service, however long; a deploy leaves the message to the node that replaces this one. */
  until<T>(event: Promise<T>): Promise<T> {
    return this.worker.until(this, event);
  }

  /** Ends the message, only once, without crashing Node-RED if it cannot copy the message for its Catch nodes. */
  done(error?: Error): void {
    if (this.ended) return;
    this.ended = true;
    try {
      this.end(error);
    } catch (failure) {
      this.worker.notEnded(failure, error);
    }
  }
}
