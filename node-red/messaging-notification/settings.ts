import { statusPath } from '../settings/calledPaths';
import { choice, describe, flag, texts } from '../settings/describe';
import { calledAt, callerRows, channelRows, filters } from '../settings/triggerRows';

export const notificationNode = describe({
  type: 'messaging-notification',
  ports: { inputs: 0, outputs: 1 },
  folded: ['filters', 'callers'],
  rows: {
    ...calledAt(statusPath),
    method: choice(['any', 'post', 'get']),
    finalOnly: flag({ value: true }),
    ...channelRows,
    recipients: texts(filters),
    ...callerRows,
  },
});
