import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { accountNode, sendNode, tab, typed } from '../node-red/flows';
import {
  accountField,
  credentials,
  deploy,
  dialog,
  edit,
  editor,
  nodeRed,
  open,
  openTab,
  PASSWORD,
  place,
  sandbox,
  saveAccount,
  startEditing,
} from './editing';
import { takePicture } from './picture';

/** The dialog of an account in Node-RED's editor: its secrets, and what it says for the triggers. */
startEditing();
afterEach(() => editor.close());

test('an account is tried with the stored password after it was deployed, and no export or file of the flow holds it', async () => {
  await open([tab]);
  await place('messaging-send');
  await editor.addAccount();
  for (const [name, value] of Object.entries({
    ...credentials,
    webhookSecret: undefined,
    baseUrl: sandbox.url,
  }))
    if (value !== undefined) await accountField(name).fill(value);
  await accountField('name').fill('Sandbox');
  await saveAccount();
  await dialog.locator('#node-input-account option', { hasText: 'Sandbox' }).waitFor({ state: 'attached' });
  await editor.done();
  await deploy();

  await editor.reload();
  await edit();
  await editor.editAccount();
  expect(await accountField('password').inputValue()).not.toContain(PASSWORD);
  await editor.page.getByRole('button', { name: 'Test connection' }).click();
  const result = editor.page.locator('#messaging-test-result');
  await result.getByText('Connected. Balance: 4711 points.').waitFor();
  await accountField('baseUrl').fill('http://127.0.0.1:1');
  await result.and(editor.page.locator(':empty')).waitFor({ state: 'attached' });
  await editor.page.locator('#node-config-dialog-cancel').click();
  await editor.done();

  const served = await (await fetch(`${nodeRed.url}/flows`)).text();
  const files = readFileSync(join(nodeRed.userFolder, 'flows.json'), 'utf8');
  for (const text of [JSON.stringify(await editor.exported()), await exportedByDialog(), served, files]) {
    expect(text).toContain('messaging-account');
    expect(text).not.toContain(PASSWORD);
  }
});

/** What the Export dialog offers for all flows. */
async function exportedByDialog(): Promise<string> {
  await editor.page.keyboard.press('Control+e');
  await editor.page.locator('#red-ui-clipboard-dialog-export-rng-full').click();
  const text = editor.page.locator('#red-ui-clipboard-dialog-export-text');
  const tabs = editor.page.locator('#red-ui-clipboard-dialog-export-tab-clipboard-tabs a');
  await tabs.filter({ hasText: 'JSON' }).click();
  await text.waitFor();
  return text.inputValue();
}

test('it says what deleted accounts have left, and removes that once it is confirmed', async () => {
  const account = accountNode(sandbox.url, { credentials });
  const keyed = sendNode({ account: 'deleted', sendOncePer: typed('msg', 'payload') });
  await nodeRed.deploy([tab, { ...account, id: 'deleted' }, keyed]);
  nodeRed.inject('send', { _msgid: 'keyed', payload: 'x' });
  await nodeRed.completion('keyed');
  await open([tab, account]);
  await place('messaging-send');
  await editor.editAccount();
  await openTab('Advanced');
  const left = (hasText: RegExp) => editor.page.locator('#messaging-deleted-files', { hasText }).waitFor();
  await left(/^Deleted accounts have left files: 1 \(.*per” \(1\)/);
  await takePicture(editor.page, 'node-red-deleted-files');
  const remove = editor.page.getByRole('button', { name: 'Remove files of deleted accounts' });
  await editor.page.addStyleTag({ content: '.red-ui-notification-warning { display: block !important }' });
  const question = editor.page.locator('.red-ui-notification-warning', { hasText: 'with Undo' });
  for (const answer of ['Cancel', 'Remove files of deleted accounts']) {
    await remove.click();
    await question.getByRole('button', { name: answer }).hover();
    await takePicture(editor.page, 'node-red-deleted-files-question');
    await question.getByRole('button', { name: answer }).click();
    await question.waitFor({ state: 'detached' });
  }
  await left(/^Deleted accounts have left no files\./);
  expect(await remove.isDisabled()).toBe(true);
});

describe('for the triggers', () => {
  beforeEach(async () => {
    // Node-RED deletes a credential of an earlier test only if the deploy names it.
    await open([tab, accountNode(sandbox.url, { credentials })]);
    await place('messaging-inbound');
    await editor.editAccount();
    await openTab('Triggers');
  }, 60_000);

  const stored = async () => (await editor.exported()).find(({ type }) => type === 'messaging-account');

  test('it shows where it is called while that is typed, as the triggers do, and marks a wrong caller', async () => {
    await accountField('publicAddress').fill('https://flows.example.com/');
    const status = editor.page.locator('#messaging-statusAddress');
    await status.getByText('https://flows.example.com/api/webhooks/notification', { exact: true }).waitFor();
    await editor.page.locator('#messaging-section-paths > summary').click();
    await accountField('statusPath').fill('/status');
    await status.getByText('https://flows.example.com/status', { exact: true }).waitFor();
    const warning = editor.page.locator('[data-row="anyCaller"]');
    expect(await warning.isVisible()).toBe(false);
    await accountField('allowAnyCaller').check();
    await warning.waitFor();
    await accountField('allowedCallers').fill('127.0.0.1, 10.0.0.5/8');
    await accountField('allowedCallers').blur();
    await editor.page.locator('#node-config-input-allowedCallers.input-error').waitFor();
    await saveAccount();
    const address = dialog.locator('#messaging-calledAddress');
    await address.getByText('https://flows.example.com/api/webhooks/receivedmessage').waitFor();
    await takePicture(editor.page, 'node-red-inbound');
    await editor.done();
    expect(await editor.problems('account')).toEqual([
      expect.stringMatching(/^Allowed callers: "10\.0\.0\.5\/8" .*or one address\. Example: 193\./),
    ]);
  });

  test('that callers must know a secret is kept with the flow, but not the secret', async () => {
    expect(await accountField('webhookSecret').isVisible()).toBe(false);
    await accountField('requireSecret').check();
    const missing = editor.page.locator('.messaging-todo li', { hasText: 'Webhook secret: is required' });
    await missing.waitFor();
    await accountField('webhookSecret').fill('open-sesame');
    await missing.waitFor({ state: 'detached' });
    await takePicture(editor.page, 'node-red-account-triggers');
    await saveAccount();
    await editor.done();
    expect(await stored()).toMatchObject({ requireSecret: true });
    expect(JSON.stringify(await editor.exported())).not.toContain('sesame');
    expect(await editor.problems('account')).toEqual([]);
    await deploy();
    const { status } = await fetch(`${nodeRed.url}/api/webhooks/receivedmessage`, { method: 'POST' });
    expect(status).toBe(403);
  });
});
