import { checkFileSize, invalidField, invalidFile, type MediaFile } from '../../core/client';
import { mediaFileOf } from '../../core/client/request/mimeType';
import type { Said } from '../../core/errors/sentence';
import { valueShown } from '../../core/errors/texts';
import { asText } from '../../core/reading';
import { say } from '../errors/texts';
import type { Input } from '../settings/describe';
import { anything, valueIn, type Scope } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';

/** Where a flow provides a file. */
interface FileInputs {
  data: Input;
  fileName: Input;
  mimeType?: Input;
}

/**
 * The file that a message brings: a Buffer as the core "read file" node outputs it. Its size is checked first.
 * @throws MessagingError `invalid_request` if there is no Buffer, or if it is empty or larger than `maxMegabytes`
 */
export async function fileIn(
  scope: Scope,
  { data, fileName, mimeType }: FileInputs,
  maxMegabytes: number,
): Promise<MediaFile> {
  const values = [data, fileName, mimeType].map((input) => input && valueIn(scope, input, anything));
  const [bytes, name, type] = await Promise.all(values);
  const label = propertyLabel(scope.RED, data.name);
  if (!(bytes instanceof Uint8Array)) throw invalidFile(say('noBuffer'), { label, got: kindOfData(bytes) });
  checkFileSize(bytes.length, maxMegabytes, label);
  const given = typeof type === 'string' ? type.trim() : '';
  if (given !== '' && !/^[\w.+-]+\/[\w.+-]+/.test(given)) {
    const of = { label: propertyLabel(scope.RED, 'mimeType'), got: given };
    throw invalidField('mimeType', say('noMimeType'), of);
  }
  // The flow may change its own one while this waits.
  return mediaFileOf(new Uint8Array(bytes), asText(name) ?? '', given);
}

function kindOfData(data: unknown): Said {
  if (data === undefined || data === null) return say('nothing');
  return Array.isArray(data) ? valueShown(data) : say('aValue', { type: typeof data });
}
