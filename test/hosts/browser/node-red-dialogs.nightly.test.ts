import { accountNode, tab } from '../node-red/flows';
import { barriers } from './axe';
import { contrasts } from './contrast';
import {
  accountField,
  content,
  credentials,
  dialog,
  edit,
  editFlow,
  editor,
  field,
  id,
  open,
  place,
  sandbox,
  startEditing,
  todo,
} from './editing';
import { Computed, fillFields, fillField, fillList, reveal, unfold } from './formFiller';
import { darkTheme, showDark, takePicture } from './picture';

/** The dialogs of Node-RED's editor in every language, on a small screen and in dark colours; their tabs, marks and outputs. */
startEditing();

const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'];
const flow = () => [tab, accountNode(sandbox.url, { credentials })];

/** How many screens the open dialog takes. */
const screens = () =>
  dialog.locator('.messaging-editor').evaluate((form) => {
    const scrolls = (part: Element | null): Element =>
      part === null || /auto|scroll/.test(getComputedStyle(part).overflowY)
        ? (part ?? document.body)
        : scrolls(part.parentElement);
    const { scrollHeight, clientHeight } = scrolls(form);
    return scrollHeight / clientHeight;
  });

/** A control of the dialog, on the tab where it is. */
async function control(name: string) {
  const found = dialog.locator(`#node-input-${name}`);
  await reveal(found);
  return found;
}

// For the pictures: other tests check without a browser that a language is complete.
describe.each([
  ['en-US', 'Account', 'Template name'],
  ['de', 'Konto', 'Name der Vorlage'],
  ['fr', 'Compte', 'Nom du modèle'],
  ['it', 'Account', 'Nome del modello'],
])('in %s, on a screen of 700 pixels,', (locale, accountLabel, nameLabel) => {
  editFlow(flow, locale);
  beforeAll(() => editor.page.setViewportSize({ width: 1280, height: 700 }));

  test.each(types)(
    'messaging-%s is in that language, and begins with little more than a screen',
    async (name) => {
      await place(`messaging-${name}`);
      expect(await dialog.locator('label[for="node-input-account"]').textContent()).toBe(accountLabel);
      expect(await screens()).toBeLessThan(1.25);
      for (const [index, each] of (await dialog.getByRole('tab').all()).entries()) {
        await each.click();
        await takePicture(editor.page, `node-red-${locale}-${name}-${index}`);
      }
    },
  );

  test('a first SMS needs no scrolling', async () => {
    await place('messaging-send');
    await fillField(field('to'), '+41791234567');
    await fillFields(content(), { text: 'Hello Anna' });
    await dialog.locator('.messaging-counter', { hasText: '10' }).waitFor();
    await takePicture(editor.page, `node-red-${locale}-sms`);
    expect(await screens()).toBe(1);
  });

  test('fallback channels keep their contents', async () => {
    await place('messaging-send');
    await dialog.locator('#node-input-channel').selectOption('Whatsapp');
    const further = dialog.locator('[data-row="fallbackChannels"]');
    await reveal(further);
    const template = { namespace: 'ns_1', name: 'reminder', language: { code: 'de' } };
    await fillList(further.locator('.messaging-list-room').first(), [
      { type: 'Whatsapp', content: { type: 'Template', ...template } },
      { type: 'Sms', content: { type: 'Json', json: '{ "type": "Text", "text": "Hello" }' } },
    ]);
    expect(await further.locator('[data-field="name"] label').textContent()).toBe(`${nameLabel}\u00a0*`);
    await takePicture(editor.page, `node-red-${locale}-further-channels`);
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    const saved = await editor.exportedNode(id);
    expect(saved).toMatchObject({
      fallbackChannels: [
        { type: 'Whatsapp', content: { type: 'Template', name: { t: 'str', v: 'reminder' } } },
        { type: 'Sms', content: { type: 'Json', json: { v: '{ "type": "Text", "text": "Hello" }' } } },
      ],
    });
    await edit();
    await editor.done();
    expect(await editor.exportedNode(id)).toEqual(saved);
  });
});

