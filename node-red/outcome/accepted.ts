import { readList } from '../../core/reading';
import { isFailed, type Outcome, type Output } from './report';

function outputsIn(outcome: Outcome): Output[] {
  if (isFailed(outcome)) return [];
  if (!('entries' in outcome)) return [outcome];
  return outcome.entries.flatMap((entry) => outputsIn(entry.outcome));
}

/** How many messages of an outcome succeeded. */
export function acceptedIn(outcome: Outcome): number {
  return outputsIn(outcome).filter(({ skipped }) => skipped !== true).length;
}

/** The ids of the messages that were accepted. */
export function messageIdsIn(outcome: Outcome): string[] {
  const ids = outputsIn(outcome).flatMap(({ payload }) => readList(payload, 'messageIds') ?? []);
  return ids.filter((id) => typeof id === 'string');
}
