import type { Node, NodeAPI, NodeDef } from 'node-red';

import {
  asMessagingError,
  pagesOf,
  type CallOptions,
  type Client,
  type FallbackResult,
  type MessageResult,
  type SendOnce,
} from '../../core/client';
import { findAccount } from '../shared/account';
import type { Scope } from '../shared/evaluate';
import { Fallback, type CheckedChannels } from '../shared/fallback';
import { KeepTrying, type KeptContent } from '../shared/keepTrying';
import type { Output } from '../shared/report';
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
    const fallback =
      setting.fallbackChannels.length === 0 ? undefined : new Fallback(RED, this, accountId, setting);
    const sendOnce = sendOnceSetting(setting);
    const keyed = sendOnce && keyedSendingOf(RED, this, sendOnce);
    // With further channels, a message that fails goes to the next channel instead.
    const keepTrying =
      setting.keepTrying === 0 || fallback !== undefined
        ? undefined
        : new KeepTrying(RED, this, findAccount(RED, accountId), {
            forMs: setting.keepTrying,
            store: setting.contextStore,
          });
    new Worker<Prepared>(RED, this, {
      description: sendNode,
      definition,
      account: accountId,
      failureOutput,
      prepare: async (msg, account) => {
        const before = keepTrying?.find(msg);
        if (before !== undefined && !before.hasFile)
          return {
            message: await checkPrepared({ request: before.request, file: undefined, labelOf: noLabels }),
            key: before.key,
          };
        const scope: Scope = { RED, node: this, msg };
        const prepared = await messageFor(scope, account);
        const message = await (fallback?.prepare(scope, prepared, account) ?? checkPrepared(prepared));
        return { message, key: await keyed?.keyFor(scope) };
      },
      act: async ({ message, key }, turn) => {
        if (setting.validateOnly) return validated('further' in message ? message.first : message);
        if ('further' in message) return sendOnChannels(fallback, message, turn, keyedBy(keyed, key));
        const send = (client: Client, options: CallOptions) =>
          onlyOnce(keyedBy(keyed, key), async () => accepted(await sendChecked(client, message, options)));
        if (keepTrying === undefined) return turn.call((client, signal) => send(client, { signal }));
        return keepTrying.deliver(turn, contentOf(message, key), send);
      },
      keptBack: () => keepTrying?.shown(),
      outlivesStop: (msg) => fallback?.keeps(msg) === true || keepTrying?.find(msg) !== undefined,
      closed: async (removed) => {
        await Promise.all([fallback?.close(removed), keyed?.close(removed), keepTrying?.close(removed)]);
      },
    });
  });
};

/** The request was validated before it began to wait, so no labels are needed. */
const noLabels = () => undefined;

interface Prepared {
  message: CheckedMessage | CheckedChannels;
  /** The key of *Send Only Once Per*; undefined if the node does not use it. */
  key: string | undefined;
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
  fallback: Fallback | undefined,
  prepared: CheckedChannels,
  turn: Turn,
  keyed: Keyed | undefined,
): Promise<Output> {
  if (fallback === undefined) throw new RangeError('A message without further channels');
  if (keyed === undefined) return gotThrough(await fallback.send(prepared, turn));
  const { once, key } = keyed;
  // A message that continues after a deploy or a restart already has its key.
  const before = fallback.keeps(turn.msg) ? undefined : await once.claimOne(key);
  if (before !== undefined) return keptBack(key, before.messageId);
  try {
    const output = gotThrough(await fallback.send(prepared, turn));
    await once.sent(key, messageIdIn(output));
    return output;
  } catch (error) {
    const failure = asMessagingError(error);
    // If the message continues in the node that replaces this one, it keeps its key.
    throw fallback.keeps(turn.msg) ? failure : await once.failed(key, failure);
  }
}

function accepted(result: MessageResult): Output {
  return { payload: { outcome: 'accepted', ...result }, port: 0, status: { key: 'sent' } };
}

/** `channel` is null if the message was accepted but no delivery was reported in time. */
function gotThrough({ result, channel, attempts }: FallbackResult): Output {
  return { payload: { outcome: 'accepted', ...result, channel, attempts }, port: 0, status: { key: 'sent' } };
}

function validated({ request }: CheckedMessage): Output {
  return {
    payload: { outcome: 'valid', request, pages: pagesOf(request) },
    port: 0,
    status: { key: 'valid' },
  };
}
