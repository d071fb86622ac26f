import type { Browser, Locator, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { quietSandbox, send, startReceiver, whatsapp, type Receiver } from '../../sandbox/support';
import { startBrowser } from './browser';

export const PERSON = '+41795550111';

let browser: Browser;
/** The sandbox of a test, the customer that it forwards to, and its page in a browser. */
export let sandbox: Sandbox;
export let receiver: Receiver;
export let page: Page;
/** Errors in the page and requests to other hosts: there must be none. */
export let complaints: string[];

/** Starts a browser for the tests of a file, and for each test a sandbox and its phone page. */
export function startPhone(): void {
  jest.setTimeout(60_000);

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => await browser.close());

  beforeEach(async () => {
    receiver = await startReceiver();
    sandbox = await quietSandbox({ inboundUrls: { default: receiver.url }, acceptUnknown: true });
    await open();
  });
  afterEach(async () => {
    await page.close();
    await sandbox.close();
    await receiver.close();
    expect(complaints).toEqual([]);
  });
}

/**
 * Opens a page of the sandbox in place of the open one.
 * @param options.before - runs in the page before its own script
 */
export async function open(
  options: { path?: string; width?: number; colorScheme?: 'light' | 'dark'; before?: () => void } = {},
): Promise<void> {
  const { path = '/phone/', width = 1360, colorScheme = 'light', before } = options;
  await page?.close();
  complaints = [];
  page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, locale: 'en-GB' });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(sandbox.url) && !url.startsWith('data:')) complaints.push(`went to ${url}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(sandbox.url + path);
}

/** Opens a view by its button. */
export async function openView(name: string, on: Page = page): Promise<void> {
  await on.locator('.views').getByRole('button', { name }).click();
}

/** Restarts the sandbox, which the test has closed, on the same port. */
export async function restartSandbox(): Promise<void> {
  sandbox = await startSandbox({ port: sandbox.port, automaticDelivery: 'manual' });
}

export const conversation = (channel: string) =>
  page.locator('.conversation', { has: page.locator(`.channel.${channel}`) });
export const bubble = () => page.locator('.bubble').last();
export const toPerson = (content: object, changes: object = {}) =>
  whatsapp(content, { to: PERSON, ...changes });

/** Sends a WhatsApp message to the person and opens it on the phone. */
export async function shown(content: object, changes: object = {}): Promise<Locator> {
  await send(sandbox, toPerson(content, changes));
  await conversation('Whatsapp').click();
  return bubble();
}
