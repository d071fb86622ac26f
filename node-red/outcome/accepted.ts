import type { Result } from '../../core/client';
import { readList } from '../../core/reading';
import type { Entries, Output } from './report';

/** How many messages of an outcome succeeded. */
export function acceptedIn(outcome: Result<Output | Entries>): number {
  if (!outcome.ok) return 0;
  const { value } = outcome;
  const outcomes =
    'entries' in value ? value.entries.map((entry) => entry.outcome) : [{ ok: true, value } as const];
  return outcomes.filter((each) => each.ok && each.value.uncounted !== true).length;
}

/** The ids of the messages that were accepted. */
export function messageIdsIn(outcome: Result<Output | Entries>): string[] {
  if (!outcome.ok) return [];
  const outputs =
    'entries' in outcome.value ? outcome.value.entries.map((entry) => entry.outcome) : [outcome];
  return outputs.flatMap((output) =>
    output.ok && 'payload' in output.value
      ? (readList(output.value.payload, 'messageIds') ?? []).filter((id) => typeof id === 'string')
      : [],
  );
}
