import {
  checkWithNotes,
  furtherRequests,
  invalidField,
  MessagingError,
  resultOf,
  sleep,
  type Result,
} from '../../../../core/client';
import type { AccountRules, LabelOf, MessageRequest } from '../../../../core/contract';
import {
  askForReport,
  ended,
  outgoing,
  resultOfOutgoing,
  takeSteps,
  type Outgoing,
} from '../../../../core/steps';
import { runFallback } from '../../../../core/plan';
import { textOf } from '../../../../core/errors/sentence';
import type { SendingWindow } from '../../../../core/sendingWindow';
import type { FallbackOption } from '../../fields/fallbackChannels';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import type { Draft, FallbackPlan } from './draft';
import { withDraft, type Service } from './steps';

/**
 * The further channels of a message (*Fallback Channels*); undefined without them.
 * @throws MessagingError `invalid_request` if a message for a further channel breaks the contract
 */
export async function fallbackOf(
  option: FallbackOption | undefined,
  request: MessageRequest,
  { labelOf, rules }: { labelOf: LabelOf | undefined; rules: AccountRules },
): Promise<FallbackPlan | undefined> {
  if (option === undefined) return undefined;
  const { countsAs, afterMs, further: steps } = option;
  const requests = furtherRequests({ ...request }, steps, labelOf);
  const checked = await Promise.all(
    requests.map((each, index) => checkWithNotes(each, steps[index]?.labelOf, rules)),
  );
  const further = checked.map((each) => each.request);
  return {
    further,
    notes: checked.flatMap(({ notes }) => notes.map((note) => textOf(note))),
    rules: { countsAs, afterMs, channels: [request, ...further].map(({ channel }) => channel) },
  };
}

/** Sends a message with further channels on one after the other until it gets through. Its exclude list is the same for all of them. */
export async function sendOnChannels(
  { client, signal, rateLimit }: Service,
  draft: Draft,
  { further, rules }: FallbackPlan,
): Promise<Result> {
  const { request, ready, window } = draft;
  const requests = [ready?.request ?? request, ...further];
  const recipient = request.to ?? undefined;
  const result = await runFallback(rules, {
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
        isOver: () => false,
        statusOf: (messageId) => client.messageStatus(messageId, { signal, recipient }),
        pause: async (ms) => {
          await sleep(ms, signal);
          if (signal?.aborted === true) throw stopped();
        },
      }),
  });
  return withDraft(result, draft);
}

function stopped(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped while waiting for the delivery of the message',
    outcome: 'unknown',
    code: 'stopped',
  });
}

/**
 * An execution waits a few minutes for the delivery on a channel, and not until the window opens.
 * @throws MessagingError `invalid_request` for further channels that follow if a planned message is not delivered
 */
export function checkWindowOfChannels(
  window: SendingWindow | undefined,
  fallback: FallbackPlan | undefined,
): void {
  if (window?.outside === 'plan' && fallback?.rules.countsAs === 'delivered')
    throw invalidField(
      'sendingWindow.outside',
      "a message with further channels cannot be planned and followed until it is delivered: choose 'Do Not Send', or 'Accepted' in 'Counts as Success'",
      { label: `${SENDING_WINDOW} › Outside` },
    );
}
