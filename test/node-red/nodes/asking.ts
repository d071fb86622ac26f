import { startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { flowOf } from '../../hosts/node-red/asking';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { INBOUND_PATH } from '../../hosts/node-red/webhooks';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** The service and the Node-RED of this test file; each test begins without flow, and without what earlier tests have left. */
export const at: { sandbox: Sandbox; nodeRed: Runtime } = {} as never;

export function useAsking(): void {
  beforeAll(async () => {
    at.sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', acceptUnknown: true });
    at.nodeRed = await Runtime.start();
    at.sandbox.change({ inboundUrls: { default: `${at.nodeRed.url}${INBOUND_PATH}` } });
  });
  useFakeClock();
  afterEach(() => at.nodeRed.clear());
  afterAll(async () => {
    await at.nodeRed?.stop();
    await at.sandbox?.close();
  });
}

export async function deploy(settings?: object, account?: object, ...more: FlowNode[]): Promise<void> {
  await at.nodeRed.deploy(flowOf(at.sandbox.url, settings, account, ...more));
  // Questions of an earlier deploy still wait.
  await pass(at.nodeRed, 'ask', { reset: true });
}

/** Makes the node ask, and waits until the service has the question. */
export function ask(msg: Message & { to: string }): Promise<SandboxMessage> {
  const seen = at.sandbox.messages().length;
  at.nodeRed.inject('ask', msg);
  return at.nodeRed.until(() =>
    at.sandbox
      .messages()
      .slice(seen)
      .find(({ to }) => to === msg.to),
  );
}
