import type { NodeAPI } from 'node-red';

import { registerNode } from '../settings/registerNode';
import { Trigger } from '../calls/trigger';
import { notificationNode } from './settings';

/** Starts a flow when the service reports the status of a message (specification 6.1). */
export default (RED: NodeAPI) => {
  registerNode(RED, notificationNode, (deployed) => {
    const { setting } = deployed;
    new Trigger(deployed, {
      kind: 'status',
      filter: { recipients: setting.recipients, finalOnly: setting.finalOnly },
      message: (event) =>
        event.event === 'status' ? { payload: event, topic: event.messageId } : { payload: event },
    });
  });
};
