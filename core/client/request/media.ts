import { invalidField, type MessagingError } from '../outcome/errors';

/** A file to upload (specification 4, media). */
export interface MediaFile {
  bytes: Uint8Array;
  fileName: string;
  mimeType: string;
}

/** The upload limit when no other is set. */
export const USUAL_LARGEST_MEGABYTES = 16;

const MEGABYTE = 1024 * 1024;

/**
 * @param label the form's label of the file
 * @param limitLabel the form's label of the limit, if the user can set it
 * @throws MessagingError `invalid_request` for a file that is empty or larger than `maxMegabytes`
 */
export function checkFileSize(
  length: number,
  maxMegabytes: number,
  label: string,
  limitLabel?: string,
): void {
  const most = Math.floor(maxMegabytes * MEGABYTE);
  if (length > most) {
    const setIn = limitLabel === undefined ? '' : `, as set in "${limitLabel}"`;
    const rule = `the file may be at most ${maxMegabytes} MB`;
    const megabytes = (length / MEGABYTE).toFixed(1);
    // Rounded to one decimal, a file just above the limit would seem to have exactly the allowed size.
    throw Number(megabytes) > maxMegabytes
      ? invalidFile(`${rule}${setIn}`, { label, got: `${megabytes} MB` })
      : invalidFile(`${rule} (${inBytes(most)})${setIn}`, { label, got: inBytes(length) });
  }
  if (length === 0) throw invalidFile('the file is empty', { label });
}

function inBytes(length: number): string {
  return `${length.toLocaleString('en-US')} bytes`;
}

/** The error for a file that cannot be uploaded; nothing was sent. */
export function invalidFile(rule: string, names: { label: string; got?: string }): MessagingError {
  return invalidField('file', rule, names);
}

/** How the file is sent: the specification does not say (service facts). */
export type UploadForm = 'multipart' | 'raw';

/** The headers and body of an upload. */
export function buildUpload(
  file: MediaFile,
  form: UploadForm,
): { headers: Record<string, string>; body: Uint8Array } {
  const mimeType = /^[\w.+-]+\/[\w.+-]+/.exec(file.mimeType.trim())?.[0] ?? 'application/octet-stream';
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

const LONGEST_FILE_NAME = 120;

/** A file's name without folders, which may reveal something about the machine. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** A file name without folders, control characters and quotes; never empty. */
export function cleanFileName(fileName: string): string {
  const clean = lastPart(fileName)
    .replace(/[\p{Cc}"<>|:*?]/gu, '')
    .trim();
  return clean === '' || /^\.+$/.test(clean) ? 'file' : clean.slice(-LONGEST_FILE_NAME);
}
