import type { NodeMessage } from 'node-red';

import { asMessagingError, batchCalls, failed } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { open, outgoing, resultOfOutgoing, takeSteps, type Steps } from '../../core/steps';
import type { Guards } from '../work/guards';
import { callOf, inTurn, withNotes, type NodeOutgoing } from '../work/outgoing';
import type { KeyedSending } from '../work/sendOnce';

/** A message that is sent in a batch. Its job is that of the input message it came from. */
export interface Member extends NodeOutgoing {
  request: MessageRequest;
  msg: NodeMessage;
  /** What a person should know about its text. */
  notes: string[];
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
}

/** Makes the function that sends messages in as few calls as possible; then each has a result. It never rejects. */
export function batchSender(
  guards: Guards,
  keyed: KeyedSending | undefined,
): (members: readonly Member[]) => Promise<void> {
  const steps: Steps<Member> = {
    ...guards,
    once: keyed && { claims: keyed.claims },
    send: sendTogether,
  };
  const sendCall = (members: readonly Member[]) =>
    inTurn(members, (turn) => takeSteps(turn, steps)).catch((error: unknown) => {
      const result = failed(asMessagingError(error));
      for (const member of open(members)) member.result = result;
    });
  return async (members) => {
    await Promise.all(batchCalls(members).map(sendCall));
  };
}

async function sendTogether(members: readonly Member[]): Promise<void> {
  const [first] = members;
  if (first === undefined) return;
  const { client, options } = callOf(first);
  const requests = members.map((member) => outgoing(member.request, member));
  const results = await client.sendBatch(requests, options);
  for (const [index, member] of members.entries()) {
    const result = results[index];
    if (result !== undefined) member.result = withNotes(resultOfOutgoing(result, member), member.notes);
  }
}
