import type { IExecuteFunctions } from 'n8n-workflow';

import type { Result } from '../../../../core/client';
import { workflowSettings } from '../../fields/workflowSettings';
import { cancelSignalOf } from '../../items';
import { startTime } from '../../wait/inTurn';
import type { DraftedQuestion } from '../../wait/question';
import type { WaitState } from '../../wait/state';
import { asMessage, draftsOf, failureOf, questionAsked, waitForPlainAnswers } from './askedQuestions';
import type { Draft } from './draft';
import { sendDrafts } from './send.operation';
import { resultsOf } from './steps';

/** Sends one message after the other until one is accepted. Returns those that were begun. */
export async function sendInTurn(
  context: IExecuteFunctions,
  messages: ReadonlyArray<Result<Draft>>,
): Promise<Array<Result<Draft>>> {
  const begun: Array<Result<Draft>> = [];
  for (const message of messages) {
    begun.push(message);
    if (message.ok) await sendDrafts(context, [message], true, []);
    if (message.ok && (message.value.result?.ok === true || cancelSignalOf(context)?.aborted === true)) break;
  }
  return begun;
}

/** Notes those who have not been asked: they are asked in later runs of the node, unless somebody answers. */
export function leaveOthers(wait: WaitState, others: ReadonlyArray<Result<DraftedQuestion>>): void {
  wait.unasked = others.flatMap((draft) => {
    if (draft.ok) return [{ item: draft.value.question.item, to: draft.value.question.to }];
    return [];
  });
  startTime(wait);
}

/**
 * Asks the next person, or the one after if that fails. n8n accepts no answer while the node runs, and stores what it has done when it waits
 * again: if n8n is killed in between, it takes the execution for crashed, and nobody else is asked.
 */
export async function askNext(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const draftFor = draftsOf(context, await workflowSettings(context), wait.run);
  const drafts: Array<Result<DraftedQuestion>> = [];
  while (wait.unasked !== undefined && wait.unasked.length > 0) {
    const [next, ...others] = wait.unasked;
    wait.unasked = others;
    if (next === undefined) return;
    const draft = await draftFor(next.item);
    drafts.push(draft);
    const message: Result<Draft> = draft.ok ? { ok: true, value: asMessage(draft.value) } : draft;
    await sendInTurn(context, [message]);
    const [outcome] = resultsOf([message]);
    wait.questions.push(...questionAsked(outcome, draft, true));
    wait.failures.push(...failureOf(outcome, next.item, { to: next.to }, draft));
    if (outcome?.ok === true || cancelSignalOf(context)?.aborted === true) break;
  }
  startTime(wait);
  waitForPlainAnswers(drafts, wait);
}
