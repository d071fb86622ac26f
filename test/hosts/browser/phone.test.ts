import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import {
  call,
  field,
  quietSandbox,
  send,
  sms,
  startReceiver,
  whatsapp,
  type Receiver,
} from '../../sandbox/support';
import { film, PNG, wave } from './files';

const PERSON = '+41795550111';
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

jest.setTimeout(60_000);

let browser: Browser;
let sandbox: Sandbox;
let receiver: Receiver;
let page: Page;
/** What went wrong in the page, or went elsewhere: nothing may. */
let complaints: string[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS.split(' ') });
});
afterAll(async () => await browser.close());

beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await quietSandbox({ inboundUrls: { default: receiver.url } });
  await open();
});
afterEach(async () => {
  await page.close();
  await sandbox.close();
  await receiver.close();
  expect(complaints).toEqual([]);
});

async function open(
  options: { path?: string; width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<void> {
  const { path = '/phone/', width = 1360, colorScheme = 'light' } = options;
  await page?.close();
  complaints = [];
  page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, locale: 'en-GB' });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(sandbox.url) && !url.startsWith('data:')) complaints.push(`went to ${url}`);
  });
  await page.goto(sandbox.url + path);
}

const conversation = (channel: string) =>
  page.locator('.conversation', { has: page.locator(`.channel.${channel}`) });
const bubble = () => page.locator('.bubble').last();
const toPerson = (content: object, changes: object = {}) => whatsapp(content, { to: PERSON, ...changes });

/** Sends a WhatsApp message to the person and opens it on the phone. */
async function shown(content: object): Promise<Locator> {
  await send(sandbox, toPerson(content));
  await conversation('Whatsapp').click();
  return bubble();
}

