import type { NodeMessage } from 'node-red';

import { groupByNotification, type MessageResult, type Result } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { journey, resultOf, resultOfOutgoing, outgoing, type Next } from '../../core/journey';
import { callOf, inTurn, type NodeMessageOnItsWay } from '../work/inTurn';
import { withNotes } from '../message/preparedMessage';
import { acceptedOutput, type Output } from '../outcome/report';
import { restrained, type Restraints } from '../work/restraints';
import { oncePerKeyOf, type KeyedSending } from '../work/sendOnce';

/** A message that is sent in a batch. Its job is that of the input message it came from. */
export interface Member extends NodeMessageOnItsWay {
  request: MessageRequest;
  msg: NodeMessage;
  /** What a person should know about its text. */
  notes: string[];
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
}

/** Sends messages in as few calls as possible. */
export function batchJourney(restraints: Restraints, keyed: KeyedSending | undefined): Next<Member> {
  const whenItsTurnHasCome = restrained<Member>(restraints, oncePerKeyOf(keyed));
  return journey([perNotification, inTurn, ...whenItsTurnHasCome], sendTogether);
}

/** A call for all that want the same notification, because a batch has only one (specification 2.2). */
async function perNotification(members: readonly Member[], next: Next<Member>): Promise<void> {
  await Promise.all(groupByNotification(members).map(next));
}

async function sendTogether(members: readonly Member[]): Promise<void> {
  const [first] = members;
  if (first === undefined) return;
  const { client, options } = callOf(first);
  const requests = await Promise.all(members.map((member) => outgoing(member.request, member)));
  const { batchId, requestId, entries } = await client.sendBatch(requests, options);
  for (const [index, member] of members.entries())
    member.result = outputOf(resultOf({ result: entries[index] }), member, { batchId, requestId });
}

function outputOf(
  entry: Result<MessageResult>,
  member: Member,
  batch: { batchId: string | undefined; requestId: string | undefined },
): Result<Output> {
  if (!entry.ok) return entry;
  const result = resultOfOutgoing(withNotes(entry.value, member.notes), member.request, member);
  return { ok: true, value: acceptedOutput(result, batch) };
}
