import { textOf } from '../../../core/errors/sentence';
import { fileNotes, mediaFileOf, mimeTypeOf } from '../../../core/client/request/mimeType';

const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');
const latin = (text: string) => Buffer.from(text, 'latin1');
const zip = hex('50 4b 03 04 14 00');
const png = hex('89 50 4e 47 0d 0a 1a 0a 00');
const mp4 = latin('\x00\x00\x00\x20ftypisom....');
const opus = latin(`OggS${'.'.repeat(24)}OpusHead\x01\x02`);
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
    ['an HEIC of several pictures', latin('\x00\x00\x00\x18ftyphevc....'), 'a.heic', 'image/heic'],
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
    ['a voice note', opus, 'a.ogg', 'audio/ogg; codecs=opus'],
    [
      'a Matroska',
      latin('\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska'),
      'a.mkv',
      'video/x-matroska',
    ],
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
    ['a zip', zip, 'a.zip', 'application/zip'],
    ['a zip by any other name', zip, 'a.pdf', 'application/octet-stream'],
    ['an old Word document', oldOffice, 'a.doc', 'application/msword'],
    ['an old office document without a name', oldOffice, '', 'application/octet-stream'],
    ['a text', Buffer.from('Grüezi\r\n\tmiteinand'), 'a.txt', 'text/plain'],
    ['a text without a name', Buffer.from('Hello'), '', 'application/octet-stream'],
    ['a CSV', Buffer.from('a,b\n1,2\n'), 'list.csv', 'text/csv'],
    ['a contact', Buffer.from('BEGIN:VCARD\n'), 'a.vcf', 'text/vcard'],
    ['a text that is not UTF-8', latin('Gr\xfcezi'), 'a.txt', 'text/plain'],
    ['bytes of no known kind', hex('00 01 02 03'), 'a.jpg', 'application/octet-stream'],
    ['nothing', new Uint8Array(), 'a.jpg', 'application/octet-stream'],
    ['the first two bytes of a JPEG only', hex('ff d8'), 'a.jpg', 'application/octet-stream'],
    ['a program that is named like a picture', latin('MZ\x90\x00\x03'), 'a.png', 'application/octet-stream'],
    ['a name that is a trap', Buffer.from('x'), 'x.constructor', 'application/octet-stream'],
  ];

  it.each(cases)('%s', (_name, bytes, fileName, expected) => {
    expect(mimeTypeOf(bytes, fileName)).toBe(expected);
  });

  it('is found in the part of a larger buffer that the file is', () => {
    const whole = Buffer.concat([Buffer.from('abc'), latin('%PDF-1.7')]);
    expect(mimeTypeOf(new Uint8Array(whole.buffer, whole.byteOffset + 3, 8), 'a')).toBe('application/pdf');
  });
});

describe('a declared type', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  it.each<[string, Uint8Array, string, string, string]>([
    ['no type of a film', mp4, 'application/mp4', 'a', 'video/mp4'],
    ['the wrong name of a JPEG', hex('ff d8 ff e0'), 'image/jpg', 'a', 'image/jpeg'],
    ['text for a PNG', png, 'text/plain', 'a.txt', 'image/png'],
    ['another picture', png, 'image/jpeg', 'a.jpg', 'image/png'],
    ['nothing', png, '', 'a', 'image/png'],
    ['Ogg for a voice note', opus, 'audio/ogg', 'a.oga', 'audio/ogg; codecs=opus'],
    ['Opus by another name', opus, 'application/ogg', 'a.opus', 'audio/ogg; codecs=opus'],
    ['bytes for a Word document', zip, 'application/octet-stream', 'a.docx', DOCX],
    ['a zip for a Word document', zip, 'application/zip', 'a.docx', DOCX],
  ])('gives way to the bytes: %s', (_name, bytes, declared, fileName, expected) => {
    expect(mimeTypeOf(bytes, fileName, declared)).toBe(expected);
  });

  it.each<[string, Uint8Array, string, string, string]>([
    ['sound in a container', mp4, 'audio/mp4', 'a', 'audio/mp4'],
    ['sound in a container, by another name', mp4, 'audio/x-m4a', 'a', 'audio/mp4'],
    ['a film in an Ogg', latin('OggS....'), 'video/ogg', 'a', 'video/ogg'],
    [
      'a drawing, which is text',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'Image/SVG+xml',
      'a',
      'image/svg+xml',
    ],
    ['a Word document without a name', zip, DOCX, '', DOCX],
    ['text that is not UTF-8', latin('Gr\xfcezi'), 'text/plain', 'a.txt', 'text/plain'],
    ['what has no bytes of its own', hex('00 01 02 03'), 'audio/x-unheard-of', 'a', 'audio/x-unheard-of'],
  ])('stays where the bytes leave it open: %s', (_name, bytes, declared, fileName, expected) => {
    expect(mimeTypeOf(bytes, fileName, declared)).toBe(expected);
  });
});

