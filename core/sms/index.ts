export { countPages, MAX_PAGES } from './countPages';
export type { CountOptions, PageCount, SmsEncoding } from './countPages';
