import type { Client, MessagingError } from '../../core/client';
import { conversationsOf } from '../../core/steps';
import { stoppedBefore } from '../outcome/failure';
import type { Account } from '../service/account';
import { sharedAbort } from '../service/sharedAbort';
import type { Job } from './job';
import type { Draft } from './outgoing';

/** @param signal fires if the node was closed and the call takes too long */
export type Task<T> = (client: Client, signal: AbortSignal) => Promise<T>;

export interface CallSetting {
  /** Messages that make the call together with this one. */
  others?: readonly Job[];
  /** In which it waits for the calls that came before it. */
  conversations?: readonly string[];
  /** Whose service is called, if not that of the node's account. */
  account?: Account | undefined;
}

/** When the messages of a node call the service, each in its turn. A node that is closed makes no call any more. */
export class Turns {
  /** Once aborted, no message waits and no call is made any more. */
  private readonly stopping = sharedAbort();
  private readonly givingUp = sharedAbort();

  /**
   * @param changed called when more messages wait or call
   * @param requiredAccount that of the node; throws if there is none
   * @param send called in the turn of a message that waits in `enqueue`; the client is there once the service may be called
   */
  constructor(
    private readonly changed: () => void,
    private readonly requiredAccount: () => Account,
    private readonly send: (job: Job, client: Promise<Client>) => Promise<void>,
  ) {}

  /** Waits for the turn of a message. Nothing else is kept of it meanwhile, not even a suspended function: very many can wait. */
  enqueue(job: Job, { account, request }: Draft): void {
    job.isInQueue = true;
    if (account.mustWait) this.changed();
    account.start(() => this.take(job, account), conversationsOf(request));
  }

  private take(job: Job, account: Account): Promise<void> {
    // It was given up.
    if (!job.isInQueue) return Promise.resolve();
    job.isInQueue = false;
    return this.send(job, this.ready(account));
  }

  private async ready(account: Account): Promise<Client> {
    const client = await account.ready(this.stopping.signal);
    if (this.stopping.signal.aborted) throw stoppedBefore();
    return client;
  }

  /** Makes a call of these messages in its turn, as `Job.call`. */
  call<T>(
    jobs: readonly Job[],
    task: Task<T>,
    { conversations, account = this.requiredAccount() }: CallSetting,
  ): Promise<T> {
    const [first] = jobs;
    const client = first?.client;
    if (client !== undefined) return this.callNow(jobs, client, task);
    if (this.stopping.signal.aborted) return Promise.reject(stoppedBefore());
    if (account.mustWait) this.changed();
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = (error: MessagingError) => {
        isGivenUp = true;
        reject(error);
      };
      first?.waitsFor(giveUp);
      const inTurn = (own: Client) => {
        first?.goesOn(giveUp);
        // It was given up, or somebody else has answered before its turn came.
        if (isGivenUp || this.stopping.signal.aborted) throw stoppedBefore();
        return this.callNow(jobs, own, task);
      };
      account.run(inTurn, this.stopping.signal, conversations).then(resolve, reject);
    });
  }

  private async callNow<T>(jobs: readonly Job[], client: Client, task: Task<T>): Promise<T> {
    for (const job of jobs) job.calls += 1;
    this.changed();
    try {
      return await task(client, this.givingUp.signal);
    } finally {
      for (const job of jobs) job.calls -= 1;
    }
  }

  /** Waits for something else, unless the node is closed. Not async: a suspended function takes more memory than a promise. */
  wait<T>(job: Job, event: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopping.signal.aborted) reject(stoppedBefore());
      job.waitsFor(reject);
      void event.then(resolve, reject).then(() => job.goesOn(reject));
    });
  }

  /** The node is closed: no call is made any more, and none of these messages waits. Returns those that were queued. */
  stop(jobs: Iterable<Job>): Job[] {
    this.stopping.abort();
    const queued: Job[] = [];
    for (const job of jobs) {
      job.giveUp();
      if (job.isInQueue) queued.push(job);
      job.isInQueue = false;
    }
    return queued;
  }

  /** The calls that are under way take too long. */
  breakOff(): void {
    this.givingUp.abort();
  }
}
