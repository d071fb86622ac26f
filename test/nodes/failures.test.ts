import type { IExecuteFunctions } from 'n8n-workflow';

import { route } from '../../nodes/MessagingService/actions/operations';

const sms = { channel: 'Sms', from: 'Test', to: '+41791234567', content: { type: 'Text', text: 'Hello' } };
const itemTo = (to: string) => ({ to, request: { ...sms, to } });
const right = itemTo(sms.to);
const wrong = itemTo('<079>');

/** The part of n8n that a node uses before it sends. Whatever else it asks for ends the test with an error. */
function contextOf(parameters: Record<string, unknown>, items: Array<Record<string, unknown>>) {
  const valueOf = (value: unknown, item: number): unknown =>
    typeof value === 'string'
      ? (items[item]?.[/^=\{\{ \$json\.(\w+) }}$/.exec(value)?.[1] ?? ''] ?? value)
      : value;
  const context: IExecuteFunctions = Object.assign(Object.create(null), {
    continueOnFail: () => false,
    getContext: () => ({}),
    getExecutionId: () => '1',
    getCredentials: async () => ({}),
    getInputData: () => items.map((json) => ({ json })),
    getNode: () => ({ name: 'Messaging', type: 'messagingService', parameters }),
    getNodeParameter: (name: string, item: number, fallback: unknown) =>
      valueOf(parameters[name], item) ?? fallback,
    getSignedResumeUrl: () => 'https://example.com/waiting?signature=abc',
    getTimezone: () => 'Europe/Zurich',
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    runExecutionData: { executionData: { nodeExecutionStack: [] } },
  });
  return context;
}

/** The lines of the description of the node's error. */
async function linesOf(parameters: Record<string, unknown>, items: Array<Record<string, unknown>>) {
  const error: unknown = await route(contextOf({ resource: 'message', ...parameters }, items)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ context: { itemIndex: items.indexOf(wrong) } });
  return String(Object(error).description).split('<br>\n');
}

const form = { channel: 'Sms', from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
const json = { defineUsing: 'json', requestJson: '={{ $json.request }}' };
const operations: Array<[string, Record<string, unknown>, string]> = [
  ['Send', { operation: 'send', ...form }, 'To'],
  ['Send with JSON', { operation: 'send', ...json }, 'to'],
  ['Send Batch', { operation: 'sendBatch', ...form }, 'To'],
  ['Send Batch with JSON', { operation: 'sendBatch', ...json }, 'to'],
  ['Reply', { operation: 'reply', ...form }, 'To'],
  ['Send and Wait', { operation: 'sendAndWait', ...form, responseType: 'approval', message: 'Hello?' }, 'To'],
];

describe.each(operations)('%s lists', (_name, parameters, field) => {
  it.each([
    [2, undefined],
    [20, undefined],
    [21, 'And 1 more.'],
    [25, 'And 5 more.'],
  ])('all of %i wrong items, or 20 and how many more', async (count, more) => {
    const lines = await linesOf(parameters, [right, ...Array.from({ length: count }, () => wrong)]);
    const items = lines.filter((line) => line.startsWith('Item '));
    expect(items).toEqual(
      Array.from({ length: Math.min(count, 20) }, (_, index) =>
        expect.stringMatching(`^Item ${index + 1}: ${field}: .+`),
      ),
    );
    expect(lines.filter((line) => /^And \d+ more/.test(line))).toEqual(more === undefined ? [] : [more]);
  });
});

it('Send Batch names the messages of a list by their paths', async () => {
  const list = { request: { messages: [sms, wrong.request, { ...sms, from: '' }] } };
  const parameters = { resource: 'message', operation: 'sendBatch', ...json };
  await expect(route(contextOf(parameters, [list]))).rejects.toMatchObject({
    message: expect.stringMatching(/^messages\[1]\.to: must/),
    description: expect.stringMatching(/Item 0: messages\[1]\.to: .+\nItem 0: messages\[2]\.from: /),
  });
});
