import type { NodeAPI } from 'node-red';

import { MessagingError } from '../../core/client';
import { fault } from '../errors/texts';
import { ACCOUNT_CATALOG } from '../settings/editorNames';
import { storedNode } from '../settings/registerNode';

/** Why a node finds no account: what its status says, and why its messages are not sent. */
export function missingAccount(RED: NodeAPI, id: string): { status: string; error: MessagingError } {
  // A disabled node is still among those of the flows, although it does not run.
  const what = id === '' ? 'noAccount' : storedNode(RED, id) ? 'disabledAccount' : 'deletedAccount';
  return {
    status: `${ACCOUNT_CATALOG}status.${what}`,
    error: new MessagingError(fault(`invalid_settings.${what}`)),
  };
}
