import { isValues, asText } from './form/values';
import { red, translate, type EditorNode } from './red';

/** Where the sandbox is when nobody moved it: the address in the accounts that our examples bring. */
const SANDBOX = 'http://127.0.0.1:8026';

/**
 * An account that is imported comes without user name and password. That of an example gives way to the one account that is there
 * already; of any other it is said what is missing, as Node-RED marks nothing.
 */
export function watchImportedAccounts(): void {
  red.events.on('nodes:add', (node) => {
    if (node.type !== 'messaging-account') return;
    // When all of the import is there. What the editor loads at its start is no change, and an account that nobody uses yet is one that
    // was made in its dialog.
    window.queueMicrotask(() => {
      if (red.nodes.dirty() && usersOf(node).length > 0) void settle(node);
    });
  });
}

async function settle(account: EditorNode): Promise<void> {
  if (await hasCredentials(account)) return;
  const other = asText(account['baseUrl']) === SANDBOX ? accountInstead(account) : undefined;
  if (other === undefined) {
    red.notify(translate('imported.noPassword', { account: nameOf(account) }), WARNING);
  } else {
    replace(account, other);
    red.notify(translate('imported.otherAccount', { account: nameOf(other) }), WARNING);
  }
}

const WARNING = { type: 'warning', timeout: 15_000 } as const;

/** Deleted and brought back, an account that was deployed still has its credentials, and only the server knows. */
async function hasCredentials({ id, credentials }: EditorNode): Promise<boolean> {
  if (isValues(credentials)) return true;
  const stored: unknown = await $.getJSON(`${red.settings.apiRootUrl}credentials/messaging-account/${id}`);
  return isValues(stored) && stored['has_password'] === true;
}

/** The sandbox's account if there is one, else the only account. */
function accountInstead(account: EditorNode): EditorNode | undefined {
  const others: EditorNode[] = [];
  red.nodes.eachConfig((node) => {
    if (node.type === account.type && node !== account && node.id !== account.id && node['d'] !== true)
      others.push(node);
  });
  return (
    others.find((node) => asText(node['baseUrl']) === SANDBOX) ??
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
  for (const user of usersOf(other)) red.editor.validateNode(user);
  red.view.redraw(true);
}

/** The nodes that use an account, in the list that the editor keeps of them. */
function usersOf({ users }: EditorNode): EditorNode[] {
  return Array.isArray(users) ? users : [];
}

function nameOf(account: EditorNode): string {
  return asText(account['name']) || asText(account['baseUrl']);
}
