import { attempt, invalidField, MessagingError, pagesOf, type BalanceResult } from '../client';
import type { MessageRequest } from '../contract';
import { rule } from '../contract/sentences';
import { fault } from '../errors/texts';
import { jsonOf } from '../json';
import { numberEntered } from '../reading';
import { NOBODY, recipientsOf, type Outgoing } from './outgoing';

/** How a run is added up. */
interface Sum {
  /** The points that a page of an SMS costs, if points count and not messages. */
  pointsPerPage: number | undefined;
  /** What the form calls the limit. */
  label: string;
}

/** How much may go out at once. */
export interface RunLimit extends Sum {
  most: number;
}

/** Lets out what the balance of the account covers. */
export interface BalanceLimit extends Sum {
  pointsPerPage: number;
  /** Asks the service; called once for a run. */
  balance(): Promise<BalanceResult>;
}

/** What a message may send: its request, and one for each further channel. */
type RequestsOf<M> = (message: M) => readonly MessageRequest[];

/** @throws MessagingError `invalid_request` for anything but a number above 0: a limit must not be missing because of a slip */
export function readMostPerRun(entered: unknown, path: string, label: string): number {
  const number = numberEntered(entered) ?? 0;
  if (number > 0 && Number.isFinite(number)) return number;
  throw invalidField(path, rule('aboveZero'), {
    label,
    got: jsonOf(entered) ?? String(entered ?? 'nothing'),
  });
}

/** @throws MessagingError `not_sent` with the sum and the limit, if all messages of a run together are more than allowed */
export function checkRun<M extends Counted>(
  messages: readonly M[],
  limit: RunLimit,
  requestsOf: RequestsOf<M>,
): void {
  const { label, most, pointsPerPage } = limit;
  const values = { limit: label, sum: sumOf(messages, limit, requestsOf), most };
  if (values.sum <= most) return;
  if (pointsPerPage === undefined) throw new MessagingError(fault('run_over_limit.messages', values));
  throw new MessagingError(
    fault(pointsPerPage === 1 ? 'run_over_limit.pages' : 'run_over_limit.points', values),
  );
}

/**
 * Asks for the balance and compares it, unless nothing would go out.
 * @throws MessagingError `not_sent` if all messages of a run together cost more points than the account has, or its balance is not known
 */
export async function checkBalance<M extends Counted>(
  messages: readonly M[],
  limit: BalanceLimit,
  requestsOf: RequestsOf<M>,
): Promise<void> {
  const sum = sumOf(messages, limit, requestsOf);
  if (sum === 0) return;
  const asked = await attempt(() => limit.balance());
  if (!asked.ok) throw balanceUnknown(limit, asked.error);
  const { points: balance, requestId } = asked.value;
  const { label } = limit;
  if (balance === undefined)
    throw new MessagingError({ ...fault('balance_unknown.noNumber', { limit: label }), requestId });
  if (sum > balance)
    throw new MessagingError(fault('run_over_limit.balance', { limit: label, sum, balance }));
}

type Counted = Pick<Outgoing, 'request' | 'skipped'>;

function sumOf<M extends Counted>(messages: readonly M[], limit: Sum, requestsOf: RequestsOf<M>): number {
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
function costOf(request: MessageRequest, { pointsPerPage }: Sum): number {
  return pointsPerPage === undefined ? 1 : Math.max(1, pagesOf(request)?.pages ?? 1) * pointsPerPage;
}

/** Nobody knows whether the account can pay for the run, so nothing goes out. */
function balanceUnknown({ label: limit }: BalanceLimit, error: MessagingError): MessagingError {
  const { code, outcome, message } = fault('balance_unknown', { limit, reason: error.said });
  return error.with({ code, outcome, message, sends: true });
}