describe('tabs', () => {
  editFlow(flow);
  const tabNamed = (name: string) => dialog.getByRole('tab', { name });

  test('are opened by keyboard, by quick clicks, and by a click without a mouse', async () => {
    await place('messaging-send');
    await tabNamed('Message').focus();
    await editor.page.keyboard.press('ArrowRight');
    expect(await dialog.locator('#messaging-section-fallback').isVisible()).toBe(true);
    expect(await tabNamed('Delivery').evaluate((each) => each === document.activeElement)).toBe(true);
    await editor.page.keyboard.press('End');
    expect(await dialog.locator('#messaging-section-once').isVisible()).toBe(true);
    for (const name of ['Message', 'Delivery', 'Message']) await tabNamed(name).click();
    expect(await dialog.locator('#node-input-channel').isVisible()).toBe(true);
    await tabNamed('Advanced').dispatchEvent('click');
    expect(await dialog.locator('[role=tab][aria-selected=true]').textContent()).toBe('Advanced');
  });

  test('say what they hold, and a dialog opens with the one that has a fault', async () => {
    await place('messaging-send');
    expect(await dialog.locator('.messaging-mark').count()).toBe(0);
    const once = await unfold(dialog, 'Send once, keep trying');
    await once.locator('#node-input-keepTrying').fill('5');
    await tabNamed('Advanced').locator('.messaging-mark').waitFor();
    await once.locator('[data-row="sendOncePer"] input:visible').first().fill('orderId');
    await once.locator('#node-input-keysKept').fill('0.5');
    await todo('Keys kept: must be a whole number').waitFor();
    await tabNamed('Message').click();
    expect(await todo('Keys kept').isVisible()).toBe(true);
    await takePicture(editor.page, 'node-red-tab-marks');
    await fillField(field('customerid'), 'order-4711');
    await dialog.locator('.messaging-mark-changed').waitFor();
    await editor.done();
    await edit();
    expect(await dialog.locator('#node-input-keysKept').isVisible()).toBe(true);
    const marks = (tabs: Element[]) =>
      tabs.map((each) => each.querySelector('.messaging-mark')?.getAttribute('aria-label') ?? '');
    expect(await dialog.getByRole('tab').evaluateAll(marks)).toEqual([
      '',
      'Something here differs from the default',
      'Something here is missing or wrong',
    ]);
  });

  test('are not needed for the help of a field, which its mark shows and hides', async () => {
    await place('messaging-send');
    const help = dialog.locator('#node-input-channel-help');
    expect(await help.isVisible()).toBe(false);
    const channel = dialog.locator('#node-input-channel');
    expect(await channel.getAttribute('aria-describedby')).toContain('node-input-channel-help');
    await channel.focus();
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

describe('settings', () => {
  editFlow(flow);

  test.each([
    ['send', 'failureOutput'],
    ['inbound', 'refusedOutput'],
  ])('messaging-%s has a second output while %s is on', async (type, name) => {
    await place(`messaging-${type}`);
    const ports = editor.page.locator(`[id="${id}"] .red-ui-flow-port-output`);
    for (const on of [true, false]) {
      await editor.showAll();
      await (await control(name)).setChecked(on);
      await editor.done();
      expect(await editor.exportedNode(id)).toMatchObject({ [name]: on, outputs: on ? 2 : 1 });
      expect(await ports.count()).toBe(on ? 2 : 1);
      await edit();
    }
  });

  test('messaging-balance has a second output with a threshold', async () => {
    await place('messaging-balance');
    await dialog.locator('#node-input-threshold').fill('100');
    await editor.done();
    expect(await editor.exportedNode(id)).toMatchObject({ threshold: '100', outputs: 2 });
  });

  test('a status is asked for again only where that is wanted, and that of a batch by its ID', async () => {
    await place('messaging-status');
    expect(await dialog.locator('#node-input-everySeconds').isVisible()).toBe(false);
    await dialog.locator('#node-input-poll').check();
    await dialog.locator('#node-input-everySeconds').fill('');
    await todo('Every: is required').waitFor();
    await dialog.locator('#node-input-everySeconds').fill('5');
    await dialog.locator('#node-input-of').selectOption('batch');
    await field('batchId').waitFor();
    expect(await field('messageId').isVisible()).toBe(false);
    await fillField(field('batchId'), new Computed('flow', 'lastId'));
    await editor.done();
    expect(await editor.exportedNode(id)).toMatchObject({
      ...{ poll: true, everySeconds: '5' },
      batchId: { t: 'flow', v: 'lastId' },
    });
  });

  test('messaging-ask names what can never be answered, and takes several people if they are asked in an order', async () => {
    await place('messaging-ask');
    await dialog.locator('#node-input-channel').selectOption('Sms');
    await fillField(field('from'), 'MyCompany');
    await (await control('waitFor')).selectOption('choice');
    await todo('There is nothing to choose from').waitFor();
    await todo('From: nobody can reply to the name "MyCompany"').waitFor();
    await takePicture(editor.page, 'node-red-ask-todo');
    await (await control('words')).fill('YES, NO');
    await todo('There is nothing to choose from').waitFor({ state: 'detached' });
    await (await control('waitFor')).selectOption('delivery');
    await todo('nobody can reply').waitFor({ state: 'detached' });

    const minutes = await control('minutesEach');
    const tell = dialog.locator('[data-row="tellOthers"]');
    await (await control('order')).selectOption('first');
    await tell.waitFor();
    expect(await minutes.isVisible()).toBe(false);
    await (await control('order')).selectOption('inTurn');
    await minutes.fill('0');
    await takePicture(editor.page, 'node-red-ask-several');
    await editor.done();
    expect(await editor.problems(id)).toEqual([expect.stringContaining('Time for each: must be from')]);
  });
});

describe('every text can be read', () => {
  beforeEach(() => open([tab]), 120_000);
  afterEach(() => editor.close());

  test.each([
    ['the usual theme', false, ':root {}'],
    ['a dark theme', false, darkTheme],
    // Older ones look as usual.
    ['the dark theme of Node-RED 5', true, ':root {}'],
  ] as const)('in %s', async (name, isDark, css) => {
    await showDark(editor.page, isDark);
    await editor.page.addStyleTag({ content: css });
    await place('messaging-send');
    await fillField(field('to'), '079');
    await content().locator('textarea').fill('x'.repeat(1600));
    await dialog.locator('.messaging-counter.messaging-warning').waitFor();
    await editor.showAll();
    await takePicture(editor.page, `node-red-send-${name}`);
    const low = async () => (await contrasts(editor.page)).filter(({ ratio }) => ratio < 4.5);
    expect(await low()).toEqual([]);

    await editor.addAccount();
    await accountField('baseUrl').fill(sandbox.url);
    const result = editor.page.locator('#messaging-test-result strong');
    const tryIt = editor.page.getByRole('button', { name: 'Test connection' });
    await tryIt.click();
    await result.filter({ hasText: 'Not connected' }).waitFor();
    expect(await low()).toEqual([]);
    await accountField('username').fill(credentials.username);
    await accountField('password').fill(credentials.password);
    await tryIt.click();
    await result.filter({ hasText: /^Connected/ }).waitFor();
    await takePicture(editor.page, `node-red-account-${name}`);
    expect(await low()).toEqual([]);
  });
});
