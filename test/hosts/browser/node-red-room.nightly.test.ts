import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, tab } from '../node-red/flows';
import { barriers } from './axe';
import { NodeRed } from '../node-red/nodeRedServer';
import { fillFields, fillLeaf, unfold } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { showDark, takePicture } from './picture';

jest.setTimeout(90_000);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;
let id: string;
let dialog: Locator;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  nodeRed = await NodeRed.start();
  await nodeRed.deploy([tab, accountNode(sandbox.url)]);
  browser = await startBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  await sandbox?.close();
});

async function place(type: string): Promise<void> {
  id = await editor.place(type);
  dialog = await editor.edit(id);
}

async function pictures(name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return;
  await takePicture(editor.page, `node-red-room-${name}`);
  await showDark(editor.page, true);
  await takePicture(editor.page, `node-red-room-${name}-dark`);
  await showDark(editor.page, false);
}

/** How many screens the open dialog takes. */
async function screens(): Promise<number> {
  return dialog.locator('.messaging-editor').evaluate((form) => {
    const scrolls = (part: Element | null): Element =>
      part === null || /auto|scroll/.test(getComputedStyle(part).overflowY)
        ? (part ?? document.body)
        : scrolls(part.parentElement);
    const { scrollHeight, clientHeight } = scrolls(form);
    return scrollHeight / clientHeight;
  });
}

describe.each(['en-US', 'de', 'fr', 'it'])('in %s, on a screen of 700 pixels,', (locale) => {
  beforeAll(async () => {
    editor = await NodeRedEditor.open(browser, nodeRed.url, locale);
    await editor.page.setViewportSize({ width: 1280, height: 700 });
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  test('a first SMS needs no scrolling', async () => {
    await place('messaging-send');
    await dialog.locator('#node-input-account').selectOption('account');
    await fillLeaf(dialog.locator('[data-field="to"]'), '+41791234567');
    await fillFields(dialog.locator('.messaging-content > .messaging-fields'), { text: 'Hello Anna' });
    await dialog.locator('.messaging-counter', { hasText: '10' }).waitFor();
    await pictures(`${locale}-sms`);
    expect(await screens()).toBe(1);
  });

  test('a question with two buttons fits two screens', async () => {
    await place('messaging-ask');
    await dialog.locator('#node-input-account').selectOption('account');
    await dialog.locator('#node-input-contentType').selectOption('Interactive');
    await fillLeaf(dialog.locator('[data-field="to"]'), '+41791234567');
    await fillFields(dialog.locator('.messaging-content > .messaging-fields'), {
      body: { text: 'Does the appointment suit you?' },
      action: {
        type: 'Button',
        buttons: [
          { id: 'yes', title: 'Yes' },
          { id: 'no', title: 'No' },
        ],
      },
    });
    await pictures(`${locale}-ask`);
    expect(await screens()).toBeLessThanOrEqual(2);
  });

  // The labels are longest in French; the others are only for the pictures.
  const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'];
  const seen = locale === 'fr' || process.env['PICTURES'] !== undefined ? types : [];
  if (seen.length === 0) return;

  test.each(seen)('messaging-%s begins with little more than a screen', async (name) => {
    await place(`messaging-${name}`);
    await dialog.locator('#node-input-account').selectOption('account');
    expect(await screens()).toBeLessThan(1.25);
    await pictures(`${locale}-${name}-0`);
    for (const [index, each] of (await dialog.getByRole('tab').all()).entries()) {
      await each.click();
      if (index > 0) await pictures(`${locale}-${name}-${index}`);
    }
  });
});

describe('tabs', () => {
  beforeAll(async () => {
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  const tabNamed = (name: string) => dialog.getByRole('tab', { name });
  const marks = () =>
    dialog
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs.map((tab) => tab.querySelector('.messaging-mark')?.getAttribute('aria-label') ?? ''),
      );

  test('are opened by keyboard, by quick clicks, and by a click without a mouse', async () => {
    await place('messaging-send');
    await tabNamed('Message').focus();
    await editor.page.keyboard.press('ArrowRight');
    expect(await dialog.locator('#messaging-section-fallback').isVisible()).toBe(true);
    expect(await tabNamed('Delivery').evaluate((tab) => tab === document.activeElement)).toBe(true);
    await editor.page.keyboard.press('End');
    expect(await dialog.locator('#messaging-section-once').isVisible()).toBe(true);
    for (const name of ['Message', 'Delivery', 'Message']) await tabNamed(name).click();
    expect(await dialog.locator('#node-input-channel').isVisible()).toBe(true);
    await tabNamed('Advanced').dispatchEvent('click');
    expect(await dialog.locator('[role=tab][aria-selected=true]').textContent()).toBe('Advanced');
  });

  test('say what they hold, and a dialog opens with the one that has a fault', async () => {
    await place('messaging-send');
    await dialog.locator('#node-input-account').selectOption('account');
    const advanced = tabNamed('Advanced').locator('.messaging-mark');
    expect(await dialog.locator('.messaging-mark').count()).toBe(0);
    const once = await unfold(dialog, 'Send once, keep trying');
    await once.locator('#node-input-keepTrying').fill('5');
    await advanced.waitFor();
    expect(await advanced.getAttribute('aria-label')).toBe('Something here differs from the default');
    await once.locator('#node-input-keysKept').fill('0.5');
    await dialog.locator('.messaging-mark-faulty').waitFor();
    await dialog.locator('.messaging-todo li', { hasText: 'Keys kept: must be a whole number' }).waitFor();
    await tabNamed('Message').click();
    expect(await dialog.locator('.messaging-todo li').first().isVisible()).toBe(true);
    await takePicture(editor.page, 'node-red-tab-marks');
    await fillLeaf((await unfold(dialog, 'Schedule')).locator('[data-field="customerid"]'), 'order-4711');
    await dialog.locator('.messaging-mark-changed').waitFor();
    await editor.done();
    dialog = await editor.edit(id);
    expect(await dialog.locator('#node-input-keysKept').isVisible()).toBe(true);
    expect(await marks()).toEqual([
      '',
      'Something here differs from the default',
      'Something here is missing or wrong',
    ]);
  });

  test('are not needed for the help of a field, which its mark shows and hides', async () => {
    await place('messaging-send');
    const help = dialog.locator('#node-input-channel-help');
    expect(await help.isVisible()).toBe(false);
    expect(await dialog.locator('#node-input-channel').getAttribute('aria-describedby')).toBe(
      'node-input-channel-help',
    );
    await dialog.locator('#node-input-channel').focus();
    await editor.page.keyboard.press('Tab');
    const mark = dialog.getByRole('button', { name: 'Help on: Channel', exact: true });
    expect(await mark.evaluate((each) => each === document.activeElement)).toBe(true);
    await editor.page.keyboard.press('Enter');
    expect(await help.isVisible()).toBe(true);
    expect(await mark.getAttribute('aria-expanded')).toBe('true');
    await editor.page.keyboard.press('Enter');
    expect(await help.isVisible()).toBe(false);
  });

  test('have no barriers', async () => {
    await place('messaging-ask');
    expect(await barriers(editor.page, '.messaging-editor')).toEqual([]);
  });
});
