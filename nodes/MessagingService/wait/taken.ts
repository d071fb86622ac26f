import type { Wait } from './state';

const IDS_REMEMBERED = 10_000;

/** Ids of the answers that a waiting node of this process has taken. */
const taken = new Set<string>();

/** To be called by the node that n8n runs again with an answer. */
export function markTaken({ questions }: Wait): void {
  for (const { answer } of questions) {
    if (answer?.id !== undefined) taken.add(answer.id);
  }
  for (const id of taken) {
    if (taken.size <= IDS_REMEMBERED) break;
    taken.delete(id);
  }
}

/** Whether an answer was taken although n8n said otherwise: it answers 500 when an execution ends before its call does. */
export function wasTaken(id: string): boolean {
  return taken.has(id);
}
