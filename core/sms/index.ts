export { characterStart, countCharacters, nameOfCharacter, replaceSpecialCharacters } from './characters';
export { countPages, MAX_PAGES, pagesOfWhole } from './countPages';
export type { CountOptions, PageCount, SmsEncoding } from './countPages';
