import type { IDataObject } from 'n8n-workflow';

import {
  checkFileSize,
  checkFileType,
  checkWithNotes,
  failed,
  invalidField,
  splitMessage,
  type Accepted,
  type Failed,
  type Result,
} from '../../../../core/client';
import { isVagueType } from '../../../../core/client/request/mimeType';
import type { LabelOf, MessageRequest } from '../../../../core/contract';
import { formatPath } from '../../../../core/contract/problem';
import { textOf } from '../../../../core/errors/sentence';
import { labelOnForm } from '../../../../core/forms';
import { asText, isRecord } from '../../../../core/reading';
import type { SendingWindow } from '../../../../core/sendingWindow';
import { compareWithList, type Keyed, type Outgoing } from '../../../../core/steps';
import { largestFile } from '../../../account';
import type { Parameters } from '../../../parameters';
import { BINARY_FIELD } from '../../../settings';
import { addresseeOf, attemptInput, type Entry } from '../../outcomes';
import type { Item, NodeRun } from '../run';
import { labelsOf, readMessage, readMessageList } from '../../fields/messageForm';
import { fallbackOf, type FallbackPlan } from './fallback';
import { say } from '../../../texts';

/** A message that meets the contract and is ready to be sent. */
export interface Draft extends Outgoing, Keyed, Entry {
  /** Contains a placeholder for each file that is still to be uploaded. */
  request: MessageRequest;
  /** The binary fields whose files are uploaded first. */
  files: string[];
  /** Its recipients, compared with the list of *Exclude Recipients*. */
  compared: readonly string[];
  /** When it may go out; undefined if it may at any time. */
  window?: SendingWindow | undefined;
  /** Until when a question waits for its answer, milliseconds since 1970. */
  waitsUntil?: number | undefined;
  /** What a person should know about its recipients, texts and files. */
  notes: string[];
  /** Its key for *Deduplicate By*, if the node has that option. */
  key: string | undefined;
  fallback?: FallbackPlan | undefined;
  /** Its place among the messages of its item. */
  place: number;
  /** Which part of a text it is, from 1, if that goes out as several messages. */
  part?: { part: number; count: number } | undefined;
  result?: Result | undefined;
  /** Set when its files were uploaded: the request with their ids. */
  ready?: { request: MessageRequest; mediaIds: string[] };
}

/** A message, or why it could not be made; or what an earlier try has sent. */
export type Drafted<D extends Draft = Draft> =
  D | (Entry & { request?: undefined; result: Accepted | Failed });

export function isMade<D extends Draft>(draft: Drafted<D>): draft is D {
  return draft.request !== undefined;
}

/** Makes a message. If its parameters cannot be read, or break the contract, it has failed. */
export async function drafted<D extends Draft>(
  { itemIndex, addressee = {} }: Entry,
  make: () => Promise<D>,
): Promise<Drafted<D>> {
  const made = await attemptInput(make);
  return made.ok ? made.value : { itemIndex, addressee, result: failed(made.error) };
}

/**
 * Reads and checks the messages of all items before the first one is sent. Each item gives one message; with `takesLists` it may give
 * several, if its JSON is a MessageListRequest (specification 2.2).
 */
export async function draftAll(run: NodeRun, takesLists = false): Promise<Drafted[]> {
  const drafts = await Promise.all(
    run.context.getInputData().map((_, index) => draftItem(run, run.itemAt(index), takesLists)),
  );
  return drafts.flat();
}

async function draftItem(run: NodeRun, item: Item, takesLists: boolean): Promise<Drafted[]> {
  const { index: itemIndex, parameters } = item;
  const requests = await attemptInput(async () => requestsOf(run, item, takesLists));
  if (!requests.ok)
    return [{ itemIndex, addressee: enteredAddressee(parameters), result: failed(requests.error) }];
  return await Promise.all(
    requests.value.map((given) =>
      drafted({ itemIndex, addressee: addresseeOf(given.request) }, () => draftOf(item, given)),
    ),
  );
}

/** Whom the message of an item was to be for, where it could not be made. */
export function enteredAddressee(parameters: Parameters): IDataObject {
  try {
    return addresseeOf({ channel: parameters('channel') || undefined, to: parameters('to') || undefined });
  } catch {
    return {};
  }
}

type Files = Pick<NodeRun, 'context' | 'uploads'>;

/**
 * The file in a binary field of an item.
 * @throws the error of n8n for a field without a file; MessagingError for one that is too large, and for the tool of an agent that passes on
 * no files
 */
