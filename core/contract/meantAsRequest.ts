import { isRecord } from '../reading';
import type { SentenceKey } from './sentences';

/** The names that people give to the text of a message when they put it beside the recipient. */
const textNames = ['text', 'message', 'body'];

/**
 * Recognizes a request in place of a text: an object with fields of a request but no content, or a whole batch. Undefined for anything
 * else.
 */
export function requestInPlaceOfText(found: unknown): SentenceKey | undefined {
  if (!isRecord(found)) return undefined;
  const names = Object.keys(found).map((name) => name.toLowerCase());
  if (names.includes('messages')) return 'batchAsText';
  if (names.includes('content') || !['channel', 'to', 'tolist'].some((name) => names.includes(name)))
    return undefined;
  return textNames.some((name) => names.includes(name)) ? 'textBesideContentAsText' : 'requestAsText';
}

/** Recognizes a field that people add to a request although a request does not have it; undefined for any other name. */
export function misplacedInRequest(name: string): SentenceKey | undefined {
  if (name === 'messages') return 'batchAsRequest';
  return textNames.includes(name) ? 'textBesideContent' : undefined;
}
