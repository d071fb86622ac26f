import type { IExecuteFunctions } from 'n8n-workflow';

import { forEachPart } from '../../nodes/MessagingService/actions/eachItem';

it('all parts of all items share Items at Once', async () => {
  const context: IExecuteFunctions = Object.assign(Object.create(null), {
    continueOnFail: () => false,
    getContext: () => ({}),
    getCredentials: async () => ({}),
    getInputData: () => [{ json: {} }, { json: {} }],
    getNode: () => ({ name: 'Messaging', parameters: { options: { itemsAtOnce: 3 } } }),
    getNodeParameter: (name: string) => (name === 'options.itemsAtOnce' ? 3 : ''),
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
  });
  let now = 0;
  let most = 0;

  const output = await forEachPart(
    context,
    (item) => Array.from({ length: 10 }, (_, part) => ({ item, part })),
    async (part) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now -= 1;
      return part;
    },
  );

  expect(most).toBe(3);
  expect(output[11]).toEqual({ json: { item: 1, part: 1 }, pairedItem: { item: 1 } });
});
