import { OpenQuestions, type Question } from '../../../core/ask/answer';
import { questionQuery, referenceOf, signedUrl, type Signer } from './reference';
import type { Wait } from './wait';

/**
 * Who is expected to answer by a plain message. It is in the memory of this process, so it works only if one process runs everything, and
 * is empty after a restart. The triggers that listen in this process fill one of the two, the waiting nodes the other.
 */
const listening = new Set<symbol>();
/** Each with the reference of its page. */
export const plainQuestions = new OpenQuestions<Question>();

/**
 * Called when a trigger begins to listen in this process. Returns a function to call when it stops; a trigger that is published again may
 * begin before it stops.
 */
export function listenForAnswers(): () => void {
  const one = Symbol('trigger');
  listening.add(one);
  return () => listening.delete(one);
}

/** Whether a trigger for inbound messages listens in this process. */
export function isTriggerListening(): boolean {
  return listening.size > 0;
}

/** Once a wait is over, what its people write answers nothing: n8n takes no answer while it runs the rest of the workflow. */
export function closeQuestions(context: Signer, { run, people }: Wait): void {
  for (const [item, { question }] of people.entries()) {
    if (question?.plain !== true) continue;
    const reference = referenceOf(signedUrl(context, questionQuery(run, item)));
    plainQuestions.remove({ person: question.to, reference });
  }
}
