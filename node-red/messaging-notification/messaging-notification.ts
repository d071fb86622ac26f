import type { Node, NodeAPI, NodeDef } from 'node-red';

import { Stored } from '../shared/settings';
import { textsOf, Trigger, triggerSetting } from '../shared/trigger';

const methods = { any: ['GET', 'POST'], post: ['POST'], get: ['GET'] } as const;

/** Starts a flow when the service tells the status of a message (specification 6.1). */
export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-notification', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const stored = new Stored(definition);
    new Trigger(RED, this, {
      definition,
      setting: triggerSetting(stored),
      methods: methods[stored.choice('method', 'any', 'post', 'get')],
      kind: 'status',
      filter: { recipients: textsOf(stored.text('recipients')), finalOnly: stored.flag('finalOnly') },
      message: (event) =>
        event.event === 'status' ? { payload: event, topic: event.messageId } : { payload: event },
    });
  });
};
