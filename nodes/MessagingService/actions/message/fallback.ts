import { checkWithNotes, fallbackRequests, invalidField, sleep, type Result } from '../../../../core/client';
import type { LabelOf, MessageRequest } from '../../../../core/contract';
import { textOf } from '../../../../core/errors/sentence';
import { runFallback, type FallbackRules } from '../../../../core/plan';
import { ended, outgoing, resultOfOutgoing, takeSteps, type Outgoing } from '../../../../core/steps';
import { outside, sendingWindow } from '../../fields/sendingWindow';
import { UNDER_WAY, type NodeRun, type SendOptions } from '../run';
import type { Draft } from './drafts';
import { say } from '../../../texts';

/** The fallback channels of a message, checked before the first message is sent. */
export interface FallbackPlan {
  rules: FallbackRules;
  further: MessageRequest[];
  notes: string[];
}

/**
 * The fallback channels of a message (*Fallback Channels*).
 * @throws MessagingError `invalid_request` if a message for a fallback channel breaks the contract, or is to be scheduled and followed: an
 *   execution waits a few minutes for the delivery on a channel, and not until the window opens
 */
export async function fallbackOf(
  request: MessageRequest,
  { countsAs, afterMs, further: steps }: NonNullable<SendOptions['fallback']>,
  { rules, window }: Pick<SendOptions, 'rules' | 'window'>,
  labelOf?: LabelOf,
): Promise<FallbackPlan> {
  const requests = fallbackRequests({ ...request }, steps, labelOf);
  const checked = await Promise.all(
    requests.map((each, index) => {
      const ofChannel = steps[index]?.labelOf;
      return checkWithNotes(each, {
        labelOf: (...place) => ofChannel?.(...place) ?? labelOf?.(...place),
        rules,
      });
    }),
  );
  if (window?.outside === 'plan' && countsAs === 'delivered')
    throw invalidField('sendingWindow.outside', say('scheduledOrFollowed'), {
      label: `${sendingWindow.label} › ${outside.label}`,
    });
  const further = checked.map((each) => each.request);
  return {
    further,
    notes: checked.flatMap(({ notes }) => notes.map((note) => textOf(note))),
    rules: { countsAs, afterMs, channels: [request, ...further].map(({ channel }) => channel) },
  };
}

/** Sends a message with fallback channels on one after the other until it gets through. Its exclude list is the same for all of them. */
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
          const sent = await client.send(outgoing(next, message), { signal });
          message.result = resultOfOutgoing(sent, message);
        },
      });
      return ended(message);
    },
    statusOf: (messageId) => client.messageStatus(messageId, { signal, recipient }),
    pause: async (ms) => {
      await sleep(ms, signal);
      if (signal?.aborted === true) throw UNDER_WAY.error;
    },
  });
}