describe('the name of a file', () => {
  it.each([
    ['Bill', 'Bill.png'],
    ['Bill 11.2026', 'Bill 11.2026.png'],
    ['bill.png?token=abc', 'bill.png'],
    ['https://example.com/files/bill.png?path=a/b', 'bill.png'],
    ['C:\\Users\\anna\\bill.PNG', 'bill.PNG'],
    ['What now?', 'What now.png'],
    ['v1.2? C:\\Why? Bill 7.png?', 'Why Bill 7.png'],
    ['photo.jpg', 'photo.jpg'],
    ['', 'file.png'],
    ['bill.', 'bill..png'],
    ['.htaccess.d/..', 'file.png'],
    [`${'x'.repeat(200)}.png`, `${'x'.repeat(116)}.png`],
    [`\u{1F600}${'x'.repeat(119)}`, `\u{1F600}${'x'.repeat(119)}.png`],
    ['half \ud83d', 'half.png'],
  ])('%j becomes %j', (given, expected) => {
    expect(mediaFileOf(png, given).fileName).toBe(expected);
  });

  it('has no extension where the type has none', () => {
    expect(mediaFileOf(hex('00 01'), 'data').fileName).toBe('data');
  });
});

describe('what a person is told of a file', () => {
  const notes = (channel: string, type: string, bytes: Uint8Array, declared: string) =>
    fileNotes({ channel, contentTypes: [type] }, mediaFileOf(bytes, 'a', declared)).map((note) =>
      textOf(note),
    );

  it.each<[string, string, Uint8Array, string, string[]]>([
    ['Rcs', 'Image', hex('ff d8 ff e0'), 'image/jpg', ['"a.jpg" is sent as image/jpeg, not as image/jpg']],
    ['Whatsapp', 'Audio', opus, 'audio/ogg', ['"a.ogg" is sent as a voice note (audio/ogg; codecs=opus)']],
    ['Whatsapp', 'Document', opus, 'audio/ogg', []],
    ['Whatsapp', 'Image', png, 'image/png', []],
    ['Whatsapp', 'Image', png, 'application/octet-stream', []],
    ['Whatsapp', 'Document', hex('1a 45 df a3'), 'video/webm', []],
    ['Rcs', 'Video', hex('1a 45 df a3'), 'video/webm', []],
    [
      'Whatsapp',
      'Video',
      hex('1a 45 df a3'),
      'video/webm',
      ['"a.webm" is video/webm: WhatsApp shows only video/mp4, video/3gpp here'],
    ],
    [
      'Whatsapp',
      'Image',
      latin('\x00\x00\x00\x18ftypheic....'),
      '',
      ['"a.heic" is image/heic: WhatsApp shows only image/jpeg, image/png here'],
    ],
    [
      'Whatsapp',
      'Audio',
      latin('RIFF\x10\x20\x30\x40WAVEfmt '),
      '',
      [
        '"a.wav" is audio/wav: WhatsApp shows only audio/ogg; codecs=opus, audio/mpeg, audio/mp4, audio/aac, audio/amr here',
      ],
    ],
  ])('%s, %s', (channel, type, bytes, declared, expected) => {
    expect(notes(channel, type, bytes, declared)).toEqual(expected);
  });
});
