import type { IDataObject, IExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
  type Client,
  type Result,
  changed,
  checkAgain,
  type MessagingError,
  loopLimitIn,
  withFileNames,
} from '../../../../core/client';
import {
  alone,
  conversationsOf,
  guarded,
  journey,
  resultOf,
  valueOf,
  wouldGoOut,
  type LoopGuard,
  type Step,
  doNotSendTo,
  checkPlannedInTime,
  inSendingWindow,
  leftOutIsNoFailure,
  loopGuardOf,
  type LoopGuardRules,
} from '../../../../core/journey';
import { isRecord, readList } from '../../../../core/reading';
import { asData } from '../../../data';
import { runItems, runnable, type ItemResults, type ItemRun, cancelSignalOf } from '../../items';
import { asInputError } from '../../errors';
import { placeholderOf, typesOf, uploadBinary, type Uploaded } from '../../transport/upload';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import { CREDENTIAL, credentialOf } from '../../../account';
import { clientFor } from '../../transport/client';
import type { Draft, ReadyMessage } from './draft';
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

/** With *Validate Only*, a message goes no further. What the loop guard would hold back comes out as if it had been sent. */
export function onlyChecked(guard: LoopGuard | undefined): Step<Draft> {
  const check = journey<Draft>(
    [leftOutOutput, ...guarded<Draft>(guard, { onlyChecks: true })],
    alone(async (draft) => validatedOutput(await wouldGoOut(draft.request, draft), draft.notes)),
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

/** Each message goes on by itself, a few at once (see `runItems`), those to one person in their order. */
export function itemsAtOnce(run: ItemRun): Step<Draft> {
  return async (drafts, next) => {
    const send = async (draft: Draft) => {
      await next([draft]);
      return valueOf(resultOf(draft));
    };
    const results = await runItems(runnable(drafts), run, send, ({ request }) => conversationsOf(request));
    for (const [index, draft] of drafts.entries()) draft.result = results[index];
  };
}

const UPLOADS_AT_ONCE = 3;

/** Uploads the files of messages. A message whose file cannot be uploaded goes no further. */
export function uploadFiles(context: IExecuteFunctions, { client, signal }: Service): Step<Draft> {
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

/**
 * The request of a draft with its files uploaded.
 * @throws MessagingError if a file could not be uploaded: the message was not sent
 */
async function withFiles(
  context: IExecuteFunctions,
  client: Client,
  { itemIndex, request, files, notes }: Draft,
): Promise<ReadyMessage> {
  const ids = new Map<string, string>();
  const uploads = new Map<unknown, Uploaded>();
  const { channel } = request;
  for (const file of files) {
    try {
      const destination = { channel, contentTypes: typesOf(file, request) };
      const uploaded = await uploadBinary(context, client, itemIndex, file, destination);
      ids.set(placeholderOf(file), uploaded.mediaId);
      uploads.set(uploaded.mediaId, uploaded);
      notes.push(...(uploaded.notes ?? []));
    } catch (error) {
      throw notUploaded(file, asInputError(error));
    }
  }
  const content = withFileNames(withIds(request.content, ids), (id) => uploads.get(id)?.fileName);
  return { request: await checkAgain({ ...request, content }), mediaIds: [...ids.values()] };
}

/** A copy with file ids in place of their placeholders. The item is not read again, because it could give another message by now. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => withIds(entry, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, ids)]));
}

/** However the upload failed, the message itself was not sent. */
function notUploaded(binaryField: string, error: MessagingError): MessagingError {
  return changed(error, {
    message: `The file in "${binaryField}" could not be uploaded: ${error.fact}`,
    sends: true,
    outcome: error.outcome === 'rejected' ? 'rejected' : 'not_sent',
  });
}

/** A message that nobody gets is no failure: the others go on. */
export const leftOutOutput: Step<Draft> = leftOutIsNoFailure<IDataObject, Draft>(asData);

/** The step in which nobody on the list of *Do Not Send To* gets anything. */
export const notToOptedOut: Step<Draft> = doNotSendTo(async ({ compared }) => compared);

/** The step in which messages outside of the *Sending Window* are planned, or not sent; none if no message has one. */
export function inWindow(messages: readonly Draft[]): Array<Step<Draft>> {
  if (messages.every(({ window }) => window === undefined)) return [];
  const step = inSendingWindow<Draft>({
    label: SENDING_WINDOW,
    windowOf: async ({ window }) => window,
    planned: ({ waitsUntil }, sendAt, window) => {
      if (waitsUntil !== undefined) checkPlannedInTime(sendAt, waitsUntil.getTime(), window);
    },
  });
  return [step];
}

/** What the steps of a node need to call the service. */
export interface Service {
  client: Client;
  guard: LoopGuard | undefined;
  /** Fires when a person cancels the execution. */
  signal: AbortSignal | undefined;
}

/** @throws MessagingError for settings of the credential or the node that cannot work */
export async function serviceOf(context: IExecuteFunctions): Promise<Service> {
  const credential = await credentialOf(context);
  const client = clientFor(context, credential);
  return { client, guard: guardOf(context, credential), signal: cancelSignalOf(context) };
}

/**
 * The loop guard of the node's credential; undefined if it has none.
 * @throws MessagingError if its limit cannot be read
 */
export function guardOf(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
): LoopGuard | undefined {
  return loopGuardOf(context.getNode().credentials?.[CREDENTIAL]?.id ?? '', loopLimitIn(credential));
}

/** How messages count that are not sent on several channels, each of which counts by itself. */
export const guardedDrafts: LoopGuardRules<Draft> = {
  counts: ({ fallback }) => fallback === undefined,
  recipientsOf: ({ result }) => (result?.ok === true ? (readList(result.value, 'recipients') ?? []) : []),
};
