import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sink, tab } from '../node-red/flows';
import { NodeRed, type FlowNode } from '../node-red/nodeRedServer';
import { inboundNode, INBOUND_PATH } from '../node-red/webhooks';
import { film, PNG, wave } from './files';
import { fillRequest } from './formFiller';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';
import { takePicture } from './picture';
import type { Sendable } from './sendable';

/** Node-RED on one side, the phone on the other, both in a browser and used as a person does. */
jest.setTimeout(90_000);

const PERSON = '+41791234567';

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

describe('sent from Node-RED, each content type looks on the phone as a person sees it, who can answer', () => {
  const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: PERSON } as const;
  const rcs = { channel: 'Rcs', from: 'sandbox-agent', to: PERSON } as const;
  const reply = (id: string, title: string) => ({ type: 'Reply', id, title });

  /** What is sent, given a file; and what must appear in the bubble. */
  type Case = [
    string,
    (mediaId: string) => Sendable,
    'image/png' | 'audio/wav' | 'video/webm' | '',
    (bubble: Locator) => Promise<void>,
  ];
  const texts =
    (...expected: string[]) =>
    async (bubble: Locator) => {
      for (const text of expected) await bubble.getByText(text, { exact: false }).first().waitFor();
    };
  /** What was tapped comes out of the flow's inbound node. */
  const answered = async (choice: object) =>
    expect((await nodeRed.messageAt('out')).payload).toMatchObject({
      event: 'inbound',
      from: PERSON,
      choice,
    });
  const smsOptions = (options: object) => ({ type: 'SmsContentOptions', ...options });
  const cases: Case[] = [
    ['Text by SMS', () => ({ channel: 'Sms', from: 'MyCompany', to: PERSON, content: { type: 'Text', text: 'Grüezi 😀' } }), '', texts('Grüezi 😀')],
    ['Text by SMS that is cut', () => ({ channel: 'Sms', from: 'MyCompany', to: PERSON, content: { type: 'Text', text: `${'x'.repeat(160)}too much`, options: smsOptions({ pageLimit: 1 }) } }), '', texts('Cut here: 8 characters not delivered', 'too much')],
    ['Text by flash SMS', () => ({ channel: 'Sms', from: 'MyCompany', to: PERSON, content: { type: 'Text', text: 'Code 4711', options: smsOptions({ smsType: 'Flash' }) } }), '', texts('Flash SMS', 'Code 4711')],
    ['Text by RCS', () => ({ ...rcs, content: { type: 'Text', text: 'Hello _Anna_' } }), '', texts('Hello Anna')],
    ['Text', () => ({ ...whatsapp, content: { type: 'Text', text: 'Hello *Anna*' } }), '', texts('Hello Anna')],
    ['Image', (mediaId) => ({ ...whatsapp, content: { type: 'Image', mediaId, caption: 'Our new shop' } }), 'image/png', async (bubble) => {
      await seen(bubble.locator('img'), (shown) => shown instanceof HTMLImageElement && shown.naturalWidth === 1);
      await texts('Our new shop')(bubble);
    }],
    ['Sticker', (mediaId) => ({ ...rcs, content: { type: 'Sticker', mediaId } }), 'image/png', (bubble) =>
      seen(bubble.locator('img.sticker'), (shown) => shown instanceof HTMLImageElement && shown.naturalWidth === 1)],
    ['Audio', (mediaId) => ({ ...whatsapp, content: { type: 'Audio', mediaId } }), 'audio/wav', (bubble) =>
      seen(bubble.locator('audio'), (shown) => shown instanceof HTMLAudioElement && shown.duration > 0.09)],
    ['Video', (mediaId) => ({ ...whatsapp, content: { type: 'Video', mediaId, caption: 'How it works' } }), 'video/webm', async (bubble) => {
      await seen(bubble.locator('video'), (shown) => shown instanceof HTMLVideoElement && shown.videoWidth > 0);
      await texts('How it works')(bubble);
    }],
    ['Document', (mediaId) => ({ ...whatsapp, content: { type: 'Document', mediaId, filename: 'Invoice 2026-11.pdf' } }), 'image/png', texts('Invoice 2026-11.pdf', 'Open')],
    ['Location', () => ({ ...whatsapp, content: { type: 'Location', latitude: 47.3769, longitude: 8.5417, name: 'Main station', address: 'Bahnhofplatz 1' } }), '', texts('Main station', 'Bahnhofplatz 1', '47.37690, 8.54170')],
    ['Contacts', () => ({ ...whatsapp, content: { type: 'Contacts', contacts: [{ name: { formattedName: 'Bruno Keller' }, phones: [{ phone: '+41795550112', type: 'CELL' }] }] } }), '', texts('Bruno Keller', '+41 79 555 01 12')],
    ['Interactive with buttons', () => ({ ...whatsapp, content: { type: 'Interactive', body: { text: 'Coming on Tuesday?' }, action: { type: 'Button', buttons: [reply('yes', 'Gladly'), reply('no', 'Not this time')] } } }), '', async (bubble) => {
      await texts('Coming on Tuesday?')(bubble);
      await bubble.getByRole('button', { name: 'Gladly' }).waitFor();
      await bubble.getByRole('button', { name: 'Not this time' }).click();
      await answered({ kind: 'button', id: 'no', title: 'Not this time' });
    }],
    ['Interactive with a list', () => ({ ...whatsapp, content: { type: 'Interactive', body: { text: 'When?' }, action: { type: 'List', button: 'Choose a time', sections: [{ title: 'Morning', rows: [{ id: 'nine', title: '09:00', description: 'With Dr. Muster' }] }] } } }), '', async (bubble) => {
      await bubble.getByRole('button', { name: 'Choose a time' }).click();
      await phone.getByText('With Dr. Muster').click();
      await answered({ kind: 'list', id: 'nine', title: '09:00', description: 'With Dr. Muster' });
    }],
    ['Template', () => ({ ...whatsapp, content: { type: 'Template', namespace: 'demo', name: 'invoice', language: { code: 'en' }, components: [{ type: 'Body', parameters: [{ type: 'Text', text: 'Anna' }, { type: 'Text', text: '4711' }, { type: 'Text', text: '12 CHF' }, { type: 'Text', text: 'Monday' }] }] } }), '', texts('Hello Anna, here is your invoice 4711 of 12 CHF')],
    ['Template with a button', () => ({ ...whatsapp, content: { type: 'Template', namespace: 'demo', name: 'appointment_reminder', language: { code: 'en' }, components: [{ type: 'Body', parameters: [{ type: 'Text', text: 'Anna' }, { type: 'Text', text: 'Tuesday' }] }, { type: 'QuickReplyButton', index: 1, parameters: [{ type: 'Payload', payload: 'cancel-7' }] }] } }), '', async (bubble) => {
      await bubble.getByRole('button', { name: 'Cancel', exact: true }).click();
      await answered({ kind: 'button', id: 'cancel-7', title: 'Cancel' });
    }],
  ]; // prettier-ignore

  let id: string;
  beforeAll(() => openEditor([tab, accountNode(sandbox.url), inboundNode({ y: 500 }), sink('out')]));
  afterEach(() => editor.discard(id), 60_000);
  afterAll(() => editor?.close());

  it.each(cases)('%s', async (name, requestWith, fileType, look) => {
    startOver();
    await nodeRed.forget();
    await openPhone();
    const request = requestWith(await upload(fileType));

    id = await editor.place('messaging-send');
    await fillRequest(await editor.edit(id), request);
    await editor.done();
    const before = nodeRed.starts;
    await editor.deploy();
    await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
    nodeRed.inject(id, { _msgid: id });
    expect((await nodeRed.completion(id)).error).toBeUndefined();

    await conversation(request.channel).click();
    const bubble = phone.locator('.message.theirs .bubble');
    // Waits for it and scrolls to it, even if the page replaces it by a new one.
    await bubble.hover();
    await look(bubble);
    await takePicture(phone, `phone-${name}`);
  });

  async function upload(type: Case[2]): Promise<string> {
    if (type === '') return '';
    const bytes = { 'image/png': () => PNG, 'audio/wav': wave, 'video/webm': () => film(phone) }[type];
    const answer = await fetch(`${sandbox.url}/api/v2/media`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': type },
      body: new Blob([new Uint8Array(await bytes())]),
    });
    const { mediaId }: { mediaId: string } = await answer.json();
    return mediaId;
  }
});

/** Waits until the browser shows the loaded content, not just its empty box. */
async function seen(place: Locator, holds: (shown: Element) => boolean): Promise<void> {
  await place.waitFor();
  const end = Date.now() + 10_000;
  while (!(await place.evaluate(holds))) {
    if (Date.now() > end) throw new Error('The browser does not show it');
    await place.page().waitForTimeout(50);
  }
}
