import { countTry, hasTriesLeft } from '../../nodes/MessagingService/actions/run';
import { tellingAgent } from '../../nodes/MessagingService/agentTool';
import { type InputItem, PASSWORD, serve, useNodeBench, texts } from './inProcess/bench';

/** What a person is told of a failure, and that nothing is ever sent twice. */
const bench = useNodeBench();

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const toEach = { from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
const people = (...numbers: string[]): InputItem[] =>
  numbers.map((to, index) => ({ json: { to, text: `Hello ${index}` } }));
const goOn = { onError: 'continueRegularOutput' } as const;
const retry = { retryOnFail: true, maxTries: 3 };
const callsWith = (text: string) =>
  bench.sandbox.calls().filter(({ requestBody }) => requestBody.includes(text));
const json = (requestJson: string) => ({ defineUsing: 'json', requestJson });

describe('what is wrong is named by the field of the form, or the path in JSON:', () => {
  it.each<[string, object, string]>([
    ['a text', { channel: 'Rcs', text: 'x'.repeat(2000) }, 'Text: at most 1000 characters on Rcs, got 2000'],
    ['an expression', { text: '={{ nope( }}' }, 'text: invalid syntax: {{ nope( }}'],
    ['no JSON', json('{ "channel": Sms }'), 'Request: must be JSON'],
    ['a misspelt field', json('{ "channel": "Sms", "frm": "Test" }'), 'frm: is not a field here'],
    [
      'how a text ends',
      { options: { ifTooLong: '={{ "shorten" }}' } },
      'If a Text Is Too Long: must be cut, refuse or split, got "shorten"',
    ],
  ])('%s', async (_name, parameters, message) => {
    const { error } = await bench.run({ ...sms, ...parameters });
    expect(error?.message).toContain(message);
    expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'not_sent' });
    expect(bench.sandbox.calls()).toEqual([]);
  });
});

it('what the service says is told with what to do next', async () => {
  const { error } = await bench.run(sms, [{}], { account: { password: 'x' } });
  expect(error?.message).toContain('does not accept the user name or password');
  expect(error?.description).toContain('Check both in the credential');
  expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'rejected' });
});

