import { until } from '../n8n/until';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sendNode, tab } from '../node-red/flows';
import { NodeRed, type FlowNode } from '../node-red/nodeRedServer';
import { contrasts } from './contrast';
import { Computed, fillFields, fillLeaf, unfold } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { darkTheme, showDark, takePicture } from './picture';

jest.setTimeout(90_000);

const root = join(__dirname, '..', '..', '..');
const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'].map(
  (name) => `messaging-${name}`,
);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  nodeRed = await NodeRed.start({ complete: true, env: { SET: '+41791110000' } });
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

const lastRequest = () => JSON.parse(sandbox.calls().at(-1)?.requestBody ?? '');
const content = () => dialog.locator('.messaging-content > .messaging-fields');
const field = (name: string) => dialog.locator(`[data-field="${name}"]`).first();

describe('while a flow runs', () => {
  beforeAll(async () => {
    await nodeRed.deploy([
      tab,
      accountNode(sandbox.url),
      sendNode({ id: 'without', name: 'without', account: '' }),
      sendNode({ name: 'failing', y: 200 }),
      sendNode({ id: 'good', name: 'good', y: 300 }),
    ]);
    nodeRed.inject('good', { _msgid: 'good', payload: 'Hello' });
    await nodeRed.completion('good');
  }, 60_000);
  afterEach(() => editor.close());

  test.each([
    ['en-US', 'no account'],
    ['de', 'kein Konto'],
    ['fr', 'aucun compte'],
    ['it', 'nessun account'],
  ])('an editor in %s shows statuses in its own language', async (locale, status) => {
    editor = await NodeRedEditor.open(browser, nodeRed.url, locale);
    await editor.page.locator('.red-ui-flow-node-status-label', { hasText: status }).waitFor();
    // What has values is in the language of Node-RED itself.
    await editor.page.locator('.red-ui-flow-node-status-label', { hasText: 'sent 1' }).waitFor();
  });

  test('the debug sidebar shows an error as one text', async () => {
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await editor.page.locator('.red-ui-workspace-chart-background').first().waitFor({ state: 'attached' });
    await editor.page.evaluate('RED.sidebar.show("debug")');
    nodeRed.inject('send', { _msgid: 'failing', payload: 'Hello', to: '0791234567' });
    const shown = editor.page.locator('.red-ui-debug-msg-level-20 .red-ui-debug-msg-payload').first();
    await shown.waitFor();
    await takePicture(editor.page, 'node-red-debug-sidebar');
    const line = (await shown.textContent()) ?? '';
    // The sidebar itself cuts a long text; it unfolds.
    expect(line).toMatch(
      /^"to: must start with the country code: for Switzerland, for example, write \+41791\.\.\."$/,
    );
  });
});

