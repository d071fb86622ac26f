import { MOST_FURTHER_CHANNELS } from '../../core/client/request/furtherChannels';
import { channels } from '../../core/contract/names';
import { isRecord } from '../../core/reading';
import { choice, describe, duration, flag, own } from '../settings/describe';
import { failureRows, fileRows, messageRows, nodeRows, tooLongRow } from '../settings/messageRows';
import { guardRows } from '../settings/guardRows';
import { sendOnceRows } from '../settings/sendOnceRows';

const fallback = { section: 'fallback', tab: 'delivery' } as const;

export const sendNode = describe({
  type: 'messaging-send',
  ports: { inputs: 1, outputs: 1 },
  tabs: ['message', 'delivery', 'advanced'],
  rows: {
    ...nodeRows,
    ...messageRows('Sms'),
    ...fileRows,
    fallbackChannels: own([], furtherChannels, { ...fallback, check: 'fallback' }),
    countsAs: choice(['delivered', 'accepted'], { ...fallback, shownWhen: { fallbackChannels: 'filled' } }),
    after: duration(60, 'seconds', {
      ...fallback,
      shownWhen: { fallbackChannels: 'filled', countsAs: ['delivered'] },
    }),
    ...guardRows,
    ...sendOnceRows,
    keepTrying: duration(0, 'minutes', { section: 'once' }),
    ...failureRows,
    ...tooLongRow,
    validateOnly: flag({ section: 'output' }),
  },
  migrations: [],
});

/** The further channels as the editor stores them: sender and text are typed inputs. */
function furtherChannels(stored: unknown): Array<Record<string, unknown>> {
  return (Array.isArray(stored) ? stored : [])
    .filter(isRecord)
    .filter(({ channel }) => channels.some((known) => known === channel))
    .slice(0, MOST_FURTHER_CHANNELS);
}
