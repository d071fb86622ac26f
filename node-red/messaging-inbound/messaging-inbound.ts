import type { Node, NodeAPI, NodeDef } from 'node-red';

import { Stored } from '../shared/settings';
import { textsOf, Trigger, triggerSetting } from '../shared/trigger';

/** Starts a flow when somebody writes to a number of the account (specification 6.2). */
export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-inbound', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const stored = new Stored(definition);
    new Trigger(RED, this, {
      definition,
      setting: triggerSetting(stored),
      methods: ['POST'],
      kind: 'inbound',
      filter: {
        senders: textsOf(stored.text('senders')),
        receivers: textsOf(stored.text('receivers')),
        keywords: textsOf(stored.text('keywords')),
        replyIds: textsOf(stored.text('replyIds')),
      },
      // A copy beside the payload: it stays as it is when a later node changes the payload.
      message: (event) =>
        event.event === 'inbound'
          ? { payload: event, inbound: { ...event }, topic: event.from }
          : { payload: event },
    });
  });
};
