import type { Node, NodeAPI, NodeDef } from 'node-red';

import { textSetting } from '../shared/settings';
import { textsOf, Trigger, triggerSetting } from '../shared/trigger';

const inboundSetting = triggerSetting.extend({
  senders: textSetting,
  receivers: textSetting,
  keywords: textSetting,
  replyIds: textSetting,
});

/** Starts a flow when somebody writes to a number of the account (specification 6.2). */
export = (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-inbound', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = inboundSetting.parse(definition);
    new Trigger(RED, this, {
      setting,
      methods: ['POST'],
      kind: 'inbound',
      filter: {
        senders: textsOf(setting.senders),
        receivers: textsOf(setting.receivers),
        keywords: textsOf(setting.keywords),
        replyIds: textsOf(setting.replyIds),
      },
      // A copy beside the payload: it stays as it is when a later node changes the payload.
      message: (event) =>
        event.event === 'inbound'
          ? { payload: event, inbound: { ...event }, topic: event.from }
          : { payload: event },
    });
  });
};