describe('the nodes are found', () => {
  beforeAll(async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterAll(() => editor.close());

  test.each(['sms', 'Alarm'])('in the palette under %s', async (word) => {
    await editor.page.locator('#red-ui-palette-search input').pressSequentially(word);
    const shown = async () => {
      const found = await editor.page
        .locator('.red-ui-palette-node:visible')
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-palette-type')));
      return JSON.stringify(found.sort());
    };
    // The filter follows each letter.
    const wanted = JSON.stringify([...types].sort());
    await until(`the nodes under ${word}`, async () => (await shown()) === wanted);
    await takePicture(editor.page, `node-red-palette-${word}`);
    await editor.page.locator('#red-ui-palette-search input').fill('');
  });

  test('by quick-add under each, the node that sends first', async () => {
    await editor.page
      .locator('#red-ui-workspace-chart')
      .click({ modifiers: ['Control'], position: { x: 300, y: 300 } });
    await editor.page.locator('#red-ui-type-search-input:focus').waitFor();
    const results = editor.page.locator('#red-ui-type-search li:visible');
    for (const word of ['sms', 'whatsapp', 'rcs']) {
      await editor.page.keyboard.press('Control+a');
      await editor.page.keyboard.type(word);
      await results.filter({ hasText: 'inject' }).first().waitFor({ state: 'hidden' });
      const texts = (await results.allTextContents()).join('\n');
      expect(types.filter((type) => !texts.includes(type))).toEqual([]);
      expect(texts).toMatch(/^send SMS, WhatsApp, RCS message/);
    }
    await takePicture(editor.page, 'node-red-quick-add');
    await editor.page.keyboard.press('Escape');
  });
});

describe('with an account', () => {
  beforeAll(async () => {
    await nodeRed.deploy([tab, accountNode(sandbox.url, { senderRcs: '' })]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor.close());

  const withAccount = async (type: string) => {
    await place(type);
    await dialog.locator('#node-input-account').selectOption('account');
  };
  const choose = async (channel: string, contentType: string) => {
    await dialog.locator('#node-input-channel').selectOption(channel);
    await dialog.locator('#node-input-contentType').selectOption(contentType);
  };
  /** The dialog and the triangle show the problem. */
  const expectProblem = async (problem: string | RegExp) => {
    await dialog.locator('.messaging-todo li', { hasText: problem }).waitFor();
    await editor.done();
    expect(await editor.problems(id)).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ]);
  };

  test('a text that was left empty is the payload', async () => {
    await withAccount('messaging-send');
    await fillLeaf(field('to'), '+41791234567');
    expect(await content().locator('textarea').getAttribute('placeholder')).toBe('If empty: msg.payload');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    await deploy();
    nodeRed.inject(id, { _msgid: 'empty', payload: 'From the payload' });
    expect((await nodeRed.completion('empty')).error).toBeUndefined();
    expect(lastRequest()).toMatchObject({ content: { text: 'From the payload' } });
  });

  test('a sender that the message must bring is said, and is no mistake', async () => {
    await withAccount('messaging-send');
    await choose('Rcs', 'Text');
    await field('from').getByText('Each message must set msg.from').waitFor();
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  test.each([
    [
      'a property',
      new Computed('msg', 'Hello world!'),
      'Text: “msg.Hello world!” is neither a property nor a variable',
    ],
    ['a variable', new Computed('flow', 'a b'), 'Text: “flow.a b” is neither a property nor a variable'],
    ['JSONata', new Computed('jsonata', 'payload.('), 'Text: is not a valid JSONata expression: '],
  ])('%s that is none is named', async (_name, text, problem) => {
    await withAccount('messaging-send');
    await fillFields(content(), { text });
    await content()
      .locator('.messaging-problem', { hasText: problem.replace('Text: ', '') })
      .waitFor();
    await takePicture(editor.page, `node-red-expression-${text.type}`);
    await expectProblem(new RegExp(`^${problem.replace(/[.()]/g, '\\$&')}`));
  });

  test('characters outside GSM are marked where they are ruled out', async () => {
    await withAccount('messaging-send');
    await fillFields(content(), { text: '“Hi”' });
    await fillLeaf((await unfold(dialog, 'SMS options')).locator('[data-field="forceGsm"]'), true);
    await expectProblem(
      "Text: only characters of the GSM alphabet, because 'GSM Characters Only' (forceGsm) is on, got “ ”",
    );
  });

  test('a language of a template is taken by its code or its name, and by nothing else', async () => {
    await withAccount('messaging-send');
    await choose('Whatsapp', 'Template');
    await fillFields(content(), { namespace: 'n', name: 'x' });
    const code = field('code');
    const type = async (text: string) => {
      await code.locator('.red-ui-typedInput-input').fill('');
      await code.locator('.red-ui-typedInput-input').pressSequentially(text);
      await editor.page.keyboard.press('Tab');
    };
    await type('Klingon');
    await code.locator('.messaging-problem', { hasText: 'must be one of' }).waitFor();
    await takePicture(editor.page, 'node-red-language');
    await type('german');
    await code
      .locator('.messaging-problem')
      .filter({ hasNotText: 'must be one of' })
      .waitFor({ state: 'attached' });
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    expect(await editor.exportedNode(id)).toMatchObject({
      form: { content: { language: { code: { t: 'str', v: 'de' } } } },
    });
  });

  test('an event of the notification without an address is kept and marked', async () => {
    await withAccount('messaging-send');
    const fold = await unfold(dialog, 'Status notification');
    await fillLeaf(fold.locator('[data-field="forEvent"]'), 'All');
    await expectProblem('Status Notification › Addresses: is required');
    expect(await editor.exportedNode(id)).toMatchObject({
      form: { notification: { forEvent: { v: 'All' } } },
    });
  });

  test('an environment variable is taken in every field', async () => {
    await withAccount('messaging-send');
    await fillLeaf(field('to'), '${SET}');
    await fillLeaf((await unfold(dialog, 'SMS options')).locator('[data-field="pageLimit"]').first(), 2);
    const limit = (await unfold(dialog, 'SMS options')).locator('[data-field="pageLimit"]');
    await limit.locator('.red-ui-typedInput-input').fill('${PAGES}');
    await fillLeaf((await unfold(dialog, 'Schedule')).locator('[data-field="sendDate"]'), '${WHEN}');
    // Node-RED marks every empty property; the style sheet hides the mark of a field that is not wrong.
    const marked = '.messaging-wrong, .messaging-editor :not(.messaging-control) > .input-error';
    expect(await dialog.locator(marked).count()).toBe(0);
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  /** Changes a setting of the account in the node's dialog. */
  const setAccount = async (part: string, name: string, value: string) => {
    await editor.editAccount();
    await editor.page.getByRole('tab', { name: part }).click();
    await editor.page.locator(`#node-config-input-${name}`).fill(value);
    await editor.page.locator('#node-config-dialog-ok').click();
  };

  test('a national number is right where the account has a default country', async () => {
    await withAccount('messaging-send');
    await fillLeaf(field('to'), '079 123 45 67');
    await dialog.locator('.messaging-todo li', { hasText: 'To: ' }).waitFor();
    await setAccount('Advanced', 'defaultCountry', '+41');
    await dialog.locator('.messaging-todo li').waitFor({ state: 'detached' });
    await setAccount('Advanced', 'defaultCountry', '');
    await dialog.locator('.messaging-todo li', { hasText: 'To: ' }).waitFor();
    await editor.done();
  });

  test('a batch carries every content of its channel', async () => {
    await withAccount('messaging-batch');
    await choose('Whatsapp', 'Image');
    expect(await dialog.getByLabel('File', { exact: true }).isVisible()).toBe(false);
    await fillLeaf(field('to'), '+41791234567');
    await fillFields(content(), {
      url: 'https://example.com/a.png',
      caption: new Computed('msg', 'payload'),
    });
    await dialog.locator('#node-input-count').fill('1');
    await takePicture(editor.page, 'node-red-batch-image');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    await deploy();
    nodeRed.inject(id, { _msgid: 'batch', payload: 'A caption' });
    expect((await nodeRed.completion('batch')).error).toBeUndefined();
    expect(lastRequest()).toMatchObject({
      messages: [{ content: { type: 'Image', url: 'https://example.com/a.png', caption: 'A caption' } }],
    });
  });

  test('the status of a batch is asked for by the id that a batch gives', async () => {
    await withAccount('messaging-status');
    const place = field('messageId').locator('.red-ui-typedInput-input');
    await dialog.locator('#node-input-of').selectOption('batch');
    expect(await place.inputValue()).toBe('payload.batchId');
    await editor.done();
    expect(await editor.exportedNode(id)).toMatchObject({ messageId: { t: 'msg', v: 'payload.batchId' } });
    dialog = await editor.edit(id);
    await dialog.locator('#node-input-of').selectOption('message');
    expect(await place.inputValue()).toBe('payload.messageId');
    await place.fill('mine');
    await dialog.locator('#node-input-of').selectOption('batch');
    expect(await place.inputValue()).toBe('mine');
  });

  test.each([
    ['this Node-RED', '', () => nodeRed.url],
    [
      'the public address of the account',
      'https://flows.example.com/red/',
      () => 'https://flows.example.com/red',
    ],
  ])('the address of a trigger is entered by one click: %s', async (_name, publicAddress, base) => {
    await withAccount('messaging-notification');
    await setAccount('Triggers', 'publicAddress', publicAddress);
    await editor.done();
    const trigger = id;
    id = await editor.place('messaging-send', { x: 400, y: 400 });
    dialog = await editor.edit(id);
    await dialog.locator('#node-input-account').selectOption('account');
    await unfold(dialog, 'Status notification');
    const enter = dialog.getByRole('button', { name: 'Enter', exact: true });
    await enter.click();
    await enter.click();
    await takePicture(editor.page, 'node-red-notification-entered');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    expect(await editor.exportedNode(id)).toMatchObject({
      form: {
        notification: {
          addresses: [
            {
              type: { t: 'str', v: 'UrlPost' },
              address: { t: 'str', v: `${base()}/api/webhooks/notification` },
            },
          ],
        },
      },
    });
    await editor.remove(trigger);
  });
});

const notice = (text: string) =>
  editor.page.locator('.red-ui-notification', { hasText: text }).first().waitFor({ state: 'attached' });

describe('an example that is imported', () => {
  const folder = join(root, 'examples');
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('02'));
  const example = readFileSync(join(folder, file), 'utf8');

  const importExample = () => editor.import(example);
  const accountsUsed = async () => {
    const nodes = await editor.exported();
    return {
      accounts: nodes.filter(({ type }) => type === 'messaging-account').map((node) => node['id']),
      used: [...new Set(nodes.flatMap((node) => (node['account'] === undefined ? [] : [node['account']])))],
    };
  };

  afterEach(() => editor.close());

  test('uses the account that is there', async () => {
    await nodeRed.deploy([tab, accountNode(sandbox.url, { name: 'Mine' })]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await importExample();
    await notice('The example uses the existing account “Mine”.');
    expect(await accountsUsed()).toEqual({ accounts: ['account'], used: ['account'] });
    await deploy();
    expect(nodeRed.logText).not.toMatch(/no account/);
  });

  test('says that its account has no password, where there is no other', async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
    await importExample();
    await notice('The account “Sandbox” was imported without user name and password.');
    const { accounts, used } = await accountsUsed();
    expect(accounts).toHaveLength(1);
    expect(used).toEqual(accounts);
  });
});

describe('a flow that is imported', () => {
  /** Markup that notes where it was when it runs. */
  const markup = (place: string) =>
    `<img src=x onerror="(window.harmed ??= []).push('${place}')">"><svg onload="(window.harmed ??= []).push('${place}')">`;
  const isText = (name: string) => !['id', 'type', 'z', 't', 'account'].includes(name);

  /** Puts markup in place of every text of a value. */
  function hostile(value: unknown, place: string, kept: readonly string[] = []): unknown {
    if (typeof value === 'string') return markup(place);
    if (Array.isArray(value)) return value.map((each) => hostile(each, place, kept));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        isText(name) && !kept.includes(name) ? hostile(each, `${place}.${name}`, kept) : each,
      ]),
    );
  }

  /** A node of every type as the editor makes it, with markup in every text; then with choices that can be shown. */
  async function hostileFlow(): Promise<FlowNode[]> {
    const defaults: Record<string, Record<string, unknown>> = await editor.page.evaluate(
      `Object.fromEntries(${JSON.stringify([...types, 'messaging-account'])}.map((type) => [type,
        Object.fromEntries(Object.entries(RED.nodes.getType(type).defaults).map(([name, { value }]) => [name, value]))]))`,
    );
    const leaf = { t: 'str', v: 'text' };
    const form = {
      message: { to: leaf, from: leaf, reference: leaf },
      content: { text: leaf, caption: leaf, url: leaf },
      smsOptions: { senderType: leaf },
      notification: { url: leaf },
    };
    const choices = ['channel', 'contentType', 'of', 'waitFor', 'mediaFrom', 'version', 'versionIn'];
    return [...types, 'messaging-account'].flatMap((type, row) =>
      [[], choices].map((kept, column) => ({
        ...Object(hostile({ ...defaults[type], name: 'n', info: 'i', form, channels: ['Sms'] }, type, kept)),
        id: `${type}-${column}`,
        type,
        ...(type === 'messaging-account'
          ? {}
          : {
              x: 200 + 300 * column,
              y: 60 + 60 * row,
              z: 'tab',
              wires: [],
              account: `messaging-account-${column}`,
            }),
      })),
    );
  }

  /** What ran, and elements that could. */
  const harmed = () =>
    editor.page.evaluate(
      `[...(window.harmed ?? []), ...[...document.querySelectorAll('[onerror], [onload]')].map(({ outerHTML }) => outerHTML)]`,
    );

  beforeEach(async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
  afterEach(() => editor.close());

  test.each(['clean', 'dirty'])('runs nothing in a %s editor, and says what is missing', async (state) => {
    if (state === 'dirty') await editor.place('messaging-balance', { x: 700, y: 700 });
    const flow = await hostileFlow();
    await editor.import(JSON.stringify(flow));
    await notice('was imported without user name and password');
    // It lies above the buttons of a dialog until it is clicked.
    await editor.page.locator('.red-ui-notification', { hasText: 'was imported without' }).first().click();
    await editor.page.locator('#red-ui-workspace-chart').click({ position: { x: 500, y: 400 } });
    expect(await harmed()).toEqual([]);
    if (state === 'dirty') return;

    const ids: string[] = await editor.page.evaluate(
      `RED.nodes.filterNodes({}).filter(({ type }) => type.startsWith('messaging-')).map(({ id }) => id)`,
    );
    expect(ids).toHaveLength(2 * types.length);
    for (const each of ids) {
      await editor.page.evaluate(`RED.view.select({ nodes: [RED.nodes.node('${each}')] })`);
      await editor.page.evaluate(`RED.editor.edit(RED.nodes.node('${each}'))`);
      await editor.page.locator('.red-ui-tray .messaging-editor').waitFor();
      expect([each, await harmed()]).toEqual([each, []]);
      await editor.cancel();
    }
    for (const action of ['show-config-tab', 'show-info-tab', 'show-debug-tab'])
      await editor.page.evaluate(`RED.actions.invoke('core:${action}')`);
    expect(await harmed()).toEqual([]);
    await editor.page.evaluate(
      `RED.editor.editConfig('', 'messaging-account', RED.nodes.filterNodes({ type: 'messaging-send' })[0].account)`,
    );
    await editor.page.locator('#node-config-input-baseUrl').waitFor();
    await editor.page.getByRole('button', { name: 'Test connection' }).click();
    await editor.page.locator('#messaging-test-result strong', { hasText: 'Not connected' }).waitFor();
    expect(await harmed()).toEqual([]);
    await editor.page.locator('#node-config-dialog-cancel').click();
    await editor.page.locator('.red-ui-tray').first().waitFor({ state: 'detached' });
  });

  test('runs nothing where nodes are listed, compared and run', async () => {
    const flow = await hostileFlow();
    await nodeRed.deploy([tab, ...flow]);
    await editor.reload();
    await editor.page.locator('.red-ui-flow-node-status-label', { hasText: /./ }).first().waitFor();
    expect(await harmed()).toEqual([]);

    await editor.page.evaluate(`RED.actions.invoke('core:search')`);
    await editor.page.keyboard.type('onerror');
    await editor.page.locator('.red-ui-search-result-node-label', { hasText: 'onerror' }).first().waitFor();
    expect(await harmed()).toEqual([]);
    await editor.page.keyboard.press('Escape');

    await editor.import(JSON.stringify(flow));
    await editor.page.evaluate(
      `[...document.querySelectorAll('.red-ui-notification button')].find(({ textContent }) => textContent.startsWith('View')).click()`,
    );
    const compared = editor.page.locator('#red-ui-clipboard-dialog-import-conflicts-list');
    await compared.getByText('onerror').first().waitFor();
    expect(await harmed()).toEqual([]);
    await editor.page.keyboard.press('Escape');

    // The flow that another person deploys meanwhile.
    await nodeRed.deploy([tab, ...flow.slice(2)]);
    await notice('flows');
    expect(await harmed()).toEqual([]);
  });
});

describe('every text can be read', () => {
  beforeEach(async () => {
    await nodeRed.deploy([tab]);
    editor = await NodeRedEditor.open(browser, nodeRed.url);
  }, 60_000);
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
    await fillLeaf(field('to'), '079');
    await content().locator('textarea').fill('x'.repeat(1600));
    await dialog.locator('.messaging-counter.messaging-warning').waitFor();
    await editor.showAll();
    await takePicture(editor.page, `node-red-send-${name}`);
    await editor.page.locator('#messaging-section-once').scrollIntoViewIfNeeded();
    await takePicture(editor.page, `node-red-send-once-${name}`);
    const low = async () => (await contrasts(editor.page)).filter(({ ratio }) => ratio < 4.5);
    expect(await low()).toEqual([]);

    await editor.addAccount();
    await editor.page.locator('#node-config-input-baseUrl').fill(sandbox.url);
    const result = editor.page.locator('#messaging-test-result');
    const tryIt = editor.page.getByRole('button', { name: 'Test connection' });
    await tryIt.click();
    await result.locator('strong', { hasText: 'Not connected' }).waitFor();
    expect(await low()).toEqual([]);
    for (const name of ['username', 'password'])
      await editor.page.locator(`#node-config-input-${name}`).fill('demo');
    await tryIt.click();
    await result.locator('strong', { hasText: /^Connected/ }).waitFor();
    await takePicture(editor.page, `node-red-account-${name}`);
    expect(await low()).toEqual([]);
  });
});
