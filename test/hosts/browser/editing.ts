import type { Browser, Locator } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { NodeRed, type FlowNode, type NodeRedOptions } from '../node-red/nodeRedServer';
import { startBrowser } from './browser';
import { NodeRedEditor } from './nodeRedEditor';

export const PASSWORD = 'Geheim-4711';

/** The service, the Node-RED and the browser of a test file, its editor, and the node whose dialog was opened last. */
export let sandbox: Sandbox;
export let nodeRed: NodeRed;
export let browser: Browser;
export let editor: NodeRedEditor;
export let id: string;
export let dialog: Locator;

/** Starts them for the tests of a file. */
export function startEditing(options: NodeRedOptions = {}): void {
  jest.setTimeout(90_000);
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, points: 4711, users: { demo: PASSWORD }, acceptUnknown: true });
    nodeRed = await NodeRed.start(options);
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await nodeRed?.stop();
    await sandbox?.close();
  });
}

/** Opens an editor with a flow for all tests of a block; each of them ends without the node that it has placed. */
export function editFlow(flow: () => FlowNode[], locale?: string): void {
  beforeAll(() => open(flow(), locale), 120_000);
  afterEach(() => editor.discard(id), 120_000);
  afterAll(() => (browser.isConnected() ? editor.close() : undefined));
}

/** The credentials of an account at the sandbox. */
export const credentials = { username: 'demo', password: PASSWORD, webhookSecret: '' };

/** Opens an editor with a running flow. */
export async function open(flow: FlowNode[], locale?: string): Promise<void> {
  await nodeRed.deploy(flow);
  editor = await NodeRedEditor.open(browser, nodeRed.url, locale);
}

/** Drags a node from the palette and opens its dialog, with the account if there is one. */
export async function place(type: string, at?: { x: number; y: number }): Promise<void> {
  await edit(await editor.place(type, at));
  const account = dialog.locator('#node-input-account');
  if ((await account.locator('option[value="account"]').count()) > 0) await account.selectOption('account');
}

/** Opens the dialog of a node, by default of the last one again. */
export async function edit(node = id): Promise<void> {
  id = node;
  dialog = await editor.edit(id);
}

export async function deploy(): Promise<void> {
  const before = nodeRed.starts;
  await editor.deploy();
  await nodeRed.until(() => nodeRed.starts > before, 'the flow to start');
}

/** Deploys, sends the node a message, and gives the request that the service got. */
export async function sendBy(msg: object): Promise<Record<string, unknown>> {
  await deploy();
  nodeRed.inject(id, { _msgid: id, ...msg });
  expect((await nodeRed.completion(id)).error).toBeUndefined();
  return JSON.parse(sandbox.calls().at(-1)?.requestBody ?? '');
}

/** A field of the account whose dialog is open. */
export const accountField = (name: string) => editor.page.locator(`#node-config-input-${name}`);
export const saveAccount = async () => {
  await editor.page.locator('#node-config-dialog-ok').click();
  await editor.page.locator('#node-config-dialog-ok').waitFor({ state: 'hidden' });
};
export const openTab = (name: string) => editor.page.getByRole('tab', { name }).click();

/** The fields of the content in the open dialog. */
export const content = () => dialog.locator('.messaging-content > .messaging-fields');
export const field = (name: string) => dialog.locator(`[data-field="${name}"]`).first();
export const todo = (text: string | RegExp) => dialog.locator('.messaging-todo li', { hasText: text });
export const choose = async (channel: string, contentType: string) => {
  await dialog.locator('#node-input-channel').selectOption(channel);
  await dialog.locator('#node-input-contentType').selectOption(contentType);
};
