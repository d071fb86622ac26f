import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import { checkMessage, type MessagingError } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import type { Account } from '../shared/account';
import { attempt, wasStopped, type Outcome } from '../shared/failure';
import { messageFormSetting, requestsOf } from '../shared/messageForm';
import type { Entries, Output } from '../shared/report';
import { Stored } from '../shared/settings';
import { Worker, type Turn } from '../shared/worker';
import { entriesOf, messagesOf, severalIn } from './arrayInput';
import { sendTogether, withoutResult, type Member } from './batchCall';
import { Collector } from './collector';

function batchSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  return {
    ...messageFormSetting(stored),
    account: stored.text('account'),
    count: stored.wholeNumber('count', 100, 1, 10_000),
    seconds: stored.number('seconds', 2, 0.1, 3600),
    failureOutput: stored.flag('failureOutput'),
  };
}

/** One message to collect, or an array, which is a batch of its own. */
type Prepared =
  | { kind: 'message'; request: MessageRequest }
  | { kind: 'array'; messages: NodeMessage[]; requests: Array<Outcome<MessageRequest>> };

interface Collected extends Member {
  resolve(output: Output): void;
  reject(error: MessagingError): void;
}

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-batch', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = batchSetting(definition);
    const requestFor = requestsOf(setting);
    const collector = new Collector<Collected>(setting.count, setting.seconds * 1000, (collected) => {
      void release(collected);
    });
    const read = async (msg: NodeMessage, account: Account) =>
      await checkMessage(await requestFor({ RED, node: this, msg }, account));

    new Worker<Prepared>(RED, this, {
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      collects: true,
      prepare: async (msg, account) => {
        const several = severalIn(msg.payload);
        if (several === undefined) return { kind: 'message', request: await read(msg, account) };
        const messages = messagesOf(RED, msg, several);
        const requests = await Promise.all(messages.map((message) => attempt(() => read(message, account))));
        return { kind: 'array', messages, requests };
      },
      act: (prepared, turn) =>
        prepared.kind === 'message'
          ? collect(collector, prepared.request, turn)
          : sendArray(prepared.messages, prepared.requests, turn),
    });
    this.on('close', () => collector.close());
  });
};

/** Not async: thousands can wait to be sent, and each would keep a suspended function besides. */
function collect(collector: Collector<Collected>, request: MessageRequest, turn: Turn): Promise<Output> {
  return new Promise((resolve, reject) => collector.add({ request, turn, resolve, reject }));
}

async function release(collected: readonly Collected[]): Promise<void> {
  const outcomes = await sendTogether(collected);
  for (const [{ resolve, reject }, outcome] of outcomes) {
    if (outcome.ok) resolve(outcome.value);
    else reject(outcome.error);
  }
}

async function sendArray(
  messages: readonly NodeMessage[],
  requests: ReadonlyArray<Outcome<MessageRequest>>,
  turn: Turn,
): Promise<Entries> {
  const members = requests.map((request): Outcome<Member> =>
    request.ok ? { ok: true, value: { request: request.value, turn } } : request,
  );
  const sent = await sendTogether(members.flatMap((member) => (member.ok ? [member.value] : [])));
  const [first] = sent.values();
  // Nothing was called: all of it is left to the node that takes this one's place.
  if (first !== undefined && !first.ok && [...sent.values()].every(wasStopped)) throw first.error;
  return entriesOf(
    messages,
    members.map((member) => (member.ok ? (sent.get(member.value) ?? withoutResult) : member)),
  );
}
