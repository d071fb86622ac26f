import { EventEmitter } from 'node:events';

import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INode,
  IWebhookFunctions,
} from 'n8n-workflow';

import type { Question } from '../../core/ask/answer';
import { plainQuestions } from '../../nodes/MessagingService/wait/registry';
import { referenceOf } from '../../nodes/MessagingService/wait/reference';
import { signedResumeUrl } from './inProcess/execution';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { receive } from '../../nodes/MessagingServiceTrigger/receive';

const SERVICE = '193.93.208.200';
const hello = { from: '+41791234567', to: '+41795550100', text: 'Hello', messageId: 'a' };
const delivered = { messageId: 'b', to: '+41791234567', status: 'Delivered' };

/** The response of one call, as Express gives it. */
class Response extends EventEmitter {
  closed = false;
  writableEnded = false;
  statusCode = 200;
  body: unknown;

  status(code: number) {
    this.statusCode = code;
    return {
      json: (body: object) => {
        this.body = body;
        return { end: () => this.answered(code) };
      },
    };
  }

  /** What n8n does when it has taken the events (it then stores the node's data), or could not. */
  answered(code = 200): void {
    this.statusCode = code;
    this.writableEnded = true;
    this.hangUp();
  }

  hangUp(): void {
    this.closed = true;
    this.emit('close');
  }
}

interface Given {
  parameters?: Record<string, unknown>;
  body?: unknown;
  /** The bytes of the body, if n8n has kept them. */
  rawBody?: Uint8Array;
  contentType?: string;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  ip?: string;
  mode?: 'webhook' | 'manual';
  credential?: object;
  waiting?: (request: IHttpRequestOptions) => unknown;
  /** Those of the node, such as *On Error*. */
  settings?: Partial<INode>;
}

let triggers = 0;

/**
 * A trigger with a memory of its own. Each `call` is a call of the service, and `run` what the node then does in the execution.
 * @param list n8n's list of what it has processed; null if it cannot be reached
 */
