import { choice, describe, number, texts } from '../settings/describe';
import { addressRows, channelRows, filters, outputRows } from '../settings/triggerRows';

export const inboundNode = describe({
  type: 'messaging-inbound',
  ports: { inputs: 0, outputs: 1 },
  tabs: ['message', 'advanced'],
  rows: {
    ...addressRows,
    ...channelRows,
    senders: texts(filters),
    receivers: texts(filters),
    keywords: texts(filters),
    replyIds: texts(filters),
    optOuts: choice(['all', 'only', 'none'], filters),
    ...outputRows,
    waitForPause: number({ value: 0, min: 0, max: 20, unit: 'seconds', section: 'gather' }),
    pauseAtMost: number({
      value: 30,
      min: 1,
      max: 30,
      unit: 'seconds',
      section: 'gather',
      shownWhen: { waitForPause: 'filled' },
    }),
    optOutWords: texts({ section: 'optOut' }),
    optInWords: texts({ section: 'optOut' }),
  },
});
