import { checkFileType } from '../../../core/client';

const verdict = (contentType: string, mimeType: string): string | undefined => {
  try {
    checkFileType(contentType, mimeType, 'File');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

it.each([
  ['Video', 'image/png', 'File: must be a video file, got image/png (not sent)'],
  ['Video', 'IMAGE/PNG ', 'File: must be a video file, got IMAGE/PNG  (not sent)'],
  ['Video', 'application/pdf', 'File: must be a video file, got application/pdf (not sent)'],
  ['Video', 'audio/mpeg', 'File: must be a video file, got audio/mpeg (not sent)'],
  ['Image', 'video/mp4', 'File: must be an image file, got video/mp4 (not sent)'],
  ['Image', 'text/csv', 'File: must be an image file, got text/csv (not sent)'],
  ['Sticker', 'audio/ogg', 'File: must be an image file, got audio/ogg (not sent)'],
  ['Audio', 'image/jpeg', 'File: must be an audio file, got image/jpeg (not sent)'],
  ['Audio', 'video/quicktime', 'File: must be an audio file, got video/quicktime (not sent)'],
])('a file for %s of type %s is refused', (contentType, mimeType, message) => {
  expect(verdict(contentType, mimeType)).toBe(message);
});

it.each([
  ['Video', 'video/mp4'],
  ['Video', 'audio/ogg'],
  ['Audio', 'video/mp4'],
  ['Audio', 'audio/amr'],
  ['Image', 'image/svg+xml'],
  ['Sticker', 'image/webp'],
  ['Document', 'image/png'],
  ['Document', 'application/pdf'],
  ['Video', 'application/octet-stream'],
  ['Video', 'application/x-unheard-of'],
  ['Video', ''],
  ['Text', 'image/png'],
])('a file for %s of type %s is taken', (contentType, mimeType) => {
  expect(verdict(contentType, mimeType)).toBeUndefined();
});
