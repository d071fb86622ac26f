import type { NodeConnectionType } from 'n8n-workflow';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { listen } from '../../network/listening';
import type { Execution } from './execution';
import { entries } from './contentCases';
import { ACTION, type Bench, type InputItem, outputs, PASSWORD, startBench } from './messaging';
import { startScriptedModel } from './scriptedModel';
import { chain } from './workflow';

/** What goes wrong, what a person is told, and that nothing is ever sent twice, in a real n8n. */
jest.setTimeout(300_000);

let bench: Bench;
/** Closes every connection at once: nothing of a request is answered. */
let deaf: Server;
let deafUrl: string;
beforeAll(async () => {
  bench = await startBench();
  deaf = createServer((socket) => socket.resume().once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const address = deaf.address();
  deafUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  deaf?.close();
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
});

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const toEach = { from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };
const people = (...numbers: string[]): InputItem[] =>
  numbers.map((to, index) => ({ json: { to, text: `Hello ${index}` } }));
const goOn = { onError: 'continueRegularOutput' } as const;
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
const texts = () => bench.sandbox.messages().map(({ content }) => ('text' in content ? content.text : ''));

/** Everything that n8n stores of an execution and gives out about it, and its log. */
async function everythingStored({ id }: Execution): Promise<string> {
  return JSON.stringify(await bench.n8n.call('GET', `/rest/executions/${id}`)) + bench.n8n.logs();
}

const secrets = [
  PASSWORD,
  'another wröng secret',
  ...[PASSWORD, 'another wröng secret'].map((password) =>
    Buffer.from(`demo:${password}`).toString('base64').replace(/=+$/, ''),
  ),
];

async function expectNoSecret(execution: Execution): Promise<void> {
  const stored = await everythingStored(execution);
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(stored.toLowerCase()).not.toContain('authorization: ');
}

interface Fault {
  name: string;
  settings?: Record<string, string>;
  parameters?: object;
  message: string;
  next: string;
  outcome: string;
}

const longAddress = `https://example.com/${'x'.repeat(181)}`;

const longSecond = [
  { id: 'yes', title: 'Yes' },
  { id: 'later', title: 'Not today, but another time' },
];
const buttons = {
  channel: 'Whatsapp',
  from: '+41795550100',
  bodyText: 'When?',
  actionType: 'Button',
  actionButtons: entries(...longSecond),
};

const faults: Fault[] = [
  {
    name: 'a wrong password',
    settings: { password: 'another wröng secret' },
    message: 'The service does not accept the user name or password',
    next: 'Check both in the credential',
    outcome: 'rejected',
  },
  {
    name: 'a service that cannot be reached',
    settings: { baseUrl: 'http://127.0.0.1:9' },
    message: 'The service cannot be reached: the connection was refused',
    next: 'Check the base URL in the credential',
    outcome: 'not_sent',
  },
  {
    name: 'a host that is not known',
    settings: { baseUrl: 'https://nowhere.invalid' },
    message: 'The service cannot be reached',
    next: 'Check the base URL in the credential',
    outcome: 'not_sent',
  },
  {
    name: 'a base URL without encryption',
    settings: { baseUrl: 'http://messaging.example.com' },
    message: 'The base URL "http://messaging.example.com" is not encrypted',
    next: 'Start the base URL in the credential with https://',
    outcome: 'not_sent',
  },
  {
    name: 'a number without country code',
    parameters: { to: '079 123 45 67' },
    message: 'To: must start with the country code: for Switzerland, for example, write +41791234567',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a text of 2,000 characters on RCS',
    parameters: { channel: 'Rcs', text: 'x'.repeat(2000) },
    message: 'Text: at most 1000 characters on Rcs, got 2000',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a notification list of 201 characters',
    parameters: {
      notification: { entry: { addresses: entries({ type: 'UrlPost', address: longAddress }) } },
    },
    message: 'Status Notification › Addresses: at most 200 characters for all addresses together, got 201',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a button with a title that is too long',
    parameters: { ...buttons, contentType: 'Interactive' },
    message: 'Buttons 2 › Title: at most 20 characters, got 27',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'such a button in JSON',
    parameters: {
      defineUsing: 'json',
      requestJson: JSON.stringify({
        channel: 'Whatsapp',
        from: '+41795550100',
        to: '+41791234567',
        content: {
          type: 'Interactive',
          body: { text: 'When?' },
          action: { type: 'Button', buttons: longSecond.map((button) => ({ type: 'Reply', ...button })) },
        },
      }),
    },
    message: 'content.action.buttons[1].title: at most 20 characters, got 27',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a second channel with a sender that it does not take',
    parameters: {
      ...buttons,
      contentType: 'Text',
      text: 'Hello',
      options: { fallback: { further: { secondChannel: 'Sms', secondFrom: 'A sender that is too long' } } },
    },
    message: 'Second Sender: must be up to 16 digits',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a notification without an address',
    parameters: { notification: { entry: { forEvent: 'All' } } },
    message: 'Status Notification › Addresses: is required',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a request that is no JSON',
    parameters: { defineUsing: 'json', requestJson: '{ "channel": Sms }' },
    message: 'Request: must be JSON',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a choice by expression that there is not',
    parameters: { options: { uploadForm: "={{ 'zip' }}" } },
    message: 'Upload Format: must be multipart or raw, got "zip"',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a switch by expression that is neither on nor off',
    parameters: { options: { validateOnly: "={{ 'yes' }}" } },
    message: 'Validate Only: must be true or false, got "yes"',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a request in JSON with a misspelt field',
    parameters: { defineUsing: 'json', requestJson: '{ "channel": "Sms", "frm": "Test" }' },
    message: 'frm: is not a field here',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'a request in JSON with recipients in two places',
    parameters: {
      defineUsing: 'json',
      requestJson: '{ "channel": "Sms", "to": ["+41791234567"], "toList": ["+41795550112"] }',
    },
    message: 'to: takes one recipient (to) or several (toList), not both',
    next: 'Nothing was sent',
    outcome: 'not_sent',
  },
  {
    name: 'an account without credit',
    parameters: { to: '+41790000403' },
    message: 'The service does not permit this',
    next: 'Check the credit of the account',
    outcome: 'rejected',
  },
  {
    name: 'a recipient that the service refuses',
    parameters: { to: '+41790000400' },
    message: 'The service refused the request',
    next: 'invalid receiver',
    outcome: 'rejected',
  },
  {
    name: 'a service that fails',
    parameters: { to: '+41790000500' },
    message: 'The service failed with status 500',
    next: 'The message may have been sent',
    outcome: 'unknown',
  },
  {
    name: 'a redirect',
    parameters: { to: '+41790000307' },
    message: 'The address answers with a redirect',
    next: 'Enter the final address as the base URL',
    outcome: 'unknown',
  },
  {
    name: 'a connection that breaks before the answer',
    parameters: { to: '+41790000600' },
    message: 'The connection to the service broke before its answer was complete',
    next: 'The message may have been sent',
    outcome: 'unknown',
  },
  {
    name: 'an answer that is not complete',
    parameters: { to: '+41790000601' },
    message: 'The connection to the service broke before its answer was complete',
    next: 'The message may have been sent',
    outcome: 'unknown',
  },
  {
    name: 'an answer of 100 MB',
    parameters: { to: '+41790000604' },
    message: 'The answer is far longer than any answer from the service',
    next: 'Check the base URL in the credential',
    outcome: 'unknown',
  },
  {
    name: 'an answer of another server',
    parameters: { to: '+41790000603' },
    message: 'The answer of the service is incomplete or not JSON',
    next: 'Check the base URL in the credential',
    outcome: 'unknown',
  },
];

describe('a person is told what happened and what to do next', () => {
  it.each(faults)('after $name', async ({ settings = {}, parameters = {}, message, next, outcome }) => {
    const credential = await bench.newCredential(settings);

    const execution = await bench.run({ ...sms, ...parameters }, [{}], { credential });

    expect(execution.status).toBe('error');
    expect(execution.error?.message).toContain(message);
    expect(execution.error?.description).toContain(next);
    expect(execution.error?.context).toMatchObject({ itemIndex: 0, outcome });
    await expectNoSecret(execution);
  });

  it('after no answer in time', async () => {
    bench.sandbox.change({ slowAnswer: 5000 });

    const execution = await bench.run({ ...sms, to: '+41790000408', options: { timeout: 1 } });

    expect(execution.error?.message).toMatch(
      /^The service did not answer in time \(the message may have been sent/,
    );
    expect(execution.error?.context).toMatchObject({ outcome: 'unknown' });
    await expectNoSecret(execution);
  });

  it('after an answer that goes on and on, a byte at a time', async () => {
    const drips = createServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      const dripping = setInterval(() => socket.write(' '), 50);
      socket.on('error', () => undefined).on('close', () => clearInterval(dripping));
    });
    await new Promise<void>((resolve) => drips.listen(0, '127.0.0.1', resolve));
    const address = drips.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

    const execution = await bench.run({ ...sms, options: { timeout: 1 } }, [{}], {
      credential: await bench.newCredential({ baseUrl }),
    });

    expect(execution.error?.message).toMatch(
      /^The service did not answer in time \(the message may have been sent/,
    );
    expect(execution.error?.context).toMatchObject({ outcome: 'unknown' });
    await new Promise((resolve) => drips.close(resolve));
  });

  it('but not because of a time-out longer than any timer', async () => {
    expect((await bench.run({ ...sms, options: { timeout: 4_294_968 } })).error).toBeUndefined();
  });

  it('after a connection that is closed without a word', async () => {
    const credential = await bench.newCredential({ baseUrl: deafUrl });

    const execution = await bench.run(sms, [{}], { credential });

    expect(execution.error?.context).toMatchObject({ code: 'connection_lost', outcome: 'unknown' });
    await expectNoSecret(execution);
  });

  it('and no secret is stored after a success', async () => {
    const execution = await bench.run(sms);

    expect(execution.status).toBe('success');
    await expectNoSecret(execution);
  });
});

describe('an item that fails', () => {
  it('gives its error with code, outcome and request id when the node goes on, linked to its item', async () => {
    const items = people('+41791000000', '+41790000400', '079 123 45 67', '+41791000003');

    const execution = await bench.run(toEach, items, goOn);

    expect(texts().sort()).toEqual(['Hello 0', 'Hello 3']);
    expect(outputs(execution)).toMatchObject([
      { messageId: expect.any(String) },
      {
        channel: 'Sms',
        to: '+41790000400',
        text: 'Hello 1',
        error: {
          message: expect.stringMatching(/^The service refused the request: .* \(not sent\)$/),
          code: expect.any(String),
          outcome: 'rejected',
          status: 400,
          details: [{ parameter: expect.stringMatching(/to/i), messages: [expect.any(String)] }],
          requestId: expect.any(String),
          description: expect.stringContaining('Request ID for support'),
        },
      },
      { to: '0791234567', text: 'Hello 2', error: { code: 'invalid_request', outcome: 'not_sent' } },
      { messageId: expect.any(String) },
    ]);
    expect(execution.items('Messaging').map(({ pairedItem }) => pairedItem)).toEqual(
      [0, 1, 2, 3].map((item) => ({ item })),
    );
  });

  it('leaves by the error output, together with what came in', async () => {
    const execution = await bench.run(toEach, people('+41791000000', '+41790000400'), {
      onError: 'continueErrorOutput',
    });

    expect(outputs(execution)).toHaveLength(1);
    expect(execution.items('Messaging', 1).map(({ json }) => json)).toMatchObject([
      {
        to: '+41790000400',
        text: 'Hello 1',
        error: { outcome: 'rejected', channel: 'Sms', to: '+41790000400' },
      },
    ]);
  });

  it('keeps everything from going out when it is seen before sending', async () => {
    const execution = await bench.run(toEach, people('+41791000000', '+41791000001', '079 123 45 67'));

    expect(execution.error?.context).toMatchObject({ itemIndex: 2, outcome: 'not_sent' });
    expect(execution.error?.description).not.toContain('Item ');
    // A call that an earlier test gave up waiting for can still end now.
    const sends = bench.sandbox.calls().filter(({ requestBody }) => requestBody.includes('+4179100000'));
    expect(sends).toEqual([]);
  });

  it('is named with all others that are wrong, a line each, as far as there are not too many', async () => {
    const wrong = Array.from({ length: 30 }, (_, index) => `<${index}> 079 123 45 67`);

    const execution = await bench.run(toEach, people('+41791000000', ...wrong));

    expect(execution.error?.context).toMatchObject({ itemIndex: 1 });
    const lines = (execution.error?.description ?? '').split('<br>\n');
    expect(lines.filter((line) => line.startsWith('Item '))).toEqual(
      wrong.slice(0, 20).map((_, index) => expect.stringContaining(`Item ${index + 1}: To: must be`)),
    );
    expect(lines).toContain('And 10 more.');
    // n8n shows a description as HTML.
    expect(execution.error?.description).not.toMatch(/<(?!br>)/);
  });

  it('stops what was not begun, and names what was sent', async () => {
    const items = people('+41791000000', '+41790000403', '+41791000002', '+41791000003');

    const execution = await bench.run({ ...toEach, options: { itemsAtOnce: 1 } }, items);

    expect(texts()).toEqual(['Hello 0']);
    expect(execution.error?.context).toMatchObject({ itemIndex: 1, outcome: 'rejected' });
    expect(execution.error?.description).toContain(
      'Of 4 items: 1 sent, 1 refused or not sent, 2 not started.',
    );
    expect(execution.error?.description).toContain(String(bench.sandbox.messages()[0]?.messageId));
  });
});

describe.each([
  ['Send', {}],
  ['Send Batch', { operation: 'sendBatch' }],
])('Retry on Fail of %s', (_name, operation) => {
  const sending = { ...toEach, ...operation };

  it('sends only what an earlier try did not send', async () => {
    // n8n tries again when the first item carries an error.
    const items = people('+41790000400', '+41791000001', '+41791000002');

    const execution = await bench.run(sending, items, { ...retry, ...goOn });

    const refused = bench.sandbox.calls().filter(({ requestBody }) => requestBody.includes('+41790000400'));
    expect(refused).toHaveLength(retry.maxTries);
    expect(texts().sort()).toEqual(['Hello 1', 'Hello 2']);
    expect(outputs(execution).map((output) => 'error' in output)).toEqual([true, false, false]);
  });

  it('does not multiply the tries of the node: 4 at first, and one in each further run', async () => {
    // Answered 429 every time: not taken, to be sent again after a second.
    await bench.run(sending, people('+41790000429'), { ...retry, ...goOn });

    // A call of an earlier test can end only now.
    const calls = bench.sandbox.calls().filter(({ requestBody }) => requestBody?.includes('+41790000429'));
    expect(calls).toHaveLength(4 + retry.maxTries - 1);
    expect(texts()).toEqual([]);
  });

  it('sends nothing again whose expressions give something else in each try', async () => {
    const items = people('+41790000400', '+41791000001', '+41791000002');
    const text = '=Hello {{ $itemIndex }} of {{ $now.toMillis() }} and {{ Math.random() }}';

    await bench.run({ ...sending, text }, items, { ...retry, ...goOn });

    expect(
      texts()
        .map((sent) => sent.replace(/ of .*/, ''))
        .sort(),
    ).toEqual(['Hello 1', 'Hello 2']);
  });

  it('goes on after the failed item in its next try', async () => {
    bench.sandbox.change({
      faults: [{ fault: 'no-credit', times: 1 }],
    });

    const execution = await bench.run(sending, people('+41791000000', '+41791000001', '+41791000002'), retry);

    expect(execution.error).toBeUndefined();
    expect(texts().sort()).toEqual(['Hello 0', 'Hello 1', 'Hello 2']);
    const ids = bench.sandbox.messages().map(({ messageId }) => messageId);
    expect(
      outputs(execution)
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('counts what all tries have sent', async () => {
    const items = people(
      '+41790000600',
      ...Array.from({ length: 29 }, (_, index) => `+417910000${index + 10}`),
    );

    const execution = await bench.run(
      { ...sending, options: { itemsAtOnce: 10, chunkSize: 1 } },
      items,
      retry,
    );

    expect(texts()).toHaveLength(30);
    expect(execution.error?.description).toContain('Of 30 items: 29 sent, 1 possibly sent.');
  });

  it('never sends again when it is not known whether the message was sent', async () => {
    const execution = await bench.run(sending, people('+41790000600', '+41791000001'), retry);

    expect(execution.error?.context).toMatchObject({ itemIndex: 0, outcome: 'unknown' });
    expect(execution.error?.description).toContain(
      'The message may have been sent. It is not sent again automatically',
    );
    const sends = bench.sandbox.calls().filter(({ requestBody }) => requestBody.includes('+41790000600'));
    expect(sends).toHaveLength(1);
    expect(new Set(texts()).size).toBe(texts().length);
  });

  it('never sends again what an execution that a person retries has sent', async () => {
    const execution = await bench.run(
      { ...sending, options: { itemsAtOnce: 1, chunkSize: 1 } },
      people('+41791000000', '+41790000403', '+41791000002'),
    );
    expect(execution.status).toBe('error');
    const before = texts();
    expect(before).toContain('Hello 0');

    await bench.n8n.call('POST', `/rest/executions/${execution.id}/retry`, { loadWorkflow: false });
    await bench.n8n.waitForExecution(({ retryOf }) => retryOf === execution.id);

    expect(texts().filter((text) => text === 'Hello 0')).toHaveLength(1);
  });
});

/** Has an agent send a message with this node as its tool. Returns what the model was told as well. */
async function runAgent(
  typeVersion: number,
  parameters: Record<string, unknown>,
  settings: object = {},
): Promise<{ execution: Execution; told: string[] }> {
  const model = await startScriptedModel({ text: 'Hello' });
  const openAiApi = await bench.n8n.createCredential({
    name: 'Model',
    type: 'openAiApi',
    data: { apiKey: 'none', url: model.url },
  });
  const agent = { type: '@n8n/n8n-nodes-langchain.agent', typeVersion };
  const toAgent = (type: NodeConnectionType) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
  const workflow = await bench.n8n.createWorkflow({
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'Agent', ...agent, parameters: { promptType: 'define', text: 'Send an SMS' } },
      {
        name: 'Model',
        type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
        typeVersion: 1.2,
        parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' } },
        credentials: { openAiApi },
      },
      { ...bench.node(parameters, settings), type: `${ACTION}Tool` },
    ],
    connections: {
      Start: toAgent('main'),
      Model: toAgent('ai_languageModel'),
      Messaging: toAgent('ai_tool'),
    },
  });

  const execution = await bench.n8n.run(workflow).finally(() => model.close());
  return { execution, told: model.toolAnswers };
}

describe.each([2.2, 3])("Retry on Fail of an agent's tool (AI Agent %d)", (typeVersion) => {
  it.each([
    ['with the same text', "={{ $fromAI('text') }}"],
    ['with another text in each try', "={{ $fromAI('text') + $now.toMillis() }}"],
  ])('never sends again what may have been sent, %s', async (_name, text) => {
    await runAgent(typeVersion, { ...sms, to: '+41790000600', text }, retry);

    expect(texts()).toHaveLength(1);
  });
});

describe.each([2.2, 3])("an agent's tool that fails (AI Agent %d)", (typeVersion) => {
  const mayBeSent = ['+41790000600', 'may have been sent', 'Do not send this message again'];
  const notSent = ['0791234567', '(not sent)', 'Correct the fields named above'];
  const goesOn = [{}, goOn, { onError: 'continueErrorOutput' }, retry];

  it.each([mayBeSent, notSent])('tells the model what became of the message to %s', async (to, ...words) => {
    for (const settings of goesOn) {
      const { execution, told } = await runAgent(typeVersion, { ...sms, to }, settings);
      expect(execution.status).toBe('success');
      expect(told).toEqual([expect.stringContaining(words[0] ?? '')]);
      if (!('onError' in settings)) expect(told).toEqual([expect.stringContaining(words[1] ?? '')]);
    }
    expect(texts()).toHaveLength(to === '0791234567' ? 0 : goesOn.length);
  });

  it('tells the model the ID of a message that was sent, also where failures have an output', async () => {
    const { told } = await runAgent(typeVersion, sms, { onError: 'continueErrorOutput' });
    expect(told).toEqual([expect.stringContaining('messageId')]);
  });

  it('stops the workflow if it is told to, where n8n can', async () => {
    const { execution, told } = await runAgent(
      typeVersion,
      { ...sms, to: '+41790000600' },
      { onError: 'stopWorkflow' },
    );
    const words = 'the message may have been sent; check before you send it again';
    expect(told).toEqual(typeVersion < 3 ? [expect.stringContaining(words)] : []);
    if (typeVersion >= 3) expect(execution.error?.message).toContain(words);
  });

  it('tries again what was refused before it tells the model', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const { told } = await runAgent(typeVersion, sms, retry);
    expect(told).toEqual([expect.stringContaining('messageId')]);
    expect(texts()).toHaveLength(1);
  });
});

describe('an execution that reaches its time limit', () => {
  // n8n 2.8 stores of it only the nodes that were done before.
  const inNewest = process.env.N8N_HOST === 'newest' ? it : it.skip;

  inNewest.each([
    ['Send', {}],
    ['Send Batch', { operation: 'sendBatch' }],
  ])('keeps what %s has sent, and sends only the rest when a person retries it', async (_name, operation) => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 30 }], slowAnswer: 3000 });
    const items = people(...Array.from({ length: 30 }, (_, index) => `+41791000${index + 100}`));
    const options = { itemsAtOnce: 5, chunkSize: 2 };
    const { nodes } = await bench.workflow({ ...toEach, ...operation, options }, items);
    const workflow = await bench.n8n.createWorkflow({ nodes, settings: { executionTimeout: 10 } });

    const execution = await bench.n8n.run(workflow);

    expect(execution.status).toBe('canceled');
    const [run] = execution.data.resultData.runData.Messaging ?? [];
    expect(run?.error?.message).toMatch(/^The execution was stopped before the service answered/);
    expect(run?.error?.description).toMatch(/Of 30 items: \d+ sent, \d+ possibly sent, \d+ not started\./);

    bench.sandbox.change({ faults: [] });
    await bench.n8n.call('POST', `/rest/executions/${execution.id}/retry`, { loadWorkflow: false });
    await bench.n8n.waitForExecution(({ retryOf }) => retryOf === execution.id);
    expect(new Set(texts()).size).toBe(30);
    expect(texts()).toHaveLength(30);
  });
});

