import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { printFigure } from '../../figures';
import { freePort } from '../../network/listening';
import { installSandbox, startByNpx } from '../../package/installedSandbox';
import { NodeRed } from '../node-red/nodeRedServer';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { recordTest } from './recordTest';

/** What somebody does first who has read the README only: starts the sandbox, builds a flow, records a test and runs it. */
jest.setTimeout(240_000);

let folder: string;
let nodeRed: NodeRed;
let browser: Browser;
let phone: Page;

beforeAll(async () => {
  folder = installSandbox();
  nodeRed = await NodeRed.start({ complete: true });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  rmSync(folder, { recursive: true });
});

it('from an empty folder to a green test of a flow of their own takes less than a minute', async () => {
  const begin = performance.now();
  const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
  const inboundUrl = `${nodeRed.url}/api/webhooks/receivedmessage`;
  const port = String(await freePort());
  const sandbox = startByNpx(folder, ['--port', port, '--inbound-url', inboundUrl]);
  try {
    const url = await sandbox.printed(/Service +(\S+) [^]*Ctrl-C/);
    phone = await browser.newPage({ locale: 'en-GB', viewport: { width: 1360, height: 860 } });
    await phone.goto(`${url}/phone`);
    await phone.getByRole('heading', { name: 'Conversations' }).waitFor();
    const up = seconds(begin);

    const building = performance.now();
    const editor = await NodeRedEditor.open(browser, nodeRed.url);
    const inbound = await editor.place('messaging-inbound', { x: 200, y: 200 });
    await editor.edit(inbound);
    await editor.addAccount();
    const account = (name: string) => editor.page.locator(`#node-config-input-${name}`);
    await account('baseUrl').fill(url);
    await account('username').fill('demo');
    await account('password').fill('demo');
    const openTab = (name: string) => editor.page.getByRole('tab', { name }).click();
    await openTab('Connection');
    await account('senderSms').fill('0041795550100');
    await openTab('Triggers');
    await account('allowedCallers').fill('127.0.0.1, ::1');
    await editor.page.locator('#node-config-dialog-ok').click();
    await editor.done();
    const send = await editor.place('messaging-send', { x: 500, y: 200 });
    const dialog = await editor.edit(send);
    await dialog.locator('#node-input-account').selectOption({ index: 0 });
    await dialog
      .locator('.messaging-content > .messaging-fields textarea')
      .fill('Thank you, we call you back.');
    await editor.done();
    await editor.wire(inbound, send);
    expect(await editor.problems(send)).toEqual([]);
    const before = nodeRed.starts;
    await editor.deploy();
    await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
    const built = seconds(building);

    const recording = performance.now();
    await phone.bringToFront();
    await recordTest(phone, { write: 'Hello', answer: 'Thank you, we call you back.' });
    printFigure(
      `A new user: phone page after ${up} s, a flow of their own after ${built} s more, and its green test after ${seconds(recording)} s more`,
    );
    const command = ['test', 'sandbox-tests', '--for', url, '--junit', 'report.xml'];
    const { code, output } = await startByNpx(folder, command).end();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('1 green, 0 red') });
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('failures="0"');
    // Twice as long on a machine that is busy with other tests.
    expect(performance.now() - begin).toBeLessThan(120_000);
  } finally {
    sandbox.stop();
  }
});
