import { setImmediate } from 'timers/promises';
import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { warnOnce } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import { memoryOf, nodeKeyOf } from '../service/lasting';
import { Journal, type JournalOwner, type JournalSettings } from './journal';
import { storeOf } from './journals';

/** The messages of a node in the journal of its account. Says once what would not survive a restart. */
export function journalOf<State, Fixed = undefined>(
  RED: NodeAPI,
  node: Node,
  { account, ...settings }: JournalSettings<State, Fixed> & { account: string },
): Journal<State, Fixed> {
  const owner: JournalOwner = {
    key: nodeKeyOf(node),
    started: () => deploysOf(RED).started(),
    passedOn: () => setImmediate(),
    receive: (msg) => node.receive(msg),
    failed: warnOnce(RED, node, 'notKept'),
    lost: sayingWhatIsLost(RED, node),
    deleted: (messages) => sayWhatEnds(RED, node.type, messages),
  };
  const journal = memoryOf(RED, node)
    .of(settings.name)
    .part(Journal<State, Fixed>)
    .attach(owner, storeOf(RED, account), settings);
  node.on('close', () => journal.stop());
  return journal;
}

/** Warns once about the same properties. */
function sayingWhatIsLost(RED: NodeAPI, node: Node) {
  let told = '';
  return (lost: readonly string[]) => {
    const properties = lost.map((name) => `msg.${name}`).join(', ');
    if (properties === told || properties === '') return;
    told = properties;
    node.warn(RED._(`${node.type}.errors.notStored`, { properties }));
  };
}

const MOST_NAMED = 100;

function sayWhatEnds(RED: NodeAPI, type: string, messages: readonly NodeMessage[]): void {
  const named = messages.slice(0, MOST_NAMED).map(({ _msgid = '?' }) => _msgid);
  const ids = named.join(', ') + (messages.length > MOST_NAMED ? ' …' : '');
  RED.log.error(RED._(`${type}.errors.endsWithNode`, { count: messages.length, ids }));
}
