import type { NodeMessageInFlow } from 'node-red';

import type { Client, MessagingError } from '../../core/client';
import type { Account } from '../service/account';
import type { Receiver } from '../outcome/report';

/** One for all: very many messages wait. */
const NO_TURNS: Job['turns'] = [];

export type Task<T> = (client: Client, signal: AbortSignal) => Promise<T>;

export interface CallSetting {
  /** Messages that make the call together with this one. */
  others?: readonly Job[];
  /** In which it waits for the calls that came before it. */
  conversations?: readonly string[];
  /** Whose service is called, if not that of the node's account. */
  account?: Account | undefined;
}

/** The worker of a node, as its messages use it. */
interface JobOwner {
  call<T>(jobs: readonly Job[], task: Task<T>, setting: CallSetting): Promise<T>;
  pause(job: Job, ms: number): Promise<void>;
  until<T>(job: Job, event: Promise<T>): Promise<T>;
  /** Logs that Node-RED could not end the message. */
  notEnded(failure: unknown, error: Error | undefined): void;
}

/** A message that a node works on. One object without closures, because thousands of them can wait. */
export class Job implements Receiver {
  /** The message was reported, or left to the node that replaces this one. */
  over = false;
  /** Calls of it that are under way. */
  calls = 0;
  /** What it waits for besides. */
  pauses = 0;
  hasCalled = false;
  /** End calls that have not begun. */
  turns: ReadonlyArray<(error: MessagingError) => void> = NO_TURNS;
  private ended = false;

  constructor(
    private readonly worker: JobOwner,
    readonly msg: NodeMessageInFlow,
    readonly send: Receiver['send'],
    private readonly end: Receiver['done'],
    /** A text of the node itself: nothing comes out for it. */
    readonly isOwn = false,
  ) {}

  /** True from its first call to the service to its end, except during pauses: such a message cannot be handed to another node. */
  get calling(): boolean {
    return !this.over && (this.calls > 0 || (this.hasCalled && this.pauses === 0));
  }

  /** Ends the calls whose turn has not come. */
  giveUp(error: MessagingError): void {
    for (const end of this.turns) end(error);
  }

  /**
   * Calls the service when it is this message's turn (Account.run). The task's `signal` fires if the node was closed and the call takes too long. If
   * the node is closed before the turn, no call is made and the work on the message ends here.
   */
  call<T>(task: Task<T>, setting: CallSetting = {}): Promise<T> {
    return this.worker.call([this, ...(setting.others ?? [])], task, setting);
  }

  /** Waits for a time in milliseconds, or less if the node is closed. */
  pause(ms: number): Promise<void> {
    return this.worker.pause(this, ms);
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
