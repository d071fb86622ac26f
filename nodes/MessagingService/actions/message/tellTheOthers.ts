import type { IExecuteFunctions } from 'n8n-workflow';

import {
  attempt,
  createLimiter,
  MessagingError,
  type MessageResult,
  type Result,
} from '../../../../core/client';
import { tellOther, valueOf } from '../../../../core/journey';
import { asText } from '../../../../core/reading';
import { asInputError } from '../../errors';
import { numberOption, optionFields, timeoutOption } from '../../fields/options';
import { windowOptionReader } from '../../fields/sendingWindow';
import { rulesOf, workflowSettings } from '../../fields/workflowSettings';
import { cancelSignalOf, parameterOf, parametersOf, underWay, untilStopped } from '../../items';
import { CREDENTIAL, clientFor } from '../../transport/client';
import { branchesOf } from '../../wait/answers';
import { isAnswered, type SentQuestion, type WaitState } from '../../wait/state';
import { othersIn, textForOthers, toldOf, type Other } from '../../wait/telling';
import { guardOf } from './loopGuard';
import { comparisonWithList } from './optedOut';

/**
 * Tells those who were asked that somebody else has taken it (*Tell the Others*), and notes what became of it, so that no further run of the
 * node tells them again. n8n resumes an execution only once with an answer. If it is killed meanwhile, the execution has crashed; one that
 * retries it may not tell anybody, as they may know. Whoever cannot be told is no failure of the answer.
 */
export async function tellTheOthers(context: IExecuteFunctions, wait: WaitState): Promise<void> {
  const taken = wait.questions.find(isAnswered);
  const others = othersIn(wait);
  if (taken === undefined || others.length === 0 || wait.told !== undefined) return;
  const results = await resultsFor(context, wait, taken, others);
  if (results !== undefined) wait.told = toldOf(others, results);
}

/** Undefined if the others are not to be told. */
async function resultsFor(
  context: IExecuteFunctions,
  wait: WaitState,
  taken: SentQuestion,
  others: readonly Other[],
): Promise<Array<Result<MessageResult>> | undefined> {
  const allWith = (result: Result<MessageResult>) => others.map(() => result);
  try {
    const text = textFor(context, wait, taken);
    if (text === '') return undefined;
    if (wait.execution !== context.getExecutionId()) return allWith({ ok: false, error: maybeTold(wait) });
    return await send(context, others, text);
  } catch (error) {
    return allWith({ ok: false, error: asInputError(error) });
  }
}

/** The text, whose expressions see the item as it comes out, with who has answered. */
function textFor(context: IExecuteFunctions, wait: WaitState, { item }: SentQuestion): string {
  const input = context.getInputData();
  const entry = input[item];
  // The first answer.
  const [output] = branchesOf(wait, input)[1];
  if (entry === undefined || output === undefined) return '';
  const { json } = entry;
  entry.json = output.json;
  try {
    return asText(parameterOf(context, item)(textForOthers))?.trim() ?? '';
  } finally {
    entry.json = json;
  }
}

async function send(
  context: IExecuteFunctions,
  others: readonly Other[],
  text: string,
): Promise<Array<Result<MessageResult>>> {
  const settings = await workflowSettings(context);
  const credential = await context.getCredentials(CREDENTIAL);
  const client = clientFor(context, credential, timeoutOption(context));
  const guard = guardOf(context, credential);
  const atOnce = createLimiter(numberOption(context, optionFields.atOnce));
  const compare = comparisonWithList(settings);
  const windowOf = windowOptionReader(context);
  const parametersFor = parametersOf(context);
  const signal = cancelSignalOf(context);
  const results: Array<Result<MessageResult>> = others.map(underWay);
  const tell = async (other: Other): Promise<MessageResult> => {
    // As for the question: a list or a window can differ from item to item.
    const parameters = parametersFor(other.item);
    const result = await tellOther(other, {
      text,
      rules: rulesOf(settings, parameters),
      compare: (request) => compare(parameters, request),
      window: windowOf(parameters),
      guard,
      send: (request) => atOnce.run(() => client.send(request, { signal })),
    });
    return valueOf(result);
  };
  const told = others.map(async (other, index) => {
    results[index] = await attempt(() => tell(other));
  });
  await untilStopped(Promise.all(told), signal);
  return [...results];
}

function maybeTold({ execution }: WaitState): MessagingError {
  return new MessagingError({
    message: `Execution ${execution ?? ''} may have told the others before it ended`,
    advice: 'Look into the portal. They were not told again.',
    outcome: 'unknown',
    sends: false,
    code: 'asked_before',
  });
}
