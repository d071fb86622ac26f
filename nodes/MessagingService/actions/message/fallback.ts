import { MessagingError, resultOf, sleep, type Result } from '../../../../core/client';
import { runFallback } from '../../../../core/plan';
import {
  askForReport,
  ended,
  outgoing,
  resultOfOutgoing,
  takeSteps,
  type Outgoing,
} from '../../../../core/steps';
import type { NodeRun } from '../operation';
import type { Draft, FallbackPlan } from './drafts';

/** Sends a message with further channels on one after the other until it gets through. Its exclude list is the same for all of them. */
export async function sendOnChannels(
  { client, signal, rateLimit }: NodeRun,
  { request, ready, window }: Draft,
  { further, rules }: FallbackPlan,
): Promise<Result> {
  const requests = [ready?.request ?? request, ...further];
  const recipient = request.to ?? undefined;
  return await runFallback(rules, {
    send: async (index) => {
      const next = requests[index];
      if (next === undefined) throw new RangeError('There is no message for this channel');
      const message: Outgoing = { request: next };
      await takeSteps([message], {
        schedule: { windowOf: async () => window },
        rateLimit,
        send: async () => {
          const sent = await resultOf(async () => client.send(await outgoing(next, message), { signal }));
          message.result = resultOfOutgoing(sent, message);
        },
      });
      return ended(message);
    },
    report: (messageIds, until) =>
      askForReport(messageIds, {
        until,
        statusOf: (messageId) => client.messageStatus(messageId, { signal, recipient }),
        pause: async (ms) => {
          await sleep(ms, signal);
          if (signal?.aborted === true) throw stopped();
        },
      }),
  });
}

function stopped(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped while waiting for the delivery of the message',
    outcome: 'unknown',
    code: 'stopped',
  });
}
