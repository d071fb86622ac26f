import { invalidFile } from './media';

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
