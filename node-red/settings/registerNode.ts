import type { Node, NodeAPI, NodeDef } from 'node-red';

import { readProperty } from '../../core/reading';
import type { Description, Rows, SettingsOf } from './describe';
import { credentialTypes, readSettings } from './readSettings';
import { isEmpty, unsetVariables, type UnsetVariable } from './settings';

/** A node as it was deployed. */
export interface Deployed<Setting = unknown> {
  RED: NodeAPI;
  node: Node;
  description: Description;
  /** What the editor has stored for the node. */
  definition: NodeDef;
  setting: Setting;
}

/**
 * The variables of a node that are not set. An empty one for a guard counts as well: in what the node gets, Node-RED has replaced it, as if the
 * guard were not wanted.
 */
export function unsetOf({
  RED,
  node,
  description: { rows },
  definition,
}: Omit<Deployed, 'setting'>): UnsetVariable[] {
  const isEmptyGuard = (name: string | number) => {
    const row = rows[name];
    return row !== undefined && 'guard' in row && isEmpty(readProperty(definition, String(name)));
  };
  const unset = unsetVariables(definition);
  if (!Object.keys(rows).some(isEmptyGuard)) return unset;
  // A node in a subflow is among those of the flows under another id.
  const id = readProperty(node, '_alias') ?? node.id;
  RED.nodes.eachNode((entered) => {
    if (entered.id === id)
      unset.push(...unsetVariables(entered).filter(({ path: [name = ''] }) => isEmptyGuard(name)));
  });
  return unset;
}

/** Registers a type of nodes. `start` is called for each of them when it is deployed. */
export function registerNode<R extends Rows>(
  RED: NodeAPI,
  description: Description<R>,
  start: (deployed: Deployed<SettingsOf<R>>) => void,
): void {
  const create = function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    start({ RED, node: this, description, definition, setting: readSettings(description, definition) });
  };
  RED.nodes.registerType(description.type, create, { credentials: credentialTypes(description) });
}
