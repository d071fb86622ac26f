import type { Browser } from 'playwright-core';
import { type Bench, PASSWORD, startBench, TRIGGER } from '../n8n/messaging';
import { withEditor } from '../n8n/n8nServer';
import { until } from '../n8n/until';
import { startBrowser } from './browser';
import { N8nEditor } from './n8nEditor';

/** The editor of a real n8n, as a person without code uses it. The steps of a part follow each other on the same page. */
jest.setTimeout(400_000);

let bench: Bench;
let browser: Browser;
let editor: N8nEditor;
beforeAll(async () => {
  bench = await startBench(withEditor);
  browser = await startBrowser();
  editor = await N8nEditor.open(browser, bench.n8n);
});
afterAll(async () => {
  await browser?.close();
  await bench?.stop();
});

/** Parts of a form are loaded when they are first shown. */
async function expectFields(expected: string[]): Promise<void> {
  const settled = until(
    'the fields',
    async () => (await editor.shownParameters()).join() === expected.join(),
  );
  await settled.catch(() => undefined);
  expect(await editor.shownParameters()).toEqual(expected);
}

const always = ['resource', 'operation', 'defineUsing', 'channel', 'from', 'sendTo', 'to'];

/**
 * Shows the form of a stored node, in case the previous test left something else or failed: in CI, failed tests are repeated after the
 * others.
 */
async function showForm(): Promise<void> {
  const isShown = await editor.parameter('channel').isVisible();
  if (isShown && !(await editor.hasDialog())) return;
  const workflow = await bench.n8n.createWorkflow({
    nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, bench.node({})],
  });
  await editor.openNode(workflow.id, 'Messaging');
}

describe('the editor', () => {
  it('finds the node by what it does, with its triggers and actions', async () => {
    await editor.newWorkflow();
    for (const words of [
      'sms',
      'whatsapp',
      'rcs',
      'bulk sms',
      'inbound',
      'delivery report',
      'incoming sms',
    ]) {
      expect(await editor.searchNodes(words)).toContain('Messaging Service');
    }
    await editor.searchNodes('messaging service');

    expect(await editor.actionsOf('Messaging Service')).toEqual([
      'On inbound message',
      'On status notification',
      'On any event',
      'Get account balance',
      'Upload media file',
      'Check message without sending it',
      'Get status of batch',
      'Get status of message',
      'Reply to SMS, WhatsApp or RCS message',
      'Send SMS, WhatsApp or RCS message',
      'Send message and wait for answer',
      'Send SMS, WhatsApp or RCS messages in batches',
    ]);
    await editor.picture('n8n-nodes-panel');
    await editor.addByAction('Send SMS, WhatsApp or RCS message');
  });

  it('offers only what a channel carries, and shows no number that nobody has entered', async () => {
    await showForm();
    await expectFields([...always, 'text', 'notification']);
    await editor.choose('channel', 'WhatsApp');
    expect(await editor.optionsOf('contentType')).not.toContain('Sticker');
    await editor.choose('channel', 'RCS');
    expect(await editor.optionsOf('contentType')).toContain('Sticker');
    await editor.choose('contentType', 'Location');
    await expectFields([
      ...always,
      'contentType',
      'latitude',
      'longitude',
      'name',
      'address',
      'notification',
    ]);
    for (const name of ['latitude', 'longitude'])
      expect(await editor.parameter(name).locator('input').first().inputValue()).toBe('');
    await editor.choose('channel', 'SMS');
  });

  it('tests a credential: red with a wrong password, green with the right one', async () => {
    await showForm();
    await editor.newCredential();
    const account = { baseUrl: bench.sandbox.url, username: 'demo' };

    expect(await editor.saveCredential({ ...account, password: 'wrong' })).toContain(
      'connect with these settings',
    );
    const notice = editor.page.getByText('The password begins or ends with a space');
    expect(await editor.saveCredential({ password: `${PASSWORD} ` })).toContain(
      'connect with these settings',
    );
    await notice.waitFor();
    expect(await editor.saveCredential({ password: PASSWORD })).toBe('Connection tested successfully');
    await notice.waitFor({ state: 'hidden' });
    await editor.picture('n8n-credential');
    await editor.closeCredential();
  });

  it('sends a message and shows its id, and what a person needs to know', async () => {
    await showForm();
    await editor.choose('channel', 'SMS');
    await editor.fill('from', 'MyCompany');
    await editor.fill('to', '+41 79 123 45 67');
    await editor.fill('text', 'Your parcel arrives today between 14:00 and 16:00. '.repeat(4));

    await editor.execute();

    const message = await bench.sandbox.nextMessage(60_000);
    await editor.page.getByText(message.messageId).first().waitFor();
    await editor.page.getByText('The text needs 2 pages').waitFor();
    await editor.picture('n8n-first-sms');
  });

  it('shows what is wrong with a number, in words that lead to the right one', async () => {
    await showForm();
    const sentBefore = bench.sandbox.messages().length;
    await editor.fill('from', 'MyCompany');
    await editor.fill('to', '079 123 45 67');
    await editor.fill('text', 'Your parcel arrives today');

    await editor.execute();

    await editor.page
      .getByText(
        'must start with the country code, got "0791234567": for Switzerland, for example, write +41791234567',
      )
      .first()
      .waitFor();
    await editor.picture('n8n-error');
    expect(bench.sandbox.messages()).toHaveLength(sentBefore);
  });

  it('shows the URL of the trigger, its filters, and a warning when anybody may call', async () => {
    const workflow = await bench.n8n.createWorkflow({
      nodes: [
        {
          name: 'Inbound',
          type: TRIGGER,
          parameters: { allowedCallers: '10.0.0.0/8', filters: { keywords: ['STOP', 'INFO'] } },
        },
      ],
    });
    const { test } = await bench.n8n.webhookUrls(workflow);

    await editor.openNode(workflow.id, 'Inbound');
    await editor.page.getByText('Webhook URLs').click();
    await editor.page.getByText(test).waitFor();
    expect(await editor.page.getByText(test).count()).toBe(1);
    await editor.picture('n8n-trigger');
    const keywords = editor.page.getByText('Keywords', { exact: true });
    await keywords.waitFor();
    // A status notification has none.
    await editor.choose('event', 'Status Notification');
    await keywords.waitFor({ state: 'hidden' });

    const warning = editor.page.getByText('Anybody who knows the URL can start this workflow');
    expect(await warning.isVisible()).toBe(false);
    await editor.parameter('checkCaller').locator('.el-switch').click();
    await warning.waitFor();
    expect(await editor.parameter('allowedCallers').isVisible()).toBe(false);
  });
});
