import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Client, Result } from '../../../../core/client';
import {
  alone,
  guarded,
  journey,
  leftOutIsNoFailure,
  resultOf,
  valueOf,
  wouldGoOut,
  type LoopGuard,
  type Step,
} from '../../../../core/journey';
import { asData } from '../../../data';
import { runItems, runnable, type ItemResults, type ItemRun } from '../../items';
import type { Draft } from './draft';
import { withFiles } from './drafts';
import { validatedOutput } from './output';
import type { SentMessages } from './sentMessages';

/** What became of the messages so far: those that could not be made have failed. */
export function resultsOf(drafts: ReadonlyArray<Result<Draft>>): ItemResults<IDataObject> {
  return drafts.map((draft) => (draft.ok ? draft.value.result : draft));
}

/** The messages that could be made. */
export function madeOf(drafts: ReadonlyArray<Result<Draft>>): Draft[] {
  return drafts.flatMap((draft) => (draft.ok ? [draft.value] : []));
}

/** A message that nobody gets is no failure: the others go on. */
export const leftOutOutput: Step<Draft> = leftOutIsNoFailure<IDataObject, Draft>(asData);

/** With *Validate Only*, a message goes no further. What the loop guard would hold back comes out as if it had been sent. */
export function onlyChecked(guard: LoopGuard | undefined): Step<Draft> {
  const check = journey<Draft>(
    [leftOutOutput, ...guarded<Draft>(guard, { onlyChecks: true })],
    alone(async (draft) => validatedOutput(await wouldGoOut(draft.request, draft))),
  );
  return async (drafts, next) => {
    await check(drafts.filter(({ validateOnly }) => validateOnly));
    await next(drafts.filter(({ validateOnly }) => !validateOnly));
  };
}

/** What an earlier try of *Retry On Fail* has sent, or may have sent, has its result from there. */
export function notSentEarlier(sent: SentMessages): Step<Draft> {
  return async (drafts, next) => {
    for (const draft of drafts) draft.result = sent.recall(draft);
    const open = drafts.filter(({ result }) => result === undefined);
    await next(open);
    for (const draft of open) if (draft.result?.ok === false) sent.failed(draft, draft.result.error);
  };
}

/** Remembers what the service accepts, at once: the execution may be stopped before the other messages are done. */
export function remembered(sent: SentMessages): Step<Draft> {
  return async (drafts, next) => {
    await next(drafts);
    for (const draft of drafts) if (draft.result?.ok === true) sent.accepted(draft, draft.result.value);
  };
}

/** Each message goes on by itself, a few at once (see `runItems`). */
export function itemsAtOnce(run: ItemRun): Step<Draft> {
  return async (drafts, next) => {
    const results = await runItems(runnable(drafts), run, async (draft) => {
      await next([draft]);
      return valueOf(resultOf(draft));
    });
    for (const [index, draft] of drafts.entries()) draft.result = results[index];
  };
}

const UPLOADS_AT_ONCE = 3;

/** Uploads the files of messages. A message whose file cannot be uploaded goes no further. */
export function uploadFiles(
  context: IExecuteFunctions,
  client: Client,
  signal: AbortSignal | undefined,
): Step<Draft> {
  const run = { atOnce: UPLOADS_AT_ONCE, goOn: true, signal };
  return async (drafts, next) => {
    const withUploads = drafts.filter(({ files }) => files.length > 0);
    const uploads = await runItems(runnable(withUploads), run, async (draft) => {
      draft.ready = await withFiles(context, client, draft);
    });
    for (const [index, draft] of withUploads.entries()) {
      const upload = uploads[index];
      if (upload?.ok === false) draft.result = upload;
    }
    await next(drafts.filter(({ files, ready }) => files.length === 0 || ready !== undefined));
  };
}
