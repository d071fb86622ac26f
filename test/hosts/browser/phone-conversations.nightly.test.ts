import { send, sms } from '../../sandbox/support';
import {
  bubble,
  complaints,
  conversation,
  page,
  PERSON,
  receiver,
  sandbox,
  shown,
  startPhone,
  toPerson,
} from './phone';

startPhone();

describe('a message', () => {
  it('comes up on the phone as it is sent, and its state with it', async () => {
    await page.getByText('No messages yet').waitFor();
    const messageId = await send(
      sandbox,
      sms({ to: PERSON, content: { type: 'Text', text: 'Your parcel is on its way.' } }),
    );
    await bubble().getByText('Your parcel is on its way.').waitFor();
    await page.locator('.message .state', { hasText: 'Sent' }).waitFor();
    sandbox.setState(messageId, 'Delivered');
    await page.locator('.message .state', { hasText: 'Delivered' }).waitFor();
    await page.getByText('9,999 points').waitFor();
  });

  it('has a conversation for each number and channel', async () => {
    await send(sandbox, sms({ to: PERSON }));
    await conversation('Sms').click();
    await send(sandbox, toPerson({ type: 'Text', text: 'one' }));
    await send(sandbox, toPerson({ type: 'Text', text: 'two' }));
    await send(sandbox, sms({ to: '+41790000002' }));
    await page.locator('.conversation').nth(2).waitFor();
    const names = await page.locator('.conversation .name').allInnerTexts();
    expect(names).toEqual(['Test: fails', 'Muster Anna', 'Muster Anna']);
    await conversation('Whatsapp').click();
    expect(await page.locator('.bubble').allInnerTexts()).toEqual(['one', 'two']);
  });

  it('that is a long SMS shows its pages and what was cut', async () => {
    const text = `${'я'.repeat(134)}cut off`;
    await send(
      sandbox,
      sms({
        to: PERSON,
        content: { type: 'Text', text, options: { type: 'SmsContentOptions', pageLimit: 2 } },
      }),
    );
    await page.locator('.meta', { hasText: '2 pages UCS-2' }).waitFor();
    expect(await bubble().locator('.text').innerText()).toBe('я'.repeat(134));
    expect(await bubble().locator('.cut-mark').innerText()).toBe('Cut here: 7 characters not delivered');
    expect(await bubble().locator('.cut').innerText()).toBe('cut off');
  });

  it('that is a flash SMS says so', async () => {
    const options = { type: 'SmsContentOptions', smsType: 'Flash' };
    await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text: 'Code 4711', options } }));
    await bubble().getByText('Flash SMS, shown and not stored').waitFor();
  });

  it('shows all about itself: request as sent, states, notifications with every attempt', async () => {
    receiver.answers.splice(0, 1, 500);
    const notification = {
      forEvent: 'All',
      addresses: [
        { type: 'UrlPost', address: receiver.url },
        { type: 'Email', address: 'me@example.com' },
      ],
    };
    await send(sandbox, sms({ to: PERSON, customerid: 'order 7', notification }));
    await page.getByRole('button', { name: 'Delay' }).first().click();
    await page.locator('.message .meta').click();
    const panel = page.locator('#panel');
    await panel.getByText('order 7', { exact: true }).waitFor();
    await panel.getByText('Given up').waitFor();
    await panel.getByText('Shown here').waitFor();
    expect(await panel.locator('.history').first().locator('.state').allInnerTexts()).toEqual([
      'Accepted',
      'Sent',
      'Delayed',
    ]);
    expect(JSON.parse(await panel.locator('pre').last().innerText())).toEqual(
      sms({ to: PERSON, customerid: 'order 7', notification }),
    );
    await panel.getByText(`UrlPost ${receiver.url}`).last().click();
    await panel.getByText('answered 500').waitFor();
  });

  it('that a person did not get is faint and says why: not yet, or never', async () => {
    const opacity = async () => Number(await bubble().evaluate((shown) => getComputedStyle(shown).opacity));
    await send(sandbox, sms({ to: PERSON, sendDate: new Date(Date.now() + 50 * 60_000).toISOString() }));
    await page.locator('.message .state.Scheduled').waitFor();
    expect(await opacity()).toBeLessThan(1);
    const messageId = await send(sandbox, sms({ to: PERSON }));
    await page.locator('.message .state.Sent').waitFor();
    expect(await opacity()).toBe(1);
    sandbox.setState(messageId, 'Failed', { code: 'Absent', message: 'Not reachable' });
    await page.locator('.message .problem', { hasText: 'Not reachable' }).waitFor();
    expect(await opacity()).toBeLessThan(1);
  });

  it.each(['Deliver', 'Fail', 'Delay'])(
    'can be brought on its way by hand: %s pushes the notification',
    async (label) => {
      const notification = { forEvent: 'All', addresses: [{ type: 'UrlPost', address: receiver.url }] };
      const messageId = await send(sandbox, sms({ to: PERSON, notification }));
      await page.getByRole('button', { name: label }).first().click();
      const state = { Deliver: 'Delivered', Fail: 'Failed', Delay: 'Delayed' }[label];
      expect((await receiver.request(1)).body).toMatchObject({ messageId, status: state });
      await page.locator(`.message .state.${state}`).waitFor();
    },
  );
});

