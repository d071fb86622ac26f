import { attempt, invalidField, MessagingError, pagesOf, type BalanceResult } from '../client';
import type { MessageRequest } from '../contract';
import { rule } from '../contract/sentences';
import { fault, valueShown } from '../errors/texts';
import { aboveZero } from '../reading';
import { NOBODY, recipientsOf, type Outgoing } from './outgoing';

/** How much may go out at once. */
export interface RunLimit {
  /** What the form calls the limit. */
  label: string;
  /** The most that may go out; or asks the service for the balance of the account, once for a run. */
  most: number | (() => Promise<BalanceResult>);
  /** The points that a page of an SMS costs, if points count and not messages. */
  pointsPerPage: number | undefined;
}

/** What a message may send: its request, and one for each fallback channel. */
type RequestsOf<M> = (message: M) => readonly MessageRequest[];

/** @throws MessagingError `invalid_request` for anything but a number above 0: a limit must not be missing because of a slip */
export function readAboveZero(entered: unknown, path: string, label: string): number {
  const number = aboveZero(entered);
  if (number !== undefined) return number;
  throw invalidField(path, rule('aboveZero'), { label, got: valueShown(entered) });
}

/**
 * Compares all messages of a run together with the limit. The balance is not asked for if nothing would go out.
 * @throws MessagingError `not_sent` with the sum and the limit if they are more, or if the balance is not known
 */
export async function checkRun<M extends Counted>(
  messages: readonly M[],
  limit: RunLimit,
  requestsOf: RequestsOf<M>,
): Promise<void> {
  const { label, pointsPerPage } = limit;
  const sum = sumOf(messages, limit, requestsOf);
  if (sum === 0) return;
  const isBalance = typeof limit.most !== 'number';
  const most = typeof limit.most === 'number' ? limit.most : await balanceFor(label, limit.most);
  if (sum <= most) return;
  const values = { limit: label, sum, most };
  if (isBalance) throw new MessagingError(fault('run_over_limit.balance', values));
  if (pointsPerPage === undefined) throw new MessagingError(fault('run_over_limit.messages', values));
  throw new MessagingError(
    fault(pointsPerPage === 1 ? 'run_over_limit.pages' : 'run_over_limit.points', values),
  );
}

/** Without the balance, nobody knows whether the account can pay for the run, so nothing goes out. */
async function balanceFor(limit: string, ask: () => Promise<BalanceResult>): Promise<number> {
  const asked = await attempt(ask);
  if (!asked.ok) {
    const { code, outcome, message } = fault('balance_unknown', { limit, reason: asked.error.said });
    throw asked.error.with({ code, outcome, message, sends: true });
  }
  const { points, requestId } = asked.value;
  if (points !== undefined) return points;
  throw new MessagingError({ ...fault('balance_unknown.noNumber', { limit }), requestId });
}

type Counted = Pick<Outgoing, 'request' | 'skipped'>;

function sumOf<M extends Counted>(
  messages: readonly M[],
  limit: RunLimit,
  requestsOf: RequestsOf<M>,
): number {
  let sum = 0;
  for (const message of messages) {
    const { skipped = NOBODY } = message;
    for (const request of requestsOf(message)) {
      if (request.toList?.some(({ type }) => type === 'Group') === true)
        throw new MessagingError(fault('run_over_limit.group', { limit: limit.label }));
      const recipients = recipientsOf(request).filter((address) => !skipped.has(address)).length;
      sum += recipients * costOf(request, limit);
    }
  }
  // Sums of points such as 0.1 are not exact.
  return Math.round(sum * 1e6) / 1e6;
}

/** For one recipient. A message that is no SMS with a text counts as one page. */
function costOf(request: MessageRequest, { pointsPerPage }: RunLimit): number {
  return pointsPerPage === undefined ? 1 : Math.max(1, pagesOf(request)?.pages ?? 1) * pointsPerPage;
}
