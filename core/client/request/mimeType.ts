import { rule, said, type Finding } from '../../contract/sentences';
import type { Sentence } from '../../errors/sentence';
import { cleanFileName, extensionIn, invalidFile, type MediaFile } from './media';

/** Bytes that a file type has at a fixed position; `?` stands for half a byte. `names` is a word within the first 64 bytes. */
interface Signature {
  mimeType: string;
  bytes: string;
  at?: number;
  names?: string;
}

/** A voice note: WhatsApp plays it as one only under this name. */
const OPUS = 'audio/ogg; codecs=opus';

const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/jpeg', bytes: 'ffd8ff' },
  { mimeType: 'image/png', bytes: '89504e470d0a1a0a' },
  { mimeType: 'image/gif', bytes: ascii('GIF87a') },
  { mimeType: 'image/gif', bytes: ascii('GIF89a') },
  { mimeType: 'image/webp', bytes: `${ascii('RIFF')}????????${ascii('WEBP')}` },
  { mimeType: 'audio/wav', bytes: `${ascii('RIFF')}????????${ascii('WAVE')}` },
  { mimeType: 'application/pdf', bytes: ascii('%PDF-') },
  { mimeType: OPUS, bytes: ascii('OggS'), names: ascii('OpusHead') },
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
  { mimeType: 'video/x-matroska', bytes: '1a45dfa3', names: ascii('matroska') },
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

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/tiff', 'tif'],
  ['image/heic', 'heic'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
  ['audio/wav', 'wav'],
  ['audio/ogg', 'ogg'],
  [OPUS, 'ogg'],
  ['audio/amr', 'amr'],
  ['audio/mpeg', 'mp3'],
  ['audio/aac', 'aac'],
  ['audio/mp4', 'm4a'],
  ['video/mp4', 'mp4'],
  ['video/3gpp', '3gp'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['text/plain', 'txt'],
  ...[...ZIP_TYPES, ...OLD_OFFICE_TYPES, ...TEXT_TYPES].map(
    ([extension, type]) => [type, extension] as const,
  ),
]);

/** A file as it is uploaded: with the type that its bytes show, and a name with an extension. */
export function mediaFileOf(bytes: Uint8Array, fileName: string, declared = ''): MediaFile {
  const mimeType = mimeTypeOf(bytes, fileName, declared);
  const extension = extensionIn(fileName) === '' ? extensions.get(mimeType) : undefined;
  const name = cleanFileName(fileName);
  return { bytes, fileName: extension === undefined ? name : `${name}.${extension}`, mimeType, declared };
}

/** The type of files that no rule recognizes. */
const UNKNOWN_MIME_TYPE = 'application/octet-stream';

/** What programs write if they do not know the type of a file. */
const VAGUE =
  /^(?:|text\/plain|(?:application|binary)\/(?:octet-stream|binary|zip|x-zip-compressed|(?:force-)?download))(?:;|$)/;

/** Whether a declared type says nothing about the file. */
export function isVagueType(declared: string): boolean {
  return VAGUE.test(declared.trim().toLowerCase());
}

/**
 * The MIME type with which a file is sent: the one that its first bytes show. Among types that begin alike (office documents are zip files,
 * all texts are text), the declared type decides, or else the file extension. The name alone is never trusted.
 */
export function mimeTypeOf(bytes: Uint8Array, fileName: string, declared = ''): string {
  const given = declared.trim().toLowerCase();
  const start = Buffer.from(bytes.subarray(0, 64)).toString('hex');
  const known = SIGNATURES.find((signature) => matches(start, signature));
  if (known !== undefined) return inContainer(known.mimeType, given);
  if (!isVagueType(given)) return given;
  const found = typeByName(bytes, start, extensionIn(fileName));
  return found === UNKNOWN_MIME_TYPE && given !== '' ? given : found;
}

function typeByName(bytes: Uint8Array, start: string, extension: string): string {
  if (start.startsWith(ZIP)) return ZIP_TYPES.get(extension) ?? 'application/zip';
  if (start.startsWith(OLD_OFFICE)) return OLD_OFFICE_TYPES.get(extension) ?? UNKNOWN_MIME_TYPE;
  return isText(bytes) ? (TEXT_TYPES.get(extension) ?? 'text/plain') : UNKNOWN_MIME_TYPE;
}

function matches(start: string, { bytes, at = 0, names = '' }: Signature): boolean {
  const there = start.slice(at * 2);
  return (
    there.length >= bytes.length &&
    [...bytes].every((digit, index) => digit === '?' || digit === there[index]) &&
    start.includes(names)
  );
}

/** The bytes show the container, and who declares it knows whether it holds sound or pictures. */
function inContainer(found: string, given: string): string {
  const kind = /^(?:audio|video)(?=\/)/.exec(given)?.[0];
  return kind !== undefined && CONTAINER.test(found) ? found.replace(/^\w+/, kind) : found;
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
const contents = new Map<unknown, { kind: Kind; rule: Sentence }>([
  ['Image', { kind: 'image', rule: rule('noImage') }],
  ['Sticker', { kind: 'image', rule: rule('noImage') }],
  ['Video', { kind: 'video', rule: rule('noVideo') }],
  ['Audio', { kind: 'audio', rule: rule('noAudio') }],
]);

/** Containers that hold sound, pictures or both: only a player can tell. */
const CONTAINER = /^(?:audio|video)\/(?:mp4|ogg|3gpp2?|webm|x-matroska)$/;
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

/** What WhatsApp shows of each content; a document can be any file. */
const shownOnWhatsapp = new Map<unknown, readonly string[]>([
  ['Image', ['image/jpeg', 'image/png']],
  ['Video', ['video/mp4', 'video/3gpp']],
  ['Audio', [OPUS, 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr']],
]);

/** What a person should know about a file that goes out: that it got another type than declared, or that WhatsApp may not show it. */
export function fileNotes(
  { channel, contentTypes }: { channel: unknown; contentTypes: readonly unknown[] },
  { mimeType, declared = '', fileName }: MediaFile,
): Sentence[] {
  const values = { file: fileName, type: mimeType, declared };
  const shown = contentTypes.flatMap((type) => shownOnWhatsapp.get(type) ?? []);
  const notes: Finding[] = [];
  if (mimeType === OPUS) {
    if (!contentTypes.includes('Document')) notes.push({ key: 'voiceNote', values });
  } else if (!isVagueType(declared) && declared.trim().toLowerCase() !== mimeType)
    notes.push({ key: 'otherType', values });
  if (channel === 'Whatsapp' && shown.length > 0 && !shown.includes(mimeType))
    notes.push({ key: 'notShown', values: { ...values, types: shown.join(', ') } });
  return notes.map(said);
}
