import type { NodeMessage } from 'node-red';

import { optionsIn } from '../../core/ask/options';
import { withReference } from '../../core/ask/reference';
import type { Expectation } from '../../core/ask/answer';
import { invalidField, MessagingError, tidyRequest } from '../../core/client';
import type { LabelOf, MessageRequest } from '../../core/contract';
import { recipientAddress } from '../../core/contract/phoneNumber';
import { jsonOf } from '../../core/json';
import { isRecord, readText } from '../../core/reading';
import { fault, say } from '../errors/texts';
import { LONGEST_MS, UNITS } from '../settings/duration';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { propertyLabel, propertyNamed } from '../settings/labels';
import { checkPrepared, type CheckedMessage, type PreparedMessage } from '../message/preparedMessage';
import type { Report } from '../calls/reports';
import type { Wait, WaitEnd } from '../calls/wait';
import { checkLinkStays, withAnswerLink, type LinkPlace } from './linkedQuestion';
import type { AskSetting } from './settings';

/** A question that is ready to be sent, and the wait that starts with it. */
export interface PreparedQuestion extends CheckedMessage {
  wait: Wait;
}

interface QuestionSetting {
  reference: string;
  owner: string;
  setting: AskSetting;
  limitMs: number;
  /** The page for the answer, if a link to it is wanted. */
  page: LinkPlace | undefined;
}

/**
 * Makes a question from a message, with a reference in its buttons and the answers that it expects.
 * @throws MessagingError `invalid_request` for an invalid message, for several recipients, and if there is nothing to choose
 */
export async function questionOf(
  given: PreparedMessage,
  { reference, owner, setting, limitMs, page }: QuestionSetting,
): Promise<PreparedQuestion> {
  const { prepared, link } =
    page === undefined ? { prepared: given, link: undefined } : withAnswerLink(given, { ...page, reference });
  const { content } = prepared.request;
  const message = await checkPrepared({
    ...prepared,
    request: { ...prepared.request, content: withReference(content, reference, prepared.labelOf) },
  });
  if (link !== undefined) checkLinkStays(message, prepared);
  const checked = message.request;
  const goesOut = Math.max(Date.now(), Date.parse(checked.sendDate ?? '') || 0);
  const wait: Wait = {
    reference,
    owner,
    askedAt: goesOut,
    channel: checked.channel,
    person: personOf(checked, prepared.labelOf),
    sender: checked.from,
    expects: expectationOf(prepared, setting),
    stage: 'queued',
    endsWith: setting.waitFor === 'delivery' ? 'report' : 'answer',
    until: goesOut + limitMs,
    alsoTriggers: setting.alsoTriggers,
    ...(link === undefined ? {} : { link }),
    ...(setting.misfit === 'again' && setting.againText !== '' ? { again: setting.againText } : {}),
  };
  return { ...message, wait };
}

/** Reads how long a question waits, in milliseconds: the minutes in the message if the node is set so, else the limit of the node. Throws for anything but minutes. */
export function limitsOf({ limit, limitFrom }: AskSetting): (scope: Scope) => Promise<number> {
  if ((limitFrom.v ?? '') === '') return () => Promise.resolve(limit);
  const minutesIn = evaluationOf(limitFrom, propertyNamed('limitFrom'));
  return async (scope) => {
    const minutes = await minutesIn(scope);
    const ms =
      typeof minutes === 'string' || typeof minutes === 'number' ? Number(minutes) * UNITS.minutes : NaN;
    if (ms > 0 && ms <= LONGEST_MS) return ms;
    const label = propertyLabel(scope.RED, 'limitFrom');
    throw invalidField('limitFrom', say('noMinutes'), { label, got: shown(minutes) });
  };
}

function shown(value: unknown): string {
  return typeof value === 'object' ? 'an object' : String(value);
}

function personOf(request: MessageRequest, labelOf: LabelOf): string {
  const { to, toList } = request;
  const [only, ...more] = toList ?? [{ type: 'Number', address: to ?? '' }];
  if (only?.type === 'Number' && more.length === 0) return only.address;
  throw invalidField('toList', say('onePerson'), {
    label: labelOf(['toList'], request),
  });
}

function expectationOf({ request, labelOf }: PreparedMessage, { waitFor, words }: AskSetting): Expectation {
  const options = optionsIn(request['content']);
  if (waitFor !== 'choice') return { kind: 'any', options };
  if (options.length + words.length > 0) return { kind: 'choice', options, words };
  throw invalidField('content', say('noChoice'), { label: labelOf(['content'], request) });
}

/** Reads a stored wait; undefined if it is not one. */
export function readWait(stored: unknown): Wait | undefined {
  if (!isRecord(stored) || !isWait(stored)) return undefined;
  const { expects } = stored;
  // An older version stored no options of a question that takes any answer: then no tap on it can be trusted.
  return {
    ...stored,
    expects: { ...expects, options: Array.isArray(expects.options) ? expects.options : [] },
  };
}

/** Only this package writes it. If something is missing, somebody else has changed the store. */
function isWait(stored: Record<string, unknown>): stored is Record<string, unknown> & Wait {
  const texts = ['reference', 'owner', 'channel', 'person', 'sender', 'stage', 'endsWith'];
  return (
    texts.every((name) => readText(stored, name) !== undefined) &&
    isRecord(stored['expects']) &&
    Number.isFinite(stored['askedAt']) &&
    Number.isFinite(stored['until'])
  );
}

/**
 * `msg.reset` ends all questions of the node; `msg.cancel` those to the numbers in it, or if it is `true`, to `msg.to` or `msg.toList`.
 * @throws MessagingError `invalid_request` for anything else
 */
export function cancelledIn(
  msg: NodeMessage,
  countryCode: string | undefined,
): { persons: string[] | undefined } | undefined {
  if (Object.hasOwn(msg, 'reset')) return { persons: undefined };
  if (!Object.hasOwn(msg, 'cancel')) return undefined;
  const { cancel, to, toList }: Record<string, unknown> = msg;
  const named = cancel !== true ? cancel : (to ?? toList);
  const list = typeof named === 'string' || Array.isArray(named) ? named : [named];
  const { toList: tidy } = tidyRequest({ toList: list }, countryCode);
  const persons = Array.isArray(tidy) ? tidy.map(numberOf) : [];
  const numbers = persons.filter((person) => person !== undefined);
  if (numbers.length > 0 && numbers.length === persons.length) return { persons: numbers };
  throw invalidField('msg.cancel', say('cancelWhom'), { got: jsonOf(named) ?? String(named) });
}

function numberOf(recipient: unknown): string | undefined {
  const address = isRecord(recipient) && recipient['type'] === 'Number' ? recipient['address'] : undefined;
  return typeof address === 'string' ? recipientAddress(address) : undefined;
}

const outcomes = { answered: 'answered', timeUp: 'no_answer', cancelled: 'cancelled' } as const;

/** What the flow learns about the question. */
export function describeWait(
  { messageId, channel, person, sender, askedAt, statusText }: Wait,
  end: WaitEnd,
) {
  const outcome = end.how === 'reported' ? end.report.status : outcomes[end.how];
  return {
    ...{ messageId, channel, to: person, from: sender, askedAt: new Date(askedAt).toISOString(), outcome },
    ...(statusText === undefined ? {} : { statusText }),
  };
}

/** The service accepted the question, and reported later that the person did not receive it. */
export function notDelivered({ statusText, errorText }: Report): MessagingError {
  return new MessagingError({ ...fault('not_delivered', { reason: errorText ?? statusText }), sends: false });
}
