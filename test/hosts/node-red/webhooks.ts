import { request } from 'node:http';
import { accountNode, sink, tab } from './flows';
import type { FlowNode } from './nodeRedServer';

export const INBOUND_PATH = '/api/webhooks/receivedmessage';
export const NOTIFICATION_PATH = '/api/webhooks/notification';

const at = { x: 100, y: 100, z: 'tab' };

/** A trigger for inbound messages; its outputs lead to the sinks `out` and `refused`. */
export function inboundNode(settings: object = {}): FlowNode {
  return {
    id: 'inbound',
    type: 'messaging-inbound',
    account: 'account',
    channels: [],
    senders: '',
    receivers: '',
    keywords: '',
    replyIds: '',
    refusedOutput: false,
    wires: [['out'], ['refused']],
    ...at,
    ...settings,
  };
}

/** A trigger for status notifications; its outputs lead to the sinks `out` and `refused`. */
export function notificationNode(settings: object = {}): FlowNode {
  return {
    id: 'notification',
    type: 'messaging-notification',
    account: 'account',
    channels: [],
    recipients: '',
    finalOnly: true,
    refusedOutput: false,
    wires: [['out'], ['refused']],
    ...at,
    ...settings,
  };
}

/** The trigger with its account and sinks; callers on this machine are allowed unless the account says otherwise. */
export function triggerFlow(trigger: FlowNode, account: object = {}, ...more: FlowNode[]): FlowNode[] {
  return [tab, accountNode('http://127.0.0.1:1', account), trigger, sink('out'), sink('refused'), ...more];
}

export interface Answer {
  status: number;
  text: string;
  milliseconds: number;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The body never ends: the caller keeps the connection open. */
  unfinished?: boolean;
  /** The address of this machine that the call comes from. */
  from?: string;
}

/** Calls a webhook with exactly these headers and bytes, and waits for the answer, even if it comes before the body is sent. */
export function call(
  url: string,
  { method = 'POST', headers = {}, body, unfinished, from }: Call = {},
): Promise<Answer> {
  const begin = Date.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false, localAddress: from }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text, milliseconds: Date.now() - begin });
        outgoing.destroy();
      });
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    if (body !== undefined) outgoing.write(body);
    if (unfinished !== true) outgoing.end();
  });
}

/** A call whose body comes in parts, or never ends. */
export function slowCall(url: string, firstPart: string, from?: string) {
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: false,
    localAddress: from,
  });
  outgoing.write(firstPart);
  const answer = new Promise<{ status: number }>((resolve, reject) => {
    outgoing.on('response', (incoming) => {
      incoming.resume();
      resolve({ status: incoming.statusCode ?? 0 });
    });
    outgoing.on('error', reject);
  });
  return {
    answer,
    send: (part: string) => outgoing.write(part),
    finish: (lastPart: string) => outgoing.end(lastPart),
    abort: () => outgoing.destroy(new Error('gone')),
  };
}

/** Calls a webhook with JSON. */
export function post(url: string, value: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(url, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  });
}

let lastId = 0;

/** A new inbound SMS. */
export function sms(fields: object = {}): Record<string, unknown> {
  lastId += 1;
  return {
    messageId: `sms-${lastId}`,
    channel: 'Sms',
    from: '+41791112233',
    to: '+41795550100',
    text: 'Hello',
    ...fields,
  };
}

/** A new status notification. */
export function status(fields: object = {}): Record<string, unknown> {
  lastId += 1;
  return { messageId: `message-${lastId}`, to: '+41791112233', status: 'Delivered', ...fields };
}
