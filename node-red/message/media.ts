import { checkFileSize, invalidField, invalidFile, type MediaFile } from '../../core/client';
import type { Said } from '../../core/errors/sentence';
import { kindOf } from '../../core/errors/texts';
import { mediaFileOf } from '../../core/client/request/mimeType';
import { say } from '../errors/texts';

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
    throw invalidFile(say('noBuffer'), { label: labels.data, got: kindOfData(data) });
  }
  checkFileSize(data.length, maxMegabytes, labels.data);
  const given = typeof mimeType === 'string' ? mimeType.trim() : '';
  if (given !== '' && !/^[\w.+-]+\/[\w.+-]+/.test(given)) {
    throw invalidField('mimeType', say('noMimeType'), { label: labels.mimeType, got: given });
  }
  // The flow may change its own one while this waits.
  return mediaFileOf(new Uint8Array(data), typeof fileName === 'string' ? fileName : '', given);
}

function kindOfData(data: unknown): Said {
  if (data === undefined || data === null) return say('nothing');
  return Array.isArray(data) ? kindOf(data) : say('aValue', { type: typeof data });
}
