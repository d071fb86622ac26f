import { attempt, failed, isSkipped, MessagingError, skippedError, type Failed } from '../../core/client';
import { takeSteps, type Schedule, type Steps } from '../../core/steps';
import type { Wait } from '../calls/wait';
import type { Waits } from '../calls/waits';
import type { Journal } from '../journal/journal';
import type { CheckedMessage } from '../message/preparedMessage';
import { fault } from '../errors/texts';
import { isStopped } from '../outcome/failure';
import { stepsOf, type Guards } from '../work/guards';
import { inTurn, type NodeOutgoing } from '../work/inTurn';
import { sendEach } from '../work/sendEach';

/** A question on its way to a person. */
export interface Question extends NodeOutgoing {
  request: CheckedMessage['request'];
  wait: Wait;
}

/** How many questions of a node can wait; each keeps its message in memory and in the journal. */
const MOST_WAITING = 10_000;

/** @throws MessagingError `too_many_waiting` */
export function refuseTooMany({ size }: { readonly size: number }): void {
  if (size >= MOST_WAITING)
    throw new MessagingError(fault('too_many_waiting.questions', { most: MOST_WAITING }));
}

/** The steps of a question. It waits from when the service sends it. */
export function questionSteps(guards: Guards): Pick<Steps<Question>, 'exclude' | 'schedule' | 'rateLimit'> {
  const planned: Schedule<Question>['planned'] = ({ wait }, moment) => {
    wait.until += moment - wait.askedAt;
    wait.askedAt = moment;
  };
  return stepsOf<Question>(guards, planned);
}

/** Why a person was not asked; undefined if the service has the question. Nobody is asked whose message is skipped, so that is a failure. */
export function notAsked({ result }: Pick<Question, 'result'>): Failed | undefined {
  if (result === undefined || result.outcome === 'accepted') return undefined;
  return isSkipped(result) ? failed(skippedError(result)) : result;
}

/**
 * Makes the function that asks a question: the journal and the account learn of it before it waits for its turn. It returns why the person was
 * not asked; a question that was cancelled meanwhile was neither asked nor has it failed.
 */
export function questionSender(
  journal: Pick<Journal<Wait>, 'size' | 'find' | 'append' | 'begin' | 'change'>,
  waits: Waits,
  guards: Guards,
): (question: Question) => Promise<Failed | undefined> {
  const steps: Steps<Question> = {
    ...questionSteps(guards),
    upload: (questions) =>
      sendEach.upload(questions.filter(({ wait }) => waits.find(wait.reference)?.end === undefined)),
    send: async (questions) => {
      await sendEach.send(questions.filter(({ wait }) => waits.sending(wait.reference)));
      for (const { wait, result } of questions) {
        if (result?.outcome === 'failed') continue;
        if (result?.outcome === 'accepted' && result.statusText !== undefined)
          wait.statusText = result.statusText;
        waits.sent(wait.reference, result?.outcome === 'accepted' ? result.messageId : undefined);
        void journal.change(wait.reference, { ...wait });
      }
    },
  };
  return async (question) => {
    const { job, wait } = question;
    refuseTooMany(journal);
    waits.begin(wait);
    if (journal.find(job.msg) === undefined) void journal.append(wait.reference, job.msg, { ...wait });
    const asked = await attempt(() =>
      inTurn([question], async (turn) => {
        await journal.begin([[wait.reference, () => ({ ...wait, stage: 'sending' })]]);
        await takeSteps(turn, steps);
      }),
    );
    const failure = asked.ok ? notAsked(question) : failed(asked.error);
    // The node that replaces this one asks it.
    if (failure !== undefined && isStopped(failure.error))
      void journal.change(wait.reference, { ...wait, stage: 'queued' });
    return failure;
  };
}
