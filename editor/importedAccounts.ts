import { isRecord } from '../core/reading';
import { make } from './dom';
import { textOrEmpty } from './values';
import { red, translate, type EditorNode, type HistoryEvent } from './red';

/** The sandbox's default address, which the accounts in our examples have. */
const SANDBOX = 'http://127.0.0.1:8026';

/**
 * Handles imported accounts, which come without user name and password. If one of an example is imported and there is already exactly one
 * account, that account replaces it. For any other, a notification says what is missing, because Node-RED does not mark it.
 */
export function watchImportedAccounts(): void {
  let isLoading = true;
  red.events.on('workspace:clear', () => {
    isLoading = true;
  });
  red.events.on('flows:loaded', () => {
    isLoading = false;
  });
  red.events.on('nodes:add', (node) => {
    if (node.type !== 'messaging-account') return;
    const isDeployed = isLoading;
    // Runs when the whole import is there. An import changes nothing until its nodes are put down. Node-RED 3.1 does not say when it has
    // loaded the flows. An account that no node uses was made in its dialog.
    window.queueMicrotask(() => {
      if ((!isDeployed || red.nodes.dirty()) && usersOf(node).length > 0) void settle(node);
    });
  });
}

async function settle(account: EditorNode): Promise<void> {
  if (await hasCredentials(account)) return;
  const other = textOrEmpty(account['baseUrl']) === SANDBOX ? accountInstead(account) : undefined;
  if (other === undefined) {
    warn(translate('imported.noPassword', { account: nameOf(account) }));
  } else {
    replace(account, other);
    warn(translate('imported.otherAccount', { account: nameOf(other) }));
  }
}

/** Given as an element: Node-RED takes a text for HTML, and the name of an imported account can hold any. */
function warn(text: string): void {
  red.notify(make('p', {}, text), { type: 'warning', timeout: 15_000 });
}

/** A deployed account that was deleted and restored still has its credentials, but only the server knows. */
async function hasCredentials({ id, credentials }: EditorNode): Promise<boolean> {
  if (isRecord(credentials)) return true;
  const stored: unknown = await $.getJSON(`${red.settings.apiRootUrl}credentials/messaging-account/${id}`);
  return isRecord(stored) && stored['has_password'] === true;
}

/** The sandbox's account if there is one, otherwise the only account. One that belongs to a tab or a subflow is for nobody else. */
function accountInstead(account: EditorNode): EditorNode | undefined {
  const others: EditorNode[] = [];
  red.nodes.eachConfig((node) => {
    const isForAll = textOrEmpty(node['z']) === '' && node['d'] !== true;
    if (node.type === account.type && node !== account && node.id !== account.id && isForAll)
      others.push(node);
  });
  return (
    others.find((node) => textOrEmpty(node['baseUrl']) === SANDBOX) ??
    (others.length === 1 ? others[0] : undefined)
  );
}

function replace(account: EditorNode, other: EditorNode): void {
  for (const user of usersOf(account)) {
    user['account'] = other.id;
    user['changed'] = true;
    usersOf(other).push(user);
  }
  red.nodes.remove(account.id);
  leaveOut(account.id, red.history.list());
  for (const user of usersOf(other)) red.editor.validateNode(user);
  red.view.redraw(true);
}

/** Leaves a node that is gone out of what can be undone: to undo its import would fail at it, and undo nothing. */
function leaveOut(id: string, events: readonly HistoryEvent[]): void {
  for (const event of events) {
    if (Array.isArray(event.nodes)) event.nodes = event.nodes.filter((node) => node !== id);
    leaveOut(id, event.events ?? []);
  }
}

/** The nodes that use an account, from the editor's own list. */
function usersOf({ users }: EditorNode): EditorNode[] {
  return Array.isArray(users) ? users : [];
}

function nameOf(account: EditorNode): string {
  return textOrEmpty(account['name']) || textOrEmpty(account['baseUrl']);
}
