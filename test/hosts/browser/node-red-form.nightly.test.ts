import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, tab } from '../node-red/flows';
import { NodeRed } from '../node-red/nodeRedServer';
import { Computed, fillFields, fillLeaf, fillRecipients, fillRequest, reveal, unfold } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';

jest.setTimeout(90_000);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  nodeRed = await NodeRed.start({ complete: true, env: { REFERENCE: 'order-4711' } });
  await nodeRed.deploy([tab, accountNode(sandbox.url)]);
  browser = await startBrowser();
  editor = await NodeRedEditor.open(browser, nodeRed.url);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  await sandbox?.close();
});

let id: string;
let dialog: Locator;

beforeEach(async () => {
  id = await editor.place('messaging-send');
  dialog = await editor.edit(id);
}, 60_000);

afterEach(() => editor.discard(id), 60_000);

const content = () => dialog.locator('.messaging-content > .messaging-fields');
const part = (name: string) => content().locator(`:scope > [data-field="${name}"]`);
const choose = async (channel: string, contentType: string) => {
  await dialog.locator('#node-input-channel').selectOption(channel);
  await dialog.locator('#node-input-contentType').selectOption(contentType);
};
const stored = async () => (await editor.exportedNode(id))['form'];

async function deployAndSend(msg: object): Promise<Record<string, unknown>> {
  await editor.done();
  const before = nodeRed.starts;
  await editor.deploy();
  await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
  nodeRed.inject(id, { _msgid: id, ...msg });
  expect((await nodeRed.completion(id)).error).toBeUndefined();
  return JSON.parse(sandbox.calls().at(-1)?.requestBody ?? '');
}

describe('the form follows channel and content', () => {
  test.each([
    [
      'Rcs',
      [
        'Text',
        'Image',
        'Video',
        'Document',
        'Audio',
        'Sticker',
        'Location',
        'Contacts',
        'Interactive',
        'Template',
      ],
    ],
  ])('%s offers only what it carries', async (channel, contents) => {
    await dialog.locator('#node-input-channel').selectOption(channel);
    const offered = dialog.locator('#node-input-contentType option');
    expect(
      await offered.evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
    ).toEqual(contents);
  });

  test('a content that the new channel does not carry gives way to text', async () => {
    await choose('Rcs', 'Sticker');
    await dialog.locator('#node-input-channel').selectOption('Whatsapp');
    expect(await dialog.locator('#node-input-contentType').inputValue()).toBe('Text');
    expect(await part('text').count()).toBe(1);
  });

  test('SMS options are offered and stored for SMS only', async () => {
    const options = await unfold(dialog, 'SMS options');
    await fillLeaf(options.locator('[data-field="pageLimit"]'), 2);
    await reveal(dialog.locator('#node-input-channel'));
    await dialog.locator('#node-input-channel').selectOption('Whatsapp');
    await dialog.getByRole('tab', { name: 'Advanced' }).click();
    expect(await options.isVisible()).toBe(false);
    await editor.done();
    expect(await stored()).toMatchObject({ smsOptions: {} });
  });

  test('what was typed for a content is there again on coming back, and only the chosen one is stored', async () => {
    await choose('Whatsapp', 'Text');
    await fillFields(content(), { text: 'A text' });
    await choose('Whatsapp', 'Image');
    await fillFields(content(), { url: 'https://example.com/a.png', caption: 'A caption' });
    await choose('Whatsapp', 'Text');
    expect(await part('text').locator('textarea').inputValue()).toBe('A text');
    await choose('Whatsapp', 'Image');
    expect(await part('url').locator('.red-ui-typedInput-input').inputValue()).toBe(
      'https://example.com/a.png',
    );
    await editor.done();
    expect(await stored()).toMatchObject({
      content: { url: { t: 'str', v: 'https://example.com/a.png' }, caption: { t: 'str', v: 'A caption' } },
    });
    expect(JSON.stringify(await stored())).not.toContain('A text');
  });

  test('the same holds for one of several parts', async () => {
    await choose('Whatsapp', 'Interactive');
    await fillFields(content(), { header: { type: 'Text', text: 'A header' } });
    await fillFields(content(), { header: { type: 'Image', url: 'https://example.com/a.png' } });
    await part('header').locator('.messaging-one-of > select').selectOption('Text');
    expect(await part('header').locator('.red-ui-typedInput-input').inputValue()).toBe('A header');
    await editor.done();
    expect(await stored()).toMatchObject({
      content: { header: { type: 'Text', text: { t: 'str', v: 'A header' } } },
    });
    expect(JSON.stringify(await stored())).not.toContain('a.png');
  });

  test('one recipient and several exclude each other', async () => {
    await fillLeaf(dialog.locator('[data-field="to"]'), '+41791234567');
    await fillRecipients(dialog, [{ type: 'Group', address: 'Team' }]);
    await editor.done();
    expect(await stored()).toMatchObject({
      message: { toList: [{ type: 'Group', address: { t: 'str', v: 'Team' } }] },
    });
    expect(JSON.stringify(await stored())).not.toContain('+41791234567');
  });
});

