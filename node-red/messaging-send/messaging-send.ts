import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import {
  asMessagingError,
  attempt,
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
    const isKept = (msg: NodeMessage) => (fallback.kept.find(msg) ?? keepTrying.kept.find(msg)) !== undefined;
    new Worker<Prepared>(RED, this, {
      description: sendNode,
      definition,
      account: accountId,
      failureOutput,
      prepare: async (msg, account) => {
        const waited = keepTrying.find(msg);
        if (waited !== undefined && !waited.hasFile)
          return {
            message: { request: await checkAgain(waited.request), file: undefined },
            key: waited.key,
          };
        const scope: Scope = { RED, node: this, msg };
        const onChannels = async () => fallback.prepare(scope, await messageFor(scope, account), account);
        const begun = fallback.kept.find(msg)?.state;
        if (begun !== undefined) return { message: await orFault(msg, onChannels), key: begun.key };
        const message =
          waited === undefined && fallback.isOn
            ? await onChannels()
            : await checkPrepared(await messageFor(scope, account));
        return { message, key: waited === undefined ? await keyed?.keyFor(scope) : waited.key };
      },
      act: async ({ message, key }, turn) => {
        const begun = isKept(turn.msg);
        const [first] = 'messages' in message ? message.messages : [message];
        if (setting.validateOnly && !begun && first !== undefined) return validated(first);
        if ('messages' in message) return sendOnChannels(fallback, message, turn, keyedBy(keyed, key));
        const send = (client: Client, options: CallOptions) =>
          onlyOnce(keyedBy(keyed, key), async () => accepted(await sendChecked(client, message, options)));
        if (setting.keepTrying === 0 && !begun)
          return turn.call((client, signal) => send(client, { signal }));
        return keepTrying.deliver(turn, contentOf(message, key), send);
      },
      keptBack: () => keepTrying.shown(),
      outlivesStop: isKept,
      ended: (msg) => {
        fallback.kept.ended(msg);
        keepTrying.kept.ended(msg);
      },
      closed: async (removed) => {
        await Promise.all([fallback.close(removed), keyed?.close(removed), keepTrying.close(removed)]);
      },
    });
  });
};

interface Prepared {
  message: CheckedMessage | CheckedChannels;
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
}

/** A message that has begun never fails because of what the node would send now. */
async function orFault(msg: NodeMessage, prepare: () => Promise<CheckedChannels>): Promise<CheckedChannels> {
  const prepared = await attempt(prepare);
  return prepared.ok ? prepared.value : { msg, messages: [], fault: prepared.error };
}

/** What is stored of a waiting message. */
function contentOf({ request, file }: CheckedMessage, key: string | undefined): KeptContent {
  return { request: { ...request }, hasFile: file !== undefined, ...(key === undefined ? {} : { key }) };
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
  const begun = fallback.kept.find(turn.msg) !== undefined;
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
