import { BoundedMap } from '../../../core/boundedMap';
import type { WaitState } from './state';

const IDS_REMEMBERED = 10_000;

/** Ids of the answers that a waiting node in this process has processed. */
const taken = new BoundedMap<string, true>(IDS_REMEMBERED);

/** Called by the node when n8n runs it again with an answer. */
export function markTaken({ questions }: WaitState): void {
  for (const { answer } of questions) {
    if (answer?.id !== undefined) taken.set(answer.id, true);
  }
}

/** Whether an answer was processed although n8n reported a failure: it replies 500 if an execution ends before its call does. */
export function wasTaken(id: string): boolean {
  return taken.has(id);
}
