import type { Browser } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, tab } from '../node-red/flows';
import { NodeRed } from '../node-red/nodeRedServer';
import { closedNow } from '../windows';
import { barriers } from './axe';
import { fillLeaf, fillRequest, reveal } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { takePicture } from './picture';
import { sendables, withUpload } from './sendable';

jest.setTimeout(90_000);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;
let mediaId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  mediaId = await upload(sandbox.url);
  nodeRed = await NodeRed.start();
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

beforeEach(async () => {
  id = await editor.place('messaging-send');
}, 60_000);

afterEach(() => editor.discard(id), 60_000);

describe('what is entered in the form of messaging-send arrives as it was entered', () => {
  test.each(sendables)(
    '%s',
    async (name, sendable) => {
      const request = withUpload(sendable, mediaId);
      await fillRequest(await editor.edit(id), request);
      await takePicture(editor.page, `node-red-form-${name}`);
      await editor.done();
      expect(await editor.problems(id)).toEqual([]);
      await deploy();

      nodeRed.inject(id, { _msgid: id, payload: 'not sent: the form says it all' });
      const { error } = await nodeRed.completion(id);

      expect(error).toBeUndefined();
      expect(JSON.parse(sandbox.calls().at(-1)?.requestBody ?? '')).toEqual(request);

      // The dialog shows everything of a saved node: saving it again changes nothing.
      const saved = await editor.exportedNode(id);
      await editor.edit(id);
      await editor.done();
      expect(await editor.exportedNode(id)).toEqual(saved);
    },
    60_000,
  );
});

async function deploy(): Promise<void> {
  const before = nodeRed.starts;
  await editor.deploy();
  await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
}

async function upload(url: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.7 sample'], { type: 'application/pdf' }), 'sample.pdf');
  const authorization = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
  const response = await fetch(`${url}/api/v2/media`, { method: 'POST', headers: { authorization }, body });
  const answer: { mediaId: string } = await response.json();
  return answer.mediaId;
}

test('sending once and trying again are on a tab of their own, are stored as entered, and a wrong number is marked', async () => {
  const dialog = await editor.edit(id);
  const section = dialog.locator('#messaging-section-once');
  expect(await section.isVisible()).toBe(false);
  await reveal(section);
  await section.locator('#node-input-keepTrying').fill('2');
  await section.locator('#node-input-keepTryingUnit').selectOption('hours');
  await section.locator('#node-input-keysKept').fill('0.5');
  await section.locator('#messaging-sendOncePer input:visible').first().fill('orderId');
  await editor.done();
  expect((await editor.problems(id)).join()).toContain('Keys kept');
  expect(await editor.exportedNode(id)).toMatchObject({
    sendOncePer: { t: 'msg', v: 'orderId' },
    keepTrying: '2',
    keepTryingUnit: 'hours',
  });
  await editor.edit(id);
  expect(await dialog.getByRole('tab', { name: 'Advanced' }).getAttribute('aria-selected')).toBe('true');
  await section.locator('#node-input-keysKept').fill('500');
  await section.locator('#node-input-keepTrying').fill('0');
  await editor.done();
  expect((await editor.problems(id)).join()).not.toMatch(/Keys kept|Keep trying/);
});

test('a sending window is off at first, begins with the time zone of the browser, and is used as it was entered', async () => {
  const dialog = await editor.edit(id);
  await dialog.locator('#node-input-account').selectOption('account');
  await fillLeaf(dialog.locator('[data-field="to"]'), '+41791234567');
  const section = dialog.locator('#messaging-section-window');
  const days = section.getByRole('group', { name: 'Days' });
  await reveal(section);
  expect(await days.isVisible()).toBe(false);
  await editor.done();
  expect(await editor.exportedNode(id)).toMatchObject({ sendingWindow: {} });

  await editor.edit(id);
  await reveal(section);
  await section.getByRole('checkbox', { name: 'Send only at certain times' }).check();
  const zone = await editor.page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
  const zoneField = section.locator('[data-field="timeZone"] .red-ui-typedInput-input');
  expect(await zoneField.inputValue()).toBe(zone);
  for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    expect(await days.getByLabel(name).isChecked()).toBe(true);
  await section.getByLabel('Until', { exact: true }).fill('08:00');
  const todo = dialog.locator('.messaging-todo');
  await todo.getByText('Sending window › Until: must not be the time at which the window opens').waitFor();
  for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await days.getByLabel(name).uncheck();
  await todo.getByText('Sending window › Days: choose at least one day').waitFor();
  for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await days.getByLabel(name).check();
  const { window, opens } = closedNow();
  await section.getByLabel('From', { exact: true }).fill(window.from);
  await section.getByLabel('Until', { exact: true }).fill(window.until);
  await fillLeaf(section.locator('[data-field="timeZone"]'), 'Europe/Bern');
  await todo
    .getByText('Sending window › Time zone: must be a time zone such as Europe/Zurich, not "Europe/Bern"')
    .waitFor();
  await fillLeaf(section.locator('[data-field="timeZone"]'), 'UTC');
  await fillLeaf(section.locator('[data-field="exceptions"]'), 'Easter');
  await todo
    .getByText('Sending window › Exceptions: must be dates such as 2026-12-25, not "Easter"')
    .waitFor();
  await takePicture(editor.page, 'node-red-sending-window');
  expect(await barriers(editor.page, '#messaging-section-window')).toEqual([]);
  await fillLeaf(section.locator('[data-field="exceptions"]'), '2020-12-25');
  await editor.done();
  expect(await editor.problems(id)).toEqual([]);
  expect(await editor.exportedNode(id)).toMatchObject({
    sendingWindow: { ...window, timeZone: { t: 'str', v: 'UTC' }, exceptions: { t: 'str', v: '2020-12-25' } },
  });
  await deploy();
  nodeRed.inject(id, { _msgid: `${id}-planned`, payload: 'Hello' });
  expect((await nodeRed.completion(`${id}-planned`)).error).toBeUndefined();
  expect(JSON.parse(sandbox.calls().at(-1)?.requestBody ?? '')).toMatchObject({ sendDate: opens });
});
