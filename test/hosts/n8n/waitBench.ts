import { type Bench, startBench } from './messaging';
import { listen, type Listening } from './triggerCalls';
import { branch, ended } from './waiting';

/** The n8n of a test file, and a workflow that listens for all answers. */
export let bench: Bench;
export let trigger: Listening;

/** Starts both for the tests of a file. */
export function startWaiting(): void {
  beforeAll(async () => {
    bench = await startBench();
    trigger = await listen(bench, { allowedCallers: '127.0.0.1' });
  });
  afterAll(async () => {
    await bench?.stop();
  });
  beforeEach(async () => {
    // A restart changes the port.
    trigger.url = (await bench.n8n.webhookUrls(trigger.workflow)).production;
    bench.sandbox.reset();
    bench.sandbox.change({ inboundUrls: { default: trigger.url } });
  });
}

/** The next message that the service gets. */
export const next = () => bench.sandbox.nextMessage(100_000);
/** How often the trigger has started its workflow. */
export const started = async () => (await bench.n8n.executions(trigger.workflow)).length;
/** The items of an execution that were answered, once it is over. */
export const answered = async (waiting: { id: string }) => branch(await ended(bench, waiting), 'Answered');

export const delivery = { responseType: 'delivery' };
