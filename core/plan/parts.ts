import { failed, isSkipped, type Accepted, type MessagingError, type Result } from '../client';
import type { Channel } from '../contract';
import { say } from '../errors/texts';
import { attemptsTold, planError } from './channels';
import { succeeded, type Plan } from './plan';
import type { Tried } from './progress';

/** A text that goes out as several messages, one after the other. */
export function partsPlan(count: number, retryMs: number): Plan {
  return { targets: count, order: 'parts', success: 'accepted', eachMs: 0, retryMs };
}

/** What became of a text in parts. Once one was sent, the text must not be sent again: then a failure is `unknown`. */
export function partsResult(
  plan: Plan,
  tried: readonly Tried[],
  channels: readonly Channel[],
  failure: MessagingError | undefined,
): Result {
  const parts = [...tried].sort((one, other) => one.target - other.target);
  // A part that was reported as delivered meanwhile is not lost.
  const lost = parts.find((part) => !succeeded(plan, part));
  if (lost === undefined) return together(parts);
  const { target, reason = say('notThrough'), result } = lost;
  if (target === 0 && result !== undefined && isSkipped(result)) return result;
  const why = { part: target + 1, count: plan.targets, reason: failure?.said ?? reason };
  const attempts = attemptsTold(parts, channels);
  return failed(planError(say('partFailed', why), attempts, lost, failure));
}

function together(parts: readonly Tried[]): Result {
  const results = parts.flatMap(({ result }): Accepted[] => (result?.outcome === 'accepted' ? [result] : []));
  const [first] = results;
  if (first === undefined) throw new RangeError('No part has a result');
  return { ...first, messageIds: results.flatMap(({ messageIds }) => messageIds), parts: results };
}
