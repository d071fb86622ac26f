import { checkFileSize, invalidField, invalidFile, type MediaFile } from '../../core/client';
import { mediaFileOf } from '../../core/client/request/mimeType';

/** A file as a flow provides it. */
export interface FlowFile {
  data: unknown;
  fileName: unknown;
  mimeType?: unknown;
}

/** What the form calls the content of the file and its MIME type. */
interface FileLabels {
  data: string;
  mimeType?: string;
}

/**
 * A file to upload, from a Buffer as the core "read file" node outputs it. Its size is checked first.
 * @throws MessagingError `invalid_request` if there is no Buffer, or if it is empty or larger than `maxMegabytes`
 */
export function mediaFileFrom(
  { data, fileName, mimeType }: FlowFile,
  maxMegabytes: number,
  labels: FileLabels,
): MediaFile {
  if (!(data instanceof Uint8Array)) {
    throw invalidFile(
      `must be a Buffer: set the "read file" node to output "a single Buffer object", or the "http request" node to return "a binary buffer"`,
      { label: labels.data, got: kindOf(data) },
    );
  }
  checkFileSize(data.length, maxMegabytes, labels.data);
  const given = typeof mimeType === 'string' ? mimeType.trim() : '';
  if (given !== '' && !/^[\w.+-]+\/[\w.+-]+/.test(given)) {
    throw invalidField('mimeType', 'must be spelled like image/png', { label: labels.mimeType, got: given });
  }
  return mediaFileOf(data, typeof fileName === 'string' ? fileName : '', given);
}

function kindOf(data: unknown): string {
  if (data === undefined || data === null) return 'nothing';
  return Array.isArray(data) ? 'a list' : `a value of type ${typeof data}`;
}
