import type { Node, NodeAPI, NodeDef } from 'node-red';

import { choiceSetting, switchSetting, textSetting } from '../shared/settings';
import { textsOf, Trigger, triggerSetting } from '../shared/trigger';

const notificationSetting = triggerSetting.extend({
  method: choiceSetting(['any', 'post', 'get']),
  recipients: textSetting,
  finalOnly: switchSetting,
});

const methods = { any: ['GET', 'POST'], post: ['POST'], get: ['GET'] } as const;

/** Starts a flow when the service tells the status of a message (specification 6.1). */
export = (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-notification', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = notificationSetting.parse(definition);
    new Trigger(RED, this, {
      setting,
      methods: methods[setting.method],
      kind: 'status',
      filter: { recipients: textsOf(setting.recipients), finalOnly: setting.finalOnly },
      message: (event) =>
        event.event === 'status' ? { payload: event, topic: event.messageId } : { payload: event },
    });
  });
};
