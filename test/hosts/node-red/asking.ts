import { startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { accountNode, form, typed, sink, tab, watchers } from './flows';
import { NodeRed, type FlowNode, type Message } from './nodeRedServer';
import { pass } from './passing';
import { INBOUND_PATH } from './webhooks';

/** A node that asks; its outputs lead to the sinks `answer`, `silence`, `failed` and `cancelled`. */
export function askNode(settings: object = {}): FlowNode {
  return {
    id: 'ask',
    type: 'messaging-ask',
    account: 'account',
    channel: 'Whatsapp',
    contentType: 'Text',
    ...form({ message: { to: typed('msg', 'to') } }),
    mediaFrom: 'form',
    waitFor: 'any',
    words: '',
    misfit: 'pass',
    againText: '',
    limit: 1,
    limitUnit: 'hours',
    alsoTriggers: false,
    wires: [['answer'], ['silence'], ['failed'], ['cancelled']],
    x: 100,
    y: 100,
    z: 'tab',
    ...settings,
  };
}

/** Buttons, of which the tests tap `yes` or `no`. */
export const buttons = {
  contentType: 'Interactive',
  ...form({
    message: { to: typed('msg', 'to') },
    content: {
      body: { text: typed('msg', 'payload') },
      action: {
        type: 'Button',
        buttons: [
          { id: typed('str', 'yes'), title: typed('str', 'I will come') },
          { id: typed('str', 'no'), title: typed('str', 'Not this time') },
        ],
      },
    },
  }),
};

let lastPerson = 0;
/** A person that was not asked before by this file. */
export const person = () => `+4179111${String((lastPerson += 1)).padStart(4, '0')}`;

/** Settings of a *send message* with fallback channels. */
export const further = (channels: object[], more: object = {}) => ({
  fallbackChannels: channels,
  ...{ countsAs: 'delivered', after: '30', afterUnit: 'seconds', ...more },
  channel: 'Whatsapp',
  ...form({ message: { to: typed('msg', 'to') } }),
  failureOutput: true,
});
/** A fallback channel. */
export const smsChannel = { type: 'Sms', from: typed('str', ''), content: { type: 'Text' } };

/** The service and the Node-RED of a test file. */
export interface Asking {
  readonly sandbox: Sandbox;
  readonly nodeRed: NodeRed;
  deploy(settings?: object, account?: object, ...more: FlowNode[]): Promise<void>;
  /** Makes the node ask, and waits until the service has the question. */
  ask(msg: Message & { to: string }): Promise<SandboxMessage>;
  /** Stops Node-RED like Ctrl-C, or like a crash, and starts it again with its data. */
  restart(crash: boolean): Promise<void>;
}

export function flowOf(
  url: string,
  settings: object = {},
  account: object = {},
  ...more: FlowNode[]
): FlowNode[] {
  const sinks = ['answer', 'silence', 'failed', 'cancelled', 'out', 'refused'].map(sink);
  return [tab, accountNode(url, account), askNode(settings), ...sinks, ...watchers('ask'), ...more];
}

export async function startAsking(): Promise<Asking> {
  const sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual', inboundUrls: { default: '' } });
  let nodeRed = await NodeRed.start();
  forwardTo(sandbox, nodeRed);
  return {
    sandbox,
    get nodeRed() {
      return nodeRed;
    },
    deploy: async (node, account, ...more) => {
      await nodeRed.deploy(flowOf(sandbox.url, node, account, ...more));
      // Questions of an earlier test still wait.
      await pass(nodeRed, 'ask', { reset: true });
    },
    ask: (msg) => {
      const seen = sandbox.messages().length;
      nodeRed.inject('ask', msg);
      return sandbox.until(() =>
        sandbox
          .messages()
          .slice(seen)
          .find(({ to }) => to === msg.to),
      );
    },
    restart: async (crash) => {
      await nodeRed.stop({ keep: true, crash });
      nodeRed = await NodeRed.start({ userFolder: nodeRed.userFolder });
      forwardTo(sandbox, nodeRed);
    },
  };
}

/** Lets a person's messages reach this Node-RED. */
export function forwardTo(sandbox: Sandbox, nodeRed: { url: string }): void {
  sandbox.change({ inboundUrls: { default: `${nodeRed.url}${INBOUND_PATH}` } });
}

/** The person taps a button of the question. */
export function tapOn(
  sandbox: Sandbox,
  { to, from, channel, messageId, content }: SandboxMessage,
  title: string,
) {
  const button = buttonsOf(content).find((each) => each.title === title);
  if (button === undefined) throw new Error(`The question has no button "${title}"`);
  return sandbox.receive({
    from: to,
    to: from,
    channel,
    reply: { type: 'Button', ...button },
    replyTo: messageId,
  });
}

/** The service repeats a call. */
export async function repeat(push: { address: string; payload: unknown } | undefined): Promise<void> {
  if (push === undefined) throw new Error('Nothing was forwarded');
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(push.address, {
    method: 'POST',
    headers,
    body: JSON.stringify(push.payload),
  });
  expect(status).toBe(200);
}

function buttonsOf(content: unknown): Array<{ id: string; title: string }> {
  const { action } = Object(content) as { action?: { buttons?: Array<{ id: string; title: string }> } };
  return (action?.buttons ?? []).map(({ id, title }) => ({ id, title }));
}
