import {
  checkWithNotes,
  furtherRequests,
  invalidField,
  MessagingError,
  resultOf,
  sleep,
  type Result,
} from '../../../../core/client';
import type { MessageRequest, AccountRules } from '../../../../core/contract';
import {
  askForReport,
  ended,
  outgoing,
  resultOfOutgoing,
  takeSteps,
  type Outgoing,
} from '../../../../core/steps';
import { runFallback } from '../../../../core/plan';
import { isRecord } from '../../../../core/reading';
import type { SendingWindow } from '../../../../core/sendingWindow';
import { choice, numberOf } from '../../../choice';
import type { Item } from '../../fields/itemReader';
import {
  furtherChannels,
  labelsOfFurther,
  readFurtherChannel,
  readFurtherContent,
  readFurtherSender,
  USUAL_WAIT,
} from '../../fields/furtherChannel';
import { labelsOf } from '../../fields/readMessage';
import { afterSeconds, countsAs } from '../../fields/options';
import { filled, parametersIn } from '../../fields/parameters';
import { SENDING_WINDOW } from '../../fields/sendingWindow';
import type { Draft, FallbackPlan } from './draft';
import { withDraft, type Service } from './steps';

/**
 * Reads the option *If It Does Not Get Through* for a message; undefined without it.
 * @throws MessagingError `invalid_request` if a message for a further channel breaks the contract
 */
export async function readFallback(
  { parameters, settings }: Pick<Item, 'parameters' | 'settings'>,
  request: MessageRequest,
  rules: AccountRules,
): Promise<FallbackPlan | undefined> {
  const entered = parameters('options.fallback');
  const given = isRecord(entered) ? entered.further : undefined;
  if (!isRecord(given)) return undefined;
  const labelOf = labelsOf(parameters);
  const values = parametersIn(given, parameters.entered('options.fallback.further'));
  const steps = furtherChannels.flatMap((fields) => {
    const channel = readFurtherChannel(fields, values);
    if (channel === '') return [];
    const from = readFurtherSender(fields, values);
    const content = readFurtherContent(fields, values, settings);
    return [{ channel, from, content, labelOf: labelsOfFurther(fields, values, labelOf) }];
  });
  const requests = furtherRequests({ ...request }, steps, labelOf);
  const checked = await Promise.all(
    requests.map((each, index) => checkWithNotes(each, steps[index]?.labelOf, rules)),
  );
  const further = checked.map((each) => each.request);
  const success = choice(filled(values, countsAs.name, countsAs.displayName), countsAs);
  const seconds =
    success === 'accepted'
      ? USUAL_WAIT
      : numberOf(filled(values, afterSeconds.name, afterSeconds.displayName), afterSeconds);
  return {
    further,
    notes: checked.flatMap(({ notes }) => notes),
    rules: {
      channels: [request, ...further].map(({ channel }) => channel),
      countsAs: success,
      afterMs: seconds * 1000,
    },
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
