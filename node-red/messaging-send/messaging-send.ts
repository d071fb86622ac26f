import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import { attempt, type Result, checkMessage } from '../../core/client';
import {
  alone,
  conversationsOf,
  journey,
  sendOne,
  valueOf,
  outgoing,
  wouldGoOut,
  resultOfOutgoing,
  type Next,
} from '../../core/journey';
import type { FallbackResult } from '../../core/plan';
import { findAccount } from '../service/account';
import type { Scope } from '../settings/evaluate';
import { isStopped } from '../outcome/failure';
import { Fallback, type CheckedChannels } from '../work/fallback';
import { callOf, inTurn, type NodeMessageOnItsWay } from '../work/inTurn';
import { keepTryingOf } from '../work/keepTrying';
import type { KeptContent } from '../work/outbox';
import { acceptedOutput, statusOfText, type Output } from '../outcome/report';
import {
  checkPrepared,
  preparedMessagesOf,
  sendChecked,
  type CheckedMessage,
} from '../message/preparedMessage';
import { readSettings } from '../settings/readSettings';
import { restrained, restraintsOf } from '../work/restraints';
import { keyedSendingOf, oncePerKeyOf } from '../work/sendOnce';
import { Worker } from '../work/worker';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(sendNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(sendNode, definition);
    const messageFor = preparedMessagesOf(setting);
    const { account: accountId, failureOutput } = setting;
    const restraints = restraintsOf(RED, this, setting);
    // Both also know the messages that began before the node was set otherwise, and end them.
    const fallback = new Fallback(RED, this, accountId, setting, restraints);
    const keyed = keyedSendingOf(RED, this, accountId, setting);
    const keepTrying = keepTryingOf(RED, this, {
      forMs: setting.keepTrying,
      atOnce: findAccount(RED, accountId)?.setting.maxInFlight ?? 1,
      account: accountId,
    });
    const isRecorded = (msg: NodeMessage) =>
      (fallback.journal.find(msg) ?? keepTrying.journal.find(msg)) !== undefined;
    const onlyChecked = journey(restrained<SingleMessage>(restraints, [], { onlyChecks: true }), validate);
    const whenItsTurnHasCome = restrained<SingleMessage>(restraints, oncePerKeyOf(keyed));
    const inItsTurn = journey<SingleMessage>(whenItsTurnHasCome, sendNow);
    const whenReachable = journey<SingleMessage>(
      [keepTrying.step(contentOf), inTurn, ...whenItsTurnHasCome],
      sendNow,
    );
    const redeploy = {
      hasClaimed: ({ hasBegun }: ChannelMessage) => hasBegun,
      // Without further channels, copies wait in their turn.
      copiesWait: fallback.isOn,
      isTakenOver: ({ job }: ChannelMessage) => job.over,
      continues: isStopped,
    };
    const onChannels = journey<ChannelMessage>(
      // What is planned is decided again for each channel, when it is its turn, and each counts (Fallback).
      restrained<ChannelMessage>(restraints, oncePerKeyOf(keyed, redeploy), { counts: () => false }),
      alone(async ({ channels, job, key }) => gotThrough(await fallback.send(channels, job, key))),
    );
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
          const { recipientsAllowed } = account.rules;
          // The account may allow fewer recipients by now.
          const request = await checkMessage(waited.request, undefined, {
            strictLimits: false,
            recipientsAllowed,
          });
          return { kind: 'message', request, file: undefined, notes: [], key: waited.key };
        }
        const scope: Scope = { RED, node: this, msg };
        const onChannels = async () => fallback.prepare(scope, await messageFor(scope, account), account);
        const begun = fallback.journal.find(msg)?.state;
        if (begun !== undefined)
          return { kind: 'channels', channels: await orFault(onChannels), key: begun.key };
        const key = async () => (waited === undefined ? keyed?.keyFor(scope) : waited.key);
        if (waited === undefined && fallback.isOn)
          return { kind: 'channels', channels: await onChannels(), key: await key() };
        const message = await checkPrepared(await messageFor(scope, account));
        return { kind: 'message', ...message, key: await key() };
      },
      act: (prepared, job) => {
        if (prepared.kind === 'done') return Promise.resolve(prepared.outcome).then(valueOf);
        const begun = isRecorded(job.msg);
        if (prepared.kind === 'channels') {
          const [first] = prepared.channels.messages;
          if (setting.validateOnly && !begun && first !== undefined)
            return sendOne<Output, SingleMessage>(onlyChecked, { ...first, key: undefined, job });
          // What has begun has passed the steps and has its key. If one of them ended it, the key would stay.
          const request = begun ? undefined : first?.request;
          return sendOne<Output, ChannelMessage>(onChannels, { ...prepared, request, hasBegun: begun, job });
        }
        if (setting.validateOnly && !begun)
          return sendOne<Output, SingleMessage>(onlyChecked, { ...prepared, job });
        if (setting.keepTrying > 0 || begun)
          return sendOne<Output, SingleMessage>(whenReachable, { ...prepared, job });
        // Its steps begin when its turn has come: what waits takes no more memory than the message.
        return job.call(
          (client, signal) =>
            sendOne<Output, SingleMessage>(inItsTurn, {
              ...prepared,
              job,
              call: { client, options: { signal } },
            }),
          { conversations: conversationsOf(prepared.request) },
        );
      },
      waitingForService: () => keepTrying.shown(),
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

/** `key` is that of *Send Only Once Per*; undefined if the node does not use it. */
interface SingleMessage extends NodeMessageOnItsWay, CheckedMessage {
  request: CheckedMessage['request'];
  key: string | undefined;
}

interface ChannelMessage extends NodeMessageOnItsWay {
  channels: CheckedChannels;
  key: string | undefined;
  /** Whether it continues after a deploy or a restart. */
  hasBegun: boolean;
}

/** What a message is to the node. */
type Prepared =
  | ({ kind: 'message' } & Omit<SingleMessage, 'job'>)
  | ({ kind: 'channels' } & Pick<ChannelMessage, 'channels' | 'key'>)
  /** Its outcome is known from an earlier run, and was not yet passed on. */
  | { kind: 'done'; outcome: Result<Output> };

/** A message that has begun never fails because of what the node would send now. */
async function orFault(prepare: () => Promise<CheckedChannels>): Promise<CheckedChannels> {
  const prepared = await attempt(prepare);
  return prepared.ok ? prepared.value : { messages: [], fault: prepared.error };
}

/** What is stored of a waiting message. */
function contentOf({ request, file, key }: SingleMessage): KeptContent {
  return { request: { ...request }, hasFile: file !== undefined, ...(key === undefined ? {} : { key }) };
}

const sendNow: Next<SingleMessage> = alone(async (sending) => {
  const { client, options } = callOf(sending);
  const request = await outgoing(sending.request, sending);
  const { file, notes } = sending;
  const result = await sendChecked(client, { request, file, notes }, options);
  return acceptedOutput(resultOfOutgoing(result, sending.request, sending));
});

/** `channel` is null if the message was accepted but no delivery was reported in time. */
function gotThrough({ result, channel, attempts }: FallbackResult): Output {
  return acceptedOutput(result, { channel, attempts });
}

const validate: Next<SingleMessage> = alone(async (sending): Promise<Output> => {
  const checked = await wouldGoOut(sending.request, sending);
  const status = statusOfText('valid', checked.pages);
  const notes = sending.notes.length === 0 ? {} : { notes: sending.notes };
  return { payload: { outcome: 'valid', ...checked, ...notes }, port: 0, status };
});
