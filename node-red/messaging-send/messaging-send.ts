import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import {
  asMessagingError,
  attempt,
  type Attempt,
  checkAgain,
  pagesOf,
  type CallOptions,
  type Client,
  type FallbackResult,
  type MessageResult,
  type SendOnce,
} from '../../core/client';
import { findAccount } from '../shared/account';
import type { Scope } from '../shared/evaluate';
import { isStopped, stoppedBefore } from '../shared/failure';
import { Fallback, type CheckedChannels } from '../shared/fallback';
import { KeepTrying, type KeptContent } from '../shared/keepTrying';
import { sentStatus, statusOfText, type Output } from '../shared/report';
import {
  checkPrepared,
  preparedMessagesOf,
  sendChecked,
  type CheckedMessage,
} from '../shared/preparedMessage';
import { readSettings } from '../shared/readSettings';
import { keptBack, messageIdIn, keyedSendingOf, type KeyedSending } from '../shared/sendOnce';
import { sendOnceSetting } from '../shared/sendOnceRows';
import type { Turn } from '../shared/turn';
import { Worker } from '../shared/worker';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(sendNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(sendNode, definition);
    const messageFor = preparedMessagesOf(setting);
    const { account: accountId, failureOutput } = setting;
    // Both also know the messages that began before the node was set otherwise, and end them.
    const fallback = new Fallback(RED, this, accountId, setting);
    const sendOnce = sendOnceSetting(setting);
    const keyed = sendOnce && keyedSendingOf(RED, this, sendOnce);
    const keepTrying = new KeepTrying(RED, this, findAccount(RED, accountId), {
      forMs: setting.keepTrying,
      store: setting.contextStore,
    });
    const isRecorded = (msg: NodeMessage) =>
      (fallback.journal.find(msg) ?? keepTrying.journal.find(msg)) !== undefined;
    new Worker<Prepared>(RED, this, {
      description: sendNode,
      definition,
      account: accountId,
      failureOutput,
      prepare: async (msg, account) => {
        const found = keepTrying.find(msg);
        if (found?.kind === 'done') return found;
        const waited = found?.waiting;
        if (waited !== undefined && !waited.hasFile) {
          const request = await checkAgain(waited.request);
          return { kind: 'message', message: { request, file: undefined }, key: waited.key };
        }
        const scope: Scope = { RED, node: this, msg };
        const onChannels = async () => fallback.prepare(scope, await messageFor(scope, account), account);
        const begun = fallback.journal.find(msg)?.state;
        if (begun !== undefined)
          return { kind: 'channels', channels: await orFault(msg, onChannels), key: begun.key };
        const key = async () => (waited === undefined ? keyed?.keyFor(scope) : waited.key);
        if (waited === undefined && fallback.isOn)
          return { kind: 'channels', channels: await onChannels(), key: await key() };
        const message = await checkPrepared(await messageFor(scope, account));
        return { kind: 'message', message, key: await key() };
      },
      act: async (prepared, turn) => {
        if (prepared.kind === 'done') return valueOf(prepared.outcome);
        const begun = isRecorded(turn.msg);
        const once = keyedBy(keyed, prepared.key);
        if (prepared.kind === 'channels') {
          const [first] = prepared.channels.messages;
          if (setting.validateOnly && !begun && first !== undefined) return validated(first);
          return sendOnChannels(fallback, prepared.channels, turn, once);
        }
        const { message, key } = prepared;
        if (setting.validateOnly && !begun) return validated(message);
        const send = (client: Client, options: CallOptions) =>
          onlyOnce(once, async () => accepted(await sendChecked(client, message, options)));
        if (setting.keepTrying === 0 && !begun)
          return turn.call((client, signal) => send(client, { signal }));
        return keepTrying.deliver(turn, contentOf(message, key), send);
      },
      keptBack: () => keepTrying.shown(),
      outlivesStop: isRecorded,
      ended: (msg) => {
        fallback.journal.end(msg);
        keepTrying.journal.end(msg);
      },
      closed: async (removed) => {
        await Promise.all([fallback.close(removed), keyed?.close(removed), keepTrying.close(removed)]);
      },
    });
  });
};

/** What a message is to the node. `key` is that of *Send Only Once Per*; undefined if the node does not use it. */
type Prepared =
  | { kind: 'message'; message: CheckedMessage; key: string | undefined }
  | { kind: 'channels'; channels: CheckedChannels; key: string | undefined }
  /** Its outcome is known from an earlier run, and was not yet passed on. */
  | { kind: 'done'; outcome: Attempt<Output> };

/** A message that has begun never fails because of what the node would send now. */
async function orFault(msg: NodeMessage, prepare: () => Promise<CheckedChannels>): Promise<CheckedChannels> {
  const prepared = await attempt(prepare);
  return prepared.ok ? prepared.value : { msg, messages: [], fault: prepared.error };
}

/** What is stored of a waiting message. */
function contentOf({ request, file }: CheckedMessage, key: string | undefined): KeptContent {
  return { request: { ...request }, hasFile: file !== undefined, ...(key === undefined ? {} : { key }) };
}

function valueOf(outcome: Attempt<Output>): Output {
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}

/** A message with its key, and the `SendOnce` that handles the key. */
interface Keyed {
  once: SendOnce;
  key: string;
}

function keyedBy(sending: KeyedSending | undefined, key: string | undefined): Keyed | undefined {
  return sending === undefined || key === undefined ? undefined : { once: sending.once, key };
}

/** Sends, unless a message with the key was sent before. */
async function onlyOnce(keyed: Keyed | undefined, send: () => Promise<Output>): Promise<Output> {
  if (keyed === undefined) return send();
  const result = await keyed.once.run(keyed.key, send, messageIdIn);
  return result.kind === 'sent' ? result.value : keptBack(keyed.key, result.messageId);
}

async function sendOnChannels(
  fallback: Fallback,
  prepared: CheckedChannels,
  turn: Turn,
  keyed: Keyed | undefined,
): Promise<Output> {
  if (keyed === undefined) return gotThrough(await fallback.send(prepared, turn, undefined));
  const { once, key } = keyed;
  // A message that continues after a deploy or a restart already has its key.
  const begun = fallback.journal.find(turn.msg) !== undefined;
  const before = begun ? undefined : await once.claimOne(key);
  if (before !== undefined) return keptBack(key, before.messageId);
  // While it waited for the key, it was left to the node that replaces this one, which waits for the same key.
  if (turn.over) throw await once.failed(key, stoppedBefore());
  try {
    const output = gotThrough(await fallback.send(prepared, turn, key));
    await once.sent(key, messageIdIn(output));
    return output;
  } catch (error) {
    const failure = asMessagingError(error);
    // If the message continues in the node that replaces this one, it keeps its key.
    throw isStopped(failure) ? failure : await once.failed(key, failure);
  }
}

function accepted(result: MessageResult): Output {
  return { payload: { outcome: 'accepted', ...result }, port: 0, status: sentStatus(result) };
}

/** `channel` is null if the message was accepted but no delivery was reported in time. */
function gotThrough({ result, channel, attempts }: FallbackResult): Output {
  return {
    payload: { outcome: 'accepted', ...result, channel, attempts },
    port: 0,
    status: sentStatus(result),
  };
}

function validated({ request }: CheckedMessage): Output {
  const pages = pagesOf(request);
  return { payload: { outcome: 'valid', request, pages }, port: 0, status: statusOfText('valid', pages) };
}
