import { heldBackIsNoFailure, type OnItsWay, type Step } from '../../core/journey';
import { readList } from '../../core/reading';
import type { Account } from '../service/account';
import type { Output } from '../outcome/report';
import { localTime } from './outbox';

/** The recipients in the output of a message that was accepted. */
export function recipientsOfOutput({ result }: OnItsWay<Output>): readonly unknown[] {
  return result?.ok === true ? (readList(result.value.payload, 'recipients') ?? []) : [];
}

/** What is held back is no failure; it comes out with the outcome `held_back`. */
export function heldBackOutput<M extends OnItsWay<Output>>(account: Account | undefined): Array<Step<M>> {
  if (account?.loopGuard === undefined) return [];
  return [
    heldBackIsNoFailure<Output, M>(({ recipients, until }) => ({
      payload: { outcome: 'held_back', until, recipients },
      port: 0,
      status: { look: 'warning', key: 'heldBack', values: { until: localTime(Date.parse(until)) } },
      uncounted: true,
    })),
  ];
}
