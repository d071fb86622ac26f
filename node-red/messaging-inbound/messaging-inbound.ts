import type { NodeAPI } from 'node-red';

import { registerNode } from '../settings/registerNode';
import { Trigger } from '../calls/trigger';
import { inboundNode } from './settings';

/** Starts a flow when somebody writes to a number of the account (specification 6.2). */
export default (RED: NodeAPI) => {
  registerNode(RED, inboundNode, (deployed) => {
    const { setting } = deployed;
    const { senders, receivers, keywords, replyIds, optOuts, optOutWords, optInWords } = setting;
    const gather = { pauseMs: setting.waitForPause * 1000, atMostMs: setting.pauseAtMost * 1000 };
    new Trigger(deployed, {
      kind: 'inbound',
      filter: { senders, receivers, keywords, replyIds, optOuts },
      ...(setting.waitForPause > 0 ? { gather } : {}),
      optOutWords: { stop: optOutWords, start: optInWords },
      // A copy beside the payload, which stays the same if a later node changes the payload.
      message: (event) =>
        event.event === 'inbound'
          ? { payload: event, inbound: { ...event }, topic: event.from }
          : { payload: event },
    });
  });
};