describe('an item that fails', () => {
  it('gives its error with code, outcome and request id when the node goes on, linked to its item', async () => {
    const binary = { bill: { data: 'JVBERi0=', mimeType: 'application/pdf' } };
    const numbers = ['+41791000000', '+41790000400', '079 123 45 67', '+41791000003'];
    const items = people(...numbers).map((item) => ({ ...item, binary }));
    const execution = await bench.run(toEach, items, goOn);

    expect(texts(bench).sort()).toEqual(['Hello 0', 'Hello 3']);
    expect(execution.items()).toMatchObject([
      { messageId: expect.any(String) },
      {
        ...{ channel: 'Sms', to: '+41790000400', text: 'Hello 1' },
        error: expect.stringMatching(/^The service refused the request: .* \(not sent\)$/),
        errorDetails: {
          ...{ code: expect.any(String), outcome: 'rejected', status: 400, requestId: expect.any(String) },
          details: [{ parameter: expect.stringMatching(/to/i), messages: [expect.any(String)] }],
          description: expect.stringContaining('Request ID for support'),
          raw: expect.objectContaining({ errorCode: expect.any(String) }),
        },
      },
      { to: '0791234567', text: 'Hello 2', errorDetails: { code: 'invalid_request', outcome: 'not_sent' } },
      { messageId: expect.any(String) },
    ]);
    expect(JSON.stringify(execution.items())).not.toContain(PASSWORD);
    expect(execution.outputs[0]?.map((item) => [item.pairedItem, item.binary])).toEqual(
      [undefined, binary, binary, undefined].map((file, item) => [{ item }, file]),
    );
  });

  it('keeps everything from going out when it is seen before sending', async () => {
    const { error } = await bench.run(toEach, people('+41791000000', '+41791000001', '079 123 45 67'));
    expect(error?.context).toMatchObject({ itemIndex: 2, outcome: 'not_sent' });
    expect(error?.description).not.toContain('Item ');
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it.each(['send', 'sendBatch', 'reply', 'sendAndWait'])(
    'is named by %s with all others that are wrong, a line each, as far as there are not too many',
    async (operation) => {
      const wrong = Array.from({ length: 25 }, (_, index) => `<${index}> 079 123 45 67`);
      const parameters = { ...toEach, channel: 'Sms', operation, message: 'Hello?' };
      const { error } = await bench.run(parameters, people('+41791000000', ...wrong));
      expect(error?.context).toMatchObject({ itemIndex: 1 });
      const lines = (error?.description ?? '').split('<br>\n');
      expect(lines.filter((line) => line.startsWith('Item '))).toEqual(
        wrong.slice(0, 20).map((_, index) => expect.stringContaining(`Item ${index + 1}: To: `)),
      );
      expect(lines).toContain('And 5 more.');
      expect(error?.description).not.toMatch(/<(?!br>)/);
    },
  );

  it('stops what was not begun, and names what was sent', async () => {
    const items = people('+41791000000', '+41790000403', '+41791000002', '+41791000003');
    const { error } = await bench.run({ ...toEach, options: { itemsAtOnce: 1 } }, items);
    expect(texts(bench)).toEqual(['Hello 0']);
    expect(error?.context).toMatchObject({ itemIndex: 1, outcome: 'rejected' });
    expect(error?.description).toContain('Of 4 items: 1 sent, 1 refused, 2 not started.');
    expect(error?.description).toContain(String(bench.sandbox.messages()[0]?.messageId));
  });
});

describe.each(['send', 'sendBatch'])('Retry on Fail of %s', (operation) => {
  const sending = { ...toEach, operation };

  it('goes on after the failed item in its next try', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const execution = await bench.run(sending, people('+41791000000', '+41791000001', '+41791000002'), retry);
    expect(texts(bench).sort()).toEqual(['Hello 0', 'Hello 1', 'Hello 2']);
    const ids = bench.sandbox.messages().map(({ messageId }) => messageId);
    expect(
      execution
        .items()
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('never sends again what may have been sent, and counts what all tries have sent', async () => {
    const others = Array.from({ length: 29 }, (_, index) => `+417910000${index + 10}`);
    const options = { itemsAtOnce: 10, chunkSize: 1 };
    const { error } = await bench.run({ ...sending, options }, people('+41790000600', ...others), retry);
    expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'unknown' });
    expect(error?.description).toContain(
      'The message may have been sent. It is not sent again automatically',
    );
    expect(error?.description).toContain('Of 30 items: 29 sent, 1 possibly sent.');
    expect(callsWith('+41790000600')).toHaveLength(1);
    expect(texts(bench)).toHaveLength(30);
  });

  it.each([{ parameters: { ...sending, text: '' } }, { credentials: undefined }])(
    'names what it has sent, although now %j',
    async (wrong) => {
      const items = people('+41791000000', '+41790000403');
      const execution = await bench.run({ ...sending, options: { chunkSize: 1 } }, items, goOn);
      Object.assign(Object(execution).node, wrong);
      execution.goOn();
      const notSent = { errorDetails: { code: expect.stringMatching(/^invalid_/), outcome: 'not_sent' } };
      expect((await execution.settled()).items()).toMatchObject([{ messageId: expect.any(String) }, notSent]);
    },
  );

  it('does not multiply the tries of the node: 4 at first, and one in each further run', async () => {
    // Answered 429 every time: not taken, to be sent again after a second.
    await bench.run(sending, people('+41790000429'), { ...retry, ...goOn });
    expect(callsWith('+41790000429')).toHaveLength(4 + retry.maxTries - 1);
  });
});

it('sends nothing again although the answer, which is the first item, has an empty error', async () => {
  let calls = 0;
  const answer = { messageId: 'a', error: null };
  const account = await serve((_request, response) => {
    calls += 1;
    response.end(JSON.stringify(answer));
  });
  const options = { output: { values: { mode: 'raw' } } };
  const execution = await bench.run({ ...sms, options }, [{}], { ...retry, account });
  expect(execution.items()).toEqual([answer]);
  expect(calls).toBe(1);
});

it('pauses between calls, and sends nothing more once the execution is stopped', async () => {
  const options = { chunkSize: 2, pause: 600_000 };
  const items = people(...Array.from({ length: 6 }, (_, index) => `+4179100000${index}`));
  const begun = bench.begin({ ...toEach, operation: 'sendBatch', options }, items);
  await bench.sandbox.until(() => texts(bench).length === 2);
  begun.stop.abort();
  const { error } = await begun.settled();
  expect(error?.message).toMatch(/^The execution was stopped before the service answered/);
  expect(texts(bench)).toEqual(['Hello 0', 'Hello 1']);
});

it('knows that messages were not sent of which an upload was stopped', async () => {
  let calls = 0;
  const account = await serve((_, response) => {
    calls += 1;
    if (calls === 1) response.end('{"mediaId":"m"}');
    else setTimeout(() => begun.stop.abort(), 50);
  });
  const image = {
    channel: 'Whatsapp',
    from: '+41795550100',
    contentType: 'Image',
    mediaSource: 'binary',
    binaryField: 'data',
  };
  const binary = { data: { data: 'iVBORw0KGgo=', mimeType: 'image/png', fileName: 'a.png' } };
  const begun = bench.begin({ ...sms, ...image, operation: 'sendBatch' }, [{ binary }, { binary }], {
    ...goOn,
    account,
  });
  const notSent = { errorDetails: { code: 'not_started', outcome: 'not_sent' } };
  expect((await begun.settled()).items()).toMatchObject([notSent, notSent]);
});

it('follows no redirect, which would take user name and password elsewhere', async () => {
  const seen: unknown[] = [];
  const { baseUrl: location } = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{"messageId":"a"}');
  });
  const account = await serve((_request, response) => response.writeHead(307, { location }).end());
  const { error } = await bench.run(sms, [{}], { account });
  expect(error?.message).toContain('answers with a redirect');
  expect(seen).toEqual([]);
});

