import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, tab } from '../node-red/flows';
import { NodeRed } from '../node-red/nodeRedServer';
import { Computed, fillFields, fillLeaf, reveal, unfold } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { darkTheme, takePicture } from './picture';

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

const account = (settings: object = {}) =>
  accountNode(sandbox.url, { credentials: { username: 'demo', password: PASSWORD }, ...settings });

let id: string;
let dialog: Locator;

/** Chooses a further channel of *send message*, counting from 0, and its content; returns its fields. */
async function furtherChannel(index: number, channel: string, content: string): Promise<Locator> {
  await reveal(dialog.locator('#messaging-section-fallback'));
  const steps = dialog.locator('#messaging-fallbackChannels');
  await steps.locator('> .messaging-field select').nth(index).selectOption(channel);
  const fields = steps.locator('> div:not(.messaging-field)').nth(index);
  await fields.locator('> .messaging-field:not([data-field]) select').selectOption(content);
  return fields;
}

async function place(type: string): Promise<void> {
  id = await editor.place(type);
  dialog = await editor.edit(id);
}

/** A control of the dialog, on the tab where it is. */
async function control(name: string): Promise<Locator> {
  const found = dialog.locator(`#node-input-${name}`);
  await reveal(found);
  return found;
}

async function deploy(): Promise<void> {
  const before = nodeRed.starts;
  await editor.deploy();
  await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
}

describe('the account', () => {
  beforeEach(async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await place('messaging-send');
  }, 60_000);
  afterEach(() => editor.close());

  const field = (name: string) => editor.page.locator(`#node-config-input-${name}`);
  const result = () => editor.page.locator('#messaging-test-result');
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  };
  const tryIt = () => editor.page.getByRole('button', { name: 'Test connection' }).click();

  test.each([
    ['username', 'somebody'],
    ['password', 'another'],
    ['baseUrl', 'https://elsewhere.example'],
  ])('says nothing any more about a test with another %s', async (name, value) => {
    await editor.addAccount();
    await fill({ baseUrl: sandbox.url, username: 'demo', password: PASSWORD });
    await tryIt();
    await result().getByText('Connected. Balance: 4711 points.').waitFor();
    await fill({ [name]: value });
    expect(await result().textContent()).toBe('');
    expect(await result().getAttribute('class')).toBe('');
  });

  test.each([
    ['no password', { password: '' }, /^Not connected: .*password is missing/],
    ['an address where nobody answers', { baseUrl: 'http://127.0.0.1:1' }, /^Not connected: /],
    ['an address without https', { baseUrl: 'http://example.com' }, /^Not connected: /],
  ])('says what is wrong with %s', async (_name, wrong, message) => {
    await editor.addAccount();
    await fill({ baseUrl: sandbox.url, username: 'demo', password: PASSWORD, ...wrong });
    await tryIt();
    await result().locator('strong', { hasText: message }).waitFor();
    expect(await result().getAttribute('class')).toContain('messaging-test-failed');
    expect(await result().textContent()).not.toContain(PASSWORD);
  });

  test('is tried with the stored password after it was deployed, and no export or file of the flow holds it', async () => {
    await editor.addAccount();
    await fill({ name: 'Sandbox', baseUrl: sandbox.url, username: 'demo', password: PASSWORD });
    await editor.page.locator('#node-config-dialog-ok').click();
    await dialog.locator('#node-input-account option', { hasText: 'Sandbox' }).waitFor({ state: 'attached' });
    await editor.done();
    await deploy();

    await editor.reload();
    await editor.edit(id);
    await editor.editAccount();
    expect(await field('password').inputValue()).not.toContain(PASSWORD);
    await tryIt();
    await result().getByText('Connected. Balance: 4711 points.').waitFor();
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
    await editor.page
      .locator('#red-ui-clipboard-dialog-export-tab-clipboard-tabs a', { hasText: 'JSON' })
      .click();
    await text.waitFor();
    return text.inputValue();
  }
});

