import type { IExecuteFunctions } from 'n8n-workflow';

import type { Tried } from '../../../../core/client';
import { takeSteps, type Steps } from '../../../../core/steps';
import { readRunOptions, type RunOptions } from '../../fields/sendOptions';
import type { Draft } from './draft';
import { limitOfRun } from './limitPerRun';
import { keysOf } from './sentKeys';
import type { SentMessages } from './sentMessages';
import { madeOf, serviceOf, uploadFiles, whoAndWhen, type Service } from './steps';

/** How messages go out: how many together, and when; and their call. */
export type Way = Pick<Steps<Draft>, 'pace' | 'send'>;

/**
 * Sends what no earlier try has sent, as `sent` remembers. What became of each message is in it then.
 * @param sent missing where the caller remembers it
 */
export async function sendDrafts(
  context: IExecuteFunctions,
  drafts: ReadonlyArray<Tried<Draft>>,
  wayOf: (service: Service, options: RunOptions, messages: readonly Draft[]) => Way,
  sent?: SentMessages,
): Promise<void> {
  const service = await serviceOf(context);
  const options = readRunOptions(context);
  const messages = madeOf(drafts);
  for (const draft of messages) draft.result = sent?.recall(draft);
  const going = messages.filter(({ result }) => result === undefined);
  const { pace, send } = wayOf(service, options, messages);
  const keys = keysOf(context, going);
  await takeSteps(going, {
    ...whoAndWhen,
    limit: limitOfRun(options.limit, service),
    pace,
    once: keys.once,
    rateLimit: service.rateLimit,
    isSentHere: ({ fallback }) => fallback === undefined,
    upload: (turn) => uploadFiles(context, service, turn),
    send: async (turn) => {
      await send(turn);
      // At once: the execution may be stopped before the other messages are done.
      for (const draft of turn) sent?.keep(draft);
    },
  });
  for (const draft of going) sent?.keep(draft);
  await keys.giveBack();
}
