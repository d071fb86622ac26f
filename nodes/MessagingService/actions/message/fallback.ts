import type { IDataObject } from 'n8n-workflow';

import {
  askForReport,
  asMessagingError,
  checkMessage,
  furtherRequests,
  MessagingError,
  runFallback,
  sleep,
  type Client,
  type FallbackResult,
  type FallbackRules,
  type FurtherChannel,
} from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { asText, isRecord } from '../../../../core/reading';
import { asData } from '../../../data';
import type { Parameters } from '../../fields/read';
import { messageOutput } from './output';

/** The further channels of a message, checked before the first one goes out. */
export interface Fallback {
  rules: FallbackRules;
  further: MessageRequest[];
}

const LONGEST_SECONDS = 300;

/**
 * What the option *If It Does Not Get Through* says for a message; undefined without it.
 * @throws MessagingError `invalid_request` where a message for a further channel breaks the contract
 */
export async function readFallback(
  parameters: Parameters,
  request: MessageRequest,
): Promise<Fallback | undefined> {
  const entered = parameters('options.fallback');
  const given = isRecord(entered) ? entered.further : undefined;
  if (!isRecord(given)) return undefined;
  const channels = [channelIn(given, 'second', 'Sms'), channelIn(given, 'third', '')].filter(
    ({ channel }) => channel !== '',
  );
  const requests = furtherRequests({ ...request }, channels);
  const further = await Promise.all(requests.map(checkMessage));
  const seconds = Number(given.afterSeconds ?? 60);
  return {
    further,
    rules: {
      channels: [request, ...further].map(({ channel }) => channel),
      countsAs: given.countsAs === 'accepted' ? 'accepted' : 'delivered',
      afterMs: Math.min(seconds > 0 ? seconds : 60, LONGEST_SECONDS) * 1000,
    },
  };
}

function channelIn(given: Record<string, unknown>, name: string, byDefault: string): FurtherChannel {
  return {
    channel: asText(given[`${name}Channel`]) ?? byDefault,
    from: asText(given[`${name}From`]) ?? '',
    text: asText(given[`${name}Text`]) ?? '',
  };
}

/**
 * Sends a message on one channel after the other until it gets through.
 * @throws MessagingError with what became of it on each channel
 */
export function sendOnChannels(
  client: Client,
  request: MessageRequest,
  { rules, further }: Fallback,
  signal: AbortSignal | undefined,
): Promise<FallbackResult> {
  const requests = [request, ...further];
  return runFallback(rules, {
    send: async (index) => await client.send(requests[index], { signal }),
    report: (messageIds, until) =>
      askForReport(messageIds, until, {
        statusOf: (messageId) => client.messageStatus(messageId, { signal }).catch(() => undefined),
        pause: async (ms) => {
          await sleep(ms, signal);
          if (signal?.aborted === true) throw asMessagingError(stopped());
        },
      }),
  });
}

function stopped(): MessagingError {
  return new MessagingError({
    message: 'The execution was stopped while the delivery of the message was waited for',
    outcome: 'unknown',
    code: 'stopped',
  });
}

export function fallbackOutput(
  { channel, attempts, result }: FallbackResult,
  mediaIds: string[],
): IDataObject {
  return asData({ ...messageOutput(result, { mediaIds }), channel, attempts });
}
