import type { IExecuteFunctions } from 'n8n-workflow';

import { asMessagingError, type Client } from '../../../core/client';
import { numberOption, optionFields, timeoutOption } from '../actions/options';
import { cancelSignalOf, runItems } from '../items';
import { clientOf } from '../transport/client';
import { answerOfReport } from './answers';
import type { SentQuestion, WaitState } from './state';

/**
 * Before the node waits, asks for each status that is not yet known to be final: n8n accepts no report while an execution is running, so
 * one that came meanwhile was lost. If asking fails, nothing changes.
 */
export async function askForMissedReports(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  try {
    await askForAll(context, wait);
  } catch (error) {
    notKnown(context, error);
  }
}

async function askForAll(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const open = wait.questions.filter(({ answer }) => answer === undefined);
  if (open.length === 0) return;
  const client = await clientOf(context, timeoutOption(context));
  const signal = cancelSignalOf(context);
  const run = { atOnce: numberOption(context, optionFields.atOnce), goOn: true, signal };
  const task = (question: SentQuestion) => askFor(context, client, question);
  await runItems(
    open.map((question) => ({ kind: 'done', value: question })),
    run,
    task,
  );
}

async function askFor(context: IExecuteFunctions, client: Client, question: SentQuestion): Promise<void> {
  const { messageId } = question.sent;
  if (typeof messageId !== 'string') return;
  try {
    const { status, statusText, final, errorCode, errorText, timestamp } =
      await client.messageStatus(messageId);
    if (final) {
      question.answer = answerOfReport({ status, statusText, errorCode, errorText, timestamp });
    }
  } catch (error) {
    notKnown(context, error);
  }
}

function notKnown(context: IExecuteFunctions, error: unknown): void {
  context.logger.debug(`The status of a message is not known: ${asMessagingError(error).fact}`);
}
