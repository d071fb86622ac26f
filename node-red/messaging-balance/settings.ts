import { describe, optionalNumber } from '../settings/describe';
import { nodeRows } from '../settings/messageRows';

export const balanceNode = describe({
  type: 'messaging-balance',
  ports: { inputs: 1, outputs: 1 },
  rows: { ...nodeRows, threshold: optionalNumber({ secondOutput: true, guard: true }) },
});
