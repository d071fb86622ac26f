import type { NodeAPI } from 'node-red';

import { attempt, checkMessage, failed, MessagingError, pauseAskedFor, type Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import type { Said } from '../../core/errors/sentence';
import { conversationsOf, ended, takeSteps, type Steps } from '../../core/steps';
import { fault } from '../errors/texts';
import { stoppedBefore } from '../outcome/failure';
import { localTime } from '../outcome/report';
import type { Account } from '../service/account';
import { stepsOf, type Guards } from './guards';
import type { CheckedMessage } from '../message/preparedMessage';
import { inTurn, type Call, type NodeOutgoing } from './inTurn';
import type { NotReached } from '../../core/plan';
import type { Job } from './job';
import type { Line, Place } from './line';
import { sendEach } from './sendEach';

/** A message to one target. */
export interface Sending {
  message: CheckedMessage;
  job: Job;
  /** If its turn has come. */
  call: Call | undefined;
  /** The account by whose rules it was checked. */
  checkedBy: Account | undefined;
  /** Records that it is being sent. */
  begin(): Promise<void>;
}

/** A target that is tried again while the service cannot be reached. */
export interface Target {
  /** Since when its message waits, milliseconds since 1970. */
  since: number;
  /** When it has waited long enough, on the steady clock; undefined if it is tried once. */
  until: number | undefined;
  /** It was tried, and the service was not reached. */
  wasNotReached: boolean;
  /** Where it waits. */
  place?: Place;
}

const NO_RETRY = { retries: 0, longestWaitMs: 0 };

/** Sends messages of a node by an account, each to one target: when it is its turn in the line, and is recorded as being sent. */
export class Sender {
  private readonly steps: Steps<NodeOutgoing>;

  constructor(
    readonly RED: NodeAPI,
    readonly account: Account | undefined,
    private readonly line: Line,
    guards: Guards,
  ) {
    this.steps = { ...stepsOf(guards), ...sendEach };
  }

  /** Whether the next message must wait. */
  get mustWait(): boolean {
    return this.line.isAway || this.account?.mustWait === true;
  }

  /** @throws MessagingError if nothing was tried; see also `notReached` */
  async send(target: Target, { message, job, begin, call, checkedBy }: Sending): Promise<Result> {
    const { account } = this;
    const request = checkedBy === account ? message.request : await this.checkedAgain(message.request);
    const checked = { ...message, request, account };
    const { until } = target;
    if (until === undefined) return this.take({ ...checked, job, call }, begin);
    const place = (target.place ??= this.line.enter(conversationsOf(request), until));
    const may = await job.until(this.line.turn(place));
    if (may === undefined) throw stoppedBefore();
    if (!may) throw waitedTooLong(target.since, this.line.lastReason);
    const sent = await attempt(() =>
      this.take({ ...checked, job, retry: NO_RETRY }, async () => {
        // Others of the account may have found meanwhile that the service cannot be reached.
        if (!this.line.mayGo(place)) throw new NotTried(this.line.lastReason);
        await begin();
      }),
    );
    const result = sent.ok ? sent.value : failed(sent.error);
    if (result.outcome === 'accepted') this.line.reached();
    if (result.outcome !== 'failed') this.leave(target);
    return result;
  }

  private async take(message: NodeOutgoing, begin: () => Promise<void>): Promise<Result> {
    await inTurn([message], async (turn) => {
      await begin();
      await takeSteps(turn, this.steps);
    });
    return ended(message);
  }

  /** Says what an error of `send` means for the target, and tells the line; undefined if it has failed for another reason. */
  notReached(target: Target, error: MessagingError): NotReached | undefined {
    const { place, until, wasNotReached } = target;
    if (until === undefined) return undefined;
    if (error.code === TOO_LONG) return 'time_up';
    // A password that is missing for a while ends nothing that waits.
    const isTriedAgain = canWait(error) || (wasNotReached && error.code === 'invalid_settings');
    if (place !== undefined && error instanceof NotTried) this.line.goesBack(place);
    else if (place !== undefined && isTriedAgain) this.line.failed(place, error);
    if (isTriedAgain) return 'try_again';
    if (error.status !== undefined) this.line.reached();
    this.leave(target);
    return undefined;
  }

  leave(target: Target): void {
    if (target.place !== undefined) this.line.leave(target.place);
    delete target.place;
  }

  /** The account may allow fewer recipients by now. */
  private checkedAgain(request: MessageRequest): Promise<MessageRequest> {
    const recipientsAllowed = this.account?.rules.recipientsAllowed;
    return checkMessage(request, undefined, {
      strictLimits: false,
      ...(recipientsAllowed && { recipientsAllowed }),
    });
  }
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
