import type { OptOut, ServiceEvent } from './events';

/** The words of each kind, in any spelling. */
export interface OptOutWords {
  stop: readonly string[];
  start: readonly string[];
}

/** The usual words in English, German, French, Italian and Spanish. */
export const USUAL_OPT_OUT_WORDS: OptOutWords = {
  stop: [
    ...['STOP', 'STOPP', 'STOPALL', 'STOP ALL', 'STOP SMS', 'UNSUBSCRIBE', 'OPTOUT', 'OPT OUT', 'REVOKE'],
    ...['CANCEL', 'END', 'QUIT', 'ABMELDEN', 'ARRET', 'FERMA', 'BAJA'],
  ],
  start: ['START', 'UNSTOP'],
};

/** What a button says in passing, such as to cancel an appointment: a tap on it is no opt-out, unless the word was chosen. */
const EVERYDAY_WORDS = new Set(['CANCEL', 'END', 'QUIT', 'REVOKE', 'ABMELDEN', 'BAJA', 'START']);

/** A longer text is no such word; the limit keeps reading cheap. */
const MAX_LENGTH = 100;

/** What telephones and mail programs write below a text: a line of two hyphens and what follows, or one of these phrases. */
const SIGNATURE =
  /\n[^\S\n]*(?:--|[\u2013\u2014])[^\S\n]*(?:\n|$)|\s(?:Sent (?:from|via|with) |Get Outlook for|Von meinem \S+ gesendet|Gesendet (?:von|mit) |Envoyé (?:de|depuis|à partir) |Inviato da|Enviado desde )/iu;

function withoutSignature(text: string): string {
  const at = text.slice(0, 2 * MAX_LENGTH).search(SIGNATURE);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Whether a message is exactly one of these words, whatever the case, accents, signs around it, and a signature below it. An empty list
 * stands for the usual words.
 * @example optOutOf(' Arrêt! ') // 'stop'; optOutOf('Please do not stop') // undefined
 */
export function optOutOf(text: string, words: Partial<OptOutWords> = {}): OptOut | undefined {
  const said = withoutSignature(text);
  if (said.length > MAX_LENGTH) return undefined;
  const written = comparable(said);
  if (written === '') return undefined;
  const isOneOf = (kind: OptOut) => {
    const own = ownWords(words[kind]);
    return own.length > 0 ? own.some((word) => comparable(word) === written) : USUAL[kind].has(written);
  };
  if (isOneOf('stop')) return 'stop';
  return isOneOf('start') ? 'start' : undefined;
}

/** An event with what its text says by these words; by default by the usual ones. */
export function withOptOut<Event extends ServiceEvent>(event: Event, words?: Partial<OptOutWords>): Event {
  if (event.event !== 'inbound' || event.text === undefined) return event;
  const optOut = optOutOf(event.text, words);
  if (optOut === undefined) return event;
  const isTap = event.choice !== undefined;
  return isTap && ownWords(words?.[optOut]).length === 0 && EVERYDAY_WORDS.has(comparable(event.text))
    ? event
    : { ...event, optOut };
}

/** The words that somebody has chosen. */
function ownWords(words: readonly string[] = []): string[] {
  return words.filter((word) => word.trim() !== '');
}

/** The letters and digits in one form. Invisible signs inside a word are left out, too. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[\s\u2010-]+/gu, ' ')
    .toUpperCase();
}

const USUAL: Record<OptOut, ReadonlySet<string>> = {
  stop: new Set(USUAL_OPT_OUT_WORDS.stop.map(comparable)),
  start: new Set(USUAL_OPT_OUT_WORDS.start.map(comparable)),
};
