import { field, send } from '../../sandbox/support';
import { film, PNG, wave } from './files';
import { bubble, complaints, conversation, page, sandbox, shown, startPhone, toPerson } from './phone';

startPhone();

async function upload(bytes: Buffer, type: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/api/v2/media`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': type },
    body: new Blob([new Uint8Array(bytes)]),
  });
  return String(field(await answer.json(), 'mediaId'));
}

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
    // The browser itself complains about the missing picture.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
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
