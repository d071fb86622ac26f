import type { DoneError, Message, NodeRed } from './nodeRedServer';

/** How a message that went through a node ended. */
export interface Passed {
  _msgid: string;
  error: DoneError | undefined;
  /** Its message at a sink, if it has arrived. */
  find(sink: string): Message | undefined;
  arrivesAt(sink: string): Promise<Message>;
}

let lastId = 0;

/** Sends a message to a node and waits for its end. */
export async function pass(
  nodeRed: Pick<NodeRed, 'inject' | 'completion' | 'at' | 'until'>,
  node: string,
  msg: Message,
): Promise<Passed> {
  const _msgid = `passed-${(lastId += 1)}`;
  nodeRed.inject(node, { ...msg, _msgid });
  const { error } = await nodeRed.completion(_msgid);
  const find = (sink: string) => nodeRed.at(sink).find((arrived) => arrived._msgid === _msgid);
  return {
    _msgid,
    error,
    find,
    arrivesAt: (sink) => nodeRed.until(() => find(sink), `${_msgid} at ${sink}`),
  };
}

/** An object that contains itself, which JSON cannot hold. */
export const circular: Record<string, unknown> = { content: { type: 'Text' } };
circular['self'] = circular;

/** Payloads that no node expects. */
export const oddPayloads: Array<[string, unknown]> = [
  ['null', null],
  ['nothing', undefined],
  ['a number', 7],
  ['not a number', Number.NaN],
  ['a huge integer', 10n ** 40n],
  ['an empty text', ''],
  ['half a surrogate pair', '\ud83d'],
  ['an empty object', {}],
  ['an object that contains itself', circular],
  ['an empty Buffer', Buffer.alloc(0)],
  ['a date', new Date(0)],
  ['a Map', new Map([['a', 1]])],
  ['__proto__ as a field', JSON.parse('{"__proto__":{"polluted":true},"messageId":{"__proto__":null}}')],
  ['an error', new Error('upstream')],
];

/** Accounts that cannot work, and the error of every call with them. */
export const brokenAccounts: Array<[string, object, object]> = [
  [
    'a wrong password',
    { credentials: { username: 'demo', password: 'wrong-word' } },
    { status: 401, outcome: 'rejected', requestId: expect.any(String) },
  ],
  [
    'no password',
    { credentials: { username: 'demo', password: '' } },
    { code: 'invalid_settings', outcome: 'not_sent' },
  ],
  [
    'a service that is not there',
    { baseUrl: 'http://127.0.0.1:1' },
    { code: 'unreachable', outcome: 'not_sent' },
  ],
  [
    'a plain http address elsewhere',
    { baseUrl: 'http://example.com' },
    { code: 'invalid_settings', outcome: 'not_sent' },
  ],
];
