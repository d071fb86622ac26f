import { describe, flag, texts } from '../settings/describe';
import { addressRows, channelRows, filters, outputRows } from '../settings/triggerRows';

export const notificationNode = describe({
  type: 'messaging-notification',
  ports: { inputs: 0, outputs: 1 },
  folded: ['filters', 'output'],
  rows: {
    ...addressRows,
    finalOnly: flag({ value: true, guard: true }),
    ...channelRows,
    recipients: texts(filters),
    ...outputRows,
  },
});
