import type { Expectation } from '../../core/ask/answer';
import type { MediaFile } from '../../core/client';
import type { Channel } from '../../core/contract';
import type { Plan } from '../../core/plan';
import { isRecord, readList, readText } from '../../core/reading';
import type { AnswerLink } from '../calls/answerLink';
import type { CheckedMessage } from '../message/preparedMessage';

/** Somebody who is asked: a target of the plan. */
export interface Asked {
  /** Names the question to this person, in the IDs of its buttons and in its link. */
  reference: string;
  person: string;
  link?: AnswerLink;
}

/** What makes a message a question. */
export interface QuestionPart {
  /** `all`: the only person. */
  order: 'all' | 'first' | 'inTurn';
  people: readonly Asked[];
  channel: Channel;
  /** To whom people answer. */
  sender: string;
  expects: Expectation;
  /** Whether the answer also starts the trigger nodes. */
  alsoTriggers: boolean;
  /** The reply to the first answer that does not fit. */
  again?: string;
}

/** What a node sends for a message, fixed when that arrived: what the flow and its context hold later changes nothing. */
export interface Submission {
  /** Names it, also in the journal. */
  id: string;
  plan: Plan;
  /** One for each target. */
  messages: readonly CheckedMessage[];
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key?: string | undefined;
  question?: QuestionPart | undefined;
  /** The node says it by itself, beside a question: nothing comes out for it. */
  isOwn?: true;
}

/** How a submission is written to the journal and read from it. Only this package writes it, so short checks are enough. */
export const submissionPart = {
  /** A file that goes to several people is written once. */
  write: ({ messages, ...submission }: Submission): unknown => {
    const files = [...new Set(messages.flatMap(({ file }) => file ?? []))];
    return {
      ...submission,
      files: files.map(writtenFile),
      messages: messages.map(({ file, ...message }) => ({ ...message, file: file && files.indexOf(file) })),
    };
  },

  read: (stored: unknown): Submission | undefined => {
    if (!isRecord(stored) || !isSubmission(stored)) return undefined;
    const files = (readList(stored, 'files') ?? []).map(fileIn);
    const messages = stored.messages.map(({ request, notes, file }) => ({
      ...{ request, notes },
      file: typeof file === 'number' ? files[file] : undefined,
    }));
    return { ...stored, messages };
  },
};

function isSubmission(stored: Record<string, unknown>): stored is Record<string, unknown> & Submission {
  const { id, plan, messages } = stored;
  return (
    typeof id === 'string' &&
    isRecord(plan) &&
    Array.isArray(messages) &&
    plan['targets'] === messages.length &&
    messages.every((message) => isRecord(message) && isRecord(message['request']))
  );
}

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
