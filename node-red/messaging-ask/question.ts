import { optionsIn, withReference } from '../../core/ask/reference';
import type { Expectation } from '../../core/ask/answer';
import { invalidRequest } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { isRecord, readText } from '../../core/reading';
import { checkPrepared, type PreparedMessage } from '../shared/preparedMessage';
import type { Wait } from '../shared/waits';
import type { AskSetting } from './setting';

/** A question that is ready to go, and the wait that begins with it. */
export interface PreparedQuestion {
  message: PreparedMessage;
  wait: Wait;
}

/**
 * Makes a question of a message: its buttons carry a reference, and it says what is waited for.
 * @throws MessagingError `invalid_request` for what is no message, for several recipients, and where there is nothing to choose
 */
export async function questionOf(
  prepared: PreparedMessage,
  { reference, owner, setting }: { reference: string; owner: string; setting: AskSetting },
): Promise<PreparedQuestion> {
  const { content } = prepared.request;
  const message = {
    ...prepared,
    request: { ...prepared.request, content: withReference(content, reference) },
  };
  const checked = await checkPrepared(message);
  const askedAt = Date.now();
  const goesOut = Math.max(askedAt, Date.parse(checked.sendDate ?? '') || 0);
  const wait: Wait = {
    reference,
    owner,
    askedAt,
    channel: checked.channel,
    person: personOf(checked),
    sender: checked.from,
    expects: expectationOf(content, setting),
    stage: 'sending',
    endsWith: setting.waitFor === 'delivery' ? 'report' : 'answer',
    until: goesOut + setting.limitMs,
    alsoTriggers: setting.alsoTriggers,
    ...(setting.againText === '' ? {} : { again: setting.againText }),
  };
  return { message, wait };
}

function personOf({ to, toList }: MessageRequest): string {
  const [only, ...more] = toList ?? [{ type: 'Number', address: to ?? '' }];
  if (only?.type === 'Number' && more.length === 0) return only.address;
  const rule = 'a question goes to one number: use a question for each person';
  throw invalidRequest([{ path: 'toList', rule, message: `toList: ${rule}` }]);
}

function expectationOf(content: unknown, { waitFor, words }: AskSetting): Expectation {
  if (waitFor !== 'choice') return { kind: 'any' };
  const options = optionsIn(content);
  if (options.length + words.length > 0) return { kind: 'choice', options, words };
  const rule = 'there is nothing to choose: use buttons or a list, or name the words that count as an answer';
  throw invalidRequest([{ path: 'content', rule, message: `content: ${rule}` }]);
}

/** A wait as it was stored; undefined for what is none. */
export function readWait(stored: unknown): Wait | undefined {
  if (!isRecord(stored) || !isWait(stored)) return undefined;
  return { ...stored };
}

/** Only this package writes it: what is missing tells a store that somebody else has changed. */
function isWait(stored: Record<string, unknown>): stored is Record<string, unknown> & Wait {
  const texts = ['reference', 'owner', 'channel', 'person', 'sender', 'stage', 'endsWith'];
  return (
    texts.every((name) => readText(stored, name) !== undefined) &&
    isRecord(stored['expects']) &&
    Number.isFinite(stored['askedAt']) &&
    Number.isFinite(stored['until'])
  );
}