function trigger(byDefault: Given = {}, list: Set<string> | null = new Set<string>()) {
  triggers += 1;
  const node: INode = {
    id: `trigger ${triggers}`,
    name: 'Messages',
    type: 'messagingServiceTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...byDefault.settings,
  };
  const warnings: string[] = [];

  const called = async (given: Given) => {
    const { parameters = {}, ip = SERVICE, query = {}, mode = 'webhook', headers = {}, ...other } = given;
    const response = new Response();
    const context: IWebhookFunctions = Object.assign(Object.create(null), {
      getMode: () => mode,
      getNode: () => ({
        ...node,
        credentials: other.credential && { messagingServiceApi: { id: '1', name: 'Account' } },
        parameters: JSON.parse(JSON.stringify(parameters)),
      }),
      getWorkflow: () => ({ id: 'w', name: 'w', active: true }),
      logger: { info: () => undefined, warn: (text: string) => warnings.push(text) },
      getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
      getCredentials: async () => other.credential,
      getSignedResumeUrl: signedResumeUrl,
      ...{ additionalData: {}, node: { id: node.id } },
      helpers: { httpRequest: async (request: IHttpRequestOptions) => other.waiting?.(request) },
      getRequestObject: () => ({
        ip,
        query,
        headers: { 'content-type': other.contentType ?? 'application/json', ...headers },
        body: other.body,
        rawBody: other.rawBody,
        app: { get: () => 0 },
        socket: {},
      }),
      getResponseObject: () => response,
    });
    const { workflowData } = await receive(context);
    return { events: workflowData?.[0]?.map(({ json }) => json) ?? [], response };
  };
  const run = async (events: IDataObject[]) => {
    const { parameters = {}, mode = 'webhook' } = byDefault;
    const context: IExecuteFunctions = Object.assign(Object.create(null), {
      getInputData: () => events.map((json) => ({ json })),
      getMode: () => mode,
      getNode: () => ({ ...node, parameters }),
      getWorkflow: () => ({ id: 'w' }),
      getExecuteData: () => ({ node }),
      getNodeParameter: (path: string, _item: number, fallback: unknown) =>
        Object(parameters.options)[path.replace('options.', '')] ?? fallback,
      logger: { warn: (text: string) => warnings.push(text) },
      helpers: {
        checkProcessedAndRecord: async (keys: string[]) => {
          if (list === null) throw new Error('No database');
          const processed = keys.filter((key) => list.has(key));
          for (const key of keys) list.add(key);
          return { new: [], processed };
        },
      },
    });
    const [items = []] = await new MessagingServiceTrigger().execute.call(context);
    const isFilled = items.length === 0 && node.alwaysOutputData === true;
    return isFilled ? [{}] : items.map(({ json }) => json);
  };
  return { call: (given: Given) => called({ ...byDefault, ...given }), run, list, warnings };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a call of the service starts the workflow', () => {
  it.each<[string, Given, object[]]>([
    ['with a message', { body: hello }, [{ event: 'inbound', from: '+41791234567', text: 'Hello' }]],
    [
      'with a status in the query',
      { query: delivered, parameters: { event: 'status' } },
      [{ event: 'status', status: 'delivered', final: true }],
    ],
    [
      'with the bytes of the body, not with what n8n made of them',
      { rawBody: bytes('{"from":"+41791234567","text":"Hi","id":9007199254740993}'), body: { text: 'x' } },
      [{ text: 'Hi', raw: { id: '9007199254740993' } }],
    ],
    [
      'in the character set that the caller names',
      {
        contentType: 'text/json; charset=ISO-8859-1',
        rawBody: Buffer.from('{"from":"+41791234567","text":"Grüezi"}', 'latin1'),
        body: {},
      },
      [{ text: 'Grüezi' }],
    ],
    [
      'with the ID in the field that the credential names',
      {
        credential: { otherPaths: true, messageIdField: 'orderNo' },
        body: { ...delivered, orderNo: 'c' },
        parameters: { event: 'status' },
      },
      [{ messageId: 'c' }],
    ],
    [
      'with a form in parts as n8n has read it',
      { contentType: 'multipart/form-data; boundary=b', rawBody: bytes('--b--'), body: hello },
      [{ text: 'Hello' }],
    ],
    [
      'from one of several senders in one entry',
      { body: hello, parameters: { filters: { senders: ['+41790000000, +41791234567'] } } },
      [{ text: 'Hello' }],
    ],
    [
      'with a reply ID, which may contain a comma',
      { body: { ...hello, reply: { id: 'a,b' } }, parameters: { filters: { replyIds: ['a,b'] } } },
      [{ text: 'Hello' }],
    ],
    [
      'with each of several events, in order',
      { body: [hello, { ...hello, messageId: 'c', text: 'Bye' }] },
      [{ text: 'Hello' }, { text: 'Bye' }],
    ],
  ])('%s', async (_name, given, events) => {
    const { call } = trigger();

    expect((await call(given)).events).toMatchObject(events);
  });

  it.each<[string, Given]>([
    ['nothing', { body: {} }],
    ['an event of the other kind', { body: delivered }],
    ['a message of somebody else', { body: hello, parameters: { filters: { senders: ['+41790000000'] } } }],
    // An entry can be an expression that gives a list.
    ['one of nobody listed', { body: hello, parameters: { filters: { senders: [['+41790000000']] } } }],
    ['a status that is not final', { query: { ...delivered, status: 'Sent' }, parameters: finalStatuses() }],
  ])('but not with %s', async (_name, given) => {
    const { call } = trigger();

    const { events, response } = await call(given);

    expect(events).toEqual([]);
    expect(response.statusCode).toBe(200);
  });

  function finalStatuses() {
    return { event: 'status', statuses: 'final' };
  }
});

