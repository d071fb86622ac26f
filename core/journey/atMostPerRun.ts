import { attempt, invalidField, MessagingError, pagesOf } from '../client';
import type { MessageRequest } from '../contract';
import { numberEntered } from '../reading';
import { recipientsOf, type Addressed } from './doNotSendTo';
import { end, type Step } from './journey';

/** How much may go out at once. */
export interface RunLimit {
  most: number;
  /** The points that a page of an SMS costs, if points count and not messages. */
  pointsPerPage: number | undefined;
  /** What the form calls the limit. */
  label: string;
}

/** What a message may send: its request, and one for each further channel. */
type RequestsOf<M> = (message: M) => readonly MessageRequest[];

/**
 * The limit as it was entered.
 * @throws MessagingError `invalid_request` for anything but a number above 0: a limit must not be missing because of a slip
 */
export function readMostPerRun(entered: unknown, path: string, label: string): number {
  const number = numberEntered(entered) ?? 0;
  if (number > 0 && Number.isFinite(number)) return number;
  throw invalidField(path, 'must be a number above 0', { label, got: JSON.stringify(entered) ?? 'nothing' });
}

/** The step that lets nothing of a run out if all of it together is more than allowed. */
export function atMostPerRun<T, M extends Addressed<T>>(limit: RunLimit, requestsOf: RequestsOf<M>): Step<M> {
  return async (messages, next) => {
    const checked = await attempt(async () => checkRun(messages, limit, requestsOf));
    if (checked.ok) await next(messages);
    else end(messages, checked);
  };
}

/** @throws MessagingError `not_sent` with the sum and the limit, if all messages of a run together are more than allowed */
export function checkRun<M extends Pick<Addressed<unknown>, 'leftOut'>>(
  messages: readonly M[],
  limit: RunLimit,
  requestsOf: RequestsOf<M>,
): void {
  let sum = 0;
  for (const message of messages) {
    const left = new Set((message.leftOut ?? []).map(({ address }) => address));
    for (const request of requestsOf(message)) {
      if (request.toList?.some(({ type }) => type === 'Group') === true) throw groupsCannotBeCounted(limit);
      const recipients = recipientsOf(request).filter((address) => !left.has(address)).length;
      sum += recipients * costOf(request, limit);
    }
  }
  // Sums of points such as 0.1 are not exact.
  sum = Math.round(sum * 1e6) / 1e6;
  if (sum > limit.most) throw tooMany(sum, limit);
}

/** For one recipient. A message that is no SMS with a text counts as one page. */
function costOf(request: MessageRequest, { pointsPerPage }: RunLimit): number {
  return pointsPerPage === undefined ? 1 : Math.max(1, pagesOf(request)?.pages ?? 1) * pointsPerPage;
}

function tooMany(sum: number, { most, pointsPerPage, label }: RunLimit): MessagingError {
  const points = pointsPerPage === 1 ? 'pages' : 'points';
  const unit = pointsPerPage === undefined ? 'messages' : points;
  return new MessagingError({
    message: `${label}: all together are ${sum} ${unit}, and the limit is ${most}`,
    advice: 'Nothing was sent. Check what comes into the node, or raise the limit.',
    outcome: 'not_sent',
    code: 'over_limit',
  });
}

function groupsCannotBeCounted({ label }: RunLimit): MessagingError {
  return new MessagingError({
    message: `${label}: a group of the address book cannot be counted, because only the service knows its members`,
    advice: 'Nothing was sent. Send to numbers.',
    outcome: 'not_sent',
    code: 'over_limit',
  });
}
