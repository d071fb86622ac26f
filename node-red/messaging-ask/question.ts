import type { Expectation } from '../../core/ask/answer';
import { optionsIn } from '../../core/ask/options';
import { newReference, withReference } from '../../core/ask/reference';
import { invalidField } from '../../core/client';
import type { LabelOf, MessageRequest } from '../../core/contract';
import { personKey } from '../../core/contract/phoneNumber';
import type { Plan } from '../../core/plan';
import { say } from '../errors/texts';
import { LONGEST_MS, UNITS } from '../settings/duration';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { propertyLabel, propertyNamed } from '../settings/labels';
import type { AnswerLink } from '../calls/answerLink';
import { without } from '../message/messageRequest';
import { checkPrepared, type CheckedMessage, type PreparedMessage } from '../message/preparedMessage';
import { newId } from '../work/newId';
import type { Submission } from '../work/submission';
import { checkLinkStays, withAnswerLink, type LinkPlace } from './linkedQuestion';
import type { AskSetting } from './settings';

interface QuestionSetting {
  setting: AskSetting;
  /** How long each person has, in milliseconds. */
  eachMs: number;
  /** The page for the answer, if a link to it is wanted. */
  page: LinkPlace | undefined;
}

/**
 * Makes a question of a message: what goes out to each person, with a reference in its buttons, and the answers that it expects.
 * @throws MessagingError `invalid_request` for an invalid message, for people who cannot be asked, and if there is nothing to choose
 */
export async function questionOf(
  prepared: PreparedMessage,
  { setting, eachMs, page }: QuestionSetting,
): Promise<Submission> {
  const { order, misfit, againText, alsoTriggers } = setting;
  const asked = order === 'all' ? [await questionTo(prepared, page)] : await questionsTo(prepared, page);
  const [first] = asked;
  if (first === undefined) throw new RangeError('A question to nobody');
  const people = asked.map(({ reference, link, message: { request } }) => ({
    ...{ reference, person: onlyPerson(request, prepared.labelOf) },
    ...(link === undefined ? {} : { link }),
  }));
  const { channel, from: sender } = first.message.request;
  const expects = expectationOf(prepared, setting);
  const again = misfit === 'again' && againText !== '' ? { again: againText } : {};
  return {
    ...{ id: newId(), since: Date.now(), plan: planOf(setting, people.length, eachMs) },
    messages: asked.map(({ message }) => message),
    question: { order, people, channel, sender, expects, alsoTriggers, ...again },
  };
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

/** What goes out to a person. */
async function questionTo(given: PreparedMessage, page: LinkPlace | undefined): Promise<PersonQuestion> {
  const reference = newReference();
  const { prepared, link } =
    page === undefined ? { prepared: given, link: undefined } : withAnswerLink(given, reference, page);
  const content = withReference(prepared.request['content'], reference, prepared.labelOf);
  const message = await checkPrepared({ ...prepared, request: { ...prepared.request, content } });
  if (link !== undefined) checkLinkStays(message, prepared);
  return { reference, link, message };
}

/** What goes out to each of several people, all of whom are checked before the first one is asked. */
async function questionsTo(given: PreparedMessage, page: LinkPlace | undefined): Promise<PersonQuestion[]> {
  const { request } = await checkPrepared(given);
  const questions: PersonQuestion[] = [];
  for (const to of severalPersons(request, given.labelOf)) {
    const ofPerson = { ...without(given.request, 'toList'), to };
    // The check of the whole has told its notes already.
    questions.push(await questionTo({ ...given, request: ofPerson, tell: () => [] }, page));
  }
  return questions;
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

function onlyPerson(request: MessageRequest, labelOf: LabelOf): string {
  const { to, toList } = request;
  const [only, ...more] = toList ?? [{ type: 'Number', address: to ?? '' }];
  if (only?.type === 'Number' && more.length === 0) return only.address;
  throw invalidField('toList', say('onePerson'), { label: labelOf(['toList'], request) });
}

/** The numbers of a request; one that is there twice is asked once. */
function severalPersons(request: MessageRequest, labelOf: LabelOf): string[] {
  const { to, toList, sendDate } = request;
  if (typeof sendDate === 'string') {
    throw invalidField('sendDate', say('noPlannedPeople'), { label: labelOf(['sendDate'], request) });
  }
  if (toList?.some(({ type }) => type !== 'Number') === true) {
    throw invalidField('toList', say('noAddressBook'), { label: labelOf(['toList'], request) });
  }
  const numbers = toList?.map(({ address }) => address) ?? [to ?? ''];
  const seen = new Set<string>();
  return numbers.filter((number) => {
    const key = personKey(number);
    return !seen.has(key) && seen.add(key);
  });
}

function expectationOf({ request, labelOf }: PreparedMessage, { waitFor, words }: AskSetting): Expectation {
  const options = optionsIn(request['content']);
  if (waitFor !== 'choice') return { kind: 'any', options };
  if (options.length + words.length > 0) return { kind: 'choice', options, words };
  throw invalidField('content', say('noChoice'), { label: labelOf(['content'], request) });
}
