import type { IExecuteFunctions } from 'n8n-workflow';

import type { MessageRequest } from '../../../core/contract';
import { isRecord } from '../../../core/reading';
import { checkBinary } from './upload';

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