describe('the account, for the triggers,', () => {
  const field = (name: string) => editor.page.locator(`#node-config-input-${name}`);
  const save = async () => {
    await editor.page.locator('#node-config-dialog-ok').click();
    await editor.page.locator('#node-config-dialog-ok').waitFor({ state: 'hidden' });
  };

  beforeEach(async () => {
    // Node-RED deletes a credential of an earlier test only if the deploy names it.
    const credentials = { username: 'demo', password: PASSWORD, webhookSecret: '' };
    await nodeRed.deploy([tab, account({ credentials })]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await place('messaging-inbound');
    await dialog.locator('#node-input-account').selectOption('account');
    await editor.editAccount();
    await editor.page.getByRole('tab', { name: 'Triggers' }).click();
  }, 60_000);
  afterEach(() => editor.close());

  test('says by its public address where a trigger is called', async () => {
    await field('publicAddress').fill('https://flows.example.com/');
    await save();
    const address = dialog.locator('#messaging-address');
    await address.getByText('https://flows.example.com/api/webhooks/receivedmessage').waitFor();
    await takePicture(editor.page, 'node-red-inbound');
  });

  test('keeps with the flow that callers must know a secret', async () => {
    expect(await field('webhookSecret').isVisible()).toBe(false);
    await field('requireSecret').check();
    const missing = editor.page.locator('.messaging-todo li', { hasText: 'Webhook secret: is missing' });
    await missing.waitFor();
    await field('webhookSecret').fill('open-sesame');
    await missing.waitFor({ state: 'detached' });
    await takePicture(editor.page, 'node-red-account-triggers');
    await save();
    await editor.done();
    expect(await stored()).toMatchObject({ requireSecret: true });
    expect(JSON.stringify(await editor.exported())).not.toContain('sesame');
    expect(await editor.problems('account')).toEqual([]);
    await deploy();
    const { status } = await fetch(`${nodeRed.url}/api/webhooks/receivedmessage`, { method: 'POST' });
    expect(status).toBe(403);

    await editor.edit(id);
    await editor.editAccount();
    await editor.page.getByRole('tab', { name: 'Triggers' }).click();
    await field('requireSecret').uncheck();
    await save();
    await editor.done();
    expect(await stored()).toMatchObject({ requireSecret: false });
  });

  test('marks a secret that is demanded and missing', async () => {
    await field('requireSecret').check();
    await save();
    await editor.done();
    expect(await editor.problems('account')).toEqual(['Webhook secret: is missing']);
  });

  test.each([
    ['abc', '“abc” is not an address or a range such as 203.0.113.7 or 10.0.0.0/8'],
    ['127.0.0.1, 10.0.0.5/8', '“10.0.0.5/8” could mean one address or a range: enter 10.0.0.0/8 or 10.0.0.5'],
  ])('marks the allowed callers %s', async (callers, problem) => {
    await field('allowedCallers').fill(callers);
    await field('allowedCallers').blur();
    await editor.page.locator('#node-config-input-allowedCallers.input-error').waitFor();
    await save();
    await editor.done();
    expect(await editor.problems('account')).toEqual([`Allowed callers: ${problem}`]);
  });

  const stored = async () => (await editor.exported()).find(({ type }) => type === 'messaging-account');
});

describe('the red triangle', () => {
  const accounts = (more: object = {}) => [
    tab,
    account(more),
    { ...account({ baseUrl: 'http://example.com' }), id: 'wrong' },
    { ...account({ senderRcs: '' }), id: 'without-rcs' },
    { ...account({ baseUrl: 'https://example.com/api/v2' }), id: 'too-long' },
  ];
  beforeAll(async () => {
    await nodeRed.deploy(accounts());
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  test('says that an account is missing', async () => {
    id = await editor.place('messaging-balance');
    expect(await editor.problems(id)).toEqual([expect.stringContaining('Account')]);
  });

  test('says that the account itself is wrong', async () => {
    await place('messaging-balance');
    await dialog.locator('#node-input-account').selectOption('wrong');
    await editor.done();
    expect(await editor.problems(id)).toEqual([expect.stringContaining('Account')]);
    expect(await editor.problems('wrong')).toEqual([
      'Base URL: must start with https:// (http:// only for this machine)',
    ]);
    expect(await editor.problems('too-long')).toEqual([
      'Base URL: must end before /api, which is added to it',
    ]);
  });

  test.each([
    ['messaging-ask', 'limit', '9000', 'Time limit: must be from 0.001 to 8760, got 9000'],
    ['messaging-batch', 'count', '0', 'Messages per batch: must be from 1 to 10000, got 0'],
    ['messaging-status', 'everySeconds', '', 'Every (seconds): is required'],
    [
      'messaging-inbound',
      'path',
      'webhook',
      'Path: must start with / and may contain only letters, digits and / . _ ~ -',
    ],
  ])('of %s checks %s', async (type, property, value, problem) => {
    await place(type);
    await dialog.locator('#node-input-account').selectOption('account');
    if (property === 'everySeconds') await dialog.locator('#node-input-poll').check();
    const field = await control(property);
    const fold = dialog.locator('details', { has: editor.page.locator(`#node-input-${property}`) });
    if ((await fold.count()) > 0) await fold.locator('summary').click();
    await field.fill(value);
    await editor.done();
    expect(await editor.problems(id)).toEqual([problem]);
  });

  test('of messaging-batch checks the limit of a run that is entered', async () => {
    await place('messaging-batch');
    await dialog.locator('#node-input-account').selectOption('account');
    for (const [value, problems] of [
      ['many', ['At most per run: must be a number above 0, got "many"']],
      ['0', ['At most per run: must be a number above 0, got "0"']],
      ['1000', []],
    ] as const) {
      if (!(await dialog.isVisible())) await editor.edit(id);
      await fillLeaf(dialog.locator('#messaging-mostPerRun'), value);
      await dialog.locator('#node-input-countPages').check();
      await dialog.locator('#node-input-withinBalance').check();
      await takePicture(editor.page, 'node-red-limit-of-a-run');
      await editor.done();
      expect(await editor.problems(id)).toEqual(problems);
    }
  });

  test('of messaging-ask names what can never be answered, also while the dialog is open', async () => {
    await place('messaging-ask');
    await dialog.locator('#node-input-account').selectOption('account');
    const recipients = dialog.locator('select', { hasText: 'Several' });
    expect(await recipients.isVisible()).toBe(false);
    await dialog.locator('#node-input-channel').selectOption('Sms');
    await fillLeaf(dialog.locator('[data-field="from"]'), 'MyCompany');
    await (await control('waitFor')).selectOption('choice');
    const todo = dialog.locator('.messaging-todo');
    await todo.getByText('There is nothing to choose from').waitFor();
    await todo.getByText('From: nobody can reply to the name “MyCompany”').waitFor();
    await takePicture(editor.page, 'node-red-ask-todo');
    await (await control('words')).fill('YES, NO');
    await todo.getByText('There is nothing to choose from').waitFor({ state: 'detached' });
    await fillLeaf(dialog.locator('[data-field="from"]'), '+41795550100');
    await todo.getByText('nobody can reply').waitFor({ state: 'detached' });
    await fillLeaf(dialog.locator('[data-field="from"]'), 'MyCompany');
    await (await control('waitFor')).selectOption('delivery');
    await todo.getByText('nobody can reply').waitFor({ state: 'detached' });
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  test('of messaging-ask takes several people if they are asked in an order', async () => {
    await place('messaging-ask');
    await dialog.locator('#node-input-account').selectOption('account');
    const recipients = dialog.locator('select', { hasText: 'Several' });
    const minutes = await control('minutesEach');
    const tell = dialog.locator('#messaging-tellOthers');
    expect([await minutes.isVisible(), await tell.isVisible()]).toEqual([false, false]);
    await (await control('order')).selectOption('first');
    expect([await minutes.isVisible(), await tell.isVisible()]).toEqual([false, true]);
    await (await control('order')).selectOption('inTurn');
    await (await control('minutesEach')).fill('0');
    await takePicture(editor.page, 'node-red-ask-several');
    await reveal(recipients);
    await recipients.selectOption('several');
    await editor.done();
    expect(await editor.problems(id)).toEqual([expect.stringContaining('Minutes for each: must be from')]);
  });

  test.each([
    ['a text for a message without one', 'Sms', 'Text', {}, {}, 'This message has no text'],
    ['a field of its content', 'Whatsapp', 'Location', {}, { longitude: 7.4 }, 'Latitude: is required'],
  ])(
    'names %s of a further channel',
    async (name, channel, type, { from, json }: { from?: string; json?: string }, content, problem) => {
      await place('messaging-send');
      await dialog.locator('#node-input-account').selectOption('without-rcs');
      if (name.includes('without')) {
        await dialog.locator('#node-input-channel').selectOption('Whatsapp');
        await dialog.locator('#node-input-contentType').selectOption('Location');
        const place = { latitude: 47, longitude: 7.4 };
        await fillFields(dialog.locator('.messaging-content > .messaging-fields'), place);
      }
      const further = await furtherChannel(0, channel, type);
      if (from !== undefined) await fillLeaf(further.locator('[data-field="fallbackFrom"]'), from);
      if (json !== undefined) await fillLeaf(further.locator('[data-field="fallbackJson"]'), json);
      await fillFields(further.locator('.messaging-content > .messaging-fields'), content);
      await editor.done();
      expect(await editor.problems(id)).toEqual([expect.stringContaining(`Second channel: ${problem}`)]);
    },
  );

  test('is missing where an environment variable stands in place of a number', async () => {
    await place('messaging-batch');
    await dialog.locator('#node-input-account').selectOption('account');
    await dialog.locator('#node-input-count').fill('${COUNT}');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });
});

describe('every dialog', () => {
  const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'].map(
    (name) => `messaging-${name}`,
  );

  // For the pictures: other tests check without a browser that a language is complete.
  describe.each([
    ['en-US', 'Account', 'Template Name'],
    ['de', 'Konto', 'Name der Vorlage'],
    ['fr', 'Compte', 'Nom du modèle'],
    ['it', 'Account', 'Nome del modello'],
  ])('in %s', (locale, accountLabel, nameLabel) => {
    beforeAll(async () => {
      await nodeRed.deploy([tab, account()]);
      editor = await NodeRedEditor.open(browser, nodeRed.url, locale);
    }, 60_000);
    afterEach(() => editor.discard(id), 60_000);
    afterAll(() => editor.close());

    test.each(types)('%s is in that language', async (type) => {
      await place(type);
      await dialog.locator('#node-input-account').selectOption('account');
      expect(await dialog.locator('label[for="node-input-account"]').textContent()).toBe(accountLabel);
      await takePicture(editor.page, `node-red-${locale}-${type}`);
    });

    test('messaging-send keeps the content of each further channel, which can be the first one again', async () => {
      await place('messaging-send');
      await dialog.locator('#node-input-account').selectOption('account');
      await dialog.locator('#node-input-channel').selectOption('Whatsapp');
      const second = await furtherChannel(0, 'Whatsapp', 'Template');
      const template = { namespace: 'ns_1', name: 'reminder', language: { code: 'de' } };
      await fillFields(second.locator('.messaging-content > .messaging-fields'), template);
      expect(await second.locator('[data-field="name"] label').textContent()).toBe(`${nameLabel}\u00a0*`);
      const third = await furtherChannel(1, 'Sms', 'Json');
      await fillLeaf(third.locator('[data-field="fallbackJson"]'), '{ "type": "Text", "text": "Hello" }');
      await reveal(dialog.locator('#messaging-section-fallback'));
      await dialog.locator('#messaging-section-fallback').scrollIntoViewIfNeeded();
      await takePicture(editor.page, `node-red-${locale}-further-channels`);
      await editor.page.addStyleTag({ content: darkTheme });
      await takePicture(editor.page, `node-red-${locale}-further-channels-dark`);
      await editor.page.evaluate('document.querySelector("head > style:last-of-type").remove()');
      await editor.done();
      expect(await editor.problems(id)).toEqual([]);
      const saved = await editor.exportedNode(id);
      expect(saved).toMatchObject({
        channel: 'Whatsapp',
        contentType: 'Text',
        fallbackChannels: [
          { channel: 'Whatsapp', contentType: 'Template', content: { name: { t: 'str', v: 'reminder' } } },
          { channel: 'Sms', contentType: 'Json', json: { v: '{ "type": "Text", "text": "Hello" }' } },
        ],
      });
      await editor.edit(id);
      await editor.done();
      expect(await editor.exportedNode(id)).toEqual(saved);
    });
  });
});

describe('outputs and settings', () => {
  beforeAll(async () => {
    await nodeRed.deploy([tab, account()]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  test.each([
    ['messaging-send', 'failureOutput'],
    ['messaging-inbound', 'refusedOutput'],
  ])('%s has a second output while %s is on', async (type, name) => {
    const ports = editor.page.locator(`[id="${await placeOnly(type)}"] .red-ui-flow-port-output`);
    expect(await ports.count()).toBe(1);
    for (const on of [true, false]) {
      dialog = await editor.edit(id);
      await editor.showAll();
      await (await control(name)).setChecked(on);
      await editor.done();
      expect(await editor.exportedNode(id)).toMatchObject({ [name]: on, outputs: on ? 2 : 1 });
      expect(await ports.count()).toBe(on ? 2 : 1);
    }
  });

  async function placeOnly(type: string): Promise<string> {
    id = await editor.place(type);
    return id;
  }

  test('messaging-balance has a second output with a threshold', async () => {
    await place('messaging-balance');
    await dialog.locator('#node-input-threshold').fill('100');
    await editor.done();
    expect(await editor.exportedNode(id)).toMatchObject({ threshold: '100', outputs: 2 });
  });

  test('a status is asked for again only where that is wanted', async () => {
    await place('messaging-status');
    expect(await dialog.locator('#node-input-everySeconds').isVisible()).toBe(false);
    await dialog.locator('#node-input-poll').check();
    await dialog.locator('#node-input-everySeconds').fill('5');
    await fillLeaf(dialog.locator('[data-field="messageId"]'), new Computed('flow', 'lastId'));
    await editor.done();
    expect(await editor.exportedNode(id)).toMatchObject({
      poll: true,
      everySeconds: '5',
      messageId: { t: 'flow', v: 'lastId' },
    });
  });

  test('a trigger shows the address the service must call, while the path is typed', async () => {
    await place('messaging-inbound');
    const address = dialog.locator('#messaging-address');
    expect(await address.textContent()).toBe(`${nodeRed.url}/api/webhooks/receivedmessage`);
    await dialog.locator('#node-input-path').fill('/incoming');
    expect(await address.textContent()).toBe(`${nodeRed.url}/incoming`);
  });

  test('letting in any caller is warned of', async () => {
    await place('messaging-notification');
    await editor.showAll();
    const warning = dialog.locator('#node-input-anyCaller-row');
    expect(await warning.isVisible()).toBe(false);
    await dialog.locator('#node-input-allowAnyCaller').check();
    expect(await warning.isVisible()).toBe(true);
  });

  test('the form of a message names the addresses of the triggers in the workspace', async () => {
    await place('messaging-notification');
    await dialog.locator('#node-input-name').fill('My statuses');
    await editor.done();
    const sender = await editor.place('messaging-send', { x: 400, y: 400 });
    dialog = await editor.edit(sender);
    await unfold(dialog, 'Status notification');
    await dialog
      .locator('.messaging-tip li', { hasText: `My statuses: ${nodeRed.url}/api/webhooks/notification` })
      .waitFor();
    await editor.cancel();
    await editor.remove(sender);
  });
});
