import type { NodeAPI } from 'node-red';

import { attempt, checkMessage, failed, MessagingError, pauseAskedFor, type Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import type { Said } from '../../core/errors/sentence';
import { conversationsOf, ended, takeSteps, type Steps } from '../../core/steps';
import { fault } from '../errors/texts';
import { stoppedBefore } from '../outcome/failure';
import { localTime } from '../outcome/report';
import type { Account } from '../service/account';
import { momentOf, steadyNow } from '../service/clock';
import type { Entry } from './entry';
import { inTurn, type Call, type NodeOutgoing } from './outgoing';
import type { NotReached } from '../../core/plan';
import type { Job } from './job';
import type { Line, Place } from './line';

/** With what a node sends: an account, the line of that, and its guards as they are now. */
export interface Sender {
  RED: NodeAPI;
  account: Account | undefined;
  line: Line;
  steps: Steps<NodeOutgoing>;
}

const NO_RETRY = { retries: 0, longestWaitMs: 0 };

/** A target of a message on its way: when it is its turn in the line, and it is recorded as being sent, it is. */
export class Target {
  /** When it has waited long enough, on the steady clock; undefined if it is tried once. */
  private readonly until: number | undefined;
  private place: Place | undefined;

  constructor(
    private readonly entry: Entry,
    private readonly number: number,
    private readonly sender: Sender,
  ) {
    const { tried, submission } = entry;
    const { retryMs = 0 } = submission.plan;
    const now = steadyNow();
    // The first target has waited since the message came.
    const arrived = tried.length === 0 ? Math.min(now, momentOf(submission.since)) : now;
    const { at = arrived } = tried.find(({ target }) => target === number) ?? {};
    this.until = retryMs === 0 ? undefined : at + retryMs;
  }

  /** Whether it has a place in the line. */
  get isInLine(): boolean {
    return this.place !== undefined;
  }

  /**
   * @param begin records that it is being sent
   * @param call if its turn has come
   * @throws MessagingError if nothing was tried; see also `notReached`
   */
  async send(job: Job, begin: () => Promise<void>, call?: Call): Promise<Result> {
    const { until, entry, sender } = this;
    const { account, line } = sender;
    const message = entry.submission.messages[this.number];
    if (message === undefined) throw new RangeError('There is no message for this target');
    const { checkedBy } = entry;
    const request = checkedBy === account ? message.request : await checkedFor(account, message.request);
    const checked = { ...message, request, account, job };
    if (until === undefined) return this.take({ ...checked, call }, begin);
    const place = (this.place ??= line.enter(conversationsOf(request), until));
    const may = await job.until(line.turn(place));
    if (may === undefined) throw stoppedBefore();
    if (!may) throw waitedTooLong(entry.submission.since, line.lastReason);
    const sent = await attempt(() =>
      this.take({ ...checked, retry: NO_RETRY }, async () => {
        // Others of the account may have found meanwhile that the service cannot be reached.
        if (!line.mayGo(place)) throw new NotTried(line.lastReason);
        await begin();
      }),
    );
    const result = sent.ok ? sent.value : failed(sent.error);
    if (result.outcome === 'accepted') line.reached();
    if (result.outcome !== 'failed') this.leave();
    return result;
  }

  private async take(message: NodeOutgoing, begin: () => Promise<void>): Promise<Result> {
    await inTurn([message], async (turn) => {
      await begin();
      await takeSteps(turn, this.sender.steps);
    });
    return ended(message);
  }

  /**
   * Says what an error of `send` means for the target, and tells the line; undefined if it has failed for another reason.
   * @param before whether it was not reached by the attempt before
   */
  notReached(error: MessagingError, before: boolean): NotReached | undefined {
    const { place, until } = this;
    const { line } = this.sender;
    if (until === undefined) return undefined;
    if (error.code === TOO_LONG) return 'time_up';
    // A password that is missing for a while ends nothing that waits.
    const isTriedAgain = canWait(error) || (before && error.code === 'invalid_settings');
    if (place !== undefined && error instanceof NotTried) line.goesBack(place);
    else if (place !== undefined && isTriedAgain) line.failed(place, error);
    if (isTriedAgain) return 'try_again';
    if (error.status !== undefined) line.reached();
    this.leave();
    return undefined;
  }

  leave(): void {
    if (this.place !== undefined) this.sender.line.leave(this.place);
    this.place = undefined;
  }
}

/** The account may allow fewer recipients by now. */
function checkedFor(account: Account | undefined, request: MessageRequest): Promise<MessageRequest> {
  const recipientsAllowed = account?.rules.recipientsAllowed;
  return checkMessage(request, undefined, {
    strictLimits: false,
    ...(recipientsAllowed && { recipientsAllowed }),
  });
}

const TOO_LONG = 'kept_too_long';

/**
 * What became of a message that waited as long as it may.
 * @param last why the last attempt failed; undefined if there was none since Node-RED started
 */
export function gaveUp(
  since: number,
  last: MessagingError | undefined,
  reason: Said | undefined,
): MessagingError {
  return last?.code === TOO_LONG ? last : waitedTooLong(since, reason);
}

function waitedTooLong(at: number, reason: Said | undefined): MessagingError {
  const since = localTime(at);
  return new MessagingError(
    reason === undefined ? fault(TOO_LONG, { since }) : fault('kept_too_long.last', { since, reason }),
  );
}

/** Others of the account were not reached meanwhile. */
class NotTried extends MessagingError {
  constructor(message?: Said) {
    const meanwhile = fault('unreachable.meanwhile');
    super({ ...meanwhile, message: message ?? meanwhile.message });
  }
}

const PASSING = ['unreachable', 'proxy_unreachable', 'proxy_refused', 'timed_out', 'not_recorded'];

/** Whether the service was not reached or asks to call later, or the disk is full, so that another attempt is of use and cannot send twice. */
function canWait(error: MessagingError): boolean {
  const { outcome, code } = error;
  const passes = outcome === 'not_sent' && PASSING.includes(code);
  return passes || (outcome !== 'unknown' && pauseAskedFor(error) !== undefined);
}
