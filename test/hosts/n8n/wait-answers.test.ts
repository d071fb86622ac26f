import { entries } from './contentCases';
import { answered, bench, choices, next, started, startWaiting, trigger } from './waitBench';
import {
  approval,
  ask,
  asking,
  branch,
  choicesOf,
  ended,
  linkOf,
  NUMBER,
  open,
  PERSON,
  press,
  stillWaits,
  tap,
  write,
} from './waiting';

/** How people answer a *Send and Wait* in a real n8n, through the sandbox, which forwards the answer as the service would. */
jest.setTimeout(300_000);

startWaiting();

describe('an answer in the chat', () => {
  it.each(['Whatsapp', 'Rcs'] as const)('approves by a tap on %s', async (channel) => {
    const waiting = await ask(bench, asking(channel, approval), [{ json: { invoice: 4711 } }]);
    expect(waiting.status).toBe('waiting');
    const message = await next();
    expect(choicesOf(message).map(({ title }) => title)).toEqual(['Approve', 'Decline']);
    const before = await started();

    const { push } = await tap(bench.sandbox, message, 0);
    const execution = await ended(bench, waiting);

    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(branch(execution, 'No Answer')).toEqual([]);
    expect(branch(execution, 'Answered')).toMatchObject([
      {
        invoice: 4711,
        answered: true,
        data: { approved: true },
        choice: { value: 'approve', label: 'Approve' },
        answeredBy: PERSON,
        channel,
        via: 'chat',
        respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        messageId: message.messageId,
        requestId: expect.any(String),
      },
    ]);
    expect(await started()).toBe(before);
  });

  it('declines by the other button', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    await tap(bench.sandbox, await next(), 1);
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: false }, choice: { value: 'disapprove', label: 'Decline' } },
    ]);
  });

  it.each([
    ['Whatsapp', 3, 'Button'],
    ['Rcs', 10, 'List'],
  ] as const)('chooses on %s from %i answers, by a %s', async (channel, count, type) => {
    const waiting = await ask(bench, asking(channel, choices(count)));
    const message = await next();
    expect(choicesOf(message).map((choice) => choice.type)).toEqual(Array(count).fill(type));
    await tap(bench.sandbox, message, count - 1);
    expect(await answered(waiting)).toMatchObject([
      {
        data: { choice: `slot-${count - 1}` },
        choice: { value: `slot-${count - 1}`, label: `At ${count - 1}:00` },
      },
    ]);
  });

  it.each([
    ['an array', '={{ $json.appointments }}', ['Monday, 9:00', 'Tuesday, 9:00']],
    ['objects', '={{ $json.slots }}', ['Friday', 'Saturday']],
    ['a text', 'Morning, Evening', ['Morning', 'Evening']],
  ])('offers the choices of %s, after those of the form', async (_, choicesFromList, listed) => {
    const json = {
      appointments: ['Monday, 9:00', 'Tuesday, 9:00'],
      slots: [{ label: 'Friday', value: 5 }, { label: 'Saturday' }],
    };
    const waiting = await ask(bench, asking('Whatsapp', { ...choices(1), choicesFromList }), [{ json }]);
    const message = await next();
    expect(choicesOf(message).map(({ title }) => title)).toEqual(['At 0:00', ...listed]);
    await tap(bench.sandbox, message, 1);
    const value = listed[0] === 'Friday' ? '5' : listed[0];
    expect(await answered(waiting)).toMatchObject([{ data: { choice: value } }]);
  });

  it('taps the quick reply of a WhatsApp template, with the message as the parameter of its body', async () => {
    const template = { sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en' };
    const waiting = await ask(bench, asking('Whatsapp', { ...template, ...approval }));
    const message = await next();
    expect(message.content).toMatchObject({
      type: 'Template',
      name: 'ask',
      components: [
        { type: 'Body', parameters: [{ type: 'Text', text: 'May it be paid?' }] },
        { type: 'QuickReplyButton', index: 0 },
        { type: 'QuickReplyButton', index: 1 },
      ],
    });
    await tap(bench.sandbox, message, 0);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
  });

  it('uploads the file in the header of a WhatsApp template first', async () => {
    const file = { type: 'Document', mediaSource: 'binary', binaryField: 'bill' };
    const template = {
      ...{ sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en', ...approval },
      components: entries({ parameters: entries(file) }),
    };
    const bill = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'bill.pdf' };
    const waiting = await ask(bench, asking('Whatsapp', template), [{ binary: { bill } }]);
    expect(waiting.error?.message).toBeUndefined();
    const uploaded = expect.stringMatching(/^[\w-]+$/);
    expect((await next()).content).toMatchObject({
      components: expect.arrayContaining([
        { type: 'Header', parameters: [{ type: 'Document', mediaId: uploaded }] },
      ]),
    });
  });

  it.each(['Sms', 'Whatsapp', 'Rcs'] as const)(
    'takes the next message on %s as a free text',
    async (channel) => {
      const waiting = await ask(bench, asking(channel, { responseType: 'freeText' }));
      const message = await next();
      expect(linkOf(message)).toBe('');
      const before = await started();
      await write(bench.sandbox, message, 'Yes, but only half of it');
      expect(await answered(waiting)).toMatchObject([
        { data: { text: 'Yes, but only half of it' }, answeredBy: PERSON, via: 'chat', channel },
      ]);
      expect(await started()).toBe(before);

      // What comes after it is a message like any other.
      await write(bench.sandbox, message, 'And one more thing');
      expect(await started()).toBe(before + 1);
    },
  );

  it('hands on a STOP as the answer, and starts the workflow of the trigger with it', async () => {
    const waiting = await ask(bench, asking('Sms', { responseType: 'freeText' }));
    const message = await next();
    const before = await started();
    await write(bench.sandbox, message, 'Stop.');
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Stop.' } }]);
    expect(await started()).toBe(before + 1);
  });

  it('is a link for a free text while no trigger listens', async () => {
    const linkFor = async () => {
      await ask(bench, asking('Rcs', { responseType: 'freeText' }));
      return linkOf(await next());
    };
    await bench.n8n.deactivate(trigger.workflow);
    expect(await linkFor()).toMatch(/^http/);
    await bench.n8n.activate(trigger.workflow);
    expect(await linkFor()).toBe('');
  });

  it('gives the texts of one person to the oldest question first', async () => {
    const first = await ask(bench, asking('Sms', { responseType: 'freeText' }));
    const second = await ask(bench, asking('Sms', { responseType: 'freeText' }));
    const message = await next();
    await write(bench.sandbox, message, 'one');
    await write(bench.sandbox, message, 'two');
    expect(await answered(first)).toMatchObject([{ data: { text: 'one' } }]);
    expect(await answered(second)).toMatchObject([{ data: { text: 'two' } }]);
  });

  it('starts the workflow by a message of anybody else, or to another number', async () => {
    const waiting = await ask(bench, asking('Sms', { responseType: 'freeText' }));
    const message = await next();
    const before = await started();
    await bench.sandbox.receive({ from: '+41799999999', to: NUMBER, text: 'not me' });
    await bench.sandbox.receive({ from: PERSON, to: '+41795550199', text: 'not there' });
    await bench.sandbox.receive({ from: PERSON, to: NUMBER, channel: 'Whatsapp', text: 'not by SMS' });
    expect(await started()).toBe(before + 3);
    expect(await stillWaits(bench, waiting)).toBe(true);
    await write(bench.sandbox, message, 'it is me');
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'it is me' } }]);
  });
});

