/** Whether a text says yes or no; `mixed` if it says both, undefined if it says neither. */
export type Tone = 'good' | 'bad' | 'mixed' | undefined;

const startsWith = (stems: string) => new RegExp(`^(?:${stems.trim().split(/\s+/).join('|')})`);

/** How words of refusal begin, in English, German, French, Italian, Spanish, Portuguese and Dutch: also in names of fields. */
const REFUSAL = startsWith(`
  reject refus fail(?!over|safe|back) denied deny denial declin invalid blocked blacklist denylist forbid unauthor unaccept unsuccess abort
  cancell?ed bounced banned suspended expired undeliv insuffic excepti? problem suppressed error err$ errors?$ errno errcode errmsg fault
  abgelehnt ablehn fehler fehlgeschlag fehlschlag ungultig gesperrt verweiger blockier abgewiesen gescheitert unzustell abgebroch storniert
  verboten abgelaufen zuruckgewies rejet echec echou erreur bloqu interdit annul expiree rifiut respint fallit errore bloccat scadut negat
  rechaz fallid fallo$ denegad bloquead caducad anulad expirad rejeit recusad falh erro$ geweiger mislukt afgewez fout ongeldig geblokkeerd
`);

/** The same where words are run together: NOTACCEPTED, deliveryfailed. */
const REFUSAL_WITHIN =
  /reject|refused|failed|failure|invalid|blacklist|blocked|expired|undeliv|insufficient|forbidden|unauthori|declined|denied|aborted|cancell?ed|error|exception|no(?:credit|funds|balance)|(?:not|un|non)(?:accept|success|sent|deliver|valid|approv|process|submit|queue|send|ok$)/;

/** What says no as a value only: a field may well be called `timeout` or `quota`. */
const REFUSAL_AS_VALUE = startsWith(`
  block$ unsupport discard disab delet exceed timeout timedout exhaust illegal malform missing wrong unreach unavail unrout overload
  throttl prohibit restrict disallow inactiv nack$ nok$ ko$ dropped killed skipped ignored filtered unsubscrib stopped broken crash incorrect
  corrupt conflict barred bad$ unable cannot impossible absent$ lost$ unpaid violat misconfig spam quota revoked terminated
`);

/** NOERRORS. */
const NO_REFUSAL = /^(?:no|without|zero)(?:error|fault|fail|reject|problem|exception)/;

const GOOD = startsWith(`
  success succe accept(?!anc) approved ok$ okay$ valid$ ack$ acked$ acknowledg confirmed erfolg angenommen akzeptiert accettat aceptad aceit
  reuss riuscit exito$
`);

/** The same where words are run together: issuccess. */
const GOOD_WITHIN = /success|succeeded|accepted/;

/** Words for a message on its way. */
const UNDER_WAY = startsWith(`
  sent$ queued enqueued submitted scheduled pending processed delivered delivrd transit$ enroute created$ dispatched transmitted buffered
  delayed deferred received done$ completed? finished forwarded relayed handed gesendet versendet envoye inviat enviad verzonden
`);

const NEGATION =
  /^(?:not|no|non|never|without|zero|0+|nicht|keine?|ohne|pas|sans|senza|sin|isn|wasn|hasn|nao|niet|geen)$/;
/** What a sender needs: "no credit", "low balance". */
const NEEDED =
  /^(?:credits?|funds?|balance|money|points?|route|permission|access|coverage|guthaben|saldo|budget)$/;
const LACKING = /^(?:low|out)$/;
const PARTIAL = /^(?:partial|partly|teilweise|partiel|parzial|parcial)/;

/** How far a "not" reaches: "not yet been accepted". */
const REACH = 3;
/** Longer texts are not about the outcome, or say it at the start. */
const READ = 500;

/** What a text says, by the stems of its words: "not accepted", REJECTED_NO_CREDIT, "Keine Fehler". */
export function toneOf(text: string): Tone {
  let negated = 0;
  let lacking = 0;
  const said = new Set<'good' | 'bad'>();
  for (const word of wordsOf(text)) {
    if (PARTIAL.test(word)) return 'mixed';
    const sign = signOfWord(word);
    if (sign !== undefined) {
      const isNegated = negated > 0;
      said.add(isNegated === (sign === 'good') ? 'bad' : 'good');
      negated = 0;
    } else if (NEEDED.test(word) && (negated > 0 || lacking > 0)) said.add('bad');
    negated = NEGATION.test(word) ? REACH : negated - 1;
    lacking = LACKING.test(word) ? REACH : lacking - 1;
  }
  if (said.size === 2) return 'mixed';
  return [...said][0];
}

/** What the name of a field is about: its truth is good (`accepted`, `noErrors`) or bad (`rejected`, `notSent`), or it is about neither. */
export function toneOfName(name: string): 'good' | 'bad' | undefined {
  const words = wordsOf(name);
  const joined = words.join('');
  if (NO_REFUSAL.test(joined)) return 'good';
  if (words.some((word) => REFUSAL.test(word)) || REFUSAL_WITHIN.test(joined)) {
    const isNegated = words.some(
      (word, index) => NEGATION.test(word) && REFUSAL.test(words[index + 1] ?? ''),
    );
    return isNegated ? 'good' : 'bad';
  }
  return words.some((word) => GOOD.test(word)) || GOOD_WITHIN.test(joined) ? 'good' : undefined;
}

function signOfWord(word: string): 'good' | 'bad' | undefined {
  if (NO_REFUSAL.test(word)) return 'good';
  if (REFUSAL.test(word) || REFUSAL_WITHIN.test(word) || REFUSAL_AS_VALUE.test(word)) return 'bad';
  return GOOD.test(word) || UNDER_WAY.test(word) ? 'good' : undefined;
}

/** The words of a text or a name in any spelling, in small letters and without accents: `NotAccepted`, `not_accepted`. */
export function wordsOf(text: string): string[] {
  const apart = text
    .slice(0, READ)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const plain = /^[\0-\x7f]*$/.test(apart) ? apart : apart.normalize('NFD').replace(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}
