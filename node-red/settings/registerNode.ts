import type { Node, NodeAPI, NodeDef } from 'node-red';

import { readProperty } from '../../core/reading';
import type { Description, Rows, SettingsOf } from './describe';
import { credentialTypes, effective, readSettings, upToDate } from './readSettings';
import { unsetVariables, type UnsetVariable } from './settings';

/** A node as it was deployed. */
export interface Deployed<Setting = unknown> {
  RED: NodeAPI;
  node: Node;
  description: Description;
  /** What the editor has stored for the node. */
  definition: NodeDef;
  setting: Setting;
}

/** A node as the editor has stored it. */
export function storedNode({ nodes }: NodeAPI, id: string): NodeDef | undefined {
  const found: NodeDef[] = [];
  nodes.eachNode((node) => {
    if (node.id === id) found.push(node);
  });
  return found[0];
}

/** The id of a node in the flow file: one in a subflow runs under an id of its own. */
export function storedIdOf(node: Node): string {
  const id = readProperty(node, '_alias');
  return typeof id === 'string' ? id : node.id;
}

/**
 * The variables of a node that are not set, in the settings that are shown. An empty one counts as well for a guard: in what the node gets,
 * Node-RED has replaced it, as if the guard were not wanted, or a message could say who gets it.
 */
export function unsetOf({ RED, node, description, definition }: Omit<Deployed, 'setting'>): UnsetVariable[] {
  const { rows } = description;
  const unsetIn = (stored: unknown) => unsetVariables(effective(description, upToDate(description, stored)));
  const isForgotten = ({ path: [name = ''], variable }: UnsetVariable) => {
    const row = rows[name];
    return row !== undefined && 'guard' in row && RED.util.getSetting(node, variable) === '';
  };
  return [...unsetIn(definition), ...unsetIn(storedNode(RED, storedIdOf(node))).filter(isForgotten)];
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
