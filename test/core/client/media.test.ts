import { checkFileSize } from '../../../core/client';

const MEGABYTE = 1024 * 1024;

describe('a file above the limit', () => {
  it.each([
    ['far above it', 17 * MEGABYTE, 16, 'at most 16 MB, got 17.0 MB'],
    ['above a part of a megabyte', 600_000, 0.5, 'at most 0.5 MB, got 0.6 MB'],
    ['a byte above it', MEGABYTE + 1, 1, 'at most 1 MB (1,048,576 bytes), got 1,048,577 bytes'],
    ['a little above it', 16.04 * MEGABYTE, 16, 'at most 16 MB (16,777,216 bytes), got 16,819,159 bytes'],
    ['a little above an odd one', 0.3 * MEGABYTE, 0.29, 'at most 0.29 MB, got 0.3 MB'],
    ['a byte above an odd one', 314_573, 0.3, 'at most 0.3 MB (314,572 bytes), got 314,573 bytes'],
  ])('%s is told apart from the limit', (_name, length, maxMegabytes, expected) => {
    expect(() => checkFileSize(Math.round(length), maxMegabytes, 'File')).toThrow(
      expect.objectContaining({ fact: `File: the file may be ${expected}` }),
    );
  });

  it('names the setting of the limit, if there is one', () => {
    expect(() => checkFileSize(17 * MEGABYTE, 16, 'File', 'Largest File (MB)')).toThrow(
      expect.objectContaining({
        fact: 'File: the file may be at most 16 MB, as set in "Largest File (MB)", got 17.0 MB',
      }),
    );
  });

  it('is none that reaches it exactly', () => {
    expect(() => checkFileSize(MEGABYTE, 1, 'File')).not.toThrow();
  });
});
