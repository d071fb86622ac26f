import { on, problemsOf } from './requests';

const url = 'https://example.com/file';
const webAddress = 'must be a URL that starts with https:// or http:// and contains no spaces';
const missing = 'content: needs the media ID of an uploaded file (mediaId) or the URL of a public file (url)';
const both = 'content: takes a media ID (mediaId) or a URL (url), not both';
const mediaTypes = ['Image', 'Video', 'Document', 'Audio', 'Sticker'] as const;

describe.each(mediaTypes)('%sContent (specification 2.4)', (type) => {
  it.each([
    ['an uploaded file', { mediaId: 'media-1' }],
    ['a public file', { url }],
    ['a public file over http', { url: 'http://example.com/file' }],
    ['an uploaded file beside a null url', { mediaId: 'media-1', url: null }],
    ['a public file beside a null mediaId', { mediaId: null, url }],
    ['a public file beside an empty mediaId, which counts as not set', { mediaId: '', url }],
    ['a mediaId of one character', { mediaId: 'a' }],
  ])('accepts %s', (_name, source) => {
    expect(problemsOf(on('Rcs', { type, ...source }))).toEqual([]);
  });

  it.each([
    ['no file', {}, [missing]],
    ['nulls for both', { mediaId: null, url: null }, [missing]],
    ['an empty mediaId', { mediaId: '' }, [missing]],
    ['both', { mediaId: 'media-1', url }, [both]],
    ['an empty url', { url: '' }, [`content.url: ${webAddress}, got ""`]],
    [
      'an empty url beside a mediaId',
      { mediaId: 'media-1', url: '' },
      [`content.url: ${webAddress}, got ""`],
    ],
  ])('refuses %s', (_name, source, problems) => {
    expect(problemsOf(on('Rcs', { type, ...source }))).toEqual(problems);
  });
});

describe('url of a media file (a public http or https address)', () => {
  it.each([
    'https://x',
    'http://x',
    'https://example.com/a?b=c#d',
    'https://例え.jp/ファイル',
    'https://user@example.com:8443/',
    'HTTPS://example.com/file',
  ])('accepts %s', (address) => {
    expect(problemsOf(on('Rcs', { type: 'Image', url: address }))).toEqual([]);
  });

  it.each([
    'example.com/file',
    '//example.com/file',
    'ftp://example.com/file',
    'https:/example.com',
    'https://',
    'https:// ',
    ' https://example.com',
    'https://example.com/a b',
    'https://example.com/a\n',
    'https://example.com/\u00A0',
    'data:image/png;base64,AAAA',
  ])('refuses %j', (address) => {
    expect(problemsOf(on('Rcs', { type: 'Image', url: address }))).toEqual([
      `content.url: ${webAddress}, got ${JSON.stringify(address)}`,
    ]);
  });
});
