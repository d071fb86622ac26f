import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { accountNode, tab } from '../node-red/flows';
import {
  accountField,
  content,
  credentials,
  deploy,
  dialog,
  edit,
  editFlow,
  editor,
  field,
  id,
  nodeRed,
  open,
  PASSWORD,
  place,
  sandbox,
  saveAccount,
  startEditing,
  todo,
} from './editing';
import { fillField } from './formFiller';
import { takePicture } from './picture';

/** Every dialog of Node-RED's editor once, the test of an account, and the first SMS. What is rarer is in the files for the nightly run. */
startEditing();

describe('every dialog', () => {
  const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'];

  editFlow(() => [tab, accountNode(sandbox.url, { credentials })]);

  test.each(types)(
    '%s has a text and a name for everything, fits, and changes nothing when it is saved unchanged',
    async (name) => {
      await place(`messaging-${name}`);
      await takePicture(editor.page, `node-red-${name}`);
      const form = dialog.locator('.messaging-editor');
      const shown = await form.innerHTML();
      expect(shown.replace(/data-i18n="[^"]*"/g, '')).not.toMatch(
        /messaging-\w+\.(label|help|option)|editor\.\w+\./,
      );
      await editor.done();
      expect(await editor.problems(id)).toEqual([]);
      const saved = await editor.exportedNode(id);
      await edit();
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
    await open([tab]);
    await place('messaging-send');
  }, 60_000);
  afterEach(() => editor.close());

  const login = async (values: object = {}) => {
    const all = { baseUrl: sandbox.url, username: 'demo', password: PASSWORD, ...values };
    for (const [name, value] of Object.entries(all)) await accountField(name).fill(value);
  };
  const result = () => editor.page.locator('#messaging-test-result');
  const tryIt = () => editor.page.getByRole('button', { name: 'Test connection' }).click();

  test('its test says what is wrong, or shows the balance, before it is deployed', async () => {
    await editor.addAccount();
    await login({ password: 'wrong' });
    await tryIt();
    await result()
      .locator('strong', { hasText: /^Not connected: .*(password|401|credentials)/i })
      .waitFor();
    await accountField('password').fill(PASSWORD);
    await result().locator('strong').waitFor({ state: 'detached' });
    await tryIt();
    await result().getByText('Connected. Balance: 4711 points.').waitFor();
    await takePicture(editor.page, 'node-red-account');
  });

  test('the first message goes out as it was typed; what is missing or wrong is said before', async () => {
    await fillField(field('to'), '079 123 45 67');
    await content().locator('textarea').first().fill('Hello at once');
    await editor.addAccount();
    await login();
    await saveAccount();
    await todo('To: must start with the country code').waitFor();
    await fillField(field('to'), '+41791234567');
    const problem = 'From: is required: neither the message nor the account has a sender for this channel';
    await todo(problem).waitFor();
    await editor.done();
    expect(await editor.problems(id)).toEqual([problem]);

    await edit();
    await editor.editAccount();
    await accountField('senderSms').fill('Sandbox');
    await saveAccount();
    await todo(/./).waitFor({ state: 'detached' });
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