async function upload(bytes: Buffer, type: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/api/v2/media`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': type },
    body: new Blob([new Uint8Array(bytes)]),
  });
  return String(field(await answer.json(), 'mediaId'));
}

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

  it('has a conversation for each number and channel, with what is new counted', async () => {
    await send(sandbox, sms({ to: PERSON }));
    await conversation('Sms').click();
    await send(sandbox, toPerson({ type: 'Text', text: 'one' }));
    await send(sandbox, toPerson({ type: 'Text', text: 'two' }));
    await send(sandbox, sms({ to: '+41790000002' }));
    await page.locator('.conversation').nth(2).waitFor();
    const names = await page.locator('.conversation .name').allInnerTexts();
    expect(names).toEqual(['Test: fails', 'Muster Anna', 'Muster Anna']);
    await conversation('Whatsapp').locator('.unseen', { hasText: '2' }).waitFor();
    await conversation('Whatsapp').click();
    await conversation('Whatsapp').locator('.unseen').waitFor({ state: 'detached' });
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
    const panel = page.getByRole('tabpanel');
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

describe('each content type looks as a person sees it', () => {
  const texts: [string, object, string[]][] = [
    [
      'text with marks',
      { type: 'Text', text: 'Hello *Anna*, ~old~ https://example.com/a.' },
      ['Hello Anna, old https://example.com/a.'],
    ],
    [
      'position',
      { type: 'Location', longitude: 8.5417, latitude: 47.3769, name: 'Office', address: 'Weg 1' },
      ['Office', 'Weg 1', '47.37690, 8.54170'],
    ],
    [
      'contact',
      {
        type: 'Contacts',
        contacts: [
          {
            name: { formattedName: 'Bruno Keller' },
            organization: { company: 'Example AG', title: 'Sales' },
            phones: [{ phone: '+41 79 555 01 12', type: 'Mobile' }],
            addresses: [{ street: 'Weg 1', zip: '8000', city: 'Zürich' }],
            urls: [{ url: 'https://example.com' }],
            birthDay: '1980-02-29',
          },
        ],
      },
      [
        'Bruno Keller',
        'Sales, Example AG',
        'Mobile +41 79 555 01 12',
        'Weg 1, 8000 Zürich',
        'https://example.com',
        '1980-02-29',
      ],
    ],
    ['document', { type: 'Document', mediaId: 'PNG', filename: 'Invoice.pdf' }, ['Invoice.pdf', 'Open']],
    [
      'template with all that is filled in',
      {
        type: 'Template',
        namespace: 'demo',
        name: 'invoice',
        language: { code: 'de' },
        components: [
          { type: 'Header', parameters: [{ type: 'Document', mediaId: 'PNG', filename: 'Rechnung.pdf' }] },
          {
            type: 'Body',
            parameters: [
              { type: 'Text', text: 'Anna' },
              { type: 'Text', text: '4711' },
              { type: 'Currency', code: 'EUR', amount: 100990, fallbackValue: 'EUR 100.99' },
              { type: 'DateTime', dateTime: '2026-12-31T10:00:00Z' },
            ],
          },
        ],
      },
      [
        'Rechnung.pdf',
        'Hello Anna, here is your invoice 4711 of 100,99\u00a0€. Please pay it by 31. Dezember 2026',
      ],
    ],
    [
      'template that the sandbox does not know',
      {
        type: 'Template',
        namespace: 'demo',
        name: 'own',
        language: { code: 'en' },
        components: [
          {
            type: 'Body',
            parameters: [
              { type: 'Text', text: 'First' },
              { type: 'Text', text: 'Second' },
            ],
          },
        ],
      },
      ['Template own (en)', 'First', 'Second'],
    ],
    [
      'choice with buttons',
      {
        type: 'Interactive',
        header: { type: 'Text', text: 'Appointment' },
        body: { text: 'Does *Tuesday* suit you?' },
        footer: { text: 'Tap to answer' },
        action: {
          type: 'Button',
          buttons: [
            { type: 'Reply', id: 'yes', title: 'Yes' },
            { type: 'Reply', id: 'no', title: 'No' },
          ],
        },
      },
      ['Appointment', 'Does Tuesday suit you?', 'Tap to answer', 'Yes', 'No'],
    ],
    [
      'reply',
      { type: 'InteractiveReply', reply: { type: 'List', id: 'a', title: 'Soup', description: 'Tomato' } },
      ['Soup', 'Tomato'],
    ],
  ];
  it.each(texts)('%s', async (_name, content, expected) => {
    const mediaId = await upload(PNG, 'image/png');
    const message: object = JSON.parse(JSON.stringify(content).replaceAll('"PNG"', `"${mediaId}"`));
    const shownBubble = await shown(message);
    for (const text of expected) expect(await shownBubble.innerText()).toContain(text);
  });

  it.each(['Image', 'Sticker'])('%s', async (type) => {
    const mediaId = await upload(PNG, 'image/png');
    const channel = { channel: 'Rcs', from: 'sandbox-agent' };
    await send(sandbox, toPerson({ type, mediaId }, channel));
    await conversation('Rcs').click();
    const picture = bubble().locator('img');
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.bubble img')?.naturalWidth === 1,
    );
  });

  it('audio that can be played', async () => {
    const shownBubble = await shown({ type: 'Audio', mediaId: await upload(wave(), 'audio/wav') });
    await shownBubble.locator('audio').waitFor();
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0.09);
  });

  it('video that can be played', async () => {
    const shownBubble = await shown({
      type: 'Video',
      mediaId: await upload(await film(page), 'video/webm'),
      caption: 'How to',
    });
    await shownBubble.locator('video').waitFor();
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    expect(await shownBubble.innerText()).toContain('How to');
  });

  it('a file that cannot be shown, as a card with its address', async () => {
    const url = `${sandbox.url}/not-there.png`;
    const shownBubble = await shown({ type: 'Image', url });
    await shownBubble.getByText('Cannot be shown here').waitFor();
    expect(await shownBubble.getByRole('link').getAttribute('href')).toBe(url);
    // The browser itself complains of the missing picture.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
  });
});

describe('a person', () => {
  it('taps a button: the reply goes to the customer and shows on the phone', async () => {
    const action = { type: 'Button', buttons: [{ type: 'Reply', id: 'yes-1', title: 'Yes, gladly' }] };
    const messageId = await send(
      sandbox,
      toPerson({ type: 'Interactive', body: { text: 'Coming?' }, action }),
    );
    await conversation('Whatsapp').click();
    await page.getByRole('button', { name: 'Yes, gladly' }).click();
    expect((await receiver.request(1)).body).toMatchObject({
      channel: 'Whatsapp',
      from: PERSON,
      to: '+41795550100',
      content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'yes-1', title: 'Yes, gladly' } },
      replyTo: messageId,
    });
    await page.locator('.message.own', { hasText: 'Yes, gladly' }).waitFor();
    await page.locator('.message.own .meta', { hasText: 'Forwarded' }).waitFor();
  });

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

  it('writes to a number of the account; Enter sends, Shift and Enter begin a line', async () => {
    await page.getByRole('button', { name: 'Write as a person' }).click();
    await page.getByLabel('Number of the person').fill('0041 79 111 22 33');
    await page.getByLabel('Channel').selectOption('WhatsApp');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: '+41 79 111 22 33' }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Hello');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('there');
    await page.keyboard.press('Enter');
    expect((await receiver.request(1)).body).toMatchObject({
      channel: 'Whatsapp',
      from: '+41791112233',
      to: '+41795550100',
      content: { type: 'Text', text: 'Hello\nthere' },
    });
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  });

  it('keeps what was written when it cannot be sent, and sees why', async () => {
    await page.route('**/sandbox/inbound', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The sandbox does not answer.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Hello');
    expect(complaints.splice(0)).toContain('The sandbox does not answer.');
  });

  it('sees when what was written did not reach the customer', async () => {
    receiver.answers.splice(0, 1, 403);
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .locator('.message.own .meta', { hasText: 'Not forwarded' })
      .getByText('Answered 403')
      .waitFor();
  });
});

describe('what a message holds is never more than text on the page', () => {
  const EVIL = '<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script>';
  it.each([
    ['a text', { type: 'Text', text: EVIL }],
    [
      'a caption and a file name',
      { type: 'Document', url: 'http://127.0.0.1:1/x', filename: EVIL, caption: EVIL },
    ],
    ['a place', { type: 'Location', longitude: 1, latitude: 1, name: EVIL, address: EVIL }],
    [
      'a contact with a link that runs',
      {
        type: 'Contacts',
        contacts: [{ name: { formattedName: EVIL }, urls: [{ url: 'javascript:window.harmed=1' }] }],
      },
    ],
    [
      'an interactive message',
      {
        type: 'Interactive',
        body: { text: EVIL },
        action: { type: 'Button', buttons: [{ type: 'Reply', id: EVIL, title: '<b>a</b>' }] },
      },
    ],
    [
      'a template',
      {
        type: 'Template',
        namespace: EVIL,
        name: EVIL,
        language: { code: 'en' },
        components: [
          { type: 'UrlButton', index: 0, parameters: [{ type: 'Text', text: 'javascript:window.harmed=1' }] },
        ],
      },
    ],
  ])('%s', async (_name, content) => {
    const shownBubble = await shown(content);
    await page.locator('.message .meta').last().click();
    expect(await shownBubble.locator('script, img, b').count()).toBe(0);
    for (const link of await page.locator('.bubble a[href], #panel a[href]').all()) {
      expect(await link.getAttribute('href')).toMatch(/^https?:/);
    }
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  });
});

describe('settings', () => {
  const tab = async (name: string) => await page.getByRole('tab', { name }).click();

  it('are changed on the page and hold at once', async () => {
    await tab('Settings');
    await page.getByLabel('All numbers').fill(`${receiver.url}/elsewhere`);
    await page.getByLabel('Balance in points').fill('3');
    await page.getByLabel('Pages of an SMS at most').fill('2');
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
    await tab('Settings');
    await page.getByLabel('Fault', { exact: true }).selectOption('server-error');
    await page.getByRole('button', { name: 'Add' }).last().click();
    await page.getByText('server-error, once').waitFor();
    const answer = await call(sandbox, '/api/message', { body: sms() });
    expect(answer.status).toBe(500);
    await page.getByText('None is planned.').waitFor();
    await tab('Calls');
    const entry = page.locator('.entries li', { hasText: 'server-error' });
    await entry.locator('summary').click();
    expect(await entry.innerText()).toContain(answer.headers.get('x-service-request-id'));
    expect(await entry.innerText()).toContain('(hidden)');
    expect(await entry.innerText()).toContain('"errorCode": "GeneralError"');
  });

  it('that the browser can see to be wrong are not saved', async () => {
    await tab('Settings');
    await page.getByLabel('All numbers').fill('no address');
    await page.getByLabel('Pages of an SMS at most').fill('11');
    await page.getByLabel('Pages of an SMS at most').blur();
    expect(sandbox.settings()).toMatchObject({ pageLimit: 10, inboundUrls: { default: receiver.url } });
  });

  it('move the clock: a scheduled message goes out', async () => {
    await send(sandbox, sms({ to: PERSON, sendDate: new Date(Date.now() + 50 * 60_000).toISOString() }));
    await page.locator('.message .state.Scheduled').waitFor();
    await tab('Settings');
    await page.getByRole('button', { name: '1 hour on' }).click();
    await page.locator('.message .state.Sent').waitFor();
  });

  it('start over: everything is forgotten, when the person is sure', async () => {
    await send(sandbox, sms({ to: PERSON }));
    await page.locator('.message').waitFor();
    await tab('Settings');
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
    for (const name of ['Notifications', 'Calls', 'Settings', 'Phone']) {
      await page.getByRole('tab', { name }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const cutOff = await page.locator('#panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
      expect(cutOff).toBe(0);
    }
    await page.getByRole('button', { name: 'Back to the conversations' }).click();
    await page.locator('.conversations').waitFor();
  });

  it('has tabs that the arrow keys go through', async () => {
    await page.getByRole('tab', { name: 'Message' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Calls');
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Notifications');
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
    sandbox = await startSandbox({ port: sandbox.port, automaticDelivery: 'manual' });
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
    for (let count = 0; count < 30; count += 1)
      await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text: `Message ${count}` } }));
    await bubble().getByText('Message 29').waitFor();
    const thread = page.locator('.thread');
    const distance = async () =>
      await thread.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
    await page.waitForFunction(() => {
      const list = document.querySelector('.thread');
      return list !== null && list.scrollHeight - list.scrollTop - list.clientHeight < 5;
    });
    await thread.evaluate((list) => {
      list.scrollTop = 0;
    });
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('.thread')?.dataset.atEnd === 'false',
    );
    await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text: 'One more' } }));
    await bubble().getByText('One more').waitFor({ state: 'attached' });
    expect(await distance()).toBeGreaterThan(500);
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
