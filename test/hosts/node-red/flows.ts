import type { openNow } from '../windows';
import type { FlowNode } from './nodeRedServer';

/** What one typed input of the editor stores. */
export const typed = (t: string, v: string) => ({ t, v });
export const text = (v: string) => typed('str', v);

export const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Test' };
export const otherTab: FlowNode = { id: 'other', type: 'tab', label: 'Other' };

/** An account for the sandbox, as an editor deploys it. */
export function accountNode(baseUrl: string, settings: object = {}): FlowNode {
  return {
    id: 'account',
    type: 'messaging-account',
    name: '',
    baseUrl,
    version: '2',
    versionIn: 'path',
    senderSms: 'Sandbox',
    senderWhatsapp: '+41795550100',
    senderRcs: 'sandbox-agent',
    batchPath: '',
    balancePath: '',
    maxInFlight: 10,
    trustedProxies: 0,
    allowedCallers: '127.0.0.1',
    // Empty, because Node-RED keeps credentials that a deploy leaves out.
    credentials: { username: 'demo', password: 'demo', webhookSecret: '' },
    ...settings,
  };
}

export const at = { x: 100, y: 100, z: 'tab' };

/** A node that sends; its outputs lead to the sinks `out` and `failed`. */
export function sendNode(settings: object = {}): FlowNode {
  return {
    id: 'send',
    type: 'messaging-send',
    account: 'account',
    channel: 'Sms',
    contentType: 'Text',
    ...form(),
    mediaFrom: 'form',
    bufferProperty: typed('msg', 'payload'),
    fileNameProperty: typed('msg', 'filename'),
    validateOnly: false,
    failureOutput: false,
    wires: [['out'], ['failed']],
    ...at,
    ...settings,
  };
}

/** A node that sends batches; its outputs lead to the sinks `out` and `failed`. */
export function batchNode(settings: object = {}): FlowNode {
  return {
    id: 'batch',
    type: 'messaging-batch',
    account: 'account',
    channel: 'Sms',
    ...form(),
    count: 100,
    seconds: 2,
    failureOutput: false,
    wires: [['out'], ['failed']],
    ...at,
    ...settings,
  };
}

/** What a node stores of a message; without parts, a text from the payload to one number. */
export function form({
  message = { to: text('+41791234567') },
  content = { text: typed('msg', 'payload') },
  smsOptions = {},
  notification = {},
}: {
  message?: { toList?: unknown; [field: string]: unknown };
  content?: object;
  smsOptions?: object;
  notification?: object;
} = {}) {
  const { from, to, toList, sendDate, customerid } = message;
  const recipients = toList === undefined ? 'one' : 'several';
  return { from, recipients, to, toList, sendDate, customerid, content, smsOptions, notification };
}

/** A sending window as the editor stores it. */
export function windowSetting(
  { timeZone: zone, exceptions: dates, ...window }: ReturnType<typeof openNow>,
  changes: object = {},
) {
  const texts = { timeZone: text(zone), exceptions: text(dates) };
  const { days, from, until, outside, timeZone, exceptions } = { ...window, ...texts, ...changes };
  return {
    ...{ sendingWindow: true, windowDays: days, windowFrom: from, windowUntil: until },
    ...{ timeZone, exceptions, outsideWindow: outside },
  };
}

export const sink = (id: string): FlowNode => ({ id, type: 'probe-sink', wires: [], ...at });

/** Catches the errors of all nodes, and the messages that nodes completed without one. */
export const watchers = (...scope: string[]): FlowNode[] => [
  { id: 'catch', type: 'catch', scope: null, uncaught: false, wires: [['caught']], ...at },
  { id: 'complete', type: 'complete', scope, uncaught: false, wires: [['completed']], ...at },
  sink('caught'),
  sink('completed'),
];
