import type { NodeMessage } from 'node-red';

import { attempt, attemptToPrepare, failed, type Failed, type Skipped, type Tried } from '../../core/client';
import { next, type PlanStep } from '../../core/plan';
import { takeSteps, type Steps } from '../../core/steps';
import { Deadlines } from '../calls/deadlines';
import type { Wait, WaitEnd } from '../calls/wait';
import type { Waits } from '../calls/waits';
import type { Journal } from '../journal/journal';
import type { PreparedMessage } from '../message/preparedMessage';
import { interrupted, isStopped, stoppedBefore } from '../outcome/failure';
import type { Output } from '../outcome/report';
import { sharedAbort } from '../service/sharedAbort';
import type { Guards } from '../work/guards';
import { inTurn } from '../work/inTurn';
import type { Job } from '../work/job';
import { sendEach } from '../work/sendEach';
import {
  asSent,
  attemptsIn,
  beginChain,
  failureOf,
  hasChanged,
  isOver,
  nobodyAsked,
  othersIn,
  planOf,
  questionOfChain,
  takenIn,
  withPerson,
  type Chain,
} from './chain';
import { messageTo } from './chainQuestion';
import type { LinkPlace } from './linkedQuestion';
import { questionSteps, type Question } from './steps';

export interface ChainParts {
  journal: Journal<Chain>;
  waits: Waits;
  /** Fires when the node is closed. */
  closing: AbortSignal;
  guards: Guards;
  page(): LinkPlace | undefined;
  /** A person has the question. */
  asked(wait: Wait): void;
  outputOf(job: Job, wait: Wait, end: WaitEnd): Output;
  /** Tells the others who has taken it. */
  tell(others: readonly Wait[], msg: NodeMessage): void;
}

/** A question to several people, of which the journal has a record. */
export interface ChainMessage {
  reference: string;
  /** The message with all its recipients; a failure if it cannot be made again after a restart. */
  prepared: Tried<PreparedMessage>;
}

/** A question to several people that this node works on. */
interface Running {
  job: Job;
  /** Aborted when nobody else may be asked, or the node is closed. */
  stop: AbortController;
  /** Resolves when somebody has taken it. */
  over: Promise<void>;
  end(): void;
  /** Something has changed. */
  wake?: () => void;
}

/** The questions of a node to several people. The journal alone decides who is asked next; the waits of the account say who has answered. */
export class Chains {
  private readonly running = new Map<string, Running>();
  private readonly due = new Deadlines<string>((reference) => this.running.get(reference)?.wake?.());
  private readonly steps: Steps<Question>;

  constructor(private readonly parts: ChainParts) {
    const { closing, guards } = parts;
    closing.addEventListener('abort', () => {
      this.due.clear();
      for (const { stop } of this.running.values()) stop.abort();
    });
    this.steps = {
      ...questionSteps(guards),
      upload: sendEach.upload,
      send: async (questions) => void (await Promise.all(questions.map((each) => this.send(each)))),
    };
  }

  /** Works on a question until it ends; a deploy leaves it to the node that replaces this one. */
  async run({ reference, prepared }: ChainMessage, job: Job): Promise<Output> {
    const running = newRunning(job);
    this.running.set(reference, running);
    await this.resume(reference);
    for (;;) {
      const chain = this.parts.journal.stateOf(reference);
      if (chain === undefined || job.over) throw stoppedBefore();
      const plan = planOf(chain);
      const step = next(plan, attemptsIn(chain), Date.now());
      if (step.do === 'end') return this.ended(asSent(chain, this.parts.waits), step, job);
      if (step.do === 'send')
        await Promise.race([running.over, this.askPeople(chain, step.targets, running, prepared)]);
      else await job.until(this.event(reference, running, step.do === 'wait' ? step.until : 0));
    }
  }

  /** Continues from the record: what has happened since the last node, or since Node-RED was stopped. */
  private async resume(reference: string): Promise<void> {
    const { journal, waits } = this.parts;
    const chain = journal.stateOf(reference);
    if (chain === undefined || isOver(chain)) return;
    // The node may have been given another account, which does not know the waits.
    beginChain(chain, waits);
    for (const { wait: stored, failure } of chain.people) {
      const wait = waits.find(stored.reference);
      if (wait === undefined) continue;
      if (wait.stage === 'sending' && failure === undefined) this.fail(wait, failed(interrupted()));
      else if (hasChanged(stored, wait)) await this.keep(wait);
      if (wait.stage === 'waiting' && wait.end === undefined) this.parts.asked(wait);
    }
  }

  private event(reference: string, running: Running, until: number): Promise<void> {
    this.due.set(reference, until);
    return new Promise((resolve) => (running.wake = resolve));
  }

  private async askPeople(
    chain: Chain,
    indexes: readonly number[],
    { job, stop }: Running,
    prepared: Tried<PreparedMessage>,
  ): Promise<void> {
    const { waits } = this.parts;
    const turn = chain.people.flatMap(({ wait }, index) =>
      indexes.includes(index) ? [waits.find(wait.reference) ?? wait] : [],
    );
    const asking: Question[] = [];
    for (const wait of turn) {
      const message = await attemptToPrepare(() => messageTo(wait, prepared, this.parts.page()));
      if (message.ok) asking.push({ job, wait, ...message.value });
      else this.fail(wait, failed(message.error));
    }
    const asked = await attempt(() =>
      inTurn(asking, async (people) => {
        await this.begin(chain.reference, turn, stop.signal);
        await takeSteps(people, this.steps);
      }),
    );
    // The end was passed on without these people, or another node continues: close() says who was not asked.
    if (job.over) return;
    for (const { wait, result = asked.ok ? undefined : failed(asked.error) } of asking)
      if (result !== undefined && result.outcome !== 'accepted') await this.notAsked(wait, result);
  }

