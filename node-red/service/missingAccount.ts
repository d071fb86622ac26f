import type { NodeAPI } from 'node-red';

import { MessagingError } from '../../core/client';
import { fault } from '../errors/texts';
import { ACCOUNT_CATALOG } from '../settings/editorNames';

/** Why a node finds no account: what its status says, and why its messages are not sent. */
export function missingAccount(RED: NodeAPI, id: string): { status: string; error: MessagingError } {
  const what = id === '' ? 'noAccount' : isThere(RED, id) ? 'disabledAccount' : 'deletedAccount';
  return {
    status: `${ACCOUNT_CATALOG}status.${what}`,
    error: new MessagingError(fault(`invalid_settings.${what}`)),
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
