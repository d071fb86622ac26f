import { failed, isSkipped, type Accepted, type MessagingError, type Result } from '../client';
import type { Channel } from '../contract';
import { say } from '../errors/texts';
import { attemptsTold, planError } from './channels';
import { succeeded } from './plan';
import type { Tried } from './progress';

/** What became of a text in parts. Once one was sent, the text must not be sent again: then a failure is `unknown`. */
export function partsResult(
  tried: readonly Tried[],
  channels: readonly Channel[],
  failure: MessagingError | undefined,
): Result {
  const parts = [...tried].sort((one, other) => one.target - other.target);
  // A part that was reported as delivered meanwhile is not lost.
  const lost = parts.find((part) => !succeeded({ success: 'accepted' }, part));
  if (lost === undefined) return together(parts);
  const { target, reason = say('notThrough'), result } = lost;
  if (target === 0 && result !== undefined && isSkipped(result)) return result;
  const why = { part: target + 1, count: channels.length, reason: failure?.said ?? reason };
  const attempts = attemptsTold(parts, channels);
  return failed(planError(say('partFailed', why), attempts, lost, failure));
}

function together(parts: readonly Tried[]): Result {
  const results = parts.flatMap(({ result }): Accepted[] => (result?.outcome === 'accepted' ? [result] : []));
  const [first] = results;
  if (first === undefined) throw new RangeError('No part has a result');
  return { ...first, messageIds: results.flatMap(({ messageIds }) => messageIds), parts: results };
}
