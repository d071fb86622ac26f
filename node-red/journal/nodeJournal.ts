import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { readList, readProperty, readText } from '../../core/reading';
import { ContextStore, otherPlaces, type StoreNature } from './contextStore';
import { warnOnce } from '../outcome/failure';
import { redeployOf, nodeKeyOf } from './redeploy';
import { Journal, type JournalSettings } from './journal';
import { endDeleted, type JournalOwner } from './journalRecords';

/**
 * A journal in the node's context. Says once what would not survive a restart.
 * @param store the name in settings.js; '' for the default store
 */
export function journalOf<State>(
  RED: NodeAPI,
  node: Node,
  { store: storeName, ...settings }: JournalSettings<State> & { store: string },
): Journal<State> {
  const store = new ContextStore(RED, node, storeName);
  const owner: JournalOwner = {
    key: nodeKeyOf(node),
    id: node._alias ?? node.id,
    elsewhere: () => otherPlaces(RED, node, store),
    started: () => redeployOf(RED).started(),
    receive: (msg) => node.receive(msg),
    failed: warnOnce(RED, node, 'notKept'),
    lost: sayingWhatIsLost(RED, node, store.nature),
    deleted: (messages) => sayWhatEnds(RED, node.type, messages),
  };
  watchDeploys(RED);
  return new Journal(owner, store, settings);
}

/** Warns once about the same properties. */
function sayingWhatIsLost(RED: NodeAPI, node: Node, { survives, writtenAfterMs }: StoreNature) {
  const text = (key: string, values: object) => RED._(`${node.type}.errors.${key}`, { ...values });
  let told: string | undefined;
  return (lost: readonly string[]) => {
    const properties = lost.map((name) => `msg.${name}`).join(', ');
    const now = survives ? properties : 'memory';
    if (now === told) return;
    const isFirst = told === undefined;
    told = now;
    if (!survives) node.log(text('inMemory', {}));
    else if (properties !== '') node.warn(text('notStored', { properties }));
    if (writtenAfterMs > 0 && isFirst)
      node.log(text('writtenLate', { seconds: Math.ceil(writtenAfterMs / 1000) }));
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
