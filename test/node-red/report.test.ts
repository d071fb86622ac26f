import type { Accepted } from '../../core/client';
import { outputOf } from '../../node-red/outcome/report';

const result: Accepted = {
  outcome: 'accepted',
  ...{ messageId: 'a1', messageIds: ['a1'], recipients: [], pages: undefined },
  ...{ requestId: undefined, raw: {} },
};

it.each([
  [undefined, { key: 'sent' }],
  ['queued', { key: 'sent' }],
  ['SUCCESS', { key: 'sent' }],
  [
    'INSUFFICIENT_CREDIT',
    { look: 'warning', key: 'sentUnclear', values: { statusText: 'INSUFFICIENT_CREDIT' } },
  ],
])('an accepted message shows the status of the answer where nobody knows it: %s', (statusText, status) => {
  const sent = statusText === undefined ? result : { ...result, statusText };
  expect(outputOf(sent)).toMatchObject({ payload: sent, status });
});
