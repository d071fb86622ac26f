import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sendNode, sink, tab, watchers } from '../../hosts/node-red/flows';
import type { FlowNode, Message } from '../../hosts/node-red/nodeRedServer';
import { pass } from '../../hosts/node-red/passing';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** The service and the Node-RED of a test file. */
export let sandbox: Sandbox;
export let nodeRed: Runtime;

/** Starts both for the tests of a file. */
export function startForSending(settings: Parameters<typeof startSandbox>[0] = {}): void {
  beforeAll(async () => {
    sandbox = await startSandbox({
      ...{ port: 0, automaticDelivery: 'manual', acceptUnknown: true, inboundUrls: { default: '' } },
      ...settings,
    });
    nodeRed = await Runtime.start();
  });
  useFakeClock();
  afterAll(async () => {
    await nodeRed?.stop();
    await sandbox?.close();
  });
}

/** A flow with a node that sends, and nodes that catch its errors. */
export function flowWith(settings: object, account: object = {}): FlowNode[] {
  return [
    tab,
    accountNode(sandbox.url, account),
    sendNode(settings),
    sink('out'),
    sink('failed'),
    ...watchers('send'),
  ];
}

/** Deploys the node with these settings, sends it the message, and returns how the message ended. */
export async function run(settings: object, msg: Message, account: object = {}) {
  await nodeRed.deploy(flowWith(settings, account));
  return pass(nodeRed, 'send', msg);
}

/** The request that the sandbox got for the message. */
export async function sentRequest(settings: object, msg: Message, account: object = {}) {
  const seen = sandbox.messages().length;
  const { error } = await run(settings, msg, account);
  expect(error).toBeUndefined();
  return sandbox.messages()[seen]?.request;
}
