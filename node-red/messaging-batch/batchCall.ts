import {
  attempt,
  type Attempt,
  asMessagingError,
  groupByNotification,
  type BatchEntry,
  type Client,
  type SendOnce,
} from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { sentStatus, type Output } from '../shared/report';
import { sendEachOnce } from '../shared/sendOnce';
import type { Turn } from '../shared/turn';

/** A message that is sent in a batch. Its turn is that of the input message it came from. */
export interface Member {
  request: MessageRequest;
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
  turn: Turn;
}

/**
 * Sends messages in as few calls as possible. One call is enough if all want the same notification, because a batch has only one
 * (specification 2.2). With `once`, messages that were sent before are held back. Never throws.
 */
export async function sendTogether<M extends Member>(
  members: readonly M[],
  once: SendOnce | undefined,
): Promise<Map<M, Attempt<Output>>> {
  const groups = groupByNotification(members);
  const sent = await Promise.all(groups.map((group) => sendGroup(group, once)));
  return new Map(sent.flatMap((outcomes) => [...outcomes]));
}

/** Only seen if this package has a fault. */
export const withoutResult: Attempt<Output> = {
  ok: false,
  error: asMessagingError('a message has no result'),
};

/** Keys are recorded when it is the group's turn; messages that still wait have none recorded. */
async function sendGroup<M extends Member>(
  group: readonly [M, ...M[]],
  once: SendOnce | undefined,
): Promise<Map<M, Attempt<Output>>> {
  const [{ turn }, ...others] = group;
  const sent = await attempt(() =>
    turn.call(
      (client, signal) => {
        const send = (free: readonly M[]) => sendNow(free, client, signal);
        return once === undefined ? send(group) : sendEachOnce(once, group, send);
      },
      others.map((member) => member.turn),
    ),
  );
  return sent.ok ? sent.value : new Map(group.map((member) => [member, sent]));
}

async function sendNow<M extends Member>(
  members: readonly M[],
  client: Client,
  signal: AbortSignal,
): Promise<Map<M, Attempt<Output>>> {
  const requests = members.map(({ request }) => request);
  const sent = await attempt(() => client.sendBatch(requests, { signal }));
  return new Map(
    members.map((member, index) => {
      if (!sent.ok) return [member, sent];
      const { batchId, entries, requestId } = sent.value;
      const entry = entries[index];
      return [member, entry === undefined ? withoutResult : outcomeOf(entry, { batchId, requestId })];
    }),
  );
}

function outcomeOf(
  entry: BatchEntry,
  batch: { batchId: string | undefined; requestId: string | undefined },
): Attempt<Output> {
  if (!entry.ok) return entry;
  const payload = { outcome: 'accepted', ...entry.result, ...batch };
  return { ok: true, value: { payload, port: 0, status: sentStatus(entry.result) } };
}
