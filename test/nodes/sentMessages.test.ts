import type { IDataObject } from 'n8n-workflow';

import { checkMessage, failed, MessagingError, type Accepted, type Result } from '../../core/client';
import { fault } from '../../core/errors/texts';
import type { Draft } from '../../nodes/MessagingService/actions/message/drafts';
import { SentMessages } from '../../nodes/MessagingService/actions/message/sentMessages';
import { runOf } from '../../nodes/MessagingService/actions/run';

/** A try of a node. `memory` survives it, as n8n keeps it for the execution. */
function tryOf(memory: IDataObject, { items = [{}, {}], runIndex = 0, isTool = false } = {}) {
  const run = Object({
    getInputData: () => items.map((json) => ({ json })),
    getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
    isToolExecution: () => isTool,
  });
  return new SentMessages({ context: { getContext: () => memory }, id: runOf(run), isTool });
}

async function draft(
  itemIndex: number,
  text: string,
  result?: Result,
  to = '+41791234567',
  place = 0,
): Promise<Draft> {
  const content = { type: 'Text', text };
  const request = await checkMessage({ channel: 'Sms', from: 'Test', to, content });
  return {
    ...{ itemIndex, place, request, result, key: undefined },
    ...{ files: [], compared: [], notes: [] },
  };
}

function recalled(sent: SentMessages, message: Draft): Result | undefined {
  return recalledAll(sent, [message])[0];
}

function recalledAll(sent: SentMessages, messages: readonly Draft[]): Array<Result | undefined> {
  const again = messages.map((message): Draft => ({ ...message, result: undefined }));
  sent.recall(again);
  return again.map(({ result }) => result);
}

const accepted: Accepted = {
  ...{ outcome: 'accepted', messageId: 'a', messageIds: ['a'], recipients: [] },
  ...{ pages: undefined, requestId: undefined, raw: {} },
};
const output = JSON.parse(JSON.stringify(accepted)) as object;
const unknown = new MessagingError({ ...fault('timed_out'), requestId: 'r' });
const refused = new MessagingError(fault('refused'));

describe('what an earlier try has sent', () => {
  it('is known by its request, or by its item, whatever the parameters are now', async () => {
    const memory = {};
    tryOf(memory).keep(await draft(0, 'at 12:00', accepted));

    expect(recalled(tryOf(memory), await draft(0, 'at 12:00'))).toEqual(output);
    // An expression such as $now gives another text with each try.
    expect(recalled(tryOf(memory), await draft(0, 'at 12:01'))).toEqual(output);
  });

  it('is no other message, item or round of a loop', async () => {
    const memory = {};
    tryOf(memory).keep(await draft(0, 'Hello', accepted));

    expect(recalled(tryOf(memory), await draft(1, 'Good bye'))).toBeUndefined();
    expect(recalled(tryOf(memory, { runIndex: 1 }), await draft(0, 'Hello'))).toBeUndefined();
    expect(recalled(tryOf(memory), await draft(0, 'Good bye', undefined, '+41791234568'))).toBeUndefined();
  });

  it('stands for one message, whichever others come before it now', async () => {
    const [anna, ben, carl, dora] = ['+41791111111', '+41791111112', '+41791111113', '+41791111114'];
    const memory = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', accepted, anna));
    first.keep(await draft(0, 'Hello', failed(refused), ben));
    first.keep(await draft(0, 'Hello', accepted, carl));
    first.keep(await draft(1, 'Hello', accepted, anna));

    const again = await Promise.all([
      draft(0, 'Hello', undefined, dora),
      draft(0, 'Corrected', undefined, anna),
      draft(0, 'Hello', undefined, ben),
      draft(0, 'Hello', undefined, carl),
      draft(0, 'Hello', undefined, anna),
      draft(1, 'Hello', undefined, anna),
    ]);
    const outcomes = recalledAll(tryOf(memory), again).map((result) => result?.outcome);
    expect(outcomes).toEqual([undefined, undefined, undefined, ...Array(3).fill('accepted')]);
  });

  it('stands for the message of its own item, if several items are the same but for their files', async () => {
    const memory = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', failed(refused)));
    first.keep(await draft(1, 'Hello', accepted));

    const again = [await draft(0, 'Hello'), await draft(1, 'Hello')];
    expect(recalledAll(tryOf(memory), again)).toEqual([undefined, output]);
  });

  it('stands for the message at its place, if several of an item go to one person', async () => {
    const memory = {};
    tryOf(memory).keep(await draft(0, 'Second', accepted, undefined, 1));
    const again = [await draft(0, 'First, now'), await draft(0, 'Second, now', undefined, undefined, 1)];
    expect(recalledAll(tryOf(memory), again)).toEqual([undefined, output]);
  });

  it('stays open where nobody knows whether it was sent, and is tried again where it surely was not', async () => {
    const memory = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', failed(unknown)));
    first.keep(await draft(1, 'Hello', failed(refused)));

    const [open, not] = recalledAll(tryOf(memory), [await draft(0, 'Hello'), await draft(1, 'Hello')]);
    expect(open).toMatchObject({
      outcome: 'failed',
      error: { fact: unknown.fact, outcome: 'unknown', requestId: 'r' },
    });
    expect(not).toBeUndefined();
  });

  it('survives being stored, and is forgotten when the node is done', async () => {
    const memory: IDataObject = {};
    const first = tryOf(memory);
    first.keep(await draft(0, 'Hello', accepted));
    const stored: IDataObject = JSON.parse(JSON.stringify(memory));

    expect(recalled(tryOf(stored), await draft(0, 'Hello'))).toMatchObject({ outcome: 'accepted' });
    first.forget();
    expect(recalled(tryOf(memory), await draft(0, 'Hello'))).toBeUndefined();
  });

  it('is known to an agent that calls its tool again, until a call succeeds', async () => {
    const memory = {};
    let runIndex = 0;
    const call = (input: object) => tryOf(memory, { items: [input], runIndex: runIndex++, isTool: true });
    const [first, second] = [{}, {}];
    const [hello, other] = await Promise.all([draft(0, 'Hello'), draft(0, 'Other')]);

    call(first).keep({ ...hello, result: failed(unknown) });
    // A call at the same time.
    const good = call(second);
    good.keep({ ...other, result: accepted });

    expect(recalled(call(first), other)).toMatchObject({ outcome: 'failed' });
    expect(recalled(call({}), hello)).toMatchObject({ outcome: 'failed', error: { fact: unknown.fact } });
    expect(recalled(call({}), await draft(0, 'Another'))).toBeUndefined();
    good.forget();
    expect(recalled(call({}), other)).toBeUndefined();
    expect(recalled(call({}), hello)).toMatchObject({ outcome: 'failed' });
  });
});
