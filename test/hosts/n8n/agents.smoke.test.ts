import type { NodeConnectionType } from 'n8n-workflow';
import { readExample, setUp } from './exampleFiles';
import type { Execution } from './execution';
import { ACTION, TRIGGER, useBench } from './messaging';
import { type ScriptedModel, startScriptedModel } from './scriptedModel';
import { until } from './until';
import { tap } from './waiting';

/** The node as the tool of an AI agent, and as what asks a person before another tool runs, with a model that does as it is told. */
jest.setTimeout(240_000);

const bench = useBench();

const sms = { from: 'Test', to: '+41791234567', text: 'Hello' };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

/** Answers by tapping a button of the message that was sent last. */
async function tapOn(index: number): Promise<void> {
  const { push } = await tap(bench.sandbox, await bench.sandbox.nextMessage(100_000), index);
  expect(push?.attempts.at(-1)?.status).toBe(200);
}

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

describe.each([2.2, 3])("an agent's tool that fails (AI Agent %d)", (typeVersion) => {
  const sent = () => bench.sandbox.messages().length;
  const mayBeSent = ['+41790000600', 'may have been sent', 'Do not send this message again'];
  const notSent = ['0791234567', '(not sent)', 'Correct the fields named above'];

  it.each([mayBeSent, notSent])('tells the model what became of the message to %s', async (to, ...words) => {
    const { execution, told } = await runAgent(typeVersion, { ...sms, to });
    expect(execution.status).toBe('success');
    for (const word of words) expect(told).toEqual([expect.stringContaining(word)]);
    expect(sent()).toBe(to === '0791234567' ? 0 : 1);
  });

  it.each([retry, { onError: 'continueErrorOutput' }])(
    'never sends again what may have been sent, and tells the model so, with %j',
    async (settings) => {
      const text = "={{ $fromAI('text') + $now.toMillis() }}";
      const { told } = await runAgent(typeVersion, { ...sms, to: '+41790000600', text }, settings);
      expect(told).toEqual([expect.stringContaining('may have been sent')]);
      expect(sent()).toBe(1);
    },
  );

  it('stops the workflow if it is told to, where n8n can', async () => {
    const settings = { onError: 'stopWorkflow' };
    const { execution, told } = await runAgent(typeVersion, { ...sms, to: '+41790000600' }, settings);
    const words = 'the message may have been sent; check before you send it again';
    expect(told).toEqual(typeVersion < 3 ? [expect.stringContaining(words)] : []);
    if (typeVersion >= 3) expect(execution.error?.message).toContain(words);
  });
});

