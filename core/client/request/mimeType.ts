import { rule, said, type Finding } from '../../contract/sentences';
import type { Sentence } from '../../errors/sentence';
import { cleanFileName, extensionIn, invalidFile, type MediaFile } from './media';

/** A voice note: WhatsApp plays it as one only under this name. */
const OPUS = 'audio/ogg; codecs=opus';

const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const riff = (name: string) => `${ascii('RIFF')}.{8}${ascii(name)}`;
const ftyp = (...names: string[]) => `.{8}${ascii('ftyp')}(?:${names.map(ascii).join('|')})`;
const MATROSKA = '1a45dfa3';

/** Types with their extension and the pattern of their first bytes in hexadecimal digits; what says more comes first. */
const BY_BYTES: ReadonlyArray<readonly [mimeType: string, extension: string, begins: string]> = [
  ['image/jpeg', 'jpg', 'ffd8ff'],
  ['image/png', 'png', '89504e470d0a1a0a'],
  ['image/gif', 'gif', `${ascii('GIF8')}3[79]${ascii('a')}`],
  ['image/webp', 'webp', riff('WEBP')],
  ['audio/wav', 'wav', riff('WAVE')],
  ['application/pdf', 'pdf', ascii('%PDF-')],
  [OPUS, 'ogg', `${ascii('OggS')}(?:..)*${ascii('OpusHead')}`],
  ['audio/ogg', 'ogg', ascii('OggS')],
  ['audio/amr', 'amr', ascii('#!AMR')],
  // Frames without an ID3 tag: twelve sync bits, MPEG version, layer III.
  ['audio/mpeg', 'mp3', `(?:${ascii('ID3')}|fff[b32])`],
  ['audio/aac', 'aac', 'fff[19]'],
  ['image/tiff', 'tif', '(?:49492a00|4d4d002a)'],
  ['video/x-matroska', 'mkv', `${MATROSKA}(?:..)*${ascii('matroska')}`],
  ['video/webm', 'webm', MATROSKA],
  ['image/heic', 'heic', ftyp('hei', 'hevc', 'mif1', 'msf1')],
  ['image/avif', 'avif', ftyp('avif')],
  ['video/3gpp', '3gp', ftyp('3g')],
  ['audio/mp4', 'm4a', ftyp('M4A')],
  ['video/quicktime', 'mov', ftyp('qt  ')],
  ['video/mp4', 'mp4', ftyp('')],
];
const SIGNATURES = BY_BYTES.map(([mimeType, , begins]) => ({ mimeType, begins: new RegExp(`^${begins}`) }));

/** Types without first bytes of their own, which the extension names. */
const BY_NAME: ReadonlyArray<readonly [mimeType: string, extension: string]> = [
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['image/svg+xml', 'svg'],
  ['text/calendar', 'ics'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
  ['text/vcard', 'vcf'],
];

const extensions = new Map(
  [...BY_BYTES, ...BY_NAME].map(([mimeType, extension]): [string, string] => [mimeType, extension]),
);

/** A file as it is uploaded: with the type that its bytes show, and a name with an extension. */
export function mediaFileOf(bytes: Uint8Array, fileName: string, declared = ''): MediaFile {
  const mimeType = mimeTypeOf(bytes, fileName, declared);
  const extension = extensionIn(fileName) === '' ? extensions.get(mimeType) : undefined;
  const name = cleanFileName(fileName);
  return { bytes, fileName: extension === undefined ? name : `${name}.${extension}`, mimeType, declared };
}

/** What programs write if they do not know the type of a file. */
const VAGUE =
  /^(?:|text\/plain|(?:application|binary)\/(?:octet-stream|binary|zip|x-zip-compressed|(?:force-)?download))(?:;|$)/;

/** Whether a declared type says nothing about the file. */
export function isVagueType(declared: string): boolean {
  return VAGUE.test(declared.trim().toLowerCase());
}

/**
 * The MIME type with which a file is sent: the one that its first bytes show, else the declared one, else that of its extension. The name alone
 * makes no photo, sound or film of a file.
 */
export function mimeTypeOf(bytes: Uint8Array, fileName: string, declared = ''): string {
  const given = declared.trim().toLowerCase();
  const start = Buffer.from(bytes.subarray(0, 64)).toString('hex');
  const known = SIGNATURES.find(({ begins }) => begins.test(start));
  if (known !== undefined) return inContainer(known.mimeType, given);
  if (!isVagueType(given)) return given;
  const named = BY_NAME.find(([, extension]) => extension === extensionIn(fileName));
  return named?.[0] ?? (given === '' ? 'application/octet-stream' : given);
}

/** The bytes show the container, and who declares it knows whether it holds sound or pictures. */
function inContainer(found: string, given: string): string {
  const kind = /^(?:audio|video)(?=\/)/.exec(given)?.[0];
  return kind !== undefined && CONTAINER.test(found) ? found.replace(/^\w+/, kind) : found;
}

type Kind = 'image' | 'video' | 'audio' | 'document';

/** The kind of file that a content carries, what a file of another kind is told, and what WhatsApp shows. A document can be any file. */
const contents = new Map<unknown, { kind: Kind; rule: Sentence; shown: readonly string[] }>([
  ['Image', { kind: 'image', rule: rule('noImage'), shown: ['image/jpeg', 'image/png'] }],
  ['Sticker', { kind: 'image', rule: rule('noImage'), shown: [] }],
  ['Video', { kind: 'video', rule: rule('noVideo'), shown: ['video/mp4', 'video/3gpp'] }],
  [
    'Audio',
    {
      kind: 'audio',
      rule: rule('noAudio'),
      shown: [OPUS, 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr'],
    },
  ],
]);

/** Containers that hold sound, pictures or both: only a player can tell. */
const CONTAINER = /^(?:audio|video)\/(?:mp4|ogg|3gpp2?|webm|x-matroska)$/;
const DOCUMENT = /^(?:text\/|application\/(?:pdf|zip|json|xml|rtf|msword|vnd\.))/;

/**
 * A type that says nothing passes.
 * @param contentType the type of the content, header or parameter that names the file
 * @throws MessagingError `invalid_request` for a file that is clearly of another kind, such as a PNG as *Video*
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

/** What a person should know about a file that goes out: that it got another type than declared, or that WhatsApp may not show it. */
export function fileNotes(
  { channel, contentTypes }: { channel: unknown; contentTypes: readonly unknown[] },
  { mimeType, declared = '', fileName }: MediaFile,
): Sentence[] {
  const values = { file: fileName, type: mimeType, declared };
  const shown = contentTypes.flatMap((type) => contents.get(type)?.shown ?? []);
  const notes: Finding[] = [];
  if (mimeType === OPUS) {
    if (!contentTypes.includes('Document')) notes.push({ key: 'voiceNote', values });
  } else if (!isVagueType(declared) && declared.trim().toLowerCase() !== mimeType)
    notes.push({ key: 'otherType', values });
  if (channel === 'Whatsapp' && shown.length > 0 && !shown.includes(mimeType))
    notes.push({ key: 'notShown', values: { ...values, types: shown.join(', ') } });
  return notes.map(said);
}
