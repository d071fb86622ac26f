import { attempt, failed, type CallOptions, type Client } from '../../core/client';
import { batchCalls, open, outgoing, resultOfOutgoing, takeSteps, type Keyed } from '../../core/steps';
import type { Guards, KeyedSending } from '../work/guards';
import type { Job } from '../work/job';
import { withNotes, type NodeOutgoing } from '../work/outgoing';

/** A message that is sent in a batch. Its job is that of the input message it came from. */
export interface Member extends NodeOutgoing, Keyed {
  job: Job;
}

/** Makes the function that sends messages in as few calls as possible; then each has a result. It never rejects. */
export function batchSender(
  guards: Guards,
  keyed: KeyedSending | undefined,
): (members: readonly Member[]) => Promise<void> {
  const steps = { ...guards, once: keyed };
  return async (all) => {
    const sent = batchCalls(all).map(async ({ members, conversations }) => {
      const [job, ...others] = new Set(members.map((member) => member.job));
      const called = await attempt(async () =>
        job?.call(
          (client, signal) =>
            takeSteps(members, { ...steps, send: (turn) => sendTogether(turn, client, { signal }) }),
          { others, conversations },
        ),
      );
      if (called.ok) return;
      const result = failed(called.error);
      for (const member of open(members)) member.result = result;
    });
    await Promise.all(sent);
  };
}

async function sendTogether(members: readonly Member[], client: Client, options: CallOptions): Promise<void> {
  const requests = members.map((member) => outgoing(member.request, member));
  const results = await client.sendBatch(requests, options);
  for (const [index, member] of members.entries()) {
    const result = results[index];
    if (result !== undefined) member.result = withNotes(resultOfOutgoing(result, member), member.notes);
  }
}
