import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { until } from '../n8n/until';
import { accountNode, sendNode, tab } from '../node-red/flows';
import type { FlowNode } from '../node-red/nodeRedServer';
import { editor, nodeRed, open, sandbox, startEditing } from './editing';
import { takePicture } from './picture';

/** Node-RED's editor around the dialogs: palette, statuses, the debug sidebar, and flows that are imported. */
startEditing({ complete: true });
afterEach(() => editor.close());

const types = ['send', 'ask', 'batch', 'status', 'balance', 'media', 'inbound', 'notification'].map(
  (name) => `messaging-${name}`,
);

describe('while a flow runs', () => {
  const flow = () => [
    ...[tab, accountNode(sandbox.url), sendNode({ name: 'failing', y: 200 })],
    sendNode({ id: 'without', name: 'without', account: '' }),
    sendNode({ id: 'good', name: 'good', account: 'account', y: 300 }),
  ];

  test.each([
    ['en-US', 'no account'],
    ['de', 'kein Konto'],
    ['fr', 'aucun compte'],
    ['it', 'nessun account'],
  ])(
    'an editor in %s shows statuses in its own language, and an error as one text',
    async (locale, status) => {
      await open(flow(), locale);
      await editor.page.locator('.red-ui-flow-node-status-label', { hasText: status }).waitFor();
      await editor.page.evaluate('RED.sidebar.show("debug")');
      nodeRed.inject('send', { payload: '' });
      const shown = editor.page.locator('.red-ui-debug-msg-level-20 .red-ui-debug-msg-payload').first();
      await shown.waitFor();
      await takePicture(editor.page, 'node-red-debug-sidebar');
      // The sidebar itself cuts a long text; it unfolds.
      expect(await shown.textContent()).toMatch(/^".{20,}"$/);
    },
  );
});

test('the nodes are found in the palette and by quick-add, the node that sends first', async () => {
  await open([tab]);
  const search = editor.page.locator('#red-ui-palette-search input');
  await search.pressSequentially('sms');
  const shown = async () => {
    const found = editor.page.locator('.red-ui-palette-node:visible');
    return found.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-palette-type')));
  };
  // The filter follows each letter.
  await until('the nodes', async () => (await shown()).sort().join() === [...types].sort().join());
  await takePicture(editor.page, 'node-red-palette');
  await search.fill('');
  const chart = editor.page.locator('#red-ui-workspace-chart');
  await chart.click({ modifiers: ['Control'], position: { x: 300, y: 300 } });
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
  await editor.page.keyboard.press('Escape');
});

const notice = (text: string) =>
  editor.page.locator('.red-ui-notification', { hasText: text }).first().waitFor({ state: 'attached' });

test.each([
  ['uses the account that is there', true, 'The example uses the existing account “Mine”.'],
  [
    'says that its account has no password, where there is no other',
    false,
    'The account “Sandbox” was imported without user name and password.',
  ],
])('an example that is imported %s', async (_name, isThere, text) => {
  const account = accountNode(sandbox.url, { name: 'Mine' });
  await open(isThere ? [tab, account] : [tab]);
  const file = join(__dirname, '../../../examples/02 - Send an SMS.json');
  await editor.import(readFileSync(file, 'utf8'));
  await notice(text);
  const nodes = await editor.exported();
  const accounts = nodes.filter(({ type }) => type === 'messaging-account').map((node) => node['id']);
  const used = new Set(nodes.flatMap((node) => node['account'] ?? []));
  expect(accounts).toHaveLength(1);
  expect([...used]).toEqual(accounts);
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
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      isText(name) && !kept.includes(name) ? hostile(each, `${place}.${name}`, kept) : each,
    ]);
    return Object.fromEntries(entries);
  }

  /** A node of every type as the editor makes it, with markup in every text; then with choices that can be shown. */
  async function hostileFlow(): Promise<FlowNode[]> {
    const defaults: Record<string, Record<string, unknown>> = await editor.page.evaluate(
      `Object.fromEntries(${JSON.stringify([...types, 'messaging-account'])}.map((type) => [type,
        Object.fromEntries(Object.entries(RED.nodes.getType(type).defaults).map(([name, { value }]) => [name, value]))]))`,
    );
    const text = { t: 'str', v: 'text' };
    const form = {
      message: { to: text, from: text, reference: text },
      content: { text: text, caption: text, url: text },
      smsOptions: { senderType: text },
      notification: { url: text },
    };
    const choices = ['channel', 'contentType', 'of', 'waitFor', 'mediaFrom', 'version', 'versionIn'];
    return [...types, 'messaging-account'].flatMap((type, row) =>
      [[], choices].map((kept, column) => {
        const place = { x: 200 + 300 * column, y: 60 + 60 * row, z: 'tab', wires: [] };
        const texts = { ...defaults[type], name: 'n', info: 'i', form, channels: ['Sms'] };
        const ofNode = { ...place, account: `messaging-account-${column}` };
        return {
          ...Object(hostile(texts, type, kept)),
          ...{ id: `${type}-${column}`, type },
          ...(type === 'messaging-account' ? {} : ofNode),
        };
      }),
    );
  }

  /** What ran, and elements that could. */
  const harmed = () =>
    editor.page.evaluate(
      `[...(window.harmed ?? []), ...[...document.querySelectorAll('[onerror], [onload]')].map(({ outerHTML }) => outerHTML)]`,
    );

  beforeEach(() => open([tab]), 60_000);

  test('runs nothing in its dialogs and sidebars, and says what is missing', async () => {
    await editor.import(JSON.stringify(await hostileFlow()));
    await notice('was imported without user name and password');
    // It lies above the buttons of a dialog until it is clicked.
    await editor.page.locator('.red-ui-notification', { hasText: 'was imported without' }).first().click();
    await editor.page.locator('#red-ui-workspace-chart').click({ position: { x: 500, y: 400 } });
    expect(await harmed()).toEqual([]);
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