  /** Records that these people are being asked, all at once. */
  private begin(reference: string, turn: readonly Wait[], signal: AbortSignal): Promise<void> {
    const { journal } = this.parts;
    const chain = journal.stateOf(reference);
    if (chain === undefined || isOver(chain) || signal.aborted) return Promise.reject(stoppedBefore());
    const askedAt = Date.now();
    const asked = (present: Chain) => {
      // Somebody may have taken it meanwhile.
      if (isOver(present)) throw stoppedBefore();
      return turn.reduce(
        (before, wait) =>
          withPerson(before, wait.reference, { wait: { ...wait, stage: 'sending', askedAt } }),
        present,
      );
    };
    return journal.begin([[reference, asked]]);
  }

  private async send(question: Question): Promise<void> {
    const { waits } = this.parts;
    const { wait } = question;
    // Somebody else may have taken it while this waited for its turn.
    if (!waits.sending(wait.reference)) {
      question.result = failed(stoppedBefore());
      return;
    }
    // A question that is planned is asked when the service sends it.
    wait.askedAt = Math.max(wait.askedAt, Date.now());
    await sendEach.send([question]);
    if (question.result?.outcome !== 'accepted') return;
    const { messageId, statusText } = question.result;
    wait.askedAt = Math.max(wait.askedAt, Date.now());
    waits.sent(wait.reference, messageId);
    if (statusText !== undefined) wait.statusText = statusText;
    this.parts.asked(wait);
    await this.keep(wait);
  }

  /** A person was not asked. If the node is closed, or somebody else has taken it, that is no failure. */
  private async notAsked(wait: Wait, result: Failed | Skipped): Promise<void> {
    const { journal } = this.parts;
    const chain = journal.stateOf(wait.chain ?? '');
    if (chain === undefined) return;
    const hasStopped = result.outcome === 'failed' && isStopped(result.error);
    if (!hasStopped && !isOver(chain)) return this.fail(wait, result);
    if (!hasStopped && isUnknown(result)) return;
    wait.stage = 'queued';
    await this.keep(wait);
    if (hasStopped && !isOver(chain)) throw result.error;
  }

  /** The next person is asked at once. What may have been sent can still be answered. */
  private fail(wait: Wait, result: Failed | Skipped): void {
    const { waits } = this.parts;
    if (isUnknown(result)) waits.sent(wait.reference, undefined);
    else waits.forget(wait.reference);
    void this.keep(wait, result);
  }

  /** Stores what has become of the question to one person. */
  private async keep(wait: Wait, result?: Failed | Skipped): Promise<void> {
    const chain = this.parts.journal.stateOf(wait.chain ?? '');
    if (chain === undefined) return;
    const failure = result === undefined ? {} : { failure: failureOf(result) };
    const person = { wait: { ...wait }, ...failure };
    await this.parts.journal.change(chain.reference, withPerson(chain, wait.reference, person));
  }

  /** Stores what has become of the question to one person, and goes on. */
  changed(wait: Wait): Promise<void> {
    const stored = this.keep(wait);
    const { chain: reference = '' } = wait;
    const running = this.running.get(reference);
    const chain = this.parts.journal.stateOf(reference);
    if (running !== undefined && chain !== undefined && isOver(chain)) {
      running.stop.abort();
      running.end();
      running.job.giveUp?.(stoppedBefore());
    }
    running?.wake?.();
    return stored;
  }

  /** Call this when the node is closed and nothing is under way any more. */
  async close(isAway: boolean): Promise<void> {
    const { journal } = this.parts;
    for (const reference of this.running.keys()) {
      const chain = journal.stateOf(reference);
      const sent = chain && asSent(chain, this.parts.waits);
      if (sent !== undefined && sent !== chain) await journal.change(reference, sent);
    }
    await journal.close(isAway);
  }

  /** Call this when the end was passed on. */
  forget(msg: NodeMessage): void {
    const { journal, waits } = this.parts;
    const found = journal.find(msg);
    if (found === undefined) return;
    for (const { wait } of found.state.people) waits.forget(wait.reference);
    this.running.delete(found.id);
    this.due.delete(found.id);
    journal.end(msg);
  }

  private async ended(chain: Chain, step: Extract<PlanStep, { do: 'end' }>, job: Job): Promise<Output> {
    // From now on nobody's answer counts any more.
    if (step.how !== 'success') for (const { wait } of chain.people) this.parts.waits.forget(wait.reference);
    if (step.how === 'failed') throw nobodyAsked(chain);
    const { target } = (step.how === 'success' && attemptsIn(chain)[step.attempt]) || {};
    const person = chain.people.find(({ wait }) => wait.reference === target) ?? chain.people[0];
    if (person === undefined) throw new RangeError('A question to nobody');
    const { wait } = person;
    const end = endWith(step, person);
    const output = this.parts.outputOf(job, wait, end);
    const properties = { ...output.properties, question: questionOfChain(chain, output, step, wait) };
    const others = othersIn(chain);
    if (step.how === 'success' && others.length > 0 && chain.told !== true) {
      await this.parts.journal.change(chain.reference, { ...chain, told: true });
      if (!job.over) this.parts.tell(others, { ...job.msg, ...properties, payload: output.payload });
    }
    return { ...output, properties };
  }
}

function isUnknown(result: Failed | Skipped): boolean {
  return result.outcome === 'failed' && result.error.outcome === 'unknown';
}

function newRunning(job: Job): Running {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { job, stop: sharedAbort(), over, end };
}

function endWith({ how }: Extract<PlanStep, { do: 'end' }>, person: Chain['people'][number]): WaitEnd {
  if (how === 'success') return takenIn(person);
  return { how: how === 'cancelled' ? 'cancelled' : 'timeUp' };
}
