import { mimeTypeOf } from '../../../core/client/request/mimeType';

const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');
const latin = (text: string) => Buffer.from(text, 'latin1');
const zip = hex('50 4b 03 04 14 00');
const oldOffice = hex('d0 cf 11 e0 a1 b1 1a e1 00');

describe('the MIME type of a file', () => {
  const cases: Array<[string, Uint8Array, string, string]> = [
    ['a JPEG', hex('ff d8 ff e0 00 10'), 'a.jpg', 'image/jpeg'],
    ['a PNG', hex('89 50 4e 47 0d 0a 1a 0a 00'), 'a.png', 'image/png'],
    ['a GIF of 1987', latin('GIF87a....'), 'a.gif', 'image/gif'],
    ['a GIF of 1989', latin('GIF89a....'), 'a.gif', 'image/gif'],
    ['a WebP', latin('RIFF\x10\x20\x30\x40WEBPVP8 '), 'a.webp', 'image/webp'],
    ['a WAV', latin('RIFF\x10\x20\x30\x40WAVEfmt '), 'a.wav', 'audio/wav'],
    ['a PDF', latin('%PDF-1.7\n'), 'a.pdf', 'application/pdf'],
    ['an MP4', latin('\x00\x00\x00\x20ftypisom....'), 'a.mp4', 'video/mp4'],
    ['a 3GP', latin('\x00\x00\x00\x18ftyp3gp4....'), 'a.3gp', 'video/3gpp'],
    ['an M4A', latin('\x00\x00\x00\x18ftypM4A ....'), 'a.m4a', 'audio/mp4'],
    ['an HEIC', latin('\x00\x00\x00\x18ftypheic....'), 'a.heic', 'image/heic'],
    ['an HEIF', latin('\x00\x00\x00\x18ftypmif1....'), 'a.heif', 'image/heic'],
    ['an AVIF', latin('\x00\x00\x00\x18ftypavif....'), 'a.avif', 'image/avif'],
    ['a TIFF', hex('49 49 2a 00 08 00'), 'a.tif', 'image/tiff'],
    ['a TIFF of a Mac', hex('4d 4d 00 2a 00 08'), 'a.tif', 'image/tiff'],
    ['a WebM', hex('1a 45 df a3 9f 42'), 'a.webm', 'video/webm'],
    ['a QuickTime film', latin('\x00\x00\x00\x14ftypqt  ....'), 'a.mov', 'video/quicktime'],
    ['an MP3 with a tag', latin('ID3\x03....'), 'a.mp3', 'audio/mpeg'],
    ['an MP3 without a tag', hex('ff fb 90 64 00'), 'a.mp3', 'audio/mpeg'],
    ['an AAC', hex('ff f1 50 80 00'), 'a.aac', 'audio/aac'],
    ['an Ogg', latin('OggS....'), 'a.ogg', 'audio/ogg'],
    ['an AMR', latin('#!AMR\n....'), 'a.amr', 'audio/amr'],
    [
      'a Word document',
      zip,
      'Brief.DOCX',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['an Excel sheet', zip, 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    [
      'a PowerPoint presentation',
      zip,
      'a.pptx',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    ['a zip by any other name', zip, 'a.pdf', 'application/zip'],
    ['an old Word document', oldOffice, 'a.doc', 'application/msword'],
    ['an old office document without a name', oldOffice, '', 'application/octet-stream'],
    ['a text', Buffer.from('Grüezi\r\n\tmiteinand'), 'a.txt', 'text/plain'],
    ['a text without a name', Buffer.from('Hello'), '', 'text/plain'],
    ['a text cut within a character', Buffer.from('x'.repeat(4095) + 'ü'), 'a.txt', 'text/plain'],
    ['a CSV', Buffer.from('a,b\n1,2\n'), 'list.csv', 'text/csv'],
    ['a contact', Buffer.from('BEGIN:VCARD\n'), 'a.vcf', 'text/vcard'],
    ['a text that is not UTF-8', latin('Gr\xfcezi'), 'a.txt', 'application/octet-stream'],
    ['bytes of no known kind', hex('00 01 02 03'), 'a.jpg', 'application/octet-stream'],
    ['nothing', new Uint8Array(), 'a.jpg', 'application/octet-stream'],
    ['the first two bytes of a JPEG only', hex('ff d8'), 'a.jpg', 'application/octet-stream'],
    ['a program that is named like a picture', latin('MZ\x90\x00\x03'), 'a.png', 'application/octet-stream'],
    ['a name that is a trap', Buffer.from('x'), 'x.constructor', 'text/plain'],
  ];

  it.each(cases)('%s', (_name, bytes, fileName, expected) => {
    expect(mimeTypeOf(bytes, fileName)).toBe(expected);
  });

  it('is found in the part of a larger buffer that the file is', () => {
    const whole = Buffer.concat([Buffer.from('abc'), latin('%PDF-1.7')]);
    expect(mimeTypeOf(new Uint8Array(whole.buffer, whole.byteOffset + 3, 8), 'a')).toBe('application/pdf');
  });
});
