import { attempt, errorOf, failed, type Client, type Result } from '../../core/client';
import { steadyNow } from '../../core/clock';
import {
  afterCheck,
  afterReport,
  afterResult,
  growingPause,
  whileSending,
  type Attempt,
  type NotReached,
  type PlanWork,
  type Tried,
} from '../../core/plan';
import { conversationsOf, ended, takeSteps } from '../../core/steps';
import { isReported, withSecret } from '../calls/addresses';
import { checkedFor } from '../message/preparedMessage';
import { isStopped, stoppedBefore } from '../outcome/failure';
import type { Account } from '../service/account';
import { Alarm } from '../service/clock';
import { deploysOf } from '../service/deploys';
import type { Entry } from './entry';
import type { Job } from './job';
import type { Place } from './line';
import { canWait, hasWaitedTooLong, NotTried, waitedTooLong } from './notReached';
import { sendEach, type NodeOutgoing } from './outgoing';
import type { Reporter } from './reporter';

/** A report that may be lost is asked for; of a question that waits for an answer, only whether it has failed. */
const PAUSES = {
  report: { first: 1000, longest: 30_000 },
  answer: { first: 2000, longest: 3_600_000 },
};
/** One for all: most messages are never in the line, and very many wait. */
const NOWHERE: ReadonlyMap<number, Place> = new Map();

/** A message on its way, while a node works on it. */
export class PlanRun implements PlanWork {
  /** Of the targets that are tried again while the service cannot be reached. */
  private places = NOWHERE;
  /** Something has happened to it. */
  wake: () => void = () => undefined;
  /** When to ask for its status, on the steady clock. */
  private pollAt = 0;
  private isPolling = false;
  private readonly alarm = new Alarm(this);
  private whenLeft: (() => void) | undefined;
  private lastAccount: Account | undefined;

  constructor(
    private readonly entry: Entry,
    private readonly job: Job,
    private readonly sender: Reporter,
  ) {
    this.lastAccount = sender.accountOf(entry.outbox);
  }

  /** By which it goes, as it is set now. While a deploy replaces it, there is none for a moment. */
  private get account(): Account | undefined {
    const { entry, sender } = this;
    if (deploysOf(sender.RED).haveStarted) this.lastAccount = sender.accountOf(entry.outbox);
    return this.lastAccount;
  }

  /** Whether it waits for the service. */
  get isWaiting(): boolean {
    return this.entry.tried.length === 0 || this.places.size > 0;
  }

  attempts(): readonly Attempt[] {
    return this.entry.attempts;
  }

  async send(number: number, before?: Promise<void>): Promise<void> {
    const { entry } = this;
    const { plan, question } = entry.submission;
    const sent = await attempt(() => this.sendTo(number, before));
    const result = sent.ok ? sent.value : failed(sent.error);
    const failure = result.outcome !== 'accepted' && errorOf(result);
    if (failure !== false && isStopped(failure)) {
      await this.takeBack(number);
      throw failure;
    }
    if (failure !== false) entry.failures = new Map([...entry.failures, [number, failure]]);
    const notReached = this.afterTry(number, result);
    const outcome = { now: steadyNow(), notReached, retryMs: plan.retryMs };
    const unwritten = await entry.change((tried) =>
      // The answer of the service to a question says nothing that its record does not.
      afterResult(tried, number, result, outcome).map((each) =>
        question === undefined ? each : { ...each, result: undefined },
      ),
    );
    if (unwritten !== undefined && !entry.isRecorded && notReached === 'try_again') throw unwritten;
  }

  /**
   * Sends to a target when it is its turn, once that is recorded.
   * @throws MessagingError if nothing was tried
   */
  private async sendTo(number: number, before: Promise<void> | undefined): Promise<Result> {
    const { entry, job } = this;
    const { RED, rules } = this.sender;
    const { line } = entry.outbox;
    const message = entry.submission.messages[number];
    if (message === undefined) throw new RangeError('There is no message for this target');
    const conversations = conversationsOf(message.request);
    const place = this.placeOf(number, conversations);
    const may = place === undefined || (place.until > steadyNow() && (await job.until(line.turn(place))));
    if (may === undefined) throw stoppedBefore();
    if (!may) throw waitedTooLong(entry.since, line.lastReason);
    const retries = place === undefined ? undefined : 0;
    // Whoever has answered meanwhile, or has the message, gets no further try.
    const isWanted = () => !entry.isOver;
    let sent: NodeOutgoing = { ...message, msg: job.msg };
    const send = async (client: Client, signal: AbortSignal) => {
      // Others of the account may have found meanwhile that the service cannot be reached.
      if (place !== undefined && !line.mayGo(place)) throw new NotTried(line.lastReason);
      // Not before its turn: a deploy may replace the account meanwhile.
      const { account } = this;
      const isChecked = entry.checkedBy === account;
      const checked = isChecked ? message.request : await checkedFor(account, message.request);
      sent = { ...sent, request: account === undefined ? checked : withSecret(RED, account, checked) };
      await this.begin(number, before);
      await takeSteps([sent], { ...rules.guards, ...sendEach(client, { signal, retries, isWanted }) });
    };
    await job.call(send, { account: this.account, conversations });
    return ended(sent);
  }

  /** The place of a target in the line; undefined if it is tried once. */
  private placeOf(number: number, conversations: readonly string[]): Place | undefined {
    const { state, submission } = this.entry;
    const { order, retryMs = 0 } = submission.plan;
    const known = this.places.get(number);
    if (known !== undefined || retryMs === 0) return known;
    // The first target, and all that go out together, have waited since the message came.
    const isFirst = number === 0 || order === 'at_once' || order === 'parts';
    const tried = state.tried.find(({ target }) => target === number);
    const since = isFirst ? state.since : (tried?.at ?? steadyNow());
    const place = this.entry.outbox.line.enter(conversations, since + retryMs);
    place.hasWaited = tried !== undefined;
    this.places = new Map([...this.places, [number, place]]);
    return place;
  }

