import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { NodeRed, type FlowNode } from '../node-red/nodeRedServer';
import { INBOUND_PATH } from '../node-red/webhooks';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { takePicture } from './picture';

/** Node-RED on one side, the phone on the other, both in a browser and used as a person does. */
jest.setTimeout(90_000);

let sandbox: Sandbox;
let nodeRed: NodeRed;
let browser: Browser;
let editor: NodeRedEditor;
let phone: Page;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  nodeRed = await NodeRed.start();
  browser = await startBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await nodeRed?.stop();
  await sandbox?.close();
});

/** A sandbox without messages that forwards to this Node-RED. */
function startOver(): void {
  sandbox.reset();
  sandbox.change({ inboundUrls: { default: `${nodeRed.url}${INBOUND_PATH}` } });
}

/** Opens the editor with a running flow, and the phone beside it. */
async function open(flow: FlowNode[]): Promise<void> {
  await openEditor(flow);
  await openPhone();
}

async function openEditor(flow: FlowNode[]): Promise<void> {
  await nodeRed.deploy(flow);
  editor = await NodeRedEditor.open(browser, nodeRed.url);
}

async function openPhone(): Promise<void> {
  phone = await browser.newPage({ viewport: { width: 1360, height: 860 }, locale: 'en-GB' });
  phone.setDefaultTimeout(15_000);
  await phone.goto(`${sandbox.url}/phone/`);
}

afterEach(() => phone?.close());

const conversation = (channel: string) =>
  phone.locator('.conversation', { has: phone.locator(`.channel.${channel}`) });

describe('the example with a menu', () => {
  afterEach(() => editor?.close());

  /** The example as imported, with user name and password entered, and the addresses of this test. */
  function example(): FlowNode[] {
    const file = join(__dirname, '..', '..', '..', 'examples', '03 - WhatsApp question with buttons.json');
    const text = readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:8026', sandbox.url);
    const flow: FlowNode[] = JSON.parse(text);
    const credentials = { username: 'demo', password: 'demo' };
    return flow.map((node) => (node.type === 'messaging-account' ? { ...node, credentials } : node));
  }

  it.each([
    ['Yes, fine', 'Confirm', 'See you on Tuesday at 10:00.'],
    ['No, another day', 'Promise a call', 'We will call you to find another day.'],
  ])(
    'is sent by a button in the editor; "%s" is tapped on the phone, and the flow answers',
    async (tapped, answering, words) => {
      startOver();
      const flow = example();
      await open(flow);
      const idOf = (name: string) => flow.find((node) => node['name'] === name)?.id ?? '';

      await editor.pressButton(idOf('Ask'));
      await conversation('Whatsapp').click();
      const question = phone.locator('.message.theirs').first();
      await question.getByText('Does Tuesday at 10:00 suit you?').waitFor();
      await question.getByRole('button', { name: tapped }).click();

      await phone.locator('.message.own', { hasText: tapped }).waitFor();
      await phone.locator('.message.theirs', { hasText: words }).waitFor();
      await takePicture(phone, `phone-menu-${tapped}`);
      expect(await phone.locator('.message').count()).toBe(3);
      // The editor shows which of the two nodes has answered.
      await editor.statusText(idOf(answering), /sent 1/);
    },
  );
});
