import type { IDataObject, IExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
  checkAgain,
  createLimiter,
  failed,
  rateLimitIn,
  withFileNames,
  type MessagingError,
  type Result,
  type Tried,
} from '../../../../core/client';
import {
  conversationsOf,
  rateLimitOf,
  type RateLimit,
  type Schedule,
  type Steps,
} from '../../../../core/steps';
import { isRecord } from '../../../../core/reading';
import {
  cancelSignalOf,
  runItems,
  runnable,
  untilStopped,
  type ItemResults,
  type ItemRun,
} from '../../items';
import { asInputError } from '../../errors';
import { placeholderOf, typesOf, uploadBinary, type Uploaded, type Uploader } from '../../transport/upload';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import { CREDENTIAL, credentialOf, uploadSettings } from '../../../account';
import { clientFor } from '../../transport/client';
import type { Draft, ReadyMessage } from './draft';
import { outputOf } from './output';

/** What comes out for each message: those that could not be made have failed. */
export function outputsOf(drafts: ReadonlyArray<Tried<Draft>>): ItemResults<IDataObject> {
  return drafts.map((draft) => (draft.ok ? outputOf(draft.value) : draft));
}

/** The messages that could be made. */
export function madeOf(drafts: ReadonlyArray<Tried<Draft>>): Draft[] {
  return drafts.flatMap((draft) => (draft.ok ? [draft.value] : []));
}

/** The steps before a message goes out, without the limit of the run. */
export const whoAndWhen: { exclude: Steps<Draft>['exclude']; schedule: Schedule<Draft> } = {
  exclude: async ({ compared }) => compared,
  schedule: {
    label: SENDING_WINDOW,
    windowOf: async ({ window }) => window,
    deadlineOf: ({ waitsUntil }) => waitsUntil,
  },
};

type Pace = NonNullable<Steps<Draft>['pace']>;

/** Each message goes on by itself, a few at once, those to one person in their order. After a failure (unless `goOn`), no others begin. */
export function itemsAtOnce({ atOnce, goOn, signal }: ItemRun): Pace {
  return async (drafts, next) => {
    const limiter = createLimiter(atOnce);
    let hasFailed = false;
    const goesOn = () => !hasFailed || (typeof goOn === 'function' ? goOn() : goOn);
    const sendOne = async (draft: Draft) => {
      if (!goesOn() || signal?.aborted === true) return;
      await next([draft]);
      hasFailed ||= draft.result?.outcome === 'failed';
    };
    const runs = drafts.map((draft) => limiter.run(() => sendOne(draft), conversationsOf(draft.request)));
    await untilStopped(Promise.all(runs), signal);
  };
}

/** A result with the files of the message, and what is to be known of it. */
export function withDraft<R extends Result>(result: R, { ready, notes }: Draft): R {
  if (result.outcome !== 'accepted') return result;
  return {
    ...result,
    ...(ready === undefined ? {} : { mediaIds: ready.mediaIds }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}

const UPLOADS_AT_ONCE = 3;

/** Uploads the files of messages. A message whose file cannot be uploaded fails. */
export async function uploadFiles(
  context: IExecuteFunctions,
  service: Service,
  drafts: readonly Draft[],
): Promise<void> {
  const withUploads = drafts.filter(({ files }) => files.length > 0);
  if (withUploads.length === 0) return;
  const run = { atOnce: UPLOADS_AT_ONCE, goOn: true, signal: service.signal };
  const uploads = await runItems(runnable(withUploads), run, async (draft) => {
    draft.ready = await withFiles(context, service, draft);
  });
  for (const [index, draft] of withUploads.entries()) {
    const upload = uploads[index];
    if (upload?.ok === false) draft.result = failed(upload.error);
  }
}

/**
 * The request of a draft with its files uploaded.
 * @throws MessagingError if a file could not be uploaded: the message was not sent
 */
async function withFiles(
  context: IExecuteFunctions,
  service: Service,
  { itemIndex, request, files, notes }: Draft,
): Promise<ReadyMessage> {
  const ids = new Map<string, string>();
  const uploads = new Map<unknown, Uploaded>();
  const { channel } = request;
  for (const file of files) {
    try {
      const destination = { channel, contentTypes: typesOf(file, request) };
      const uploaded = await uploadBinary(context, service, itemIndex, file, destination);
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
  return error.with({
    message: `The file in "${binaryField}" could not be uploaded: ${error.fact}`,
    sends: true,
    outcome: error.outcome === 'rejected' ? 'rejected' : 'not_sent',
  });
}

/** What the steps of a node need to call the service. */
export interface Service extends Uploader {
  rateLimit: RateLimit | undefined;
  /** Fires when a person cancels the execution. */
  signal: AbortSignal | undefined;
}

/** @throws MessagingError for settings of the credential or the node that cannot work */
export async function serviceOf(context: IExecuteFunctions): Promise<Service> {
  const credential = await credentialOf(context);
  return {
    client: clientFor(context, credential),
    uploads: uploadSettings(credential),
    rateLimit: limitOf(context, credential),
    signal: cancelSignalOf(context),
  };
}

/** Throws MessagingError if the limit of the credential cannot be read. */
function limitOf(
  context: IExecuteFunctions,
  credential: ICredentialDataDecryptedObject,
): RateLimit | undefined {
  return rateLimitOf(context.getNode().credentials?.[CREDENTIAL]?.id ?? '', rateLimitIn(credential));
}
