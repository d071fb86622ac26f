import { type Bench, startBench } from './messaging';
import { listen, type Listening } from './triggerCalls';
import {
  approval,
  ask,
  asking,
  branch,
  choicesOf,
  ended,
  linkOf,
  NUMBER,
  open,
  PERSON,
  press,
  stillWaits,
  tap,
  write,
} from './waiting';

/** *Send and Wait* in a real n8n: a person answers by the sandbox, as the service would hand it on. */
jest.setTimeout(300_000);

let bench: Bench;
let trigger: Listening;
beforeAll(async () => {
  bench = await startBench();
  trigger = await listen(bench, { allowedCallers: '127.0.0.1' });
});
afterAll(async () => {
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
  bench.sandbox.change({ inboundUrls: { default: trigger.url }, retryDelays: [] });
});

const next = () => bench.sandbox.nextMessage();
const started = async () => (await bench.n8n.executions(trigger.workflow)).length;

describe('an answer in the chat', () => {
  it.each(['Whatsapp', 'Rcs'] as const)('approves by a tap on %s', async (channel) => {
    const waiting = await ask(bench, asking(channel, approval), [{ json: { invoice: 4711 } }]);
    expect(waiting.status).toBe('waiting');
    const message = await next();
    expect(choicesOf(message).map(({ title }) => title)).toEqual(['Approve', 'Decline']);
    const before = await started();

    const { push } = await tap(bench.sandbox, message, 0);
    const execution = await ended(bench, waiting);

    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(branch(execution, 'No Answer')).toEqual([]);
    expect(branch(execution, 'Answered')).toMatchObject([
      {
        invoice: 4711,
        answered: true,
        data: { approved: true },
        choice: { value: 'approve', label: 'Approve' },
        answeredBy: PERSON,
        channel,
        via: 'chat',
        respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        messageId: message.messageId,
        requestId: expect.any(String),
      },
    ]);
    expect(await started()).toBe(before);
  });
});
