import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import {
  attempt,
  type Result,
  checkMessage,
  type FallbackResult,
  type MessageResult,
} from '../../core/client';
import {
  guarded,
  alone,
  journey,
  notCompared,
  sendOne,
  valueOf,
  outgoing,
  wouldGoOut,
  resultOfOutgoing,
  type Addressed,
  type Next,
  type Planned,
} from '../../core/journey';
import { findAccount } from '../service/account';
import type { Scope } from '../settings/evaluate';
import { isStopped } from '../outcome/failure';
import { Fallback, type CheckedChannels } from '../work/fallback';
import { callOf, inTurn, type NodeMessageOnItsWay } from '../work/inTurn';
import { keepTryingOf } from '../work/keepTrying';
import { heldBackOutput, recipientsOfOutput } from '../work/loopGuard';
import type { KeptContent } from '../work/outbox';
import { sentStatus, statusOfText, type Output } from '../outcome/report';
import {
  checkPrepared,
  preparedMessagesOf,
  sendChecked,
  type CheckedMessage,
} from '../message/preparedMessage';
import { readSettings } from '../settings/readSettings';
import { comparisonWithList, notToOptedOut } from '../work/optedOut';
import { inWindow, windowsOf } from '../work/sendingWindow';
import { keyedSendingOf, oncePerKeyOf } from '../work/sendOnce';
import { sendOnceSetting } from '../settings/sendOnceRows';
import { Worker } from '../work/worker';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(sendNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(sendNode, definition);
    const messageFor = preparedMessagesOf(setting);
    const { account: accountId, failureOutput } = setting;
    // Both also know the messages that began before the node was set otherwise, and end them.
    const windowFor = windowsOf(RED, this, setting);
    const compare = comparisonWithList(RED, this, setting);
    const fallback = new Fallback(RED, this, accountId, setting, windowFor, compare);
    const sendOnce = sendOnceSetting(setting);
    const keyed = sendOnce && keyedSendingOf(RED, this, sendOnce);
    const account = findAccount(RED, accountId);
    const keepTrying = keepTryingOf(RED, this, {
      forMs: setting.keepTrying,
      atOnce: account?.setting.maxInFlight ?? 1,
      store: setting.contextStore,
    });
    const notTo = notToOptedOut<SingleMessage>(compare, ({ message, job }, compareWith) =>
      compareWith(message.request, job.msg),
    );
    const inTime = inWindow<SingleMessage>(windowFor, {
      given: ({ message: { request }, job: { msg } }) => ({ request, msg }),
    });
    const isRecorded = (msg: NodeMessage) =>
      (fallback.journal.find(msg) ?? keepTrying.journal.find(msg)) !== undefined;
    const onlyChecked = journey<SingleMessage>(
      [
        ...notTo,
        ...inTime,
        ...heldBackOutput<SingleMessage>(account),
        ...guarded<Output, SingleMessage>(account?.loopGuard, {
          requestOf: ({ message }) => message.request,
          onlyChecks: true,
        }),
      ],
      validate,
    );
    const whenItsTurnHasCome = [
      ...notTo,
      ...inTime,
      ...heldBackOutput<SingleMessage>(account),
      ...oncePerKeyOf<SingleMessage>(keyed),
      ...guarded<Output, SingleMessage>(account?.loopGuard, {
        requestOf: ({ message }) => message.request,
        recipientsOf: recipientsOfOutput,
      }),
    ];
    const inItsTurn = journey<SingleMessage>(whenItsTurnHasCome, sendNow);
    const whenReachable = journey<SingleMessage>(
      [keepTrying.step(contentOf), inTurn, ...whenItsTurnHasCome],
      sendNow,
    );
    // It continues after a deploy or a restart: it has passed the steps below and has its key. If one of them ended it, the key would stay.
    const hasBegun = ({ job }: ChannelMessage) => fallback.journal.find(job.msg) !== undefined;
    const redeploy = {
      hasClaimed: hasBegun,
      // Without further channels, copies wait in their turn.
      copiesWait: fallback.isOn,
      isTakenOver: ({ job }: ChannelMessage) => job.over,
      continues: isStopped,
    };
    const judged = (message: ChannelMessage) =>
      hasBegun(message) ? undefined : message.channels.messages[0]?.request;
    const notToOnChannels = notToOptedOut<ChannelMessage>(compare, async (message, compareWith) => {
      const request = judged(message);
      return request === undefined ? notCompared : compareWith(request, message.job.msg);
    });
    // What is planned is decided again for each channel, when it is its turn (Fallback).
    const inTimeOnChannels = inWindow<ChannelMessage>(windowFor, {
      given: (message) => {
        const request = judged(message);
        return request && { request, msg: message.job.msg };
      },
    });
    const onChannels = journey<ChannelMessage>(
      [
        ...notToOnChannels,
        ...inTimeOnChannels,
        ...heldBackOutput<ChannelMessage>(account),
        ...oncePerKeyOf<ChannelMessage>(keyed, redeploy),
      ],
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
      act: (prepared, job) => {
        if (prepared.kind === 'done') return Promise.resolve(prepared.outcome).then(valueOf);
        const begun = isRecorded(job.msg);
        if (prepared.kind === 'channels') {
          const [first] = prepared.channels.messages;
          if (setting.validateOnly && !begun && first !== undefined)
            return sendOne<Output, SingleMessage>(onlyChecked, { message: first, key: undefined, job });
          return sendOne<Output, ChannelMessage>(onChannels, { ...prepared, job });
        }
        if (setting.validateOnly && !begun)
          return sendOne<Output, SingleMessage>(onlyChecked, { ...prepared, job });
        if (setting.keepTrying > 0 || begun)
          return sendOne<Output, SingleMessage>(whenReachable, { ...prepared, job });
        // Its steps begin when its turn has come: what waits takes no more memory than the message.
        return job.call((client, signal) =>
          sendOne<Output, SingleMessage>(inItsTurn, {
            ...prepared,
            job,
            call: { client, options: { signal } },
          }),
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
interface SingleMessage extends NodeMessageOnItsWay, Addressed<Output>, Planned<Output> {
  message: CheckedMessage;
  key: string | undefined;
}

interface ChannelMessage extends NodeMessageOnItsWay, Addressed<Output>, Planned<Output> {
  channels: CheckedChannels;
  key: string | undefined;
}

/** What a message is to the node. */
type Prepared =
  | ({ kind: 'message' } & Omit<SingleMessage, 'job'>)
  | ({ kind: 'channels' } & Omit<ChannelMessage, 'job'>)
  /** Its outcome is known from an earlier run, and was not yet passed on. */
  | { kind: 'done'; outcome: Result<Output> };

/** A message that has begun never fails because of what the node would send now. */
async function orFault(msg: NodeMessage, prepare: () => Promise<CheckedChannels>): Promise<CheckedChannels> {
  const prepared = await attempt(prepare);
  return prepared.ok ? prepared.value : { msg, messages: [], fault: prepared.error };
}

/** What is stored of a waiting message. */
function contentOf({ message: { request, file }, key }: SingleMessage): KeptContent {
  return { request: { ...request }, hasFile: file !== undefined, ...(key === undefined ? {} : { key }) };
}

const sendNow: Next<SingleMessage> = alone(async (sending) => {
  const { client, options } = callOf(sending);
  const { message } = sending;
  const request = await outgoing(message.request, sending);
  const result = await sendChecked(client, { ...message, request }, options);
  return accepted(resultOfOutgoing(result, message.request, sending));
});

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

const validate: Next<SingleMessage> = alone(async (sending): Promise<Output> => {
  const checked = await wouldGoOut(sending.message.request, sending);
  const status = statusOfText('valid', checked.pages);
  return { payload: { outcome: 'valid', ...checked }, port: 0, status };
});