describe('the language of the person', () => {
  const labels = [
    ['en', 'Approve', 'Decline', 'Choose'],
    ['de', 'Genehmigen', 'Ablehnen', 'Auswählen'],
    ['fr', 'Approuver', 'Refuser', 'Choisir'],
    ['it', 'Approva', 'Rifiuta', 'Scegli'],
  ] as const;
  const inLanguage = (language: string, more: object = {}) => ({ options: { language }, ...more });

  it.each(labels)('%s is that of the labels that were left empty', async (language, yes, no, choose) => {
    for (const channel of ['Whatsapp', 'Rcs'] as const) {
      await ask(bench, asking(channel, inLanguage(language, approval)));
      expect(choicesOf(await next()).map(({ title }) => title)).toEqual([yes, no]);
    }
    await ask(bench, asking('Whatsapp', inLanguage(language, choices(4))));
    expect((await next()).content).toMatchObject({ action: { type: 'List', button: choose } });
  });

  it('can differ from item to item, and leaves the labels of the workflow alone', async () => {
    const items = labels.map(([language], index) => ({ json: { language, to: `+4179100000${index}` } }));
    const values = { approvalType: 'double', disapproveLabel: 'No way' };
    const parameters = { to: '={{ $json.to }}', approvalOptions: { values } };
    const asked = asking('Whatsapp', inLanguage('={{ $json.language }}', parameters));
    const waiting = await ask(bench, asked, items);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect((await answered(waiting)).map(({ choice }) => choice)).toEqual(
      labels.map(([, label]) => ({ value: 'approve', label })),
    );
    for (const message of bench.sandbox.messages())
      expect(choicesOf(message).map(({ title }) => title)[1]).toBe('No way');
  });

  it('is that of the page, unless the browser prefers another that the page has', async () => {
    await ask(bench, asking('Sms', inLanguage('Italian', approval)));
    const url = linkOf(await next());
    const languages = ['', 'ja', '*', 'fr;q=0.5, en;q=0.4', 'de-CH'];
    const pages = await Promise.all(languages.map((each) => open(url, { 'accept-language': each })));
    expect(pages.map(({ html }) => /<html lang="(..)">/.exec(html)?.[1])).toEqual([
      'it',
      'it',
      'it',
      'fr',
      'de',
    ]);
    expect(pages[0]?.html).toContain('>Approva</button>');
  });

  it('is one of those that there are', async () => {
    const { error } = await ask(bench, asking('Sms', inLanguage('={{ "rm" }}')));
    expect(error?.message).toContain('Language: must be en, fr, de or it, got "rm"');
    expect(bench.sandbox.messages()).toEqual([]);
  });
});

