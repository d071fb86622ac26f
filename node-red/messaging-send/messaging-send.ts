import type { Node, NodeAPI, NodeDef } from 'node-red';

import { attempt, failed, type Failed, type Result } from '../../core/client';
import { fallbackPlan, fallbackResult, partsPlan, partsResult } from '../../core/plan';
import { channelNamed } from '../../core/contract/names';
import { conversationsOf, ended, sendOnce, takeSteps, type Keyed, type Steps } from '../../core/steps';
import type { Scope } from '../settings/evaluate';
import { isStopped } from '../outcome/failure';
import { Notices } from '../calls/notices';
import { subscribe } from '../calls/webhooks';
import { channelsOf } from '../work/furtherChannels';
import type { NodeOutgoing } from '../work/inTurn';
import type { Job } from '../work/job';
import { checkedOutput, outputOf, type Output } from '../outcome/report';
import { preparedMessagesOf, type CheckedMessage } from '../message/preparedMessage';
import { readSettings } from '../settings/readSettings';
import { guardsOf, stepsOf } from '../work/guards';
import { newId } from '../work/newId';
import { Reporter } from '../work/reporter';
import { sendEach } from '../work/sendEach';
import { keyedSendingOf } from '../work/sendOnce';
import type { Submission } from '../work/submission';
import { Worker } from '../work/worker';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  RED.nodes.registerType(sendNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(sendNode, definition);
    const messageFor = preparedMessagesOf(setting);
    const { account: accountId, failureOutput, countsAs, after: afterMs, keepTrying: retryMs } = setting;
    const isSplit = setting.ifTooLong === 'split';
    const guards = guardsOf(RED, this, setting);
    const messagesFor = channelsOf(RED, setting);
    const outbox = new Reporter(RED, this, accountId, {
      guards,
      most: MOST_RECORDED,
      kept: 'messages',
    });
    const keyed = keyedSendingOf(RED, this, accountId, setting);
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
    const check = async (messages: readonly SingleMessage[]): Promise<Output | Failed> => {
      await takeSteps(messages, checkSteps);
      const [first] = messages;
      const [checked, ...more] = messages.flatMap((message) => message.checked ?? []);
      return first === undefined || checked === undefined
        ? outputOf(ended(first ?? {}))
        : checkedOutput(checked, first.notes, more);
    };
    const once = keyed && {
      claims: keyed.claims,
      claimantOf: ({ submission }: PlannedMessage) => submission.id,
      isTakenOver: ({ job }: PlannedMessage) => job.over,
      continues: isStopped,
    };
    /** One key is for all channels. A message that waits for another with its key is recorded as well. */
    const sendAsPlanned = (message: PlannedMessage): Promise<Output | Failed> =>
      outbox.submit(message.job, message.submission, async () => {
        await sendOnce([message], once, async () => {
          message.result = await sendOnChannels(message);
        });
        return outputOf(ended(message));
      });
    const sendOnChannels = async ({ job, submission }: PlannedMessage): Promise<Result> => {
      const run = await attempt(() => outbox.run(job));
      if (!run.ok) return failed(run.error);
      const { end, tried, failure } = run.value;
      const { plan, messages } = submission;
      const channels = messages.flatMap(({ request }) => channelNamed(request['channel']) ?? []);
      return plan.order === 'parts'
        ? partsResult(plan, tried, channels, failure)
        : fallbackResult(end, tried, channels, failure);
    };
    const { status } = new Worker<Prepared>(RED, this, {
      description: sendNode,
      definition,
      account: accountId,
      failureOutput,
      prepare: async (msg, account) => {
        const begun = outbox.find(msg);
        if (begun !== undefined) return { kind: 'planned', submission: begun };
        const scope: Scope = { RED, node: this, msg };
        const messages = await messagesFor(scope, await messageFor(scope, account), account);
        const key = await keyed?.keyFor(scope);
        const [first] = messages;
        if (setting.validateOnly)
          return { kind: 'checked', messages: isSplit ? messages : messages.slice(0, 1) };
        // Where some are recorded, all are: no short text overtakes one in parts.
        if (first !== undefined && messages.length === 1 && retryMs === 0 && !isSplit)
          return { kind: 'single', ...first, key };
        const channels = messages.map(({ request }) => request.channel);
        const isOnly = messages.length === 1;
        const plan =
          isSplit && !isOnly
            ? partsPlan(messages.length, retryMs)
            : fallbackPlan({ channels, countsAs: isOnly ? 'accepted' : countsAs, afterMs, retryMs });
        return { kind: 'planned', submission: { id: newId(), since: Date.now(), plan, messages, key } };
      },
      act: (prepared, job) => {
        if (prepared.kind === 'planned') {
          const { submission } = prepared;
          return sendAsPlanned({ submission, key: submission.key, job });
        }
        if (prepared.kind === 'checked')
          return check(prepared.messages.map((message) => ({ ...message, key: undefined, job })));
        const message: SingleMessage = { ...prepared, job };
        // Its steps begin when its turn has come: what waits takes no more memory than the message.
        return job.call(
          (client, signal) => {
            message.call = { client, options: { signal } };
            return takeSteps([message], steps).then(() => outputOf(ended(message)));
          },
          { conversations: conversationsOf(message.request) },
        );
      },
      outbox,
      closed: async () => keyed?.close(),
    });
    if (setting.fallbackChannels.length > 0 && countsAs === 'delivered')
      subscribe(RED, this, accountId, { kinds: ['status'], notices: new Notices(RED, this, status) });
  });
};

/** `key` is that of *Send Only Once Per*; undefined if the node does not use it. */
interface SingleMessage extends NodeOutgoing, CheckedMessage {
  request: CheckedMessage['request'];
  file: CheckedMessage['file'];
  notes: CheckedMessage['notes'];
  key: string | undefined;
}

/** How many messages of a node can be recorded; each is in memory and in the journal. */
const MOST_RECORDED = 100_000;

/** A message that may take more than one attempt. */
interface PlannedMessage extends Keyed {
  submission: Submission;
  job: Job;
}

/** What a message is to the node. */
type Prepared =
  | ({ kind: 'single' } & Omit<SingleMessage, 'job'>)
  | { kind: 'planned'; submission: Submission }
  | { kind: 'checked'; messages: readonly CheckedMessage[] };
