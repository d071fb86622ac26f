import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import { attempt, checkMessage, failed, type Failed, type Result } from '../../core/client';
import { conversationsOf, ended, sendOnce, takeSteps, type Keyed, type Steps } from '../../core/steps';
import { findAccount } from '../service/account';
import type { Scope } from '../settings/evaluate';
import { isStopped } from '../outcome/failure';
import { Fallback, type CheckedChannels } from '../work/fallback';
import { inTurn, type NodeOutgoing } from '../work/inTurn';
import { keepTryingOf } from '../work/keepTrying';
import type { KeptContent } from '../work/outbox';
import { checkedOutput, outputOf, type Output } from '../outcome/report';
import { checkPrepared, preparedMessagesOf, type CheckedMessage } from '../message/preparedMessage';
import { readSettings } from '../settings/readSettings';
import type { Job } from '../work/job';
import { guardsOf, stepsOf } from '../work/guards';
import { sendEach } from '../work/sendEach';
import { keyedSendingOf } from '../work/sendOnce';
import { Worker } from '../work/worker';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(sendNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(sendNode, definition);
    const messageFor = preparedMessagesOf(setting);
    const { account: accountId, failureOutput } = setting;
    const guards = guardsOf(RED, this, setting);
    // Both also know the messages that began before the node was set otherwise, and end them.
    const fallback = new Fallback(RED, this, accountId, setting, guards);
    const keyed = keyedSendingOf(RED, this, accountId, setting);
    const keepTrying = keepTryingOf(RED, this, {
      forMs: setting.keepTrying,
      atOnce: findAccount(RED, accountId)?.setting.maxInFlight ?? 1,
      account: accountId,
    });
    const isRecorded = (msg: NodeMessage) =>
      (fallback.journal.find(msg) ?? keepTrying.journal.find(msg)) !== undefined;
    const steps: Steps<SingleMessage> = {
      ...stepsOf<SingleMessage>(guards),
      once: keyed && { claims: keyed.claims },
      ...sendEach,
    };
    const checkSteps: Steps<SingleMessage> = {
      ...stepsOf<SingleMessage>(guards),
      isOnlyChecked: () => true,
      send: async () => undefined,
    };
    const check = async (message: SingleMessage): Promise<Output | Failed> => {
      await takeSteps([message], checkSteps);
      return message.checked === undefined
        ? outputOf(ended(message))
        : checkedOutput(message.checked, message.notes);
    };
    const once = keyed && {
      claims: keyed.claims,
      hasClaimed: ({ hasBegun }: ChannelMessage) => hasBegun,
      // Without further channels, copies wait in their turn.
      copiesWait: fallback.isOn,
      isTakenOver: ({ job }: ChannelMessage) => job.over,
      continues: isStopped,
    };
    /** One key is for all channels. */
    const sendOnChannels = async (message: ChannelMessage): Promise<Output | Failed> => {
      const { channels, job, key } = message;
      await sendOnce([message], once, async () => {
        const sent = await attempt(() => fallback.send(channels, job, key));
        message.result = sent.ok ? sent.value : failed(sent.error);
      });
      return outputOf(ended(message));
    };
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
        if (prepared.kind === 'done') return Promise.resolve(outputOf(prepared.result));
        const begun = isRecorded(job.msg);
        if (prepared.kind === 'channels') {
          const [first] = prepared.channels.messages;
          if (setting.validateOnly && !begun && first !== undefined)
            return check({ ...first, key: undefined, job });
          return sendOnChannels({ ...prepared, hasBegun: begun, job });
        }
        const message: SingleMessage = { ...prepared, job };
        if (setting.validateOnly && !begun) return check(message);
        if (setting.keepTrying > 0 || begun)
          return keepTrying
            .deliver(message, contentOf(message), () => inTurn([message], (turn) => takeSteps(turn, steps)))
            .then(() => outputOf(ended(message)));
        // Its steps begin when its turn has come: what waits takes no more memory than the message.
        return job.call(
          (client, signal) => {
            message.call = { client, options: { signal } };
            return takeSteps([message], steps).then(() => outputOf(ended(message)));
          },
          { conversations: conversationsOf(message.request) },
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
interface SingleMessage extends NodeOutgoing, CheckedMessage {
  request: CheckedMessage['request'];
  file: CheckedMessage['file'];
  notes: CheckedMessage['notes'];
  key: string | undefined;
}

interface ChannelMessage extends Keyed {
  channels: CheckedChannels;
  key: string | undefined;
  job: Job;
  /** Whether it continues after a deploy or a restart. */
  hasBegun: boolean;
}

/** What a message is to the node. */
type Prepared =
  | ({ kind: 'message' } & Omit<SingleMessage, 'job'>)
  | ({ kind: 'channels' } & Pick<ChannelMessage, 'channels' | 'key'>)
  /** Its outcome is known from an earlier run, and was not yet passed on. */
  | { kind: 'done'; result: Result };

/** A message that has begun never fails because of what the node would send now. */
async function orFault(prepare: () => Promise<CheckedChannels>): Promise<CheckedChannels> {
  const prepared = await attempt(prepare);
  return prepared.ok ? prepared.value : { messages: [], fault: prepared.error };
}

/** What is stored of a waiting message. */
function contentOf({ request, file, key }: SingleMessage): KeptContent {
  return { request: { ...request }, hasFile: file !== undefined, ...(key === undefined ? {} : { key }) };
}
