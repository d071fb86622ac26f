import type { NodeAPI } from 'node-red';

import { attempt, failed, type Failed, type Result } from '../../core/client';
import { fallbackResult, partsResult, type Plan } from '../../core/plan';
import { ended, sendOnce, takeSteps, type Keyed } from '../../core/steps';
import { isStopped } from '../outcome/failure';
import { Notices } from '../calls/notices';
import type { Subscriber } from '../calls/offer';
import { Draft, sendEach, type NodeOutgoing } from '../work/outgoing';
import { checkedOutput, outputOf, type Output } from '../outcome/report';
import type { CheckedMessage } from '../message/preparedMessage';
import { registerNode } from '../settings/registerNode';
import { guardsOf, keyedSending } from '../work/guards';
import { Reporter, type Ended } from '../work/reporter';
import type { Submission } from '../work/submission';
import { Worker } from '../work/worker';
import { messagesOf } from './fallbackChannels';
import { sendNode } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, sendNode, (deployed) => {
    const { node, setting } = deployed;
    const { account: accountId, countsAs, after: afterMs, keepTrying: retryMs } = setting;
    const isSplit = setting.ifTooLong === 'split';
    const guards = guardsOf(deployed);
    const keyed = keyedSending(deployed);
    const planOf = (messages: readonly CheckedMessage[]): Plan => {
      const targets = messages.length;
      if (isSplit && targets > 1) return { targets, order: 'parts', success: 'accepted', eachMs: 0, retryMs };
      const success = targets === 1 ? 'accepted' : countsAs;
      return { targets, order: 'fallback', success, eachMs: afterMs, retryMs };
    };
    const check = async (messages: readonly NodeOutgoing[]): Promise<Output | Failed> => {
      await takeSteps(messages, guards);
      const [first] = messages;
      const [checked, ...more] = messages.flatMap((message) => message.checked ?? []);
      return first === undefined || checked === undefined
        ? outputOf(ended(first ?? {}))
        : checkedOutput(checked, first.notes ?? [], more);
    };
    const claimantOf = ({ submission }: PlannedMessage) => submission.id;
    const reporter = new Reporter(RED, node, accountId, {
      guards,
      subscriber: (): Subscriber => ({ kinds: ['status'], notices: new Notices(RED, node, status) }),
      most: MOST_RECORDED,
      kept: 'messages',
      /** One key is for all channels. What is to be recorded is so before it waits for another with its key. */
      work: async (run, { entry }, submission) => {
        const message: PlannedMessage = { submission, key: submission.key };
        const claims = keyed?.claimsOf(entry?.outbox.id ?? accountId);
        const once = claims && { claims, claimantOf, continues: isStopped };
        await sendOnce([message], once, async () => {
          const ending = await attempt(run);
          message.result = ending.ok ? resultOf(ending.value) : failed(ending.error);
        });
        return outputOf(ended(message));
      },
    });
    const { status } = new Worker<Prepared>(deployed, {
      prepare: async (msg, account) => {
        const messages = await messagesOf(deployed, msg, account);
        const key = await keyed?.keyFor(msg);
        const [first] = messages;
        if (setting.validateOnly) return { messages: isSplit ? messages : messages.slice(0, 1) };
        // Where some are recorded, all are: no short text overtakes one in parts. One with a key always is: who waits for the key must not
        // hold a turn, for which the one that has the key may wait.
        if (first === undefined || messages.length > 1 || retryMs > 0 || isSplit || key !== undefined)
          return { id: RED.util.generateId(), plan: planOf(messages), messages, key };
        return new Draft(first, account, accountId);
      },
      send: async (draft, job) => {
        const message: NodeOutgoing = { ...draft, msg: job.msg };
        await job.call(
          (client, signal) => takeSteps([message], { ...guards, ...sendEach(client, { signal }) }),
          { account: draft.account },
        );
        return outputOf(ended(message));
      },
      act: (prepared, job) =>
        'plan' in prepared
          ? reporter.submit(job, prepared)
          : check(prepared.messages.map((message) => ({ ...message, msg: job.msg }))),
      reporter,
    });
    if (setting.fallbackChannels.length > 0 && countsAs === 'delivered') reporter.hear(accountId);
  });
};

/** What became of a message that has gone out. */
function resultOf({ end, tried, entry, failure }: Ended): Result {
  const { plan, messages } = entry.submission;
  const channels = messages.map(({ request }) => request.channel);
  return plan.order === 'parts'
    ? partsResult(tried, channels, failure)
    : fallbackResult(end, tried, channels, failure);
}

/** How many messages of a node can be recorded; each is in memory and in the journal. */
const MOST_RECORDED = 100_000;

/** A message that is sent, with its key. */
interface PlannedMessage extends Keyed {
  submission: Submission;
}

/** What a message with more than one call is to the node: planned, or only checked. */
type Prepared = Submission | { messages: readonly CheckedMessage[] };
