import { accountNode } from './messaging-account/settings';
import { askNode } from './messaging-ask/settings';
import { balanceNode } from './messaging-balance/settings';
import { batchNode } from './messaging-batch/settings';
import { inboundNode } from './messaging-inbound/settings';
import { mediaNode } from './messaging-media/settings';
import { notificationNode } from './messaging-notification/settings';
import { sendNode } from './messaging-send/settings';
import { statusNode } from './messaging-status/settings';
import type { Description } from './settings/describe';

/** The settings of every node, for the build and the editor; a node itself imports only its own. */
export const descriptions: readonly Description[] = [
  accountNode,
  sendNode,
  askNode,
  batchNode,
  statusNode,
  balanceNode,
  mediaNode,
  inboundNode,
  notificationNode,
];
