import type { IExecuteFunctions } from 'n8n-workflow';

import { cleanFileName, type Client, type UploadResult } from '../../../core/client';
import { cancelSignalOf, parameterOf } from '../items';

/** What became of an upload, and what was uploaded. */
export interface Uploaded extends UploadResult {
  fileName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
}

/** Uploads the file in a binary field of an item. Its bytes are read only now and not kept. */
export async function uploadBinary(
  context: IExecuteFunctions,
  client: Client,
  itemIndex: number,
  binaryField: string,
): Promise<Uploaded> {
  const { fileName = binaryField, mimeType } = context.helpers.assertBinaryData(itemIndex, binaryField);
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binaryField);
  const form = parameterOf(context, itemIndex)('options.uploadForm') === 'raw' ? 'raw' : 'multipart';
  const result = await client.uploadMedia({ bytes, fileName, mimeType }, form, {
    signal: cancelSignalOf(context),
  });
  return { ...result, fileName: cleanFileName(fileName), mimeType, size: bytes.byteLength };
}
