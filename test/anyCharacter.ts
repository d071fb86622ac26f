import fc from 'fast-check';

const SURROGATES = 0x800;

/** Any character, as fast-check's own `binary`, which takes a second to make. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + SURROGATES));
