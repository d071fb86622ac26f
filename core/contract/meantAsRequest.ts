import { isRecord } from '../reading';
import type { SentenceKey } from './sentences';

/** The names under which people put the text of a message beside its recipient. */
const textNames = ['text', 'message', 'body'];

/**
 * What is wrong with an object that stands where a text is wanted and is meant as a request: it has fields of a request, but no content,
 * or is a whole batch. Undefined for anything else.
 */
export function requestInPlaceOfText(found: unknown): SentenceKey | undefined {
  if (!isRecord(found)) return undefined;
  const names = Object.keys(found).map((name) => name.toLowerCase());
  if (names.includes('messages')) return 'batchAsText';
  if (names.includes('content') || !['channel', 'to', 'tolist'].some((name) => names.includes(name)))
    return undefined;
  return textNames.some((name) => names.includes(name)) ? 'textBesideContentAsText' : 'requestAsText';
}

/** What is wrong with a field that a request does not have but people give it; undefined for any other name. */
export function misplacedInRequest(name: string): SentenceKey | undefined {
  if (name === 'messages') return 'batchAsRequest';
  return textNames.includes(name) ? 'textBesideContent' : undefined;
}
