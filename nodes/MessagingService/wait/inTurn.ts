import type { AskedPerson } from '../../../core/client';
import { asText } from '../../../core/reading';
import {
  isAnswered,
  isOver,
  isTimeUp,
  type FailedQuestion,
  type SentQuestion,
  type WaitState,
} from './state';

/** Whether people are asked one after another, and it is the next one's turn: the time is up, or the last message has failed. */
export function isNextAsked(wait: WaitState): boolean {
  if (isOver(wait) || (wait.unasked ?? []).length === 0) return false;
  const last = wait.questions.at(-1);
  return isTimeUp(wait) || last?.answer !== undefined;
}

/** The time of the person who was asked last begins, or will when the service sends a planned message. */
export function startTime(wait: WaitState): void {
  const { eachMs, questions } = wait;
  const sendDate = asText(questions.at(-1)?.sent.sendDate);
  const begins = Math.max(Date.now(), Date.parse(sendDate ?? '') || 0);
  if (eachMs !== undefined) wait.until = new Date(begins + eachMs).toISOString();
  // The status of the new message is asked for as soon as that of the first one was.
  delete wait.look;
}

/** What became of everybody, in the order of the items; undefined unless people are asked one after another. */
export function askedIn({
  waitFor,
  questions,
  failures,
  unasked = [],
}: WaitState): AskedPerson[] | undefined {
  if (waitFor !== 'inTurn') return undefined;
  const people = [
    ...questions.map((question) => ({ item: question.item, person: personAsked(question) })),
    ...failures.map((failure) => ({ item: failure.item, person: personNotAsked(failure) })),
    ...unasked.map(({ item, to }) => ({ item, person: { to, outcome: 'not_asked' } })),
  ];
  return people.sort((one, other) => one.item - other.item).map(({ person }) => person);
}

function personAsked(question: SentQuestion): AskedPerson {
  const { to, askedAt, sent, answer } = question;
  const messageId = asText(sent.messageId);
  const delivery = answer?.delivery;
  const reason = asText(delivery?.errorText) ?? asText(delivery?.statusText);
  const outcome =
    delivery === undefined
      ? isAnswered(question)
        ? 'answered'
        : 'no_answer'
      : delivery.delivered === true
        ? 'delivered'
        : 'failed';
  return {
    to,
    outcome,
    ...(askedAt === undefined ? {} : { askedAt }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(outcome !== 'failed' || reason === undefined ? {} : { reason }),
  };
}

function personNotAsked({ addressee, error }: FailedQuestion): AskedPerson {
  const [reason, requestId] = [asText(error.message), asText(error.requestId)];
  return {
    to: asText(addressee?.to) ?? '',
    outcome: asText(error.outcome) ?? 'not_sent',
    ...(reason === undefined ? {} : { reason }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
