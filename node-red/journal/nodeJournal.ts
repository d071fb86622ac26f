import { setImmediate } from 'timers/promises';
import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { readList, readProperty, readText } from '../../core/reading';
import { warnOnce } from '../outcome/failure';
import { redeployOf, nodeKeyOf } from './redeploy';
import { Journal, type JournalSettings } from './journal';
import { endDeleted, type JournalOwner } from './journalRecords';
import { storeOf } from './journals';

/** The messages of a node in the journal of its account. Says once what would not survive a restart. */
export function journalOf<State, Fixed = undefined>(
  RED: NodeAPI,
  node: Node,
  { account, ...settings }: JournalSettings<State, Fixed> & { account: string },
): Journal<State, Fixed> {
  const owner: JournalOwner = {
    key: nodeKeyOf(node),
    id: node._alias ?? node.id,
    started: () => redeployOf(RED).started(),
    passedOn: () => setImmediate(),
    receive: (msg) => node.receive(msg),
    failed: warnOnce(RED, node, 'notKept'),
    lost: sayingWhatIsLost(RED, node),
    deleted: (messages) => sayWhatEnds(RED, node.type, messages),
  };
  watchDeploys(RED);
  const journal = new Journal<State, Fixed>(owner, storeOf(RED, account), settings);
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

const watched = new WeakSet<object>();

function watchDeploys(RED: NodeAPI): void {
  if (watched.has(RED.events)) return;
  watched.add(RED.events);
  RED.events.on('flows:started', (event: unknown) => {
    const nodes = readList(readProperty(event, 'config'), 'flows') ?? [];
    endDeleted(new Set(nodes.flatMap((node) => readText(node, 'id') ?? [])));
  });
}
