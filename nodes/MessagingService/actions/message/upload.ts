import {
  attempt,
  checkAgain,
  failed,
  withFileNames,
  type MediaFile,
  type MessagingError,
} from '../../../../core/client';
import { fileNotes, mediaFileOf } from '../../../../core/client/request/mimeType';
import { textOf } from '../../../../core/errors/sentence';
import { asText } from '../../../../core/reading';
import { asInputError } from '../../outcomes';
import { NOT_BEGUN, runAtOnce, type NodeRun } from '../run';
import { checkSize, checkType, fileIn, placeholderOf, typesNaming, type Draft } from './drafts';
import { say } from '../../../texts';

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
  run: NodeRun,
  itemIndex: number,
  binaryField: string,
  destination: Destination = { channel: undefined, contentTypes: [] },
) {
  const { client, uploads, signal } = run;
  return await uploads.turns.run(async () => {
    const file = await readFile(run, itemIndex, binaryField);
    checkType(destination.contentTypes, file.mimeType);
    const result = await client.uploadMedia(file, uploads.format, { signal });
    const { fileName, mimeType, bytes } = file;
    const notes = fileNotes(destination, file).map((note) => textOf(note));
    // What a person should know about it is missing if there is nothing.
    const said = notes.length === 0 ? undefined : notes;
    return { ...result, fileName, mimeType, size: bytes.byteLength, notes: said };
  });
}

async function readFile(run: NodeRun, itemIndex: number, binaryField: string): Promise<MediaFile> {
  try {
    const { fileName, mimeType } = fileIn(run, itemIndex, binaryField);
    const bytes = await run.context.helpers.getBinaryDataBuffer(itemIndex, binaryField);
    checkSize(bytes.byteLength, run.uploads);
    // A Code node can give a file without them.
    return mediaFileOf(bytes, asText(fileName) ?? binaryField, asText(mimeType));
  } catch (error) {
    throw asInputError(error);
  }
}

/** Uploads the files of messages. A message whose file cannot be uploaded fails. */
export async function uploadFiles(run: NodeRun, messages: readonly Draft[]): Promise<void> {
  const pace = { atOnce: Infinity, goesOn: () => true, signal: run.signal };
  const withFiles = messages.filter(({ files }) => files.length > 0);
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
  const ids = new Map<unknown, string>();
  const names = new Map<unknown, string>();
  const { channel } = request;
  for (const file of files) {
    try {
      const destination = { channel, contentTypes: typesNaming(file, request) };
      const uploaded = await uploadBinary(run, itemIndex, file, destination);
      ids.set(placeholderOf(file), uploaded.mediaId);
      names.set(uploaded.mediaId, uploaded.fileName);
      notes.push(...(uploaded.notes ?? []));
    } catch (error) {
      throw notUploaded(file, asInputError(error));
    }
  }
  // With file ids in place of their placeholders. The item is not read again, because it could give another message by now.
  const withIds: unknown = JSON.parse(
    JSON.stringify(request.content),
    (_, value: unknown) => ids.get(value) ?? value,
  );
  const content = withFileNames(withIds, (id) => names.get(id));
  return { request: await checkAgain({ ...request, content }), mediaIds: [...ids.values()] };
}

/** However the upload failed, the message itself was not sent. */
function notUploaded(binaryField: string, error: MessagingError): MessagingError {
  return error.with({
    message: say('notUploaded', { field: binaryField, reason: error.said }),
    sends: true,
    outcome: error.outcome === 'rejected' ? 'rejected' : 'not_sent',
  });
}
