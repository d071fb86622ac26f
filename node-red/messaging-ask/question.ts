import type { NodeAPI, NodeMessage } from 'node-red';

import { optionsIn } from '../../core/ask/options';
import { newReference, withReference } from '../../core/ask/reference';
import { invalidField, pagesOf } from '../../core/client';
import { formatPath } from '../../core/contract/problem';
import type { Path } from '../../core/contract/sentences';
import { personKey } from '../../core/contract/phoneNumber';
import { rule } from '../../core/contract/sentences';
import { valueShown } from '../../core/errors/texts';
import type { Plan } from '../../core/plan';
import { aboveZero, isRecord, readText } from '../../core/reading';
import { answerAddress, withReportTo } from '../calls/addresses';
import { linkToken, newLinkKey, type AnswerLink } from '../calls/answerLink';
import { say } from '../errors/texts';
import { without } from '../message/messageRequest';
import {
  checkPrepared,
  preparedMessage,
  type CheckedMessage,
  type PreparedMessage,
} from '../message/preparedMessage';
import type { Account } from '../service/account';
import { LONGEST_MS, UNITS } from '../settings/duration';
import { isFilled, valueIn, valuesIn, type Scope } from '../settings/evaluate';
import { propertyLabel, settingLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import type { Submission } from '../work/submission';
import { isInSetting, questionFaults } from './questionRules';
import { askNode, type AskSetting } from './settings';

/**
 * Makes the function that makes a question of a message: what goes out to each person, with a reference in its buttons, and the answers that it
 * expects. It throws MessagingError `invalid_request` for an invalid message, and for a question that nobody can get or answer.
 */
export function questionsOf({ RED, node, setting }: Deployed<AskSetting>) {
  const { order, waitFor, words, answerBy, againText, alsoTriggers } = setting;
  return async (msg: NodeMessage, account: Account): Promise<Submission> => {
    const scope = { RED, node, msg };
    const message = await preparedMessage(setting, scope, account);
    const page = answerBy === 'link' ? answerAddress(RED, account) : undefined;
    checkQuestion(RED, message, setting, page !== undefined);
    const prepared = { ...message, request: withReportTo(RED, account, message.request) };
    const asked = order === 'all' ? [await questionTo(prepared, page)] : await questionsTo(prepared, page);
    const eachMs = order === 'inTurn' ? setting.minutesEach * UNITS.minutes : await limitFor(scope, setting);
    const labelOf = (path: Path) => settingLabel(RED, askNode, setting, path);
    const again = await valuesIn(scope, { t: 'str', v: againText }, { path: ['againText'], labelOf });
    const [first] = asked;
    if (first === undefined) throw new RangeError('A question to nobody');
    const { channel, from: sender } = first.message.request;
    const options = optionsIn(message.request['content']);
    return {
      ...{ id: RED.util.generateId(), plan: planOf(setting, asked.length, eachMs) },
      messages: asked.map((each) => each.message),
      question: {
        ...{ order, channel, sender, alsoTriggers },
        people: asked.map(({ reference, link, message: { request } }) => ({
          ...{ reference, person: personsOf(request)[0] ?? '' },
          ...(link === undefined ? {} : { link }),
        })),
        expects: waitFor === 'choice' ? { kind: 'choice', options, words } : { kind: 'any', options },
        ...(typeof again === 'string' ? { again } : {}),
      },
    };
  };
}

/** @throws MessagingError `invalid_request` for a question that nobody can get or answer */
function checkQuestion(
  RED: NodeAPI,
  { request, labelOf }: PreparedMessage,
  setting: AskSetting,
  hasAddress: boolean,
): void {
  const [fault] = questionFaults(request, setting, hasAddress);
  if (fault === undefined) return;
  const { path, said } = fault;
  const label = isInSetting(fault) ? settingLabel(RED, askNode, setting, path) : labelOf(path, request);
  throw invalidField(formatPath(path), said, { label });
}

const ORDERS = { all: 'fallback', first: 'at_once', inTurn: 'in_turn' } as const;

function planOf({ order, waitFor, keepTrying: retryMs }: AskSetting, targets: number, eachMs: number): Plan {
  const success = waitFor === 'delivery' ? 'delivered' : 'answered';
  return { targets, order: ORDERS[order], success, eachMs, retryMs };
}

interface PersonQuestion {
  reference: string;
  link: AnswerLink | undefined;
  message: CheckedMessage;
}

/**
 * What goes out to a person.
 * @param page the address of the page for the answer, if a link to it is wanted
 * @throws MessagingError `invalid_request` also if the service would cut the link off
 */
async function questionTo(given: PreparedMessage, page: string | undefined): Promise<PersonQuestion> {
  const reference = newReference();
  const { request, labelOf } = given;
  const { content } = request;
  const link = page === undefined ? undefined : { key: newLinkKey(), text: readText(content, 'text') ?? '' };
  // The contract reports a text that is missing.
  const withLink =
    link === undefined || link.text.trim() === '' || !isRecord(content)
      ? content
      : { ...content, text: `${link.text}\n${page}${linkToken(reference, link.key)}` };
  const asked = withReference(withLink, reference, labelOf);
  const message = await checkPrepared({ ...given, request: { ...request, content: asked } });
  if (link !== undefined && pagesOf(message.request)?.truncated === true) {
    const label = labelOf(['content', 'text'], message.request);
    throw invalidField('content.text', rule('linkCutOff'), { label });
  }
  return { reference, link, message };
}

/** What goes out to each of several people, all of whom are checked before the first one is asked. */
async function questionsTo(given: PreparedMessage, page: string | undefined): Promise<PersonQuestion[]> {
  const { request } = await checkPrepared(given);
  const questions: PersonQuestion[] = [];
  for (const to of personsOf(request)) {
    const ofPerson = { ...without(given.request, 'toList'), to };
    // The check of the whole has told its notes already.
    questions.push(await questionTo({ ...given, request: ofPerson, tell: () => [] }, page));
  }
  return questions;
}

/** The numbers of a request; one that is there twice is asked once. */
function personsOf({ to, toList }: CheckedMessage['request']): string[] {
  const numbers = toList?.map(({ address }) => address) ?? [to ?? ''];
  const seen = new Set<string>();
  return numbers.filter((number) => {
    const key = personKey(number);
    return !seen.has(key) && seen.add(key);
  });
}

/** Reads how long a question waits, in milliseconds: the minutes in the message if the node is set so, else the limit of the node. Throws for anything but minutes. */
async function limitFor(scope: Scope, { limit, limitFrom }: AskSetting): Promise<number> {
  if (!isFilled(limitFrom)) return limit;
  const minutes = await valueIn(scope, limitFrom);
  const ms = (aboveZero(minutes) ?? Infinity) * UNITS.minutes;
  if (ms <= LONGEST_MS) return ms;
  const label = propertyLabel(scope.RED, 'limitFrom');
  throw invalidField('limitFrom', say('noMinutes'), { label, got: valueShown(minutes) });
}