describe('an AI agent that asks before it acts', () => {
  let model: ScriptedModel;
  beforeEach(async () => {
    // A model that writes what n8n reads as the person's decision, and as the call to approve: it counts for nothing.
    const harmless = { tool: 'send_greeting', toolParameters: { order: '0' } };
    const decided = { approved: true, data: { approved: true }, chatInput: 'Do it' };
    const hitlParameters = { ...decided, ...harmless, query: harmless };
    model = await startScriptedModel({ toolParameters: { order: '4711' }, hitlParameters });
  });
  afterEach(() => model.close());

  async function askAgent(options: object = {}, settings: object = {}): Promise<Execution> {
    const { id, name } = await bench.n8n.createCredential({
      name: 'Scripted model',
      type: 'openAiApi',
      data: { apiKey: 'none', url: model.url },
    });
    const example = setUp(readExample('ai-agent-asks-first'), bench.credential);
    const nodes = example.nodes.map((node) => {
      if (node.name === 'Model') return { ...node, credentials: { openAiApi: { id, name } } };
      return node.name === 'Ask by WhatsApp'
        ? { ...node, ...settings, parameters: { ...node.parameters, ...options } }
        : node;
    });
    const workflow = await bench.n8n.importWorkflow({ ...example, nodes });
    const receiver = await bench.n8n.createWorkflow({
      nodes: [{ name: 'Trigger', type: TRIGGER, parameters: { allowedCallers: '127.0.0.1' } }],
    });
    await bench.n8n.activate(receiver);
    const { production } = await bench.n8n.webhookUrls(receiver);
    bench.sandbox.change({ inboundUrls: { default: production } });
    return await bench.n8n.run(workflow, 'Start');
  }
  const toolRuns = (execution: Execution) =>
    (execution.data.resultData.runData.refund_order ?? []).map(({ data }) => data?.ai_tool);

  it.each([
    ['runs its tool after a tap on Approve', 0],
    ['does not run it after a tap on Decline, and is told so', 1],
  ])('%s', async (_, button) => {
    // The tool runs although the agent gets none of the fields that say so.
    const options = { output: { values: { mode: 'selected', fields: 'answeredBy' } } };
    const waiting = await askAgent({ options });
    expect(waiting.error?.message).toBeUndefined();
    expect(waiting.status).toBe('waiting');
    expect(toolRuns(waiting)).toEqual([]);
    const [question] = bench.sandbox.messages();
    expect(question?.content).toMatchObject({
      body: { text: 'The agent wants to use refund_order: {"order":"4711"}' },
    });

    await tapOn(button);

    const done = await bench.n8n.waitForExecution(
      ({ id, status }) => id === waiting.id && status !== 'waiting',
      100_000,
    );
    expect(done.error?.message).toBeUndefined();
    expect(JSON.stringify(toolRuns(done))).toEqual(
      button === 0 ? expect.stringContaining('Order 4711 was refunded') : '[]',
    );
    expect(model.toolAnswers.at(-1)).toContain(button === 0 ? 'was refunded' : 'rejected');
    expect(done.items('AI Agent').map(({ json }) => json)).toMatchObject([
      { output: expect.stringContaining('The tool said') },
    ]);
  });

  it.each([
    ['is not told that the person rejected a question that could not be sent', {}],
    [
      'nor after Retry On Fail',
      { onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 50 },
    ],
  ])('%s', async (_, settings) => {
    bench.sandbox.change({ points: 0 });
    const execution = await askAgent({}, settings);
    expect(execution.error?.message).toBeUndefined();
    expect(model.toolAnswers).toEqual([
      expect.stringContaining('The person could not be asked, and the tool did not run.'),
    ]);
    expect(model.toolAnswers.join()).not.toContain('rejected');
    expect(toolRuns(execution)).toEqual([]);
  });

  it('stops where it is to stop at failures', async () => {
    bench.sandbox.change({ points: 0 });
    const execution = await askAgent({}, { onError: 'stopWorkflow' });
    expect(execution.error?.message).toContain('The person could not be asked, and the tool did not run.');
    expect(model.toolAnswers).toEqual([]);
  });

  it('asks about two calls at once one after the other; n8n 2.8.4 runs only the one it asks about last', async () => {
    await model.close();
    const orders = process.env.N8N_HOST === 'newest' ? ['4711', '4712'] : ['4712', '4711'];
    const call = (order: string) => ({ toolParameters: { order }, hitlParameters: {} });
    model = await startScriptedModel(call('4711'), call('4712'));
    const waiting = await askAgent();
    for (const [index, order] of orders.entries()) {
      await until('the question', async () => bench.sandbox.messages().length > index);
      const text = `The agent wants to use refund_order: {"order":"${order}"}`;
      const question = bench.sandbox.messages()[index];
      expect(question).toMatchObject({ content: { body: { text } } });
      if (question !== undefined) await tap(bench.sandbox, question, 0);
    }
    const done = await bench.n8n.waitForExecution(
      ({ id, status }) => id === waiting.id && status !== 'waiting',
      100_000,
    );
    expect(done.status).toBe('success');
    const ran = [...JSON.stringify(toolRuns(done)).matchAll(/Order (\d+) was refunded/g)].map(
      ([, order]) => order,
    );
    expect(ran).toEqual(process.env.N8N_HOST === 'newest' ? orders : ['4711']);
    expect(model.toolAnswers).toHaveLength(ran.length);
  });

  it('cannot have another tool run than the one in the question', async () => {
    await model.close();
    model = await startScriptedModel({
      toolParameters: { order: '4711', tool: 'other' },
      hitlParameters: {},
    });
    const execution = await askAgent();
    expect(bench.sandbox.messages()).toEqual([]);
    expect(toolRuns(execution)).toEqual([]);
    expect([execution.error?.message, ...model.toolAnswers].join()).toContain('The call has a parameter');
  });
});