describe('a call is refused', () => {
  const secret = { parameters: { options: { checkSecret: true } }, body: hello };
  const credential = { triggerSecret: 's3' };

  it.each<[string, number, Given, RegExp]>([
    ['of a stranger', 403, { ip: '203.0.113.7' }, /203\.0\.113\.7 .*'More Allowed Callers' of this trigger/],
    ['without an address', 403, { ip: '' }, /caller/],
    ['without the secret', 403, { ...secret, credential }, /secret is missing or wrong/],
    ['with a wrong secret', 403, { ...secret, credential, query: { secret: 's4' } }, /missing or wrong/],
    ['without a credential', 403, { ...secret, query: { secret: '' } }, /no webhook secret/],
    [
      'without a secret in it',
      403,
      { ...secret, credential: {}, query: { secret: '' } },
      /no webhook secret/,
    ],
    ['that names a prototype', 400, { query: { '__proto__[a]': '1' } }, /__proto__/],
    ['with half a JSON', 400, { rawBody: bytes('{"from":') }, /neither JSON nor text/],
    ['with bytes that are not UTF-8', 400, { rawBody: Uint8Array.of(0x22, 0xff, 0x22) }, /UTF-8/],
  ])('%s', async (_name, status, given, reason) => {
    const { call, warnings } = trigger();

    const { events, response } = await call({ body: hello, ...given });

    expect(events).toEqual([]);
    expect(response.statusCode).toBe(status);
    expect(response.body).toMatchObject({ message: expect.stringMatching(reason) });
    expect(warnings).toEqual([expect.stringMatching(reason)]);
  });

  it('and what it echoes of the credential does not get into the workflow', async () => {
    const { call } = trigger();
    const body = { ...hello, callback: 'https://n8n.example.com/in?secret=s3' };

    const { events } = await call({ ...secret, credential, query: { secret: 's3' }, body });

    expect(events).toMatchObject([{ text: 'Hello' }]);
    expect(JSON.stringify(events)).not.toContain('s3');
  });

  it('with an error while a person tests the trigger: the editor shows only errors', async () => {
    const { call } = trigger();

    await expect(call({ body: hello, ip: '203.0.113.7', mode: 'manual' })).rejects.toThrow('203.0.113.7');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an event', { event: 'everything' }, 'Event: must be inbound, status or any, got "everything"'],
    [
      'a channel',
      { filters: { channels: ['Fax'] } },
      'Channels: must be one of Sms, Whatsapp, Rcs, got "Fax"',
    ],
    ['a number', { filters: { senders: ['+4179*'] } }, 'Senders: must be a number in international format'],
    ['a filter', { filters: { senders: [{ a: 1 }] } }, 'Senders: must be text, got an object'],
    ['a caller', { allowedCallers: 'gateway.example.com' }, 'host names are not supported'],
    ['a switch', { options: { checkSecret: 'yes' } }, 'Check a Shared Secret: must be true or false'],
    ['a pause', { options: { waitForPause: 21 } }, '(Seconds): must be a number, from 0 to 20'],
  ])('whoever calls, if an expression gives %s that there is not', async (_name, parameters, said) => {
    const { call } = trigger({ parameters });

    await expect(call({ body: hello })).rejects.toThrow(said);
  });

  it.each<Partial<INode>>([{ onError: 'continueRegularOutput' }, { continueOnFail: true }])(
    'and nothing starts with an empty item where the node goes on after failures: %j',
    async (settings) => {
      const { call, warnings } = trigger({ parameters: { allowedCallers: 'gateway' }, settings });
      const { events, response } = await call({ body: hello });
      expect([events, response.statusCode]).toEqual([[], 503]);
      expect(warnings[0]).toContain('host names are not supported');
    },
  );

  it.each<[string, Given]>([
    ['an address that was added', { parameters: { allowedCallers: '203.0.113.0/24' } }],
    ['any address, if the list is switched off', { parameters: { checkCaller: false } }],
  ])('but not from %s', async (_name, given) => {
    const { call } = trigger(given);

    expect((await call({ body: hello, ip: '203.0.113.7' })).events).toHaveLength(1);
  });

  it.each<[string, Given]>([
    ['in the query, which the workflow does not see', { query: { ...delivered, secret: 's3' }, body: {} }],
    ['in the header', { body: delivered, headers: { 'x-webhook-secret': 's3' } }],
  ])('but not with the secret %s', async (_name, given) => {
    const { call } = trigger({ parameters: { event: 'status', ...secret.parameters }, credential });

    const { events } = await call(given);

    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('s3');
  });
});

describe('an event that comes again', () => {
  it('starts nothing once the workflow has run with it, also after a restart', async () => {
    const { call, run, list } = trigger();
    expect(await run((await call({ body: [hello, hello] })).events)).toHaveLength(1);
    expect((await call({ body: hello })).events).toEqual([]);

    const restarted = trigger({ settings: { alwaysOutputData: true } }, list);
    expect(await restarted.run((await restarted.call({ body: hello })).events)).toEqual([]);
  });

  it('starts the workflow as long as it has not run with it, and one of two at once goes on', async () => {
    const { call, run } = trigger();
    const both = [await call({ body: hello }), await call({ body: hello })];
    expect(await Promise.all(both.map(({ events }) => run(events)))).toMatchObject([[{ text: 'Hello' }], []]);
  });

  it('is no empty item, as n8n stores for a call that ended in an error', async () => {
    expect(await trigger().run([{}])).toEqual([]);
  });

  it('goes on if the list cannot be reached: better twice than lost', async () => {
    const { call, run, warnings } = trigger({}, null);
    for (let time = 0; time < 2; time += 1)
      expect(await run((await call({ body: hello })).events)).toHaveLength(1);
    expect(warnings[0]).toMatch(/repeated events are not dropped/);
  });

  it.each<[string, Given]>([
    ['passes if the trigger is set so', { body: hello, parameters: { options: { repeated: 'pass' } } }],
    ['passes while a person tests the trigger', { body: hello, mode: 'manual' }],
  ])('%s', async (_name, given) => {
    const { call, run } = trigger(given);
    for (let time = 0; time < 2; time += 1) expect(await run((await call({})).events)).toHaveLength(1);
  });
});