describe('a person', () => {
  it('chooses from a list, with the keyboard alone; Escape chooses nothing', async () => {
    const sections = [
      {
        title: 'Starters',
        rows: [
          { id: 's1', title: 'Soup', description: 'Tomato' },
          { id: 's2', title: 'Salad' },
        ],
      },
      { title: 'Mains', rows: [{ id: 'm1', title: 'Pasta' }] },
    ];
    await shown({ type: 'Interactive', action: { type: 'List', button: 'Choose', sections } });
    const button = page.getByRole('button', { name: 'Choose' });
    await button.press('Enter');
    const sheet = page.getByRole('dialog');
    expect(await sheet.getByRole('heading').allInnerTexts()).toEqual(['Choose', 'Starters', 'Mains']);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(receiver.requests).toEqual([]);
    await button.press('Enter');
    await sheet.getByRole('button', { name: 'Soup' }).press('Enter');
    expect((await receiver.request(1)).body).toMatchObject({
      content: {
        type: 'InteractiveReply',
        reply: { type: 'List', id: 's1', title: 'Soup', description: 'Tomato' },
      },
    });
  });

  it('taps the quick reply of a template: its payload is the id', async () => {
    const components = [
      {
        type: 'Body',
        parameters: [
          { type: 'Text', text: 'Anna' },
          { type: 'Text', text: 'Tuesday' },
        ],
      },
      { type: 'QuickReplyButton', index: 1, parameters: [{ type: 'Payload', payload: 'cancel-7' }] },
    ];
    await shown({
      type: 'Template',
      namespace: 'demo',
      name: 'appointment_reminder',
      language: { code: 'en' },
      components,
    });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect((await receiver.request(1)).body).toMatchObject({
      content: { reply: { type: 'Button', id: 'cancel-7', title: 'Cancel' } },
    });
  });

  it('keeps what was written when it cannot be sent, and sees why', async () => {
    await page.route('**/sandbox/inbound', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The sandbox does not answer').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Hello');
    expect(complaints.splice(0).join()).toContain('The sandbox does not answer');
  });

  it('sees when what was written did not reach the customer', async () => {
    receiver.answers.splice(0, 1, 403);
    receiver.reason = 'You may not call.';
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .locator('.message.own .meta', { hasText: 'Not forwarded' })
      .getByText('answered 403: You may not call.')
      .waitFor();
  });
});

it('a person without a number writes with a user ID, on WhatsApp whatever is chosen', async () => {
  await page.getByRole('button', { name: 'Write as a person' }).click();
  await page.getByLabel('Number, or user ID').fill('CH.13491208655302741918');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  const from = 'CH.13491208655302741918';
  expect((await receiver.request(1)).body).toMatchObject({ channel: 'Whatsapp', from });
  const answer = await shown({ type: 'Text', text: 'Good morning' }, { to: from });
  await answer.getByText('Good morning').waitFor();
});
