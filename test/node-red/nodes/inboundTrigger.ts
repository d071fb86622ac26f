import type { FlowNode } from '../../hosts/node-red/nodeRedServer';
import { inboundNode, INBOUND_PATH, triggerFlow } from '../../hosts/node-red/webhooks';
import { useFakeClock } from '../../fakeClock';
import { Runtime } from '../runtime';

/** The Node-RED of a test file. */
export let nodeRed: Runtime;

/** Starts it for the tests of a file; each test starts with an empty record. */
export function startForInbound(): void {
  beforeAll(async () => {
    nodeRed = await Runtime.start();
  });
  useFakeClock();
  afterAll(() => nodeRed?.stop());
  beforeEach(() => nodeRed.forget());
}

/** The address of the trigger. */
export const address = () => `${nodeRed.url}${INBOUND_PATH}`;

/** Deploys a flow that a trigger with these settings starts. */
export const deploy = (trigger: object = {}, account: object = {}, ...more: FlowNode[]) =>
  nodeRed.deploy(triggerFlow(inboundNode(trigger), account, ...more));

/** The texts of the messages that started the flow. */
export const texts = () => nodeRed.at('out').map(({ payload }) => Reflect.get(Object(payload), 'text'));