describe('an answer by the link of an SMS', () => {
  it('shows a page that decides nothing, whoever opens it; its button does', async () => {
    const waiting = await ask(bench, asking('Sms', approval));
    const url = linkOf(await next());
    for (const agent of [
      'WhatsApp/2.23',
      'facebookexternalhit/1.1',
      'Mozilla/5.0 Chrome/120',
      'curl/8',
      '',
    ]) {
      const page = await open(url, { 'user-agent': agent });
      expect(page).toMatchObject({ status: 200, html: expect.stringContaining('May it be paid?') });
    }
    await fetch(url, { method: 'HEAD' });
    expect(await stillWaits(bench, waiting)).toBe(true);

    const page = await press(url, { choice: '1' });
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('You chose: <strong>Decline') });
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: false }, via: 'page', recipient: PERSON, channel: 'Sms' },
    ]);
    expect((await press(url, { choice: '0' })).html).not.toContain('You chose');
  });

  it('offers up to ten choices, each with its value', async () => {
    const waiting = await ask(bench, asking('Sms', choices(10)));
    const url = linkOf(await next());
    expect((await open(url)).html.match(/<button/g)).toHaveLength(10);
    expect((await press(url, { choice: '9' })).html).toContain('You chose: <strong>At 9:00');
    expect(await answered(waiting)).toMatchObject([
      { data: { choice: 'slot-9' }, choice: { value: 'slot-9', label: 'At 9:00' }, via: 'page' },
    ]);
  });

  it('serves the page without script, cache, frames or anything foreign', async () => {
    await ask(bench, asking('Sms', { ...approval, message: '<script>alert(1)</script>' }));
    const { html, headers } = await open(linkOf(await next()));
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).not.toMatch(/<script|https?:/);
    expect(html).toContain('&lt;script&gt;');
  });

  it.each([
    ['de-CH,de;q=0.9,en;q=0.5', 'de', 'Ihre Antwort'],
    ['fr', 'fr', 'Votre réponse'],
    ['it-IT', 'it', 'La Sua risposta'],
    ['ja, en;q=0.1', 'en', 'Your answer'],
  ])('speaks the language of the browser: %s', async (language, lang, words) => {
    await ask(bench, asking('Sms', { responseType: 'freeText', options: { answerBy: 'link' } }));
    const { html } = await open(linkOf(await next()), { 'accept-language': language });
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toMatch(
      /(?:Frage von|Question de|Domanda da|Question from) <strong>\+41795550100<\/strong>/,
    );
    expect(html).toContain(words);
  });

  it('takes a text, and asks again for one that is empty', async () => {
    const waiting = await ask(bench, asking('Sms', { responseType: 'freeText', from: 'MyCompany' }));
    const url = linkOf(await next());
    expect((await press(url, { text: '  ' })).html).toContain('Please enter an answer');
    expect(await stillWaits(bench, waiting)).toBe(true);
    await press(url, { text: 'Grüezi & <b>hello</b>' });
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Grüezi & <b>hello</b>' } }]);
  });

  it('believes a link only as far as it goes: no choice that there is none of, nobody else’s name', async () => {
    const waiting = await ask(bench, asking('Sms', approval));
    const url = linkOf(await next());
    await press(url, { choice: '7' });
    await press(url, {});
    expect(await stillWaits(bench, waiting)).toBe(true);
    const claimed = { id: 'x', at: Date.now(), by: '+41790000000', messageId: 'x', proof: '0'.repeat(64) };
    const forged = { messagingServiceAnswer: { ...claimed, choice: 0 } };
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(forged),
    });
    const [item] = await answered(waiting);
    expect(item).toMatchObject({ recipient: PERSON, via: 'page' });
    expect(item).not.toHaveProperty('answeredBy');
    expect(item).not.toHaveProperty('answerMessageId');
  });
});

