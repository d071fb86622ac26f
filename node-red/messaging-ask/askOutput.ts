import { MessagingError, type Outcome } from '../../core/client';
import { timeOfDay } from '../../core/clock';
import { listed, say } from '../../core/errors/texts';
import { everybodyAsked, planError, type Tried } from '../../core/plan';
import { fault } from '../errors/texts';
import type { Output } from '../outcome/report';
import type { Ended } from '../work/reporter';
import type { QuestionPart } from '../work/submission';

const PORTS = { success: 0, time_up: 1, cancelled: 3 } as const;
const STATUS: Record<keyof typeof PORTS, Output['status']> = {
  success: { key: 'answered' },
  time_up: { look: 'ready', key: 'noAnswer' },
  cancelled: { look: 'ready', key: 'nothing' },
};

/**
 * The output of a question.
 * @param payload of the message that asked
 * @throws MessagingError if it reached nobody
 */
export function askOutput(ended: Ended, payload: unknown): Output {
  const { entry, end, tried, failure } = ended;
  const { question } = entry.submission;
  if (question === undefined) throw new RangeError('The message is no question');
  if (end.how === 'failed')
    throw question.order === 'all' ? (failure ?? notAsked(tried[0])) : nobodyAsked(ended, question);
  const taken = end.how === 'success' ? tried[end.attempt] : undefined;
  const properties = {
    question: describe(ended, question, taken, outcomeOf(end.how, taken)),
    answer: taken?.answer?.event ?? taken?.report,
    // A reply goes to who answered, not to all who were asked.
    ...(taken === undefined || question.order === 'all' ? {} : { to: undefined, toList: undefined }),
  };
  const value = taken === undefined ? payload : (taken.answer?.value ?? taken.report?.status);
  return { payload: value, properties, port: PORTS[end.how], status: STATUS[end.how] };
}

function outcomeOf(how: keyof typeof PORTS, taken: Tried | undefined): string {
  if (how === 'success') return taken?.state === 'delivered' ? 'delivered' : 'answered';
  return how === 'cancelled' ? 'cancelled' : 'no_answer';
}

/** `msg.question`: whom it went to and how, and of several people what became of everybody. */
function describe(ended: Ended, question: QuestionPart, taken: Tried | undefined, outcome: string): object {
  const { entry, tried } = ended;
  const { since } = entry;
  const { channel, sender: from, order, people } = question;
  const [first] = people;
  if (order === 'all')
    return { ...howAsked(taken ?? tried[0], since), channel, to: first?.person, from, outcome };
  const person = taken && people[taken.target]?.person;
  const ofTaken = taken === undefined ? {} : { ...howAsked(taken, since), to: person, answeredBy: person };
  return { channel, from, outcome, ...ofTaken, order, asked: everybody(ended, question) };
}

function howAsked(attempt: Tried | undefined, since: number) {
  const { messageId, statusText } = attempt ?? {};
  const askedAt = new Date(attempt === undefined ? since : timeOfDay(attempt.at)).toISOString();
  return { messageId, askedAt, ...(statusText === undefined ? {} : { statusText }) };
}

/** What became of everybody. */
function everybody({ entry, tried }: Ended, { people }: QuestionPart) {
  const numbers = people.map(({ person }) => person);
  return everybodyAsked(entry.submission.plan, numbers, tried, timeOfDay);
}

/** Why the only person was not asked, as the record says it; or the service accepted the question, and reported later that it failed. */
export function notAsked(attempt: Tried | undefined): MessagingError {
  const { state, reason = '', code = 'not_delivered', requestId } = attempt ?? {};
  if (state === 'failed') return new MessagingError({ ...fault('not_delivered', { reason }), sends: false });
  return new MessagingError({
    message: say('words', { words: reason }),
    outcome: asOutcome(state),
    code,
    requestId,
  });
}

function asOutcome(state: Tried['state'] | undefined): Outcome {
  return state === 'rejected' || state === 'unknown' ? state : 'not_sent';
}

/** The error of a question that reached none of the people. */
function nobodyAsked(ended: Ended, question: QuestionPart): MessagingError {
  const { tried, failure } = ended;
  const attempts = everybody(ended, question);
  const people = listed(
    attempts.map(({ to = '', outcome }, target) => {
      const attempt = tried.find((each) => each.target === target);
      return say('colon', { before: to, after: attempt?.reason ?? outcome });
    }),
  );
  const { message } = fault('not_delivered.people', { people });
  return planError(message, attempts, tried.at(-1), failure);
}
