import { cleanFileName, invalidFile } from './media';

/** Bytes that a file type has at a fixed position; `?` stands for any byte. */
interface Signature {
  mimeType: string;
  bytes: string;
  at?: number;
}

const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/jpeg', bytes: 'ffd8ff' },
  { mimeType: 'image/png', bytes: '89504e470d0a1a0a' },
  { mimeType: 'image/gif', bytes: ascii('GIF87a') },
  { mimeType: 'image/gif', bytes: ascii('GIF89a') },
  { mimeType: 'image/webp', bytes: `${ascii('RIFF')}????????${ascii('WEBP')}` },
  { mimeType: 'audio/wav', bytes: `${ascii('RIFF')}????????${ascii('WAVE')}` },
  { mimeType: 'application/pdf', bytes: ascii('%PDF-') },
  { mimeType: 'audio/ogg', bytes: ascii('OggS') },
  { mimeType: 'audio/amr', bytes: ascii('#!AMR') },
  { mimeType: 'audio/mpeg', bytes: ascii('ID3') },
  // Frames without an ID3 tag: twelve sync bits, MPEG version, layer III.
  { mimeType: 'audio/mpeg', bytes: 'fffb' },
  { mimeType: 'audio/mpeg', bytes: 'fff3' },
  { mimeType: 'audio/mpeg', bytes: 'fff2' },
  { mimeType: 'audio/aac', bytes: 'fff1' },
  { mimeType: 'audio/aac', bytes: 'fff9' },
  { mimeType: 'image/tiff', bytes: '49492a00' },
  { mimeType: 'image/tiff', bytes: '4d4d002a' },
  { mimeType: 'video/webm', bytes: '1a45dfa3' },
  { mimeType: 'image/heic', bytes: ascii('ftyphei'), at: 4 },
  { mimeType: 'image/heic', bytes: ascii('ftypmif1'), at: 4 },
  { mimeType: 'image/avif', bytes: ascii('ftypavif'), at: 4 },
  { mimeType: 'video/3gpp', bytes: ascii('ftyp3g'), at: 4 },
  { mimeType: 'audio/mp4', bytes: ascii('ftypM4A'), at: 4 },
  { mimeType: 'video/quicktime', bytes: ascii('ftypqt  '), at: 4 },
  { mimeType: 'video/mp4', bytes: ascii('ftyp'), at: 4 },
];

const ZIP = '504b0304';
const OLD_OFFICE = 'd0cf11e0a1b11ae1';

// Types that share their first bytes with others, or have none of their own: the file extension decides.
const ZIP_TYPES = new Map([
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
]);
const OLD_OFFICE_TYPES = new Map([
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
]);
const TEXT_TYPES = new Map([
  ['csv', 'text/csv'],
  ['vcf', 'text/vcard'],
  ['ics', 'text/calendar'],
  ['json', 'application/json'],
]);

/** The type of files that no rule recognizes. */
const UNKNOWN_MIME_TYPE = 'application/octet-stream';

/**
 * The MIME type of a file, from its first bytes. Among types that begin alike (office documents are zip files, all texts are text), the
 * file extension decides. The name alone is never trusted.
 */
export function mimeTypeOf(bytes: Uint8Array, fileName: string): string {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const known = SIGNATURES.find(({ bytes: signature, at = 0 }) => matches(start.slice(at * 2), signature));
  if (known !== undefined) return known.mimeType;
  const extension = /\.([a-z0-9]+)$/.exec(cleanFileName(fileName).toLowerCase())?.[1] ?? '';
  if (start.startsWith(ZIP)) return ZIP_TYPES.get(extension) ?? 'application/zip';
  if (start.startsWith(OLD_OFFICE)) return OLD_OFFICE_TYPES.get(extension) ?? UNKNOWN_MIME_TYPE;
  return isText(bytes) ? (TEXT_TYPES.get(extension) ?? 'text/plain') : UNKNOWN_MIME_TYPE;
}

function matches(start: string, signature: string): boolean {
  return (
    start.length >= signature.length &&
    [...signature].every((digit, index) => digit === '?' || digit === start[index])
  );
}

const TEXT_SAMPLE = 4096;

/** UTF-8 without control characters other than line breaks and tabs. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const sample = bytes.subarray(0, TEXT_SAMPLE);
  try {
    // `stream`: the sample may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return !/[^\P{Cc}\t\n\f\r]/u.test(text);
  } catch {
    return false;
  }
}

type Kind = 'image' | 'video' | 'audio' | 'document';

/** The kind of file that a content carries, and what a file of another kind is told. A document can be any file. */
const contents = new Map<unknown, { kind: Kind; rule: string }>([
  ['Image', { kind: 'image', rule: 'must be an image file' }],
  ['Sticker', { kind: 'image', rule: 'must be an image file' }],
  ['Video', { kind: 'video', rule: 'must be a video file' }],
  ['Audio', { kind: 'audio', rule: 'must be an audio file' }],
]);

/** Containers that hold sound, pictures or both: only a player can tell. */
const CONTAINER = /^(?:audio|video)\/(?:mp4|ogg|3gpp2?|webm)$/;
const DOCUMENT = /^(?:text\/|application\/(?:pdf|zip|json|xml|rtf|msword|vnd\.))/;

/**
 * Refuses a file that is clearly of another kind than its content, such as a PNG as *Video*. A type that says nothing passes.
 * @param contentType the type of the content, header or parameter that names the file
 * @throws MessagingError `invalid_request`
 */
export function checkFileType(contentType: unknown, mimeType: string, label: string): void {
  const content = contents.get(contentType);
  const kinds = kindsOf(mimeType.trim().toLowerCase());
  if (content === undefined || kinds.length === 0 || kinds.includes(content.kind)) return;
  throw invalidFile(content.rule, { label, got: mimeType });
}

function kindsOf(mimeType: string): Kind[] {
  if (CONTAINER.test(mimeType)) return ['video', 'audio'];
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'video' || kind === 'audio') return [kind];
  return DOCUMENT.test(mimeType) ? ['document'] : [];
}
