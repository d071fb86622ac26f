import type { MediaFile } from '../../core/client';
import { channelNamed } from '../../core/contract/names';
import type { FallbackRules } from '../../core/plan';
import { asText, isRecord, readList, readText } from '../../core/reading';
import type { CheckedMessage } from '../message/preparedMessage';

/** What goes out on one channel. */
export type SubmittedMessage = Pick<CheckedMessage, 'file' | 'notes'> & { request: Record<string, unknown> };

/** What a node sends for a message, fixed when that arrived: what the flow and its context hold later changes nothing. */
export class Submission {
  constructor(
    /** Names it, also in the journal. Later ones sort after earlier ones. */
    readonly id: string,
    /** When it arrived, milliseconds since 1970. */
    readonly since: number,
    readonly rules: FallbackRules,
    /** One for each channel. */
    readonly messages: readonly SubmittedMessage[],
    /** The key of *Send Only Once Per*; undefined if the node does not use it. */
    readonly key: string | undefined,
  ) {}
}

/** How a submission is written to the journal and read from it. */
export const submissionPart = {
  is: (value: unknown): value is Submission => value instanceof Submission,

  write: ({ messages, ...submission }: Submission): unknown => ({
    ...submission,
    messages: messages.map(({ file, ...message }) => ({ ...message, file: file && writtenFile(file) })),
  }),

  read: (stored: unknown): Submission | undefined => {
    const rules = isRecord(stored) ? rulesIn(stored['rules']) : undefined;
    const messages = (readList(stored, 'messages') ?? []).flatMap(messageIn);
    if (!isRecord(stored) || rules === undefined || messages.length !== rules.channels.length)
      return undefined;
    const id = readText(stored, 'id');
    if (id === undefined) return undefined;
    return new Submission(id, Number(stored['since']), rules, messages, readText(stored, 'key'));
  },
};

function writtenFile({ bytes, ...file }: MediaFile) {
  return {
    ...file,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}

function fileIn(stored: unknown): MediaFile | undefined {
  const base64 = readText(stored, 'base64');
  const fileName = readText(stored, 'fileName');
  const mimeType = readText(stored, 'mimeType');
  if (base64 === undefined || fileName === undefined || mimeType === undefined) return undefined;
  const declared = readText(stored, 'declared');
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, fileName, mimeType, ...(declared === undefined ? {} : { declared }) };
}

function messageIn(stored: unknown): SubmittedMessage[] {
  if (!isRecord(stored) || !isRecord(stored['request'])) return [];
  const notes = (readList(stored, 'notes') ?? []).flatMap((note) => asText(note) ?? []);
  return [{ request: stored['request'], file: fileIn(stored['file']), notes }];
}

function rulesIn(stored: unknown): FallbackRules | undefined {
  if (!isRecord(stored)) return undefined;
  const { countsAs, afterMs, retryMs } = stored;
  const channels = (readList(stored, 'channels') ?? []).flatMap((name) => channelNamed(name) ?? []);
  if (channels.length === 0 || (countsAs !== 'accepted' && countsAs !== 'delivered')) return undefined;
  return { channels, countsAs, afterMs: Number(afterMs), retryMs: Number(retryMs) };
}