it('the messages of a person in one call are gathered, with a copy once, and those of others by themselves', async () => {
  const { call } = trigger({ parameters: { options: { waitForPause: 0.05 } } });
  const more = { ...hello, messageId: 'b', text: 'One more' };
  const stop = { ...hello, messageId: 'c', text: 'STOP' };
  const other = { ...hello, messageId: 'd', from: '+41790000001' };
  const { events } = await call({ body: [hello, more, more, stop, other] });
  const started = events.map(({ text, gathered }) => `${text} ${gathered}`);
  // The pauses of different people end in any order.
  expect(started.sort()).toEqual(['Hello\nOne more 2', 'Hello 1', 'STOP undefined']);
});

it('a call that the service repeats while it waits starts the workflow, and the first one ends with it', async () => {
  const { call } = trigger({ parameters: { options: { waitForPause: 0.05 } } });
  const [first, repeated] = [call({ body: hello }), call({ body: hello })];
  const { events, response } = await repeated;
  expect(events).toMatchObject([{ text: 'Hello', gathered: 1 }]);
  response.answered();
  expect((await first).events).toEqual([]);
});

describe('an answer that a workflow waits for', () => {
  const asked = { additionalData: { executionId: '7' }, node: { id: 'node' } };
  const reference = referenceOf(signedResumeUrl.call(asked, { item: '0.0', choice: '1' }));
  const question: Question = {
    channel: 'Sms',
    person: hello.from,
    sender: hello.to,
    reference: referenceOf(signedResumeUrl.call(asked, { item: '0.0' })),
    askedAt: 0,
    until: Infinity,
    expects: { kind: 'text', options: [] },
  };

  it('by a tap that n8n did not sign with its present host gets an error each time, but what comes with it starts', async () => {
    const { call, warnings } = trigger();
    const id = reference.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const reply = { type: 'Button', id, title: 'Yes' };
    for (const time of [1, 2]) {
      const { events, response } = await call({
        body: [
          { ...hello, reply },
          { ...hello, messageId: 'x' },
        ],
      });
      expect([events, response.statusCode]).toMatchObject([[{ messageId: 'x' }], 403]);
      expect(warnings).toHaveLength(time);
    }
    expect(warnings[0]).toMatch(/^Messages: A tap was refused.*WEBHOOK_URL/);
  });

  it('by a message that comes while the execution runs gets an error, so that it comes again', async () => {
    const running = { statusCode: 409, body: 'The execution "7" is running already.' };
    const { call } = trigger({ waiting: () => running });
    plainQuestions.add(question);

    const { timeout } = AbortSignal;
    const pauses = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 1));
    const { events, response } = await call({ body: { ...hello, messageId: 'f' } });
    pauses.mockRestore();

    expect([events, response.statusCode]).toEqual([[], 503]);
    plainQuestions.remove(question);
  });
});

it.each<[string, Record<string, unknown>, string]>([
  ['a list of callers', { allowedCallers: '10.0.0.5/8' }, '"10.0.0.5/8" cannot be an allowed caller'],
  ['a pause', { options: { waitForPause: 'soon' } }, '(Seconds): must be a number, from 0 to 20'],
  ['a path', { event: 'status' }, 'The URL of this trigger has 2'],
])('a trigger cannot be published with %s that is wrong', async (_name, parameters, said) => {
  const context: IHookFunctions = Object.assign(Object.create(null), {
    getNode: () => ({ id: 'trigger', name: 'Messages', parameters }),
    getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
    getNodeWebhookUrl: () => `https://n8n.example.com/webhook/${'x'.repeat(200)}`,
  });
  const { create } = new MessagingServiceTrigger().webhookMethods.default;
  await expect(create.call(context)).rejects.toThrow(said);
});
