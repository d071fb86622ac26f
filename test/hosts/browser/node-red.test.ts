import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, tab } from '../node-red/flows';
import { NodeRed } from '../node-red/nodeRedServer';
import { fillLeaf } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { takePicture } from './picture';

/** Every dialog of Node-RED's editor once, the test of an account, and the first SMS. What is rarer is in the files for the nightly run. */
const PASSWORD = 'Geheim-4711';

jest.setTimeout(90_000);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, points: 4711, users: { demo: PASSWORD } });
  nodeRed = await NodeRed.start();
  browser = await startBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  await sandbox?.close();
});

let id: string;
let dialog: Locator;

async function place(type: string): Promise<void> {
  id = await editor.place(type);
  dialog = await editor.edit(id);
}

async function deploy(): Promise<void> {
  const before = nodeRed.starts;
  await editor.deploy();
  await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
}

describe('every dialog', () => {
  const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'];

  beforeAll(async () => {
    const credentials = { username: 'demo', password: PASSWORD };
    await nodeRed.deploy([tab, accountNode(sandbox.url, { credentials })]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  test.each(types)(
    '%s has a text and a name for everything, fits, and changes nothing when it is saved unchanged',
    async (name) => {
      await place(`messaging-${name}`);
      await dialog.locator('#node-input-account').selectOption('account');
      await takePicture(editor.page, `node-red-${name}`);
      const form = dialog.locator('.messaging-editor');
      const shown = await form.innerHTML();
      expect(shown.replace(/data-i18n="[^"]*"/g, '')).not.toMatch(
        /messaging-\w+\.(label|help|option)|editor\.\w+\./,
      );
      await editor.done();
      expect(await editor.problems(id)).toEqual([]);
      const saved = await editor.exportedNode(id);
      await editor.edit(id);
      await editor.showAll();
      expect(await form.evaluate(unnamedControls)).toEqual([]);
      for (const width of [300, 500]) {
        const style = `width: ${width}px`;
        const tray = editor.page.locator('.red-ui-tray').last();
        await tray.evaluate(
          (each, css) => each.setAttribute('style', `${each.getAttribute('style')}; ${css}`),
          style,
        );
        expect(await form.evaluate(partsThatStickOut)).toEqual([]);
      }
      await editor.done();
      expect(await editor.exportedNode(id)).toEqual(saved);
    },
  );
});

/** Controls for which a screen reader has no name. */
function unnamedControls(root: Element): string[] {
  return [...root.querySelectorAll('input, select, textarea, button')]
    .filter((control) => control.checkVisibility() && control.getAttribute('type') !== 'hidden')
    .filter((control) => !control.outerHTML.includes('node-input-btn-account'))
    .filter((control) => {
      const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : [];
      const attributes = ['aria-label', 'title'].map((name) => control.getAttribute(name));
      const names = [...attributes, ...labels.map((label) => label.textContent), control.textContent];
      return !names.some((text) => (text ?? '').trim() !== '');
    })
    .map((control) => control.outerHTML);
}

function partsThatStickOut(root: Element): string[] {
  const { right } = root.getBoundingClientRect();
  return [...root.querySelectorAll('*')]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > right + 1)
    .map((part) => part.outerHTML.slice(0, 200));
}

describe('with a new account', () => {
  beforeEach(async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await place('messaging-send');
  }, 60_000);
  afterEach(() => editor.close());

  const account = (name: string) => editor.page.locator(`#node-config-input-${name}`);
  const login = async (values: object = {}) => {
    const all = { baseUrl: sandbox.url, username: 'demo', password: PASSWORD, ...values };
    for (const [name, value] of Object.entries(all)) await account(name).fill(value);
  };
  const saveAccount = () => editor.page.locator('#node-config-dialog-ok').click();
  const result = () => editor.page.locator('#messaging-test-result');
  const tryIt = () => editor.page.getByRole('button', { name: 'Test connection' }).click();

  test('its test says what is wrong, or shows the balance, before it is deployed', async () => {
    await editor.addAccount();
    await login({ password: 'wrong' });
    await tryIt();
    await result()
      .locator('strong', { hasText: /^Not connected: .*(password|401|credentials)/i })
      .waitFor();
    await account('password').fill(PASSWORD);
    expect(await result().textContent()).toBe('');
    await tryIt();
    await result().getByText('Connected. Balance: 4711 points.').waitFor();
    await takePicture(editor.page, 'node-red-account');
  });

  test('the first message goes out as it was typed; what is missing or wrong is said before', async () => {
    const todo = dialog.locator('.messaging-todo li');
    await fillLeaf(dialog.locator('[data-field="to"]').first(), '079 123 45 67');
    await dialog.locator('.messaging-content textarea').first().fill('Hello at once');
    await editor.addAccount();
    await login();
    await saveAccount();
    await todo.filter({ hasText: 'To: must start with the country code' }).waitFor();
    await fillLeaf(dialog.locator('[data-field="to"]').first(), '+41791234567');
    const problem = 'From: is required: neither the node nor the account has a sender for this channel';
    await todo.filter({ hasText: problem }).waitFor();
    await editor.done();
    expect(await editor.problems(id)).toEqual([problem]);

    dialog = await editor.edit(id);
    await editor.editAccount();
    await account('senderSms').fill('Sandbox');
    await saveAccount();
    await dialog.locator('.messaging-todo li').waitFor({ state: 'detached' });
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    await deploy();
    nodeRed.inject(id, { _msgid: 'first', payload: 'not this' });
    expect((await nodeRed.completion('first')).error).toBeUndefined();
    expect(sandbox.messages().at(-1)).toMatchObject({ from: 'Sandbox', content: { text: 'Hello at once' } });
    const files = readFileSync(join(nodeRed.userFolder, 'flows.json'), 'utf8');
    for (const text of [files, JSON.stringify(await editor.exported())]) expect(text).not.toContain(PASSWORD);
  });
});
