import type { NodeMessageInFlow } from 'node-red';

import type { Client, MessagingError } from '../../core/client';
import { conversationsOf } from '../../core/steps';
import { stoppedBefore } from '../outcome/failure';
import type { Output, Receiver } from '../outcome/report';
import type { Account } from '../service/account';
import type { Entry } from './entry';
import type { Draft, Several } from './outgoing';
import type { Worker } from './worker';

/** @param signal fires if the node was closed and the call takes too long */
type Task<T> = (client: Client, signal: AbortSignal) => Promise<T>;

interface CallSetting {
  /** Messages that make the call together with this one. */
  others?: readonly Job[];
  /** In which it waits for the calls that came before it. */
  conversations?: readonly string[];
  /** Whose service is called, if not that of the node's account. */
  account?: Account | undefined;
}

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

  /** Ends all that it waits for; its calls that are under way go on. */
  giveUp(): void {
    for (const end of this.waits) end(stoppedBefore());
  }

  /** Waits for its turn to send this. Nothing else is kept of it meanwhile, not even a suspended function: very many can wait. */
  enqueue(draft: Draft): void {
    const { account, request } = draft;
    this.draft = draft;
    this.isInQueue = true;
    if (account.mustWait) this.worker.showProgress();
    account.start(() => this.take(account), conversationsOf(request));
  }

  private take(account: Account): Promise<void> {
    // It was given up.
    if (!this.isInQueue) return Promise.resolve();
    this.isInQueue = false;
    return this.worker.send(this, this.ready(account));
  }

  private async ready(account: Account): Promise<Client> {
    const { signal } = this.worker.stopping;
    const client = await account.ready(signal);
    if (signal.aborted) throw stoppedBefore();
    return client;
  }

  /**
   * Calls the service when it is this message's turn (Account.run). The task's `signal` fires if the node was closed and the call takes too long. If
   * the node is closed before the turn, no call is made and the work on the message ends here.
   */
  call<T>(
    task: Task<T>,
    { others = [], conversations, account = this.worker.requiredAccount() }: CallSetting = {},
  ): Promise<T> {
    const { client, worker } = this;
    const { signal } = worker.stopping;
    const jobs = [this, ...others];
    if (client !== undefined) return this.callNow(jobs, client, task);
    if (signal.aborted) return Promise.reject(stoppedBefore());
    if (account.mustWait) worker.showProgress();
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = (error: MessagingError) => {
        isGivenUp = true;
        reject(error);
      };
      this.waits = [...this.waits, giveUp];
      const inTurn = (own: Client) => {
        this.goesOn(giveUp);
        // It was given up, or somebody else has answered before its turn came.
        if (isGivenUp || signal.aborted) throw stoppedBefore();
        return this.callNow(jobs, own, task);
      };
      account.run(inTurn, signal, conversations).then(resolve, reject);
    });
  }

  private async callNow<T>(jobs: readonly Job[], client: Client, task: Task<T>): Promise<T> {
    for (const job of jobs) job.calls += 1;
    this.worker.showProgress();
    try {
      return await task(client, this.worker.givingUp.signal);
    } finally {
      for (const job of jobs) job.calls -= 1;
    }
  }

  /** Waits for something other than the service, however long; a deploy leaves the message to the node that replaces this one. */
  until<T>(event: Promise<T>): Promise<T> {
    this.worker.showProgress();
    return this.wait(event);
  }

  /** Waits for something that does not take long. Not async: a suspended function takes more memory than a promise. */
  wait<T>(event: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.worker.stopping.signal.aborted) reject(stoppedBefore());
      this.waits = [...this.waits, reject];
      void event.then(resolve, reject).then(() => this.goesOn(reject));
    });
  }

  /** It waits no more for something. */
  private goesOn(giveUp: GiveUp): void {
    this.waits = this.waits.filter((wait) => wait !== giveUp);
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
