export { charactersOutsideGsm, countPages, MAX_PAGES, pagesOfWhole } from './countPages';
export type { CountOptions, PageCount, SmsEncoding } from './countPages';
