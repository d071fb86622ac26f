import type { MessageResult } from '../../core/client';
import { acceptedOutput } from '../../node-red/outcome/report';

const result: MessageResult = {
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
  expect(acceptedOutput(sent)).toMatchObject({ payload: { outcome: 'accepted', ...sent }, status });
});