describe('closing the dialog', () => {
  test('with Cancel changes nothing', async () => {
    const before = await editor.exportedNode(id);
    await choose('Whatsapp', 'Interactive');
    await fillFields(content(), { body: { text: 'Forget it' }, header: { type: 'Text', text: 'Never' } });
    await dialog.locator('#node-input-name').fill('Forgotten');
    await editor.cancel();
    expect(await editor.exportedNode(id)).toEqual(before);
  });

  test('with Done makes a change that can be undone', async () => {
    const before = await editor.exportedNode(id);
    await fillFields(content(), { text: 'Changed' });
    await editor.done();
    expect(await stored()).toMatchObject({ content: { text: { t: 'str', v: 'Changed' } } });
    await editor.page.keyboard.press('Control+z');
    expect(await editor.exportedNode(id)).toEqual(before);
  });

  test('entries in which nothing was filled in are not stored', async () => {
    await choose('Whatsapp', 'Contacts');
    const add = content().locator('.red-ui-editableList-addButton');
    await add.last().click();
    await add.last().click();
    await editor.done();
    expect(await stored()).toMatchObject({ content: {} });
  });
});

describe('lists', () => {
  const rows = ['First', 'Second', 'Third'].map((title) => ({ id: title.toLowerCase(), title }));
  const titles = async () => {
    const { content } = Object(await stored());
    const [section] = content.action.sections;
    return section.rows.map(({ title }: { title: { v: string } }) => title.v);
  };

  beforeEach(async () => {
    await choose('Whatsapp', 'Interactive');
    await fillFields(content(), {
      action: { type: 'List', button: 'Choose', sections: [{ title: 'One', rows }] },
    });
  });

  test('an entry is removed, and what was wrong with it', async () => {
    const entries = content().locator('[data-field="rows"] ol > li');
    const problem = dialog.locator('.messaging-todo li');
    await fillLeaf(entries.nth(1).locator('[data-field="title"]'), 'x'.repeat(200));
    await problem.waitFor();
    await entries.nth(1).locator('.red-ui-editableList-item-remove').click();
    await entries.nth(2).waitFor({ state: 'detached' });
    await problem.waitFor({ state: 'detached' });
    await editor.done();
    expect(await titles()).toEqual(['First', 'Third']);
  });

  test('an entry is moved and added with the keyboard alone', async () => {
    const entries = content().locator('[data-field="rows"] ol > li');
    const up = entries.nth(2).locator('.messaging-move');
    await up.focus();
    await editor.page.keyboard.press('Enter');
    await editor.page.keyboard.press('Enter');
    const add = content().locator('[data-field="rows"] .red-ui-editableList-addButton');
    await add.focus();
    await editor.page.keyboard.press('Enter');
    const id = entries.nth(3).locator('[data-field="id"] .red-ui-typedInput-input');
    await id.focus();
    await editor.page.keyboard.type('fourth');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.type('Fourth');
    await editor.done();
    expect(await titles()).toEqual(['Third', 'First', 'Second', 'Fourth']);
  });
});

