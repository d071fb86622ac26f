import { rule } from '../../contract/sentences';
import type { Said, Sentence } from '../../errors/sentence';
import { isRecord, withList } from '../../reading';
import { invalidField, type MessagingError } from '../outcome/errors';

/** A file to upload (specification 4, media). */
export interface MediaFile {
  bytes: Uint8Array;
  fileName: string;
  mimeType: string;
  /** The type that the platform gave it, if any. */
  declared?: string;
}

/** The upload limit when no other is set. */
export const USUAL_LARGEST_MEGABYTES = 16;

const MEGABYTE = 1024 * 1024;

/**
 * @param limitLabel the form's label of the limit, if the user can set it
 * @throws MessagingError `invalid_request` for a file that is empty or larger than the limit
 */
export function checkFileSize(
  length: number,
  maxMegabytes: number,
  label: string,
  limitLabel?: string,
): void {
  if (length > Math.floor(maxMegabytes * MEGABYTE)) {
    // Rounded up: a file just above the limit would seem to have exactly the allowed size.
    const got = `${Math.ceil((length / MEGABYTE) * 100) / 100} MB`;
    const limit = `${maxMegabytes} MB`;
    throw invalidFile(
      limitLabel === undefined
        ? rule('fileTooLarge', { limit, got })
        : rule('fileTooLargeBySetting', { limit, setting: limitLabel, got }),
      { label },
    );
  }
  if (length === 0) throw invalidFile(rule('fileEmpty'), { label });
}

/** The error for a file that cannot be uploaded; nothing was sent. */
export function invalidFile(broken: Sentence, names: { label: string; got?: Said }): MessagingError {
  return invalidField('file', broken, names);
}

/** How the file is sent: the specification does not say (service facts). */
export type UploadForm = 'multipart' | 'raw';

/** The headers and body of an upload. */
export function buildUpload(
  file: MediaFile,
  form: UploadForm,
): { headers: Record<string, string>; body: Uint8Array } {
  const mimeType = MIME_TYPE.exec(file.mimeType.trim())?.[0] ?? 'application/octet-stream';
  if (form === 'raw') return { headers: { 'Content-Type': mimeType }, body: file.bytes };
  const boundary = `----messaging-${crypto.randomUUID()}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${cleanFileName(file.fileName)}"\r\n` +
    `Content-Type: ${mimeType}\r\n\r\n`;
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(head, 'utf8'),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8'),
    ]),
  };
}

/** A voice note is one by its codec; other parameters are left out. */
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; codecs=[\w.]+)?/;

const LONGEST_FILE_NAME = 120;

/**
 * A file's name without folders, which may reveal something about the machine, and without the query of an address. In a name, a query follows the
 * extension: in "Why? Bill.pdf" there is none.
 */
export function lastPart(path: string): string {
  const query = /^\w+:\/\//.test(path) ? /\?.*$/s : /(?<=\.\d{0,3}[a-z][a-z\d]{0,7})\?.*$/is;
  return path.replace(query, '').split(/[\\/]/).at(-1) ?? '';
}

/** A file name without folders, control characters and quotes; never empty. */
export function cleanFileName(fileName: string): string {
  const clean = lastPart(fileName)
    .replace(/[\p{Cc}\p{Cs}"<>|:*?]/gu, '')
    .trim();
  // The end has the extension. By characters: half an emoji is none.
  return clean === '' || /^\.+$/.test(clean) ? 'file' : [...clean].slice(-LONGEST_FILE_NAME).join('');
}

/** The extension of a file's name, in small letters; '' if it has none. In "Bill 11.2026", 2026 is none. */
export function extensionIn(fileName: string): string {
  return /\.(?=\d*[a-z])([a-z0-9]{1,8})$/.exec(cleanFileName(fileName).toLowerCase())?.[1] ?? '';
}

/** A content in which each uploaded document is shown under the name of its file, unless it has a name. */
export function withFileNames(content: unknown, nameOf: (mediaId: unknown) => string | undefined): unknown {
  if (!isRecord(content)) return content;
  const named = (part: unknown): unknown => {
    if (!isRecord(part) || part['type'] !== 'Document' || (part['filename'] ?? '') !== '') return part;
    const filename = nameOf(part['mediaId']);
    return filename === undefined ? part : { ...part, filename };
  };
  if (content['type'] !== 'Template') return named(content);
  return withList(content, 'components', (component) => withList(component, 'parameters', named));
}
