import type { IExecuteFunctions } from 'n8n-workflow';

import {
  checkFileSize,
  checkFileType,
  cleanFileName,
  type Client,
  type MediaFile,
  type UploadResult,
} from '../../../core/client';
import { mimeTypeOf } from '../../../core/client/request/mimeType';
import type { MessageRequest } from '../../../core/contract';
import { isRecord } from '../../../core/reading';
import { uploadFormOption, numberOption, optionFields } from '../fields/options';
import { BINARY_FIELD } from '../fields/render';
import { asInputError } from '../errors';
import { cancelSignalOf } from '../items';

/** The result of an upload, with facts about the file. */
export interface Uploaded extends UploadResult {
  fileName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
}

/**
 * Uploads the file in a binary field of an item. Its bytes are read only now and are not kept.
 * @param contentTypes the types of the contents that name it
 * @throws MessagingError, also for an item without a file, or with a file that is empty or too large
 */
export async function uploadBinary(
  context: IExecuteFunctions,
  client: Client,
  itemIndex: number,
  binaryField: string,
  contentTypes: readonly unknown[] = [],
): Promise<Uploaded> {
  const file = await readFile(context, itemIndex, binaryField);
  const found = mimeTypeOf(file.bytes, '');
  // Text can be anything, such as an SVG image.
  checkTypes(contentTypes, found.startsWith('text/') ? [file.mimeType] : [file.mimeType, found]);
  const form = uploadFormOption(context, itemIndex);
  const result = await client.uploadMedia(file, form, { signal: cancelSignalOf(context) });
  const { fileName, mimeType, bytes } = file;
  return { ...result, fileName: cleanFileName(fileName), mimeType, size: bytes.byteLength };
}

const largest = optionFields.maxMegabytes;

async function readFile(
  context: IExecuteFunctions,
  itemIndex: number,
  binaryField: string,
): Promise<MediaFile> {
  try {
    const { fileName = binaryField, mimeType } = context.helpers.assertBinaryData(itemIndex, binaryField);
    const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binaryField);
    checkFileSize(bytes.byteLength, numberOption(context, largest), BINARY_FIELD, largest.displayName);
    return { bytes, fileName, mimeType: isTelling(mimeType) ? mimeType : mimeTypeOf(bytes, fileName) };
  } catch (error) {
    throw asInputError(error);
  }
}

/**
 * Checks the type of a file that n8n names, before its bytes are read.
 * @throws MessagingError if it is clearly no file for these contents, or the item has no such file
 */
function checkBinary(
  { helpers }: IExecuteFunctions,
  itemIndex: number,
  binaryField: string,
  contentTypes: readonly unknown[],
): void {
  checkTypes(contentTypes, [helpers.assertBinaryData(itemIndex, binaryField).mimeType]);
}

function checkTypes(contentTypes: readonly unknown[], mimeTypes: readonly string[]): void {
  for (const contentType of contentTypes)
    for (const mimeType of mimeTypes) checkFileType(contentType, mimeType, BINARY_FIELD);
}

/** n8n gives a file of unknown type one of these types, which say nothing about it. */
function isTelling(mimeType: string): boolean {
  return mimeType !== '' && mimeType !== 'application/octet-stream';
}

/** The binary fields that are read from an item, and a placeholder for the id that each file will get (see `withFiles`). */
export function filesToUpload(
  context: IExecuteFunctions,
  itemIndex: number,
): { files: Set<string>; mediaIdOf: (binaryField: string) => string } {
  const files = new Set<string>();
  const mediaIdOf = (binaryField: string) => {
    context.helpers.assertBinaryData(itemIndex, binaryField);
    files.add(binaryField);
    return placeholderOf(binaryField);
  };
  return { files, mediaIdOf };
}

/** The placeholder for the id that a file will get. */
export function placeholderOf(binaryField: string): string {
  return `(file in "${binaryField}", uploaded before sending)`;
}

/** @throws MessagingError if a file is clearly of another kind than the content that names it */
export function checkFiles(
  context: IExecuteFunctions,
  itemIndex: number,
  request: MessageRequest,
  files: readonly string[],
): void {
  for (const file of files) checkBinary(context, itemIndex, file, typesOf(file, request));
}

/** The types of the contents, headers and parameters that name a file. */
export function typesOf(binaryField: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => typesOf(binaryField, entry));
  if (!isRecord(value)) return [];
  const own = value.mediaId === placeholderOf(binaryField) ? [value.type] : [];
  return [...own, ...Object.values(value).flatMap((inner) => typesOf(binaryField, inner))];
}