describe('values', () => {
  test('come from the message, the environment and an expression', async () => {
    await dialog.locator('#node-input-account').selectOption('account');
    await fillLeaf(dialog.locator('[data-field="to"]'), new Computed('msg', 'phone'));
    await fillFields(content(), { text: new Computed('jsonata', '"Hello " & payload.name') });
    const fold = await unfold(dialog, 'Schedule and reference');
    await fillLeaf(fold.locator('[data-field="customerid"]'), new Computed('env', 'REFERENCE'));
    expect(await deployAndSend({ phone: '+41 79 123 45 67', payload: { name: 'Anna' } })).toMatchObject({
      from: 'Sandbox',
      to: '+41791234567',
      customerid: 'order-4711',
      content: { type: 'Text', text: 'Hello Anna' },
    });
  });

  test('the type of a field is chosen with the keyboard alone', async () => {
    await dialog.locator('[data-field="to"] .red-ui-typedInput-type-select').focus();
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('.red-ui-typedInput-options:visible a[value="str"]:focus').waitFor();
    await editor.page.keyboard.press('ArrowDown');
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('[data-field="to"] .red-ui-typedInput-input:focus').waitFor();
    await editor.page.keyboard.type('phone');
    await editor.done();
    expect(await stored()).toMatchObject({ message: { to: { t: 'msg', v: 'phone' } } });
  });

  test('a long text is edited in a larger window', async () => {
    await fillFields(content(), { text: 'Line 1' });
    await part('text').getByRole('button', { name: 'Edit in a larger window' }).click();
    const large = editor.page.locator('.red-ui-tray').last();
    await large.locator('.monaco-editor, .ace_editor').first().waitFor();
    await large.locator('.monaco-editor, .ace_editor').first().click();
    await editor.page.keyboard.press('Control+End');
    await editor.page.keyboard.type('\nLine 2');
    await large.locator('#node-dialog-ok').click();
    await editor.page.waitForFunction(() => document.querySelectorAll('.red-ui-tray').length === 1);
    expect(await part('text').locator('textarea').inputValue()).toBe('Line 1\nLine 2');
  });

  test('a Buffer of the message is uploaded and sent as the file', async () => {
    await fillRequest(dialog, {
      channel: 'Whatsapp',
      from: '+41795550100',
      to: '+41791234567',
      content: { type: 'Document', url: 'https://example.com/not-this' },
    });
    await dialog.getByLabel('File', { exact: true }).selectOption('buffer');
    await part('url').waitFor({ state: 'hidden' });
    await part('mediaId').waitFor({ state: 'hidden' });
    await fillLeaf(dialog.locator('[data-field="buffer"]'), new Computed('msg', 'file'));
    const request = await deployAndSend({ file: Buffer.from('%PDF-1.7 sample'), filename: 'Invoice.pdf' });
    expect(request['content']).toEqual({
      type: 'Document',
      mediaId: expect.any(String),
      filename: 'Invoice.pdf',
    });
  });
});

describe('what is counted while typing', () => {
  const counter = () => dialog.locator('.messaging-content .messaging-counter');

  test.each([
    ['an emoji', 'Grüezi 😀', {}, 'UCS-2 · 9 of 70 · 1 page · fewer characters per page because of: 😀'],
    [
      'more than ten pages',
      'x'.repeat(1535),
      {},
      'GSM-7 · 1535 of 1530 · 10 pages · the service cuts off the last 5 characters: “xxxxx”',
    ],
  ])('an SMS with %s', async (_name, text, options, count) => {
    await fillFields(content(), { text });
    const fold = await unfold(dialog, 'SMS options');
    await fillFields(fold.locator(':scope > .messaging-fields'), options);
    await reveal(counter());
    await counter().getByText(count, { exact: true }).waitFor();
  });

  test.each([
    ['Whatsapp', '5 of 4096 characters'],
    ['Rcs', '5 of 1000 characters'],
  ])('a text on %s', async (channel, count) => {
    await choose(channel, 'Text');
    await fillFields(content(), { text: 'He😀lo' });
    await counter().getByText(count, { exact: true }).waitFor();
  });

  test('nothing where the text comes with the message', async () => {
    await fillFields(content(), { text: 'Hello' });
    await counter().getByText('GSM-7').waitFor();
    await fillFields(content(), { text: new Computed('msg', 'payload') });
    await editor.page.waitForFunction(
      () => document.querySelector('.messaging-content .messaging-counter')?.textContent === '',
    );
  });

  test('the length of all addresses of a notification', async () => {
    const fold = await unfold(dialog, 'Status notification');
    const addresses = [1, 2].map((number) => ({
      type: 'UrlPost',
      address: `https://example.com/${number}/${'x'.repeat(80)}`,
    }));
    await fillFields(fold.locator('.messaging-fields').first(), { addresses });
    await fold.getByText('204 of 200 characters for all addresses together', { exact: true }).waitFor();
    await dialog
      .locator('.messaging-todo')
      .getByText('at most 200 characters for all addresses together, got 204')
      .waitFor();
  });
});
