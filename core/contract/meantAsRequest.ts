import { isRecord } from '../reading';

const EXAMPLE = '"content": { "type": "Text", "text": "Hello" }';

/** The names under which people put the text of a message beside its recipient. */
const textNames = ['text', 'message', 'body'];

/**
 * What is wrong with an object that stands where a text is wanted and is meant as a request: it has fields of a request, but no content,
 * or is a whole batch. Undefined for anything else.
 */
export function requestInPlaceOfText(found: unknown): string | undefined {
  if (!isRecord(found)) return undefined;
  const names = Object.keys(found).map((name) => name.toLowerCase());
  if (names.includes('messages')) return `must be a text, not a batch: ${BATCH_ADVICE}`;
  if (names.includes('content') || !['channel', 'to', 'tolist'].some((name) => names.includes(name)))
    return undefined;
  return textNames.some((name) => names.includes(name))
    ? `must be a text, not a request that has its text outside content: write ${EXAMPLE}`
    : `must be a text, not a request without content: add ${EXAMPLE}`;
}

const BATCH_ADVICE = 'send "messages" with the batch node or the batch operation';

/** What is wrong with a field that a request does not have but people give it; undefined for any other name. */
export function misplacedInRequest(name: string): string | undefined {
  if (name === 'messages') return `makes this a batch: ${BATCH_ADVICE}`;
  return textNames.includes(name) ? `belongs into content: write ${EXAMPLE}` : undefined;
}
