import { BoundedMap } from '../boundedMap';
import { parseJson } from '../json';
import { isRecord } from '../reading';
import { toneOf, toneOfName, wordsOf } from './tone';
import { plainName, statusOfWord } from './vocabulary';

/** What a value in an answer says about success: decided here only, by the name of the field and the kind of value. `unreadable`: nobody knows. */
export type Sign = 'good' | 'bad' | 'unreadable';

/** A value that speaks about success. */
export interface Finding {
  sign: Sign;
  /** The path to the value, such as `status.name`. */
  path: string;
  value: unknown;
  about: About;
  /** How many were accepted or refused, where the value counts them. */
  counts?: { of: 'accepted' | 'refused'; count: number };
}

/** What a field is about, by its name. */
export type About =
  /** A yes is good: `success`, `accepted`. */
  | 'success'
  /** Anything is bad: `error`, `rejected`. */
  | 'fault'
  /** The value decides: `status`, `resultCode`. */
  | 'state'
  /** A no may be a "not yet": `sent`. */
  | 'progress'
  /** A sentence: `message`, `type`. */
  | 'saying'
  /** A sentence that refuses nothing: `warning`. */
  | 'remark'
  | 'nothing';

const STATE_NAMES = [
  /(?:status|state|result|outcome|verdict|disposition|acknowledge?ment|^ack|^estado|^statut|^stato|zustand|ergebnis|risultato|resultado|resultat)(?:code|text|name|word|value|message|msg|description|desc|details?|info|reason|flag|group|groupname|number|no|string)?$/,
  /^(?:code|rc|ret)$/,
  /(?:status|state|result|response|return|ret|res|rsp|resp|reply|answer|exit|reason|http|api|sms|msg|message|send|submit|service|sub|minor|major|gateway)(?:code|rc|val)$/,
];
const PROGRESS =
  /^(?:is|was|has|been|msg|message|sms|total)*(?:sent|submitted|queued|enqueued|dispatched|processed|transmitted)(?:count|total)?$/;
const SAYING =
  /^(?:message|msg|details?|description|desc|reason|title|info|explanation|cause|hint|feedback|comments?|remarks?|response|answer|reply|summary|type|kind|level|severity|event|category)$/;
const REMARK = /^(?:warn|notice|notes?$|advice)/;
/** Names that speak of a fault or of success without being one: addresses, settings, and what comes later. */
const APART =
  /(?:url|uri|link|href|callback|webhook|handler|policy|only|checked|check|enabled|reporting|notifications?|rate|threshold)$|^valid(?:ity|for|until|to|from|period)/;
const ON_EVENT = /^(?:on|for|if)[A-Z_]/;
const COUNT = /count|total|^num|num$|number|amount|quantity|qty|sum$/;
/** Names in an error that identify it and say nothing. */
const IDENTIFIES = /(?:id|date|time|timestamp|path|instance|version)$/;
/** What repeats the request: people wrote it. */
const ECHOES: ReadonlySet<string> = new Set(
  (
    'content request original notification template components parameters contacts interactive header footer address location links ' +
    'account text messagetext smstext subject from to sender recipient name'
  ).split(' '),
);

/** Answers repeat the names of their fields: in a batch, for each message. */
const aboutNames = new BoundedMap<string, About>(500);

function aboutOf(name: string): About {
  const known = aboutNames.get(name);
  if (known !== undefined) return known;
  const about = readAbout(name);
  aboutNames.set(name, about);
  return about;
}

function readAbout(name: string): About {
  const plain = plainName(name);
  if (APART.test(plain) || ON_EVENT.test(name)) return 'nothing';
  if (REMARK.test(plain)) return 'remark';
  if (PROGRESS.test(plain)) return 'progress';
  const tone = toneOfName(name);
  if (tone !== undefined) return tone === 'good' ? 'success' : 'fault';
  if (STATE_NAMES.some((pattern) => pattern.test(plain))) return 'state';
  return SAYING.test(plain) ? 'saying' : 'nothing';
}

/** Whether what was found is a sentence for people, or only looks like a word of refusal. */
export function isSaying({ about }: Finding): boolean {
  return about === 'saying' || about === 'remark' || about === 'nothing';
}

