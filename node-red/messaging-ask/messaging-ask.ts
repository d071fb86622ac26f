import type { Node, NodeAPI, NodeDef } from 'node-red';

import { Asker } from './asker';
import { askSetting } from './setting';

/** Sends a question, and goes on with the answer. */
export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-ask', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    new Asker(RED, this, definition, askSetting(definition));
  });
};