describe('a loop', () => {
  it('sends the same message again in each round', async () => {
    const rounds = [1, 2, 3].map((round) => ({ json: { round } }));
    const nodes = (await bench.workflow(sms, rounds)).nodes;
    const [start, items, messaging] = nodes;
    if (start === undefined || items === undefined || messaging === undefined)
      throw new Error('Nodes are missing');
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
    const workflow = await bench.n8n.createWorkflow({
      nodes: [start, items, loop, { ...messaging, ...retry }],
      connections: {
        ...chain('Start', 'Items', 'Loop'),
        Loop: { main: [[], [{ node: 'Messaging', type: 'main', index: 0 }]] },
        ...chain('Messaging', 'Loop'),
      },
    });

    const execution = await bench.n8n.run(workflow);

    expect(execution.error).toBeUndefined();
    expect(texts()).toEqual(['Hello', 'Hello', 'Hello']);
  });
});

it('takes the ID of a message from the field that the account names', async () => {
  const service = createHttpServer((_request, response) => response.end('{"SmsRef":"r-1"}'));
  try {
    const baseUrl = `http://127.0.0.1:${await listen(service)}`;
    const named = { baseUrl, otherPaths: true, messageIdField: ' smsRef ' };
    const send = async (settings: Record<string, string | boolean>) =>
      outputs(await bench.run(sms, [{}], { ...goOn, credential: await bench.newCredential(settings) }))[0];
    expect(await send(named)).toMatchObject({ messageId: 'r-1' });
    expect(await send({ ...named, otherPaths: false })).toMatchObject({ error: { outcome: 'unknown' } });
  } finally {
    service.close();
    service.closeAllConnections();
  }
});
