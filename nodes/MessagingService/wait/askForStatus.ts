import type { IExecuteFunctions } from 'n8n-workflow';

import { asMessagingError, type Client } from '../../../core/client';
import { growingPause, type Pauses } from '../../../core/steps';
import { readRunOptions } from '../fields/sendOptions';
import { cancelSignalOf, runItems, runnable } from '../items';
import { clientOf } from '../transport/client';
import { answerOfReport } from './answers';
import { isTimeUp, type SentQuestion, type WaitState } from './state';

/** How long to wait before the status is asked for again. n8n looks every 60 seconds which executions are due. */
const PAUSES: Pauses = { first: 30_000, longest: 3_600_000 };
/** n8n accepts no answer while the node runs; the trigger keeps trying for four seconds. */
const LONGEST_LOOK_MS = 3000;

/**
 * Asks for the status of each open message if it is time to, so that a message that fails after it was accepted ends its wait. Where the
 * delivery is waited for, asks whenever the node runs: n8n accepts no report meanwhile. If asking fails, nothing changes.
 */
export async function askForStatus(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const now = Date.now();
  const { since = now, at = now + growingPause(0, PAUSES) } = wait.look ?? {};
  const isDue = now >= at - 1000 || isTimeUp(wait);
  if (isDue || wait.responseType === 'delivery') await askForAll(context, wait);
  wait.look = { since, at: isDue ? Date.now() + growingPause(now - since, PAUSES) : at };
}

/** When the node is to run again although nobody has answered; undefined if there is nothing to ask for, and no limit. */
export function nextRun(wait: WaitState): Date | undefined {
  const times = [wait.until === undefined ? Infinity : Date.parse(wait.until)];
  if (wait.look !== undefined && wait.questions.some(canStillFail)) times.push(wait.look.at);
  const next = Math.min(...times);
  return Number.isFinite(next) ? new Date(next) : undefined;
}

function canStillFail({ answer, delivered, sent }: SentQuestion): boolean {
  return answer === undefined && delivered !== true && typeof sent.messageId === 'string';
}

async function askForAll(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const open = wait.questions.filter(canStillFail);
  if (open.length === 0) return;
  const cancel = cancelSignalOf(context);
  const end = AbortSignal.timeout(LONGEST_LOOK_MS);
  const signal = cancel === undefined ? end : AbortSignal.any([cancel, end]);
  try {
    const client = await clientOf(context);
    await runItems(
      runnable(open),
      { atOnce: readRunOptions(context).atOnce, goOn: true, signal },
      (question) => askFor(client, wait, question, signal),
    );
  } catch (error) {
    context.logger.debug(`The status of a message is not known: ${asMessagingError(error).fact}`);
  }
}

async function askFor(
  client: Client,
  { responseType }: WaitState,
  question: SentQuestion,
  signal: AbortSignal,
): Promise<void> {
  const report = await client.messageStatus(String(question.sent.messageId), { signal });
  // The look is over, and the execution may be stored.
  if (signal.aborted || !report.final) return;
  question.delivered = report.status === 'delivered';
  if (responseType === 'delivery' || report.status === 'failed') question.answer = answerOfReport(report);
}
