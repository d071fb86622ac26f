import type { Result } from '../../core/client';
import { readList } from '../../core/reading';
import type { Entries, Output } from './report';

function outputsOf(outcome: Result<Output | Entries>): Output[] {
  if (!outcome.ok) return [];
  const { value } = outcome;
  if (!('entries' in value)) return [value];
  return value.entries.flatMap((entry) => (entry.outcome.ok ? [entry.outcome.value] : []));
}

/** How many messages of an outcome succeeded. */
export function acceptedIn(outcome: Result<Output | Entries>): number {
  return outputsOf(outcome).filter(({ uncounted }) => uncounted !== true).length;
}

/** The ids of the messages that were accepted. */
export function messageIdsIn(outcome: Result<Output | Entries>): string[] {
  const ids = outputsOf(outcome).flatMap(({ payload }) => readList(payload, 'messageIds') ?? []);
  return ids.filter((id) => typeof id === 'string');
}