export function fileIn({ context, uploads }: Files, itemIndex: number, binaryField: string) {
  if (context.isToolExecution())
    throw invalidField('binaryField', say('noFileForTool'), { label: BINARY_FIELD });
  const file = context.helpers.assertBinaryData(itemIndex, binaryField);
  // Before it is read: a file on a disk or in S3 may be larger than the memory.
  if (typeof file.bytes === 'number') checkSize(file.bytes, uploads);
  return file;
}

/** @throws MessagingError for a file that is empty or too large */
export function checkSize(bytes: number, { largestMegabytes }: Files['uploads']): void {
  checkFileSize(bytes, largestMegabytes, BINARY_FIELD, largestFile.label);
}

/** The files of an item that a message names: by binary field, the type that n8n names. */
export function filesOfItem(run: Files, itemIndex: number) {
  const types = new Map<string, string>();
  return {
    types,
    // Gives a placeholder for the id that a file will get (see `uploadFiles`). It throws as `fileIn`.
    mediaIdOf: (binaryField: string) => {
      types.set(binaryField, asText(fileIn(run, itemIndex, binaryField).mimeType) ?? '');
      return placeholderOf(binaryField);
    },
  };
}

export function placeholderOf(binaryField: string): string {
  return `(file in "${binaryField}", uploaded before sending)`;
}

/** The types of the contents, headers and parameters that name a file. */
export function typesNaming(binaryField: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => typesNaming(binaryField, entry));
  if (!isRecord(value)) return [];
  const own = value.mediaId === placeholderOf(binaryField) ? [value.type] : [];
  return [...own, ...Object.values(value).flatMap((inner) => typesNaming(binaryField, inner))];
}

/** @throws MessagingError if a file is clearly of another kind than a content that names it */
export function checkType(contentTypes: readonly unknown[], mimeType: string): void {
  for (const contentType of contentTypes) checkFileType(contentType, mimeType, BINARY_FIELD);
}

/** A request of an item, and the labels of its fields. */
interface Given {
  request: unknown;
  /** Undefined in a list of messages, which names none. */
  files?: ReturnType<typeof filesOfItem>;
  labelOf?: LabelOf | undefined;
  place: number;
  part?: Draft['part'];
}

/** The requests of an item: one, those of a list, or the parts of a text that is too long. */
function requestsOf(run: NodeRun, item: Item, takesLists: boolean): Given[] {
  const { index, parameters, settings } = item;
  const list = takesLists ? readMessageList(parameters, settings) : undefined;
  if (list !== undefined)
    return list.map((request, place) => ({
      ...{ request, place },
      labelOf: (path) => formatPath(['messages', place, ...path]),
    }));
  const files = filesOfItem(run, index);
  const request = readMessage(parameters, { ...settings, mediaIdOf: files.mediaIdOf });
  const given = { files, labelOf: labelsOf(parameters) };
  const parts =
    item.options().ifTooLong === 'split' ? splitMessage(request, item.options().rules) : [request];
  return parts.map((each, place) => ({
    ...{ ...given, request: each, place },
    ...(parts.length === 1 ? {} : { part: { part: place + 1, count: parts.length } }),
  }));
}

/** @throws MessagingError for a request that breaks the contract, and for an option that cannot be read */
export async function draftOf(item: Item, { request, files, labelOf, place, part }: Given): Promise<Draft> {
  const options = item.options();
  const { rules, excluded, window, key } = options;
  const { request: checked, notes } = await checkWithNotes(request, { labelOf, rules });
  const types = files?.types ?? new Map<string, string>();
  // Before their bytes are read.
  for (const [file, mimeType] of types)
    if (!isVagueType(mimeType)) checkType(typesNaming(file, checked), mimeType);
  const fallback = options.fallback && (await fallbackOf(checked, options.fallback, options, labelOf));
  return {
    itemIndex: item.index,
    addressee: addresseeOf(request),
    request: checked,
    fallback,
    ...{ place, part },
    files: [...types.keys()],
    compared: excluded === undefined ? [] : compareWithList(checked, excluded, labelOnForm),
    window,
    notes: [...item.notes(), ...notes.map((note) => textOf(note)), ...(fallback?.notes ?? [])],
    // The first message has the item's key as it is, so that a list of one and a single message have the same.
    key: key === undefined || place === 0 ? key : `${key} messages[${place}]`,
  };
}