  /** Says whether the service was not reached for a target that may be tried again, and tells the line. */
  private afterTry(number: number, result: Result): NotReached | undefined {
    const { line } = this.entry.outbox;
    const place = this.places.get(number);
    if (place === undefined) return undefined;
    const error = result.outcome === 'failed' ? result.error : undefined;
    if (error !== undefined && hasWaitedTooLong(error)) return 'time_up';
    // A password that is missing for a while ends nothing that waits.
    const hasWaited = place.hasWaited || this.entry.checkedBy !== this.account;
    const isMissing = hasWaited && error?.code === 'invalid_settings';
    if (error !== undefined && (canWait(error) || isMissing)) {
      place.hasWaited = true;
      if (error instanceof NotTried) line.goesBack(place);
      else line.failed(place, error);
      return 'try_again';
    }
    if (result.outcome === 'accepted' || error?.status !== undefined) line.reached();
    this.places = new Map([...this.places].filter(([target]) => target !== number));
    line.leave(place);
    return undefined;
  }

  /** Records that a message is being sent, so that no restart sends it again. @throws MessagingError `not_sent` if it must not be sent */
  private async begin(target: number, before: Promise<void> | undefined): Promise<void> {
    const { entry } = this;
    // What became of the part before it may not be recorded yet.
    if (entry.submission.plan.order === 'parts') await before;
    if (entry.isOver) throw stoppedBefore();
    const unwritten = await entry.keep({ tried: whileSending(entry.tried, target, steadyNow()) });
    if (unwritten !== undefined && entry.isRecorded) throw unwritten;
    if (!entry.isOver) return;
    // Somebody has answered meanwhile.
    await this.takeBack(target);
    throw stoppedBefore();
  }

  /** It was certainly not sent, and nobody should think so. */
  private async takeBack(target: number): Promise<void> {
    const isOnItsWay = (each: Tried) => each.target === target && each.state === 'sending';
    if (this.entry.run === this && this.entry.tried.some(isOnItsWay))
      await this.entry.change((tried) => tried.filter((each) => !isOnItsWay(each)));
  }

  wait(until: number, isSending: boolean): Promise<void> {
    const now = steadyNow();
    if (this.pollAt <= now || this.pollAt === Infinity) this.pollAt = this.nextPoll(now);
    const ends = [...this.places.values()].flatMap(({ tell, until: end }) => (tell === undefined ? [] : end));
    this.alarm.set(Math.min(until, this.pollAt, ...ends));
    const event = new Promise<void>((resolve) => (this.wake = resolve));
    return isSending ? event : this.job.until(event);
  }

  /** Its time is up, that of a target in the line, or the service is to be asked. */
  timeUp(): void {
    const now = steadyNow();
    for (const place of this.places.values()) if (place.until <= now) place.tell?.(false);
    // A slow answer keeps nobody from being asked in time.
    if (this.pollAt <= now) void this.poll();
    this.wake();
  }

  /** When to ask for messages of which no report can come. */
  private nextPoll(now: number): number {
    const { success } = this.entry.submission.plan;
    if (success === 'accepted' || this.isPolling) return Infinity;
    const pauses = PAUSES[success === 'answered' ? 'answer' : 'report'];
    const due = ({ at }: Tried) => Math.max(at, now) + growingPause(Math.max(0, now - at), pauses);
    return Math.min(Infinity, ...this.unreported().map(due));
  }

  private unreported(): Tried[] {
    const { account, entry } = this;
    const { RED } = this.sender;
    if (account === undefined) return [];
    return entry.tried.filter(({ state, target, messageId }) => {
      const request = entry.submission.messages[target]?.request ?? {};
      return state === 'accepted' && messageId !== undefined && !isReported(RED, account, request);
    });
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    for (const { messageId = '', target } of this.unreported()) {
      const recipient = this.entry.recipientOf(target);
      // Asked for again after the next pause; the time limit ends it.
      const asked = this.account?.run((client) => client.messageStatus(messageId, { retries: 0, recipient }));
      const status = await asked?.catch(() => undefined);
      if (status?.final === true && this.entry.run === this)
        await this.entry.change((tried) => afterReport(tried, { ...status, messageId }));
    }
    this.isPolling = false;
    this.wake();
  }

  /** The time is up. A report may have been lost, so the service's status counts. */
  async check(indexes: readonly number[]): Promise<void> {
    const { entry, job } = this;
    for (const index of indexes) {
      const { messageId, target = 0 } = entry.tried[index] ?? {};
      if (messageId === undefined) continue;
      const recipient = entry.recipientOf(target);
      const status = await attempt(() =>
        job.call((client, signal) => client.messageStatus(messageId, { signal, recipient }), {
          account: this.account,
        }),
      );
      if (status.ok) await entry.change((tried) => afterReport(tried, { ...status.value, messageId }));
      else if (isStopped(status.error)) throw status.error;
    }
    await entry.change((tried) => afterCheck(tried, indexes));
  }

  /** Nothing more is sent for it. */
  giveUp(): void {
    this.job.giveUp();
  }

  /** Resolves when the node works on it no more. */
  untilLeft(): Promise<void> {
    return new Promise((resolve) => (this.whenLeft = resolve));
  }

  /** Call this when the node works on it no more. */
  leave(): void {
    for (const place of this.places.values()) this.entry.outbox.line.leave(place);
    this.places = NOWHERE;
    this.alarm.end();
    this.whenLeft?.();
  }
}
