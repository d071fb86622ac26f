import type { Node, NodeAPI, NodeDef } from 'node-red';

import { readSettings } from '../settings/readSettings';
import { Trigger } from '../calls/trigger';
import { notificationNode } from './settings';

/** Starts a flow when the service reports the status of a message (specification 6.1). */
export default (RED: NodeAPI) => {
  RED.nodes.registerType(notificationNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(notificationNode, definition);
    new Trigger(RED, this, {
      description: notificationNode,
      definition,
      setting,
      kind: 'status',
      filter: { recipients: setting.recipients, finalOnly: setting.finalOnly },
      message: (event) =>
        event.event === 'status' ? { payload: event, topic: event.messageId } : { payload: event },
    });
  });
};
