import type { NodeAPI } from 'node-red';

import { invalidSettings, type MessagingError } from '../../core/client';
import { ACCOUNT_CATALOG } from '../settings/editorNames';

/** Why a node finds no account: what its status says, and why its messages are not sent. */
export function missingAccount(RED: NodeAPI, id: string): { status: string; error: MessagingError } {
  if (id === '')
    return {
      status: 'noAccount',
      error: invalidSettings('The node has no account', 'Choose an account in the node.'),
    };
  return isThere(RED, id)
    ? {
        status: `${ACCOUNT_CATALOG}status.disabled`,
        error: invalidSettings('The account of the node is disabled', 'Enable it, and deploy.'),
      }
    : {
        status: `${ACCOUNT_CATALOG}status.deleted`,
        error: invalidSettings(
          'The account of the node was deleted',
          'Choose another account in the node, and deploy.',
        ),
      };
}

/** A disabled node is still among those of the flows, although it does not run. */
function isThere(RED: NodeAPI, id: string): boolean {
  let found = false;
  RED.nodes.eachNode((node) => {
    found ||= node.id === id;
  });
  return found;
}
