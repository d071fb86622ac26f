import { describe, optionalNumber } from '../shared/describe';
import { nodeRows } from '../shared/messageRows';

export const balanceNode = describe({
  type: 'messaging-balance',
  ports: { inputs: 1, outputs: 1 },
  rows: { ...nodeRows, threshold: optionalNumber({ secondOutput: true }) },
  migrations: [],
});
