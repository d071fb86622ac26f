import type { Node, NodeAPI, NodeDef } from 'node-red';

import type { Description, Rows, SettingsOf } from './describe';
import { readSettings } from './readSettings';

/** A node as it was deployed. */
export interface Deployed<Setting = unknown> {
  RED: NodeAPI;
  node: Node;
  description: Description;
  /** What the editor has stored for the node. */
  definition: NodeDef;
  setting: Setting;
}

/** Registers a type of nodes. `start` is called for each of them when it is deployed. */
export function registerNode<R extends Rows>(
  RED: NodeAPI,
  description: Description<R>,
  start: (deployed: Deployed<SettingsOf<R>>) => void,
): void {
  RED.nodes.registerType(description.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    start({ RED, node: this, description, definition, setting: readSettings(description, definition) });
  });
}