/** Whether what was found says by itself that something was accepted; a code or an empty error does not. */
export function saysYes({ sign, about, value }: Finding): boolean {
  if (sign !== 'good' || (about !== 'success' && about !== 'state' && about !== 'progress')) return false;
  return about === 'success' || numberOf(value) === undefined;
}

/** More values than any answer of the service has; what follows is not looked at. */
const MOST_VALUES = 100_000;

/**
 * Everything in an answer that speaks about success, at any depth.
 * @param except lists that are judged entry by entry
 */
export function findingsIn(answer: unknown, except?: unknown): Finding[] {
  const found: Finding[] = [];
  let values = 0;
  const walk = (value: unknown, name: string, about: About, path: string): void => {
    values += 1;
    if (values > MOST_VALUES || (value === except && typeof value === 'object')) return;
    if (Array.isArray(value)) return list(value, name, about, path);
    if (isRecord(value)) return object(value, about, path);
    const inner = about === 'nothing' ? undefined : jsonIn(value);
    if (inner !== undefined) return walk(inner, name, about, path);
    const sign = signOf(name, about, value);
    if (sign === undefined) return;
    found.push({ sign, path, value, about, ...countsIn(name, about, value) });
  };
  const object = (value: Record<string, unknown>, within: About, path: string): void => {
    const before = found.length;
    for (const [name, inner] of Object.entries(value)) {
      const about = aboutWithin(within, name);
      const isEcho = about === 'nothing' && ECHOES.has(plainName(name));
      if (!isEcho) walk(inner, name, about, path === '' ? name : `${path}.${name}`);
    }
    const isSilent = found.length === before && within === 'fault' && !isEmpty(value);
    if (isSilent) found.push({ sign: 'bad', path, value, about: within });
  };
  const list = (value: unknown[], name: string, about: About, path: string): void => {
    const before = found.length;
    for (const inner of value) walk(inner, name, about, path);
    if (about !== 'fault' && about !== 'success') return;
    const inList = found.splice(before);
    const hasBad = inList.some(({ sign }) => sign === 'bad');
    const isBad = hasBad || (about === 'success' && value.length === 0);
    found.push({
      sign: isBad ? 'bad' : 'good',
      path,
      value,
      about,
      counts: { of: about === 'fault' ? 'refused' : 'accepted', count: value.length },
    });
  };
  walk(answer, '', 'nothing', '');
  return found;
}

/** What a field is about that stands in an object which is itself about something. */
function aboutWithin(within: About, name: string): About {
  const plain = plainName(name);
  const own = aboutOf(name);
  if (within === 'remark') return own === 'nothing' ? own : 'remark';
  if (within === 'fault') {
    if (own === 'success' || own === 'remark' || own === 'fault') return own;
    return IDENTIFIES.test(plain) ? 'nothing' : 'fault';
  }
  const isState = within === 'state' || within === 'success';
  if (!isState || own !== 'nothing') return own;
  return /^(?:name|value|label|key|word|group|groupname|flag)$/.test(plain) ? 'state' : 'nothing';
}

/** What a single field says, by its name and value; undefined if it does not speak about success. */
export function signOfField(name: string, value: unknown): Sign | undefined {
  return signOf(name, aboutOf(name), value);
}

