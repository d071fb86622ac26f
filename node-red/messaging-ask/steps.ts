import { attempt } from '../../core/client';
import { outgoing, type Next, type Step } from '../../core/journey';
import type { Wait, WaitEnd } from '../calls/wait';
import type { Waits } from '../calls/waits';
import type { Journal } from '../journal/journal';
import { sendChecked, type CheckedMessage } from '../message/preparedMessage';
import { interrupted, isStopped, tooManyWaiting } from '../outcome/failure';
import type { Output } from '../outcome/report';
import { callOf, type NodeMessageOnItsWay } from '../work/inTurn';
import { restrainedQuestions, type Restraints } from '../work/restraints';

/** A question on its way to its answer. */
export interface Question extends NodeMessageOnItsWay, Partial<CheckedMessage> {
  /** Undefined if it was asked before a deploy or a restart. */
  request?: CheckedMessage['request'] | undefined;
  wait: Wait;
}

/** The step around all others: a question that nothing else has ended waits for the answer, however long. */
export function untilAnswered(
  endOf: (question: Question) => Promise<WaitEnd>,
  outputOf: (question: Question, end: WaitEnd) => Promise<Output>,
): Step<Question> {
  const answered = (question: Question): Promise<void> => {
    // Thousands can wait, and none of them needs its request any longer. See also Worker.until.
    question.request = undefined;
    question.file = undefined;
    question.call = undefined;
    return endOf(question).then(async (end) => {
      question.result = { ok: true, value: await outputOf(question, end) };
    });
  };
  return (questions, next) =>
    next(questions).then(() => {
      const open = questions.filter(({ result }) => result === undefined);
      const [first, ...others] = open.map(answered);
      return others.length === 0 ? first : Promise.all([first, ...others]).then(() => undefined);
    });
}

/** The step that asks nobody again: a question that was asked before a deploy or a restart only waits. */
export function unlessAsked(waits: Waits): Step<Question> {
  return async (questions, next) => {
    const asked = questions.filter(({ request }) => request === undefined);
    for (const question of asked) {
      const { wait } = question;
      // The node may have been given another account, which does not know the wait.
      if (waits.find(wait.reference) === undefined) waits.begin(wait);
      if (wait.stage === 'sending') question.result = { ok: false, error: interrupted() };
    }
    await next(questions.filter(({ request }) => request !== undefined));
  };
}

type Questions = Pick<Journal<Wait>, 'size' | 'find' | 'append' | 'change'>;

/** How many questions of a node can wait; each keeps its message in memory and in the journal. */
const MOST_WAITING = 10_000;

/** @throws MessagingError `too_many_waiting` */
export function refuseTooMany({ size }: { readonly size: number }): void {
  if (size >= MOST_WAITING)
    throw tooManyWaiting(
      MOST_WAITING,
      'Cancel questions with msg.cancel or msg.reset, or set a shorter time limit.',
    );
}

/** The step in which the journal and the account learn of a question, before it waits for its turn. */
export function known(journal: Questions, waits: Waits): Step<Question> {
  return async (questions, next) => {
    for (const { job, wait } of questions) {
      refuseTooMany(journal);
      waits.begin(wait);
      if (journal.find(job.msg) === undefined) void journal.append(wait.reference, job.msg, { ...wait });
    }
    await next(questions);
    for (const { wait, result } of questions) {
      // The node that replaces this one asks it.
      if (result?.ok === false && isStopped(result.error))
        void journal.change(wait.reference, { ...wait, stage: 'queued' });
    }
  };
}

/** The steps in which nobody is asked whom the node keeps its messages from. A question waits from when the service sends it. */
export function whoeverMayBeAsked<M extends Question>(restraints: Restraints): Array<Step<M>> {
  return restrainedQuestions<M>(restraints, {
    planned: ({ wait }, sendAt) => {
      const askedAt = Date.parse(sendAt);
      wait.until += askedAt - wait.askedAt;
      wait.askedAt = askedAt;
    },
    isSent: ({ wait }) => wait.stage !== 'queued',
  });
}

/** The call at the end of the journey. A question that was sent has no result yet, nor has one that was cancelled meanwhile. */
export function sendQuestions(journal: Questions, waits: Waits): Next<Question> {
  const send = async (question: Question): Promise<void> => {
    const { request, file, wait } = question;
    const { client, options } = callOf(question);
    const isWanted = waits.sending(wait.reference);
    const sent = await attempt(async () =>
      isWanted && request !== undefined
        ? sendChecked(client, { request: await outgoing(request, question), file }, options)
        : undefined,
    );
    if (!sent.ok) {
      question.result = sent;
      return;
    }
    if (sent.value?.statusText !== undefined) wait.statusText = sent.value.statusText;
    waits.sent(wait.reference, sent.value?.messageId);
    void journal.change(wait.reference, { ...wait });
  };
  return async (questions) => {
    await Promise.all(questions.map(send));
  };
}
