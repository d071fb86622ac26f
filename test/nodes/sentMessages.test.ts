import type { IDataObject } from 'n8n-workflow';

import { checkMessage, failed, MessagingError, type Accepted, type Result } from '../../core/client';
import type { Draft } from '../../nodes/MessagingService/actions/message/drafts';
import { SentMessages } from '../../nodes/MessagingService/actions/message/sentMessages';

/** A try of a node. `memory` survives it, as n8n keeps it for the execution. */
function tryOf(
  memory: IDataObject,
  { items = [{}, {}], runIndex = 0, text = '={{ $json.text }}', type = 'messagingService' } = {},
) {
  const node = {
    id: 'a',
    name: 'Send',
    type,
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: { text },
  };
  return new SentMessages({
    getNode: () => node,
    getContext: () => memory,
    getInputData: () => items.map((json) => ({ json })),
    getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
    isToolExecution: () => type.endsWith('Tool'),
  });
}

async function draft(position: number, text: string, result?: Result): Promise<Draft> {
  const content = { type: 'Text', text };
  const request = await checkMessage({ channel: 'Sms', from: 'Test', to: '+41791234567', content });
  return {
    position,
    itemIndex: position,
    request,
    files: [],
    compared: [],
    notes: [],
    key: undefined,
    result,
  };
}

const accepted: Accepted = {
  ...{ outcome: 'accepted', messageId: 'a', messageIds: ['a'], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
};
const output = JSON.parse(JSON.stringify(accepted)) as object;
const unknown = new MessagingError({
  message: 'No answer',
  outcome: 'unknown',
  code: 'timed_out',
  requestId: 'r',
});
const refused = new MessagingError({ message: 'Refused', outcome: 'rejected', code: 'refused' });

describe('what an earlier try has sent', () => {
  it('is known by its request, or by its item, whatever the parameters are now', async () => {
    const memory = {};
    tryOf(memory).keep(await draft(0, 'at 12:00', accepted));

    expect(tryOf(memory).recall(await draft(0, 'at 12:00'))).toEqual(output);
    // An expression such as $now gives another text with each try.
    expect(tryOf(memory).recall(await draft(0, 'at 12:01'))).toEqual(output);
    expect(tryOf(memory, { text: 'other' }).recall(await draft(0, 'at 12:00'))).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('is no other message, item or round of a loop', async () => {
    const memory = {};
    tryOf(memory).keep(await draft(0, 'Hello', accepted));

    expect(tryOf(memory, { items: [{ a: 1 }] }).recall(await draft(0, 'Good bye'))).toBeUndefined();
    expect(tryOf(memory).recall(await draft(1, 'Hello'))).toBeUndefined();
    expect(tryOf(memory, { runIndex: 1 }).recall(await draft(0, 'Hello'))).toBeUndefined();
  });

  it('stays open where nobody knows whether it was sent, and is tried again where it surely was not', async () => {
    const memory = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', failed(unknown)));
    first.keep(await draft(1, 'Hello', failed(refused)));

    expect(tryOf(memory).recall(await draft(0, 'Hello'))).toMatchObject({
      outcome: 'failed',
      error: { fact: 'No answer', outcome: 'unknown', requestId: 'r' },
    });
    expect(tryOf(memory).recall(await draft(1, 'Hello'))).toBeUndefined();
  });

  it('survives being stored, and is forgotten when the node is done', async () => {
    const memory: IDataObject = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', accepted));
    const stored: IDataObject = JSON.parse(JSON.stringify(memory));

    expect(tryOf(stored).recall(await draft(0, 'Hello'))).toMatchObject({ outcome: 'accepted' });
    first.forget();
    expect(tryOf(memory).recall(await draft(0, 'Hello'))).toBeUndefined();
  });

  it.each<[string, IDataObject]>([
    ['a text', { messagingServiceSent: 'x' }],
    ['a run that is no list of messages', { messagingServiceSent: { 0: 5 } }],
    ['an entry that is a text', { messagingServiceSent: { 0: { 0: 'sent' } } }],
    ['an entry without marks', { messagingServiceSent: { 0: { 0: { accepted: output } } } }],
  ])('is nothing that this package has not written: %s', async (_name, memory) => {
    expect(tryOf(memory).recall(await draft(0, 'Hello'))).toBeUndefined();

    tryOf(memory).keep(await draft(0, 'Hello', accepted));
    expect(tryOf(memory).recall(await draft(0, 'Hello'))).toEqual(output);
  });

  it('stays open without the words of the error', async () => {
    const memory: IDataObject = {};
    tryOf(memory).keep(await draft(0, 'Hello', failed(unknown)));
    const stored: IDataObject = JSON.parse(JSON.stringify(memory).replaceAll('"message":', '"other":'));

    expect(tryOf(stored).recall(await draft(0, 'Hello'))).toMatchObject({
      outcome: 'failed',
      error: { outcome: 'unknown', fact: 'It is not known whether an earlier try sent the message' },
    });
  });

  it('is known of an item whose input is gone', async () => {
    const memory = {};
    tryOf(memory, { items: [] }).keep(await draft(0, 'Hello', accepted));

    expect(tryOf(memory, { items: [] }).recall(await draft(0, 'Hello'))).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('is known to an agent that calls its tool again, until a call succeeds', async () => {
    const memory = {};
    let runIndex = 0;
    const call = (input: object) =>
      tryOf(memory, { items: [input], runIndex: runIndex++, type: 'messagingServiceTool' });
    const [first, second] = [{}, {}];
    const [hello, other] = await Promise.all([draft(0, 'Hello'), draft(0, 'Other')]);

    call(first).keep({ ...hello, result: failed(unknown) });
    // A call at the same time.
    const good = call(second);
    good.keep({ ...other, result: accepted });

    expect(call(first).recall(other)).toMatchObject({ outcome: 'failed' });
    expect(call({}).recall(hello)).toMatchObject({ outcome: 'failed', error: { fact: 'No answer' } });
    expect(call({}).recall(await draft(0, 'Another'))).toBeUndefined();
    good.forget();
    expect(call({}).recall(other)).toBeUndefined();
    expect(call({}).recall(hello)).toMatchObject({ outcome: 'failed' });
  });
});
