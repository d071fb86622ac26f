import { groupByNotification, type MessageResult, type Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { journey, resultOf, type Next } from '../../core/journey';
import { callOf, inTurn, type NodeMessageOnItsWay } from '../work/inTurn';
import { sentStatus, type Output } from '../outcome/report';
import { oncePerKeyOf, type KeyedSending } from '../work/sendOnce';

/** A message that is sent in a batch. Its job is that of the input message it came from. */
export interface Member extends NodeMessageOnItsWay {
  request: MessageRequest;
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
}

/** Sends messages in as few calls as possible. Keys are recorded when the turn of their call has come. */
export function batchJourney(keyed: KeyedSending | undefined): Next<Member> {
  return journey([perNotification, inTurn, ...oncePerKeyOf<Member>(keyed)], sendTogether);
}

/** A call for all that want the same notification, because a batch has only one (specification 2.2). */
async function perNotification(members: readonly Member[], next: Next<Member>): Promise<void> {
  await Promise.all(groupByNotification(members).map(next));
}

async function sendTogether(members: readonly Member[]): Promise<void> {
  const [first] = members;
  if (first === undefined) return;
  const { client, options } = callOf(first);
  const requests = members.map(({ request }) => request);
  const { batchId, requestId, entries } = await client.sendBatch(requests, options);
  for (const [index, member] of members.entries())
    member.result = outputOf(resultOf({ result: entries[index] }), { batchId, requestId });
}

function outputOf(
  entry: Result<MessageResult>,
  batch: { batchId: string | undefined; requestId: string | undefined },
): Result<Output> {
  if (!entry.ok) return entry;
  const payload = { outcome: 'accepted', ...entry.value, ...batch };
  return { ok: true, value: { payload, port: 0, status: sentStatus(entry.value) } };
}
