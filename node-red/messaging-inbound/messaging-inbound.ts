import type { Node, NodeAPI, NodeDef } from 'node-red';

import type { GatherRule } from '../../core/receive';
import { readSettings } from '../settings/readSettings';
import { Trigger } from '../calls/trigger';
import { inboundNode } from './settings';

function gatherRule({
  waitForPause,
  pauseAtMost,
}: {
  waitForPause: number;
  pauseAtMost: number;
}): GatherRule {
  return { pauseMs: waitForPause * 1000, atMostMs: pauseAtMost * 1000 };
}

/** Starts a flow when somebody writes to a number of the account (specification 6.2). */
export default (RED: NodeAPI) => {
  RED.nodes.registerType(inboundNode.type, function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = readSettings(inboundNode, definition);
    const { senders, receivers, keywords, replyIds, optOuts, optOutWords, optInWords } = setting;
    new Trigger(RED, this, {
      description: inboundNode,
      definition,
      setting,
      methods: ['POST'],
      kind: 'inbound',
      filter: { senders, receivers, keywords, replyIds, optOuts },
      ...(setting.waitForPause > 0 ? { gather: gatherRule(setting) } : {}),
      optOutWords: { stop: optOutWords, start: optInWords },
      // A copy beside the payload, which stays the same if a later node changes the payload.
      message: (event) =>
        event.event === 'inbound'
          ? { payload: event, inbound: { ...event }, topic: event.from }
          : { payload: event },
    });
  });
};