function signOf(name: string, about: About, value: unknown): Sign | undefined {
  if (isEmpty(value)) return about === 'fault' ? 'good' : undefined;
  const text = typeof value === 'string' ? value : '';
  if (about === 'nothing') return isWord(text) && toneOf(text) === 'bad' ? 'unreadable' : undefined;
  const truth = truthOf(value);
  const number = numberOf(value);
  const tone = toneOf(text);
  switch (about) {
    case 'success':
      if (number !== undefined && !COUNT.test(plainName(name)))
        return number > 0 && !isCodeOfFault(number) ? 'good' : 'bad';
      if (number !== undefined) return number > 0 ? 'good' : 'bad';
      if (truth !== undefined) return truth ? 'good' : 'bad';
      if (isMoment(text)) return 'good';
      return tone === undefined ? 'unreadable' : tone === 'good' ? 'good' : 'bad';
    case 'fault':
      if (number !== undefined) {
        return number === 0 || (isCodeOfSuccess(number) && !COUNT.test(plainName(name))) ? 'good' : 'bad';
      }
      if (truth !== undefined) return truth ? 'bad' : 'good';
      if (/^https?:/.test(text)) return undefined;
      return tone === 'good' ? 'good' : 'bad';
    case 'state':
      if (number !== undefined) return signOfCode(name, number);
      if (truth !== undefined) return truth ? 'good' : 'bad';
      return signOfState(text, tone);
    case 'progress':
      if (truth === false || number === 0) return 'unreadable';
      return tone === 'bad' || tone === 'mixed' ? 'bad' : 'good';
    case 'saying':
      return tone === 'mixed' ? 'unreadable' : tone;
    case 'remark':
      return tone === 'bad' || tone === 'mixed' ? 'unreadable' : undefined;
  }
}

function signOfState(text: string, tone: ReturnType<typeof toneOf>): Sign {
  const code = /^(?:HTTP\S*\s+)?([1-5]\d\d)\b/i.exec(text)?.[1];
  if (code !== undefined && isCodeOfFault(Number(code))) return 'bad';
  const status = statusOfWord(text);
  if (status === 'failed' || tone === 'bad') return 'bad';
  if (tone === 'mixed')
    return /partial|partly|teilweise|partiel|parzial|parcial/i.test(text) ? 'unreadable' : 'bad';
  return status !== undefined || tone === 'good' ? 'good' : 'unreadable';
}

/** Codes as of HTTP; zero is no fault where the field is a code, and negative numbers are faults everywhere. */
function signOfCode(name: string, number: number): Sign {
  if (number < 0 || isCodeOfFault(number)) return 'bad';
  const isZeroCode = number === 0 && /(?:code|rc|ret)$/.test(plainName(name));
  return isCodeOfSuccess(number) || isZeroCode ? 'good' : 'unreadable';
}

function isCodeOfSuccess(number: number): boolean {
  return number >= 200 && number < 300;
}

function isCodeOfFault(number: number): boolean {
  return number >= 300 && number < 600;
}

/** Whether a value leaves open what happened: a fault of a server or of the way to it. */
export function leavesOpen(value: unknown): boolean {
  const number = numberOf(value);
  if (number !== undefined) return number >= 500 || number === 408;
  return (
    typeof value === 'string' &&
    /time.?d?.?out|unavailable|gateway|internal|upstream|unknown/i.test(value.slice(0, 500))
  );
}

function countsIn(name: string, about: About, value: unknown): Pick<Finding, 'counts'> {
  const count = numberOf(value);
  if (count === undefined || count < 0 || (about !== 'fault' && about !== 'success')) return {};
  // `success: 1` is a yes, and `errorCode: 12` a code.
  if (!COUNT.test(plainName(name)) && (count < 2 || about === 'fault')) {
    return about === 'fault' && /(?:ed|s)$/.test(plainName(name)) ? { counts: { of: 'refused', count } } : {};
  }
  return { counts: { of: about === 'fault' ? 'refused' : 'accepted', count } };
}

function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^(?:true|yes|y|t|on|ja|oui|si|sí|sim)$/i.test(text)) return true;
  return /^(?:false|no|n|f|off|nein|non|nee)$/i.test(text) ? false : undefined;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,15}(?:\.0*)?\s*$/.test(value)) return undefined;
  return Number(value);
}

/** Whether a value says nothing: an empty text, list or object, or a word for nothing. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'object') return Object.values(value).every(isEmpty);
  return (
    typeof value === 'string' &&
    /^\s*(?:|null|none|nil|undefined|n\/a|-+|\{\s*\}|\[\s*\])\s*$/i.test(value.slice(0, 50))
  );
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text);
}

/** Whether a text is a word or two: no sentence, and no id of a message. */
function isWord(text: string): boolean {
  return text.length <= 40 && !UUID.test(text) && wordsOf(text).length <= 3;
}

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return parseJson(value);
  } catch {
    return undefined;
  }
}
