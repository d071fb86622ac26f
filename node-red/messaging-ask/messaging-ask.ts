import type { Node, NodeAPI, NodeDef } from 'node-red';

import { Asker } from './asker';
import { readSettings } from '../settings/readSettings';
import { askNode } from './settings';

/** Sends a question, and continues with the answer. */
export default (RED: NodeAPI) => {
  RED.nodes.registerType(askNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    new Asker(RED, this, definition, readSettings(askNode, definition));
  });
};
