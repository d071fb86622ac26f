import { checkFileSize } from '../../../core/client';

const MEGABYTE = 1024 * 1024;

describe('a file above the limit', () => {
  it.each([
    ['far above it', 17 * MEGABYTE, 16, 'at most 16 MB, got 17 MB'],
    ['a byte above it', MEGABYTE + 1, 1, 'at most 1 MB, got 1.01 MB'],
    ['a byte above an odd one', 314_573, 0.3, 'at most 0.3 MB, got 0.31 MB'],
  ])('%s is told apart from the limit', (_name, length, maxMegabytes, expected) => {
    expect(() => checkFileSize(length, maxMegabytes, 'File')).toThrow(
      expect.objectContaining({ fact: `File: the file may be ${expected}` }),
    );
  });

  it('is none that reaches it exactly', () => {
    expect(() => checkFileSize(MEGABYTE, 1, 'File')).not.toThrow();
  });
});