describe('several items', () => {
  const people = [1, 2, 3].map((index) => ({ json: { to: `+4179100000${index}`, name: `P${index}` } }));
  const toEach = { to: '={{ $json.to }}', message: '=Hello {{ $json.name }}' };
  const messages = async () => [await next(), await next(), await next()];
  const of = <T extends { to: string }>(sent: T[], index: number): T => {
    const found = sent.find(({ to }) => to === people[index]?.json.to);
    if (found === undefined) throw new Error(`No message to person ${index}`);
    return found;
  };

  it('waits for all answers, in any order', async () => {
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, ...toEach }), people);
    const sent = await messages();
    await tap(bench.sandbox, of(sent, 2), 1);
    await tap(bench.sandbox, of(sent, 0), 0);
    expect(await stillWaits(bench, waiting)).toBe(true);
    await tap(bench.sandbox, of(sent, 1), 0);
    expect(await answered(waiting)).toMatchObject([
      { name: 'P1', data: { approved: true }, answeredBy: people[0]?.json.to },
      { name: 'P2', data: { approved: true } },
      { name: 'P3', data: { approved: false } },
    ]);
    expect(bench.sandbox.messages()).toHaveLength(3);
  });

  it('takes answers that come at the same time', async () => {
    const waiting = await ask(bench, asking('Sms', { ...approval, ...toEach }), people);
    const sent = await messages();
    const pages = await Promise.all(sent.map((message) => press(linkOf(message), { choice: '0' })));
    expect(pages.map(({ html }) => html.includes('You chose'))).toEqual([true, true, true]);
    expect(await answered(waiting)).toHaveLength(3);
  });

  it('goes on with the first answer, and says who has not answered', async () => {
    const first = { options: { waitFor: 'first' } };
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, ...toEach, ...first }), people);
    const sent = await messages();
    await tap(bench.sandbox, of(sent, 1), 0);
    expect(await answered(waiting)).toMatchObject([
      { name: 'P2', notAnswered: [people[0]?.json.to, people[2]?.json.to] },
    ]);
    const before = await started();
    const { push } = await tap(bench.sandbox, of(sent, 0), 0);
    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(await started()).toBe(before);
  });
});
