import { asMessagingError, groupByNotification, type BatchEntry } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { attempt, type Outcome } from '../shared/failure';
import type { Output } from '../shared/report';
import type { Turn } from '../shared/worker';

/** A message on its way into a batch; its turn is that of the input message that brought it. */
export interface Member {
  request: MessageRequest;
  turn: Turn;
}

/**
 * Sends messages in as few calls as possible, one if all want the same notification: it belongs to the batch as a whole
 * (specification 2.2). Never throws.
 */
export async function sendTogether<M extends Member>(
  members: readonly M[],
): Promise<Map<M, Outcome<Output>>> {
  const outcomes = new Map<M, Outcome<Output>>();
  const calls = groupByNotification(members).map(async (group) => {
    const results = await sendGroup(group);
    group.forEach((member, index) => outcomes.set(member, results[index] ?? withoutResult));
  });
  await Promise.all(calls);
  return outcomes;
}

/** Only ever seen if this package had a fault. */
export const withoutResult: Outcome<Output> = {
  ok: false,
  error: asMessagingError('a message has no result'),
};

async function sendGroup(group: readonly [Member, ...Member[]]): Promise<Array<Outcome<Output>>> {
  const [{ turn }, ...others] = group;
  const requests = group.map((member) => member.request);
  const sent = await attempt(() =>
    turn.call(
      (client, signal) => client.sendBatch(requests, { signal }),
      others.map((member) => member.turn),
    ),
  );
  if (!sent.ok) return group.map(() => sent);
  const { batchId, entries, requestId } = sent.value;
  return entries.map((entry) => outcomeOf(entry, { batchId, requestId }));
}

function outcomeOf(
  entry: BatchEntry,
  batch: { batchId: string | undefined; requestId: string | undefined },
): Outcome<Output> {
  if (!entry.ok) return entry;
  const payload = { outcome: 'accepted', ...entry.result, ...batch };
  return { ok: true, value: { payload, port: 0, status: { key: 'sent' } } };
}
