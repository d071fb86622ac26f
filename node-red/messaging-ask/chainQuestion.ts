import { newReference, withReference } from '../../core/ask/reference';
import { personKey } from '../../core/contract/phoneNumber';
import { invalidField, type Tried } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { say } from '../errors/texts';
import { checkPrepared, type CheckedMessage, type PreparedMessage } from '../message/preparedMessage';
import { without } from '../message/messageRequest';
import type { Wait } from '../calls/wait';
import { LONGEST_MS } from '../settings/duration';
import type { AskOrder, Chain } from './chain';
import { withAnswerLink, type LinkPlace } from './linkedQuestion';
import { questionOf } from './question';
import type { AskSetting } from './settings';

interface ChainSetting {
  order: AskOrder;
  eachMs: number;
  owner: string;
  setting: AskSetting;
  isReported: boolean;
  /** The page for the answer, if a link to it is wanted. */
  page: LinkPlace | undefined;
}

/**
 * Makes a question to each recipient of a message: all of them are checked before the first one is asked.
 * @throws MessagingError `invalid_request` for an invalid message, for people and groups of the address book, and for one that is planned
 */
export async function chainOf(
  prepared: PreparedMessage,
  { order, eachMs, isReported, ...asking }: ChainSetting,
): Promise<Chain> {
  const { labelOf } = prepared;
  const { request } = await checkPrepared(prepared);
  const label = labelOf(['sendDate'], request);
  if (typeof request.sendDate === 'string')
    throw invalidField('sendDate', say('noPlannedPeople'), {
      label,
    });
  const reference = newReference();
  const people = [];
  for (const person of peopleOf(request, labelOf(['toList'], request))) {
    const ofPerson = { ...prepared, request: requestTo(prepared.request, person) };
    const { wait } = await questionOf(ofPerson, {
      ...asking,
      reference: newReference(),
      // The end of the chain ends it.
      limitMs: LONGEST_MS,
    });
    people.push({ wait: { ...wait, chain: reference, isReported } });
  }
  return { reference, order, eachMs, people };
}

/** A request for only one of its recipients. */
export function requestTo(request: Record<string, unknown>, person: string): Record<string, unknown> {
  return { ...without(request, 'toList'), to: person };
}

/** The numbers of a request; one that is there twice is asked once. */
function peopleOf({ to, toList }: MessageRequest, label: string | undefined): string[] {
  if (toList?.some(({ type }) => type !== 'Number') === true)
    throw invalidField('toList', say('noAddressBook'), {
      label,
    });
  const numbers = toList?.map(({ address }) => address) ?? [to ?? ''];
  const seen = new Set<string>();
  return numbers.filter((number) => {
    const key = personKey(number);
    return !seen.has(key) && seen.add(key);
  });
}

/** The message to one of the people. */
export async function messageTo(
  { person, reference, link }: Wait,
  given: Tried<PreparedMessage>,
  page: LinkPlace | undefined,
): Promise<CheckedMessage> {
  if (!given.ok) throw given.error;
  // If a deploy has taken the page away, people are still asked: they can write.
  const hasPage = link !== undefined && page?.address !== undefined;
  const value = hasPage
    ? withAnswerLink(given.value, { ...page, reference, key: link.key }).prepared
    : given.value;
  const content = withReference(value.request['content'], reference, value.labelOf);
  return checkPrepared({ ...value, request: { ...requestTo(value.request, person), content } });
}
