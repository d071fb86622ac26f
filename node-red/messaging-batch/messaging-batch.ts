import type { NodeAPI, NodeMessage } from 'node-red';

import { attemptToPrepare, failed, type Failed, type Tried } from '../../core/client';
import { ended } from '../../core/steps';
import type { Account } from '../service/account';
import { wasStopped } from '../outcome/failure';
import { isPlainRecord } from '../../core/reading';
import { requestOf } from '../message/messageForm';
import { fillingOf, fillingOfRow } from '../message/messageRequest';
import { checkPrepared } from '../message/preparedMessage';
import { outputOf, type Entries, type Output } from '../outcome/report';
import { isFilled, valueIn } from '../settings/evaluate';
import { registerNode } from '../settings/registerNode';
import { guardsOf } from '../work/guards';
import { keyedSendingOf } from '../work/sendOnce';
import type { Job } from '../work/job';
import { Worker } from '../work/worker';
import { entriesOf, messagesInArray, nothingToSend, severalIn, type Entry } from './arrayInput';
import { batchSender, type Member } from './batchCall';
import { Collector } from './collector';
import { runLimitOf } from './runLimit';
import { batchNode } from './settings';

/** One message to collect, or an array, which makes a batch of its own. */
type Prepared =
  | { kind: 'message'; draft: Draft }
  | { kind: 'array'; messages: NodeMessage[]; place: string; drafts: Array<Tried<Draft>> };

/** A message that is ready to be sent. */
type Draft = Pick<Member, 'request' | 'msg' | 'key' | 'notes'>;

interface Collected extends Member {
  resolve(outcome: Output | Failed): void;
}

export default (RED: NodeAPI) => {
  registerNode(RED, batchNode, (deployed) => {
    const { node, setting } = deployed;
    const { requestFrom } = setting;
    const takesWhole = isFilled(requestFrom);
    const keyed = keyedSendingOf(deployed);
    const send = batchSender(guardsOf(deployed), keyed);
    const checkTogether = runLimitOf(deployed);
    const collector = new Collector<Collected>(setting.count, setting.seconds * 1000, (collected) => {
      void release(collected, send);
    });
    /** `given` is a whole request if the node takes it from somewhere. */
    const read = async ({ msg, around = msg, given, fault }: Entry, account: Account): Promise<Draft> => {
      if (fault !== undefined) throw fault;
      const scope = { RED, node, msg };
      const { payload } = msg;
      const filling = isPlainRecord(payload) ? fillingOfRow(payload, around) : fillingOf(around);
      const named = await requestOf(setting, scope, account, { given, filling });
      const { request, notes } = await checkPrepared({ ...named, file: undefined });
      return { request, notes, msg, key: await keyed?.keyFor(msg) };
    };

    new Worker<Prepared>(deployed, {
      collects: true,
      prepare: async (msg, account) => {
        const given = takesWhole ? await valueIn({ RED, node, msg }, requestFrom) : undefined;
        const several = severalIn(takesWhole ? given : msg.payload, takesWhole);
        if (several === undefined) {
          if (!takesWhole && isPlainRecord(msg.payload)) Reflect.set(msg, 'row', msg.payload);
          const draft = await read({ msg, given }, account);
          await checkTogether(msg, [draft], account);
          return { kind: 'message', draft };
        }
        const entries = messagesInArray(RED, msg, several);
        const messages = entries.map((entry) => entry.msg);
        const drafts = await Promise.all(
          entries.map((entry) => attemptToPrepare(() => read(entry, account))),
        );
        await checkTogether(
          msg,
          drafts.flatMap((draft) => (draft.ok ? [draft.value] : [])),
          account,
        );
        return { kind: 'array', messages, place: several.place, drafts };
      },
      act: (prepared, job) =>
        prepared.kind === 'message'
          ? collect(collector, prepared.draft, job)
          : sendArray(prepared, job, send),
    });
    node.on('close', () => collector.close());
  });
};

/** Not async: thousands of messages can wait to be sent, and each would also keep a suspended function. */
function collect(collector: Collector<Collected>, draft: Draft, job: Job): Promise<Output | Failed> {
  return new Promise((resolve) => collector.add({ ...draft, job, resolve }));
}

type Send = ReturnType<typeof batchSender>;

async function release(collected: readonly Collected[], send: Send): Promise<void> {
  await send(collected);
  for (const member of collected) member.resolve(outputOf(ended(member)));
}

async function sendArray(
  { messages, place, drafts }: Extract<Prepared, { kind: 'array' }>,
  job: Job,
  send: Send,
): Promise<Entries | Failed> {
  if (messages.length === 0) return nothingToSend(job.msg);
  const members = drafts.map((draft): Member | Failed =>
    draft.ok ? { ...draft.value, job } : failed(draft.error),
  );
  const sent = members.filter((member) => 'request' in member);
  await send(sent);
  const results = sent.map((member) => ended(member));
  const [first] = results;
  // No call was made, so the whole batch is left to the node that replaces this one.
  if (first?.outcome === 'failed' && results.every(wasStopped)) return first;
  const outcomes = members.map((member) => ('request' in member ? outputOf(ended(member)) : member));
  return entriesOf(messages, place, outcomes);
}
