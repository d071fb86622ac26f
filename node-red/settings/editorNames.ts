export const PACKAGE = '@messaging-service/node-red-messaging-service';

/** The texts of a node's own catalog, for use outside of the node. */
export function catalogOf(type: string): string {
  return `${PACKAGE}/${type}:`;
}

/** The catalog with the texts of the editor, which the runtime uses in its errors. */
export const EDITOR_CATALOG = `${catalogOf('messaging-account')}editor.`;

/** The catalog of the account; the nodes that use it say what is odd with its texts. */
export const ACCOUNT_CATALOG = `${catalogOf('messaging-account')}messaging-account.`;

/** The catalog of a trigger node; other nodes use its texts on what keeps callers away. */
export const TRIGGER_CATALOG = `${catalogOf('messaging-inbound')}messaging-inbound.`;

/** The element with the rows of a tab. */
export function panelId(type: string, tab: string): string {
  return `messaging-panel-${type}-${tab}`;
}

/** The list in which Node-RED makes the tabs of a dialog. */
export function tabListId(type: string): string {
  return `messaging-tabs-${type}`;
}

/** Where the dialog of the account tests it, below the root of the admin API. */
export const TEST_PATH = 'messaging-account/test';

/** Where it asks for the files of deleted accounts, and has them removed. */
export const DELETED_PATH = 'messaging-account/deleted';

/** A header that the dialog sends. A browser does not add it to requests from other sites. */
export const TEST_HEADER = 'X-Messaging-Test';
