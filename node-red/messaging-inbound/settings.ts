import { inboundPath } from '../settings/calledPaths';
import { choice, describe, number, texts } from '../settings/describe';
import { calledAt, callerRows, channelRows, repeatRows } from '../settings/triggerRows';

const section = 'filters';

export const inboundNode = describe({
  type: 'messaging-inbound',
  ports: { inputs: 0, outputs: 1 },
  rows: {
    ...calledAt(inboundPath),
    ...channelRows,
    senders: texts({ section }),
    receivers: texts({ section }),
    keywords: texts({ section }),
    replyIds: texts({ section }),
    optOuts: choice(['all', 'only', 'none'], { section }),
    ...callerRows,
    ...repeatRows,
    waitForPause: number({ value: 0, min: 0, max: 20, section: 'gather' }),
    pauseAtMost: number({ value: 30, min: 1, max: 30, section: 'gather' }),
    optOutWords: texts({ section: 'optOut' }),
    optInWords: texts({ section: 'optOut' }),
  },
  migrations: [],
});
