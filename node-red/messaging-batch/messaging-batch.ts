import type { NodeAPI } from 'node-red';

import { attemptToPrepare, failed, type Failed } from '../../core/client';
import { ended } from '../../core/steps';
import type { Account } from '../service/account';
import { wasStopped } from '../outcome/failure';
import { isPlainRecord } from '../../core/reading';
import { fillingOf, fillingOfRow } from '../message/messageRequest';
import { checkPrepared, requestOf } from '../message/preparedMessage';
import { outputOf, type Entries, type Output } from '../outcome/report';
import { isFilled, valueIn } from '../settings/evaluate';
import { registerNode } from '../settings/registerNode';
import { guardsOf, keyedSending } from '../work/guards';
import type { Job } from '../work/job';
import { Draft, type Several } from '../work/outgoing';
import { Worker } from '../work/worker';
import { entriesOf, messagesInArray, nothingToSend, severalIn, type Item } from './arrayInput';
import { batchSender, type Member } from './batchCall';
import { Collector } from './collector';
import { runLimitOf } from './runLimit';
import { batchNode } from './settings';

/** One message to collect, or an array, which makes a batch of its own. */
type Prepared = { draft: Draft } | Several;

interface Collected extends Member {
  resolve(outcome: Output | Failed): void;
}

export default (RED: NodeAPI) => {
  registerNode(RED, batchNode, (deployed) => {
    const { node, setting } = deployed;
    const { requestFrom } = setting;
    const takesWhole = isFilled(requestFrom);
    const keyed = keyedSending(deployed);
    const send = batchSender(guardsOf(deployed), keyed);
    const checkTogether = runLimitOf(deployed);
    const collector = new Collector<Collected>(setting.count, setting.seconds * 1000, (collected) => {
      void release(collected, send);
    });
    /** `given` is a whole request if the node takes it from somewhere. */
    const read = async ({ msg, around = msg, given, fault }: Item, account: Account): Promise<Draft> => {
      if (fault !== undefined) throw fault;
      const scope = { RED, node, msg };
      const { payload } = msg;
      const filling = isPlainRecord(payload) ? fillingOfRow(payload, around) : fillingOf(around);
      const message = await checkPrepared(await requestOf(setting, scope, account, { given, filling }));
      return new Draft(message, account, setting.account, await keyed?.keyFor(msg));
    };

    new Worker<Prepared>(deployed, {
      collects: true,
      prepare: async (msg, account, left) => {
        if (left !== undefined) return checkedAgain(left, account);
        const given = takesWhole ? await valueIn({ RED, node, msg }, requestFrom) : undefined;
        const found = severalIn(takesWhole ? given : msg.payload, takesWhole);
        if (found === undefined) {
          if (!takesWhole && isPlainRecord(msg.payload)) Reflect.set(msg, 'row', msg.payload);
          const draft = await read({ msg, given }, account);
          await checkTogether(msg, [draft], account);
          return { draft };
        }
        const each = messagesInArray(RED, msg, found);
        const entries = await Promise.all(each.map((entry) => draftOrFailed(() => read(entry, account))));
        await checkTogether(msg, entries.filter(isDraft), account);
        const messages = each.map((entry) => entry.msg);
        return { messages, place: found.place, entries };
      },
      act: (prepared, job) =>
        'draft' in prepared ? collect(collector, prepared.draft, job) : sendArray(RED, prepared, job, send),
    });
    node.on('close', () => collector.close());
  });
};

/** Not async: thousands of messages can wait to be sent, and each would also keep a suspended function. */
function collect(collector: Collector<Collected>, draft: Draft, job: Job): Promise<Output | Failed> {
  return new Promise((resolve) => collector.add({ ...draft, msg: job.msg, job, resolve }));
}

type Send = ReturnType<typeof batchSender>;

async function release(collected: readonly Collected[], send: Send): Promise<void> {
  await send(collected);
  for (const member of collected) member.resolve(outputOf(ended(member)));
}

/** What was stopped is left to the node that replaces this one. */
async function sendArray(
  RED: NodeAPI,
  { messages, place, entries }: Several,
  job: Job,
  send: Send,
): Promise<Entries> {
  if (messages.length === 0) return nothingToSend(RED, job.msg);
  const members = entries.map((entry, index): Member | Output | Failed =>
    isDraft(entry) ? { ...entry, msg: messages[index] ?? job.msg, job } : entry,
  );
  await send(members.filter((member) => 'request' in member));
  const outcomes = members.map((member) => ('request' in member ? outputOf(ended(member)) : member));
  const left = outcomes.map((outcome, index) =>
    wasStopped(outcome) ? (entries[index] ?? outcome) : outcome,
  );
  job.several = left.some(isDraft) ? { messages, place, entries: left } : undefined;
  return entriesOf(messages, place, outcomes);
}

/** What a deploy has left of several messages, by the rules of the account as it is now. */
async function checkedAgain({ entries, ...several }: Several, account: Account): Promise<Several> {
  const again = entries.map((entry) => (isDraft(entry) ? draftOrFailed(() => entry.by(account)) : entry));
  return { ...several, entries: await Promise.all(again) };
}

async function draftOrFailed(read: () => Promise<Draft>): Promise<Draft | Failed> {
  const draft = await attemptToPrepare(read);
  return draft.ok ? draft.value : failed(draft.error);
}

function isDraft(entry: Draft | Output | Failed): entry is Draft {
  return entry instanceof Draft;
}
