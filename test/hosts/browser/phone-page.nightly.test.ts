import { call, send, sms } from '../../sandbox/support';
import {
  bubble,
  complaints,
  open,
  openView,
  page,
  PERSON,
  receiver,
  restartSandbox,
  sandbox,
  startPhone,
} from './phone';

startPhone();

describe('settings', () => {
  it('are changed on the page and hold at once', async () => {
    await openView('Settings');
    await page.getByLabel('All numbers').fill(`${receiver.url}/elsewhere`);
    await page.getByLabel('Balance in points').fill('3');
    await page.getByLabel('Maximum pages of an SMS').fill('2');
    await page.getByLabel('By hand').uncheck();
    await page.getByLabel('Seconds until it is delivered').fill('0.02');
    await page.getByLabel('Seconds until it is delivered').blur();
    await sandbox.until(() => sandbox.settings().automaticDelivery === 20);
    expect(sandbox.settings()).toMatchObject({
      points: 3,
      pageLimit: 2,
      inboundUrls: { default: `${receiver.url}/elsewhere` },
    });
    await send(sandbox, sms({ to: PERSON }));
    await page.locator('.message .state.Delivered').waitFor();
    await page.getByText('2 points').waitFor();
  });

  it('have faults happen to the next calls, and the log shows them', async () => {
    await openView('Settings');
    await page.getByLabel('Fault', { exact: true }).selectOption('server-error');
    await page.getByRole('button', { name: 'Add' }).last().click();
    await page.getByText('server-error, once').waitFor();
    const answer = await call(sandbox, '/api/message', { body: sms() });
    expect(answer.status).toBe(500);
    await page.getByText('None is planned.').waitFor();
    await openView('Calls');
    const entry = page.locator('.entries li', { hasText: 'server-error' });
    await entry.locator('summary').click();
    expect(await entry.innerText()).toContain(answer.headers.get('x-service-request-id'));
    expect(await entry.innerText()).toContain('(hidden)');
    expect(await entry.innerText()).toContain('"errorCode": "GeneralError"');
  });

  it('that the browser can see to be wrong are not saved', async () => {
    await openView('Settings');
    await page.getByLabel('All numbers').fill('no address');
    await page.getByLabel('Maximum pages of an SMS').fill('11');
    await page.getByLabel('Maximum pages of an SMS').blur();
    expect(sandbox.settings()).toMatchObject({ pageLimit: 10, inboundUrls: { default: receiver.url } });
  });

  it('move the clock: a scheduled message goes out', async () => {
    await send(sandbox, sms({ to: PERSON, sendDate: new Date(Date.now() + 50 * 60_000).toISOString() }));
    await page.locator('.message .state.Scheduled').waitFor();
    await openView('Settings');
    await page.getByRole('button', { name: '1 hour on' }).click();
    await page.locator('.message .state.Sent').waitFor();
  });

  it('start over: everything is forgotten, when the person is sure', async () => {
    await send(sandbox, sms({ to: PERSON }));
    await page.locator('.message').waitFor();
    await openView('Settings');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(sandbox.messages()).toHaveLength(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.locator('.message').waitFor({ state: 'detached' });
    expect(sandbox.messages()).toEqual([]);
  });
});

describe('the page', () => {
  it('fits a narrow screen: from the list into a conversation and back', async () => {
    await send(
      sandbox,
      sms({ to: PERSON, content: { type: 'Text', text: `https://example.com/${'x'.repeat(200)}` } }),
    );
    await open({ width: 360 });
    expect(await page.locator('#phone').isVisible()).toBe(false);
    await page.locator('.conversation').click();
    await bubble().waitFor();
    expect(await page.locator('.conversations').isVisible()).toBe(false);
    await page.locator('.message .meta').click();
    await page.getByText('Request as sent').waitFor();
    for (const name of ['Notifications', 'Calls', 'Tests', 'Settings', 'Phone']) {
      await openView(name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const cutOff = await page.locator('#panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
      expect(cutOff).toBe(0);
    }
    await page.getByRole('button', { name: 'Back to the conversations' }).click();
    await page.locator('.conversations').waitFor();
  });

  it.each([
    ['light', 'rgb(243, 245, 247)'],
    ['dark', 'rgb(16, 20, 24)'],
  ] as const)('is %s as the system is', async (colorScheme, colour) => {
    await open({ colorScheme });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(colour);
  });

  it('opens with an address of a conversation that cannot be read', async () => {
    await open({ path: '/phone/#%' });
    await page.getByText('No messages yet').waitFor();
  });

  it('takes up again by itself when the sandbox was started anew', async () => {
    await page.getByText('No messages yet').waitFor();
    await sandbox.close();
    await page.getByText('Not connected').waitFor();
    await restartSandbox();
    await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text: 'Back again' } }));
    await bubble().getByText('Back again').waitFor();
    expect(complaints.splice(0).every((complaint) => complaint.includes('ERR_'))).toBe(true);
  });

  it('keeps up with 3,000 messages at once', async () => {
    await page.getByText('No messages yet').waitFor();
    for (let batch = 0; batch < 3; batch += 1) {
      const messages = Array.from({ length: 1000 }, (_, index) =>
        sms({ to: PERSON, content: { type: 'Text', text: `Message ${batch * 1000 + index}` } }),
      );
      await call(sandbox, '/api/messagelist', { body: { messages } });
    }
    await bubble().getByText('Message 2999').waitFor({ timeout: 30_000 });
    expect(await page.locator('.bubble').count()).toBeLessThanOrEqual(2000);
  });

  it('stays at the newest message, unless the person has scrolled up', async () => {
    const write = async (text: string) => {
      await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text } }));
      await bubble().getByText(text).waitFor({ state: 'attached' });
    };
    for (let count = 0; count < 30; count += 1) await write(`Message ${count}`);
    const thread = page.locator('.thread');
    const isSeen = async (text: string) =>
      await thread.getByText(text, { exact: true }).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const thread = element.closest('.thread')?.getBoundingClientRect();
        return thread !== undefined && top >= thread.top && bottom <= thread.bottom;
      });
    expect(await isSeen('Message 29')).toBe(true);
    await thread.getByText('Message 3', { exact: true }).scrollIntoViewIfNeeded();
    await write('One more');
    expect(await isSeen('Message 3')).toBe(true);
    expect(await isSeen('One more')).toBe(false);
  });
});

describe('the description of the service', () => {
  it('is shown at /docs without going elsewhere, and can be tried out there', async () => {
    await open({ path: '/docs/' });
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').first().fill('demo');
    await page.locator('.auth-container input[type=password]').fill('demo');
    await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();
    await page.locator('#operations-Message-sendMessage').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(sandbox.messages()).toHaveLength(1);
  });
});
