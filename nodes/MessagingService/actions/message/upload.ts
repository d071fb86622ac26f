import type { IExecuteFunctions } from 'n8n-workflow';

import {
  attempt,
  checkAgain,
  checkFileSize,
  failed,
  withFileNames,
  type MediaFile,
  type MessagingError,
  type UploadResult,
} from '../../../../core/client';
import { fileNotes, mediaFileOf } from '../../../../core/client/request/mimeType';
import { textOf } from '../../../../core/errors/sentence';
import { asText, isRecord } from '../../../../core/reading';
import { largestFile } from '../../../account';
import { BINARY_FIELD } from '../../../settings';
import { asInputError } from '../../outcomes';
import { NOT_BEGUN, runAtOnce, type NodeRun } from '../run';
import { checkType, placeholderOf, typesNaming, type Draft } from './drafts';

/** The result of an upload, with facts about the file as it was sent. */
interface Uploaded extends UploadResult {
  fileName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** What a person should know about it; missing if there is nothing. */
  notes?: string[];
}

/** Where an uploaded file goes: the channel, and the types of the contents that name it. */
interface Destination {
  channel: unknown;
  contentTypes: readonly unknown[];
}

/**
 * Uploads the file in a binary field of an item. Its bytes are read only now and are not kept.
 * @throws MessagingError, also for an item without a file, or with a file that is empty or too large
 */
export async function uploadBinary(
  { context, client, uploads, signal }: NodeRun,
  itemIndex: number,
  binaryField: string,
  destination: Destination = { channel: undefined, contentTypes: [] },
): Promise<Uploaded> {
  const file = await readFile(context, itemIndex, binaryField, uploads.largestMegabytes);
  checkType(destination.contentTypes, file.mimeType);
  const result = await client.uploadMedia(file, uploads.format, { signal });
  const { fileName, mimeType, bytes } = file;
  const notes = fileNotes(destination, file).map((note) => textOf(note));
  return {
    ...result,
    ...{ fileName, mimeType, size: bytes.byteLength },
    ...(notes.length === 0 ? {} : { notes }),
  };
}

async function readFile(
  context: IExecuteFunctions,
  itemIndex: number,
  binaryField: string,
  largestMegabytes: number,
): Promise<MediaFile> {
  try {
    const { fileName, mimeType } = context.helpers.assertBinaryData(itemIndex, binaryField);
    const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binaryField);
    checkFileSize(bytes.byteLength, largestMegabytes, BINARY_FIELD, largestFile.label);
    // A Code node can give a file without them.
    return mediaFileOf(bytes, asText(fileName) ?? binaryField, asText(mimeType));
  } catch (error) {
    throw asInputError(error);
  }
}

const UPLOADS_AT_ONCE = 3;

/** Uploads the files of messages. A message whose file cannot be uploaded fails. */
export async function uploadFiles(run: NodeRun, messages: readonly Draft[]): Promise<void> {
  const pace = { atOnce: UPLOADS_AT_ONCE, goesOn: () => true, signal: run.signal };
  const withFiles = messages.filter(({ files }) => files.length > 0);
  if (withFiles.length === 0) return;
  await runAtOnce(withFiles, pace, async (message) => {
    message.result = NOT_BEGUN;
    const uploaded = await attempt(() => uploadAll(run, message));
    message.result = uploaded.ok ? undefined : failed(uploaded.error);
    if (uploaded.ok) message.ready = uploaded.value;
  });
}

/**
 * The request of a message with its files uploaded.
 * @throws MessagingError if a file could not be uploaded: the message was not sent
 */
async function uploadAll(run: NodeRun, { itemIndex, request, files, notes }: Draft): Promise<Draft['ready']> {
  const ids = new Map<string, string>();
  const uploads = new Map<unknown, Uploaded>();
  const { channel } = request;
  for (const file of files) {
    try {
      const destination = { channel, contentTypes: typesNaming(file, request) };
      const uploaded = await uploadBinary(run, itemIndex, file, destination);
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