it('takes the ID of a message from the field that the account names', async () => {
  const service = await serve((_request, response) => response.end('{"SmsRef":"r-1"}'));
  const named = { ...service, messageIdField: ' smsRef ' };
  const send = async (otherPaths: boolean) =>
    (await bench.run(sms, [{}], { ...goOn, account: { ...named, otherPaths } })).items();
  expect(await send(true)).toMatchObject([{ messageId: 'r-1' }]);
  expect(await send(false)).toMatchObject([{ errorDetails: { outcome: 'unknown' } }]);
});

it.each([
  { maxTries: 0, isTool: false, most: 3 },
  { maxTries: 0, isTool: true, most: 2 },
  { maxTries: 9, isTool: false, most: 5 },
])('knows when n8n tries no more: %j', ({ maxTries, isTool, most }) => {
  const item = { json: {} };
  const context = Object({
    getNode: () => ({ retryOnFail: true, maxTries }),
    isToolExecution: () => isTool,
    getInputData: () => [item],
    getExecuteData: () => item,
  });
  const left = Array.from({ length: 6 }, () => {
    countTry(context);
    return hasTriesLeft(context);
  });
  expect(left.indexOf(false) + 1).toBe(most);
});

it('has one output as a tool, and changes nothing of an agent that runs it by itself', async () => {
  const agent = { onError: 'continueErrorOutput' };
  const context = Object({ isToolExecution: () => true, getExecuteData: () => ({ node: agent }) });
  const unanswered = { json: { answered: false } };
  expect(await tellingAgent(context, async () => [[], [unanswered]])).toEqual([[unanswered]]);
  expect(agent.onError).toBe('continueErrorOutput');
});
