import { NodeRed, type FlowNode } from './nodeRedServer';
import { inboundNode, INBOUND_PATH, triggerFlow } from './webhooks';

/** The Node-RED of a test file. */
export let nodeRed: NodeRed;

/**
 * Starts a Node-RED for the tests of a file; each test starts with an empty record.
 *
 * @param settings further lines of settings.js
 */
export function startForInbound(settings?: string): void {
  beforeAll(async () => {
    // Not under the nodes' root: there, the editor's API would read the body of every call before any node sees it.
    nodeRed = await NodeRed.start({ adminRoot: '/admin', settings });
  });
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
