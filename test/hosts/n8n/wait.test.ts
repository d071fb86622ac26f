import { entries } from './contentCases';
import { type Bench, itemsNode, startBench } from './messaging';
import { listen, type Listening } from './triggerCalls';
import { until } from './until';
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

/** *Send and Wait* in a real n8n: a person answers through the sandbox, which forwards the answer as the service would. */
jest.setTimeout(300_000);

let bench: Bench;
let trigger: Listening;
beforeAll(async () => {
  bench = await startBench();
  trigger = await listen(bench, { allowedCallers: '127.0.0.1' });
});
afterAll(async () => {
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
  bench.sandbox.change({ inboundUrls: { default: trigger.url }, retryDelays: [] });
});

const next = () => bench.sandbox.nextMessage(100_000);
const started = async () => (await bench.n8n.executions(trigger.workflow)).length;

const answered = async (waiting: { id: string }) => branch(await ended(bench, waiting), 'Answered');

const choices = (count: number) => ({
  responseType: 'choice',
  choices: {
    values: Array.from({ length: count }, (_, index) => ({
      label: `At ${index}:00`,
      value: `slot-${index}`,
    })),
  },
});
const delivery = { responseType: 'delivery', options: { allowedCallers: '127.0.0.1' } };

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
const channels = ['Sms', 'Whatsapp', 'Rcs'] as const;
/** Whatever can be waited for. */
const waitedFor = [approval, choices(2), { responseType: 'freeText' }, delivery];

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

describe('a trigger that does not resume waiting workflows', () => {
  it('takes taps and texts as messages like any other', async () => {
    const own = await listen(bench, { allowedCallers: '127.0.0.1', options: { resumeWaiting: false } });
    bench.sandbox.change({ inboundUrls: { default: own.url } });
    const tapped = await ask(bench, asking('Whatsapp', approval));
    const message = await next();
    const written = await ask(bench, asking('Whatsapp', { responseType: 'freeText' }));
    await tap(bench.sandbox, message, 0);
    await write(bench.sandbox, message, 'Yes');

    const executions = await until('both executions', async () => {
      const ended = (await bench.n8n.executions(own.workflow)).filter(({ status }) => status === 'success');
      return ended.length === 2 && ended;
    });
    const events = await Promise.all(executions.map(({ id }) => bench.n8n.execution(id)));
    expect(events.reverse().map((event) => event.items('Trigger')[0]?.json)).toMatchObject([
      { choice: { id: choicesOf(message)[0]?.id, title: 'Approve' } },
      { text: 'Yes' },
    ]);
    expect(await stillWaits(bench, tapped)).toBe(true);
    expect(await stillWaits(bench, written)).toBe(true);
    await bench.n8n.deactivate(own.workflow);

    // An answer that was refused can still be given.
    bench.sandbox.change({ inboundUrls: { default: trigger.url } });
    await tap(bench.sandbox, message, 0);
    await write(bench.sandbox, message, 'Yes');
    expect(await answered(tapped)).toMatchObject([{ data: { approved: true } }]);
    expect(await answered(written)).toMatchObject([{ data: { text: 'Yes' } }]);
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

describe('delivery', () => {
  it.each(channels)('goes on when a message on %s is delivered', async (channel) => {
    const waiting = await ask(bench, asking(channel, delivery), [{ json: { order: 7 } }]);
    const message = await next();
    expect(message.notification).toMatchObject({ forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost' }] });
    bench.sandbox.setState(message.messageId, 'Delivered');
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'No Answer')).toEqual([]);
    expect(branch(execution, 'Answered')).toMatchObject([
      { order: 7, data: { delivered: true, status: 'delivered' }, messageId: message.messageId },
    ]);
  });

  it.each(channels)(
    'gives a message on %s that failed by the other branch, with the reason',
    async (channel) => {
      const waiting = await ask(bench, asking(channel, delivery), [{ json: { order: 7 } }]);
      const { messageId } = await next();
      bench.sandbox.setState(messageId, 'Failed', { code: 'Expired', message: 'The message expired' });
      const execution = await ended(bench, waiting);
      expect(branch(execution, 'Answered')).toEqual([]);
      expect(branch(execution, 'No Answer')).toMatchObject([
        { order: 7, data: { delivered: false, status: 'failed', errorText: 'The message expired' } },
      ]);
    },
  );

  const reportTo = async () => {
    const { messageId, notification } = await next();
    const url = String(notification?.addresses[0]?.address);
    const report = async (body: object) =>
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messageId, ...body }),
      });
    return { messageId, url, report };
  };

  it('answers what is not final, and reports of other messages, with 200 and waits on', async () => {
    const waiting = await ask(bench, asking('Sms', delivery));
    const { report, url } = await reportTo();
    const others = [
      { status: 'Delayed' },
      { status: 'Buffered' },
      { status: 'Delivered', messageId: 'another' },
      { text: 'no report at all' },
      {},
    ];
    for (const body of others) expect((await report(body)).status).toBe(200);
    expect((await fetch(url, { method: 'POST', body: 'nonsense' })).status).toBe(200);
    expect(await stillWaits(bench, waiting)).toBe(true);
    expect((await report({ status: 'Failed' })).status).toBe(200);
    expect((await report({ status: 'Delivered' })).status).toBeLessThan(500);
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'No Answer')).toMatchObject([{ data: { delivered: false } }]);
  });

  it('refuses callers that are not on the list of allowed callers, by the same words as the trigger', async () => {
    const waiting = await ask(bench, asking('Sms', { responseType: 'delivery' }));
    const { report } = await reportTo();
    const answer = await report({ status: 'Delivered' });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('add 127.0.0.1 to \\"More Allowed Callers\\" of this node');
    expect(await stillWaits(bench, waiting)).toBe(true);
  });

  it('waits for the reports of all messages, and catches up on those that came too early', async () => {
    bench.sandbox.change({ automaticDelivery: 0 });
    const people = [1, 2, 3, 4, 5].map((index) => ({ json: { to: `+4179100000${index}` } }));
    const waiting = await ask(bench, asking('Sms', { ...delivery, to: '={{ $json.to }}' }), people);
    expect(await answered(waiting)).toHaveLength(5);
  });
});

describe('what cannot be sent', () => {
  const refused = { to: '0791234567' };

  it.each(channels)('is an error at once on %s, whatever is waited for: nothing waits', async (channel) => {
    bench.sandbox.change({ points: 0 });
    for (const parameters of waitedFor) {
      const execution = await ask(bench, asking(channel, parameters));
      expect(execution.status).toBe('error');
      expect(execution.error?.message).toMatch(/credit|points/i);
    }
  });

  it('is checked for all items before the first one goes out', async () => {
    const items = [{ json: { to: PERSON } }, { json: refused }];
    const execution = await ask(bench, asking('Sms', { to: '={{ $json.to }}' }), items);
    expect(execution.status).toBe('error');
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('does not keep the other items from waiting where the node goes on after failures', async () => {
    const items = [{ json: { to: PERSON } }, { json: refused }];
    const goOn = { onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', { to: '={{ $json.to }}' }), items, goOn);
    expect(waiting.status).toBe('waiting');
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered')).toMatchObject([{ data: { approved: true } }]);
    expect(branch(execution, 'No Answer')).toMatchObject([
      { to: refused.to, channel: 'Whatsapp', error: { outcome: 'not_sent' } },
    ]);
  });

  it.each([
    ['a choice without choices', { responseType: 'choice' }, /Choices: must contain/],
    [
      'a label that is too long',
      { approvalOptions: { values: { approveLabel: 'x'.repeat(21) } } },
      /^Approve Button Label: at most 20 characters, got 21/,
    ],
    [
      'a choice that is too long',
      { responseType: 'choice', choices: { values: [{ label: 'Yes' }, { label: 'x'.repeat(21) }] } },
      /^Choices 2 › Label: at most 20 characters, got 21/,
    ],
    ['an empty message', { message: ' ' }, /Message: is required/],
    [
      'a limit that is none',
      { options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' } } } },
      /Limit Wait Time/,
    ],
    ...[null, '', []].map((nothing): [string, object, RegExp] => [
      `a limit of ${JSON.stringify(nothing)}`,
      {
        options: {
          limitWaitTime: {
            values: {
              limitType: 'afterTimeInterval',
              resumeAmount: `={{ ${JSON.stringify(nothing)} }}`,
              resumeUnit: 'hours',
            },
          },
        },
      },
      /Limit Wait Time/,
    ]),
    ...['={{ "customForm" }}', '={{ $json.typ }}', '={{ "" }}'].map((value): [string, object, RegExp] => [
      `the response type ${value}`,
      { responseType: value },
      /^Response Type: must be approval, choice, delivery or freeText, got /,
    ]),
    [
      'a way to send that is unknown',
      { sendAs: '={{ "Vorlage" }}', namespace: 'ns', name: 'ask', languageCode: 'en' },
      /^Send As: must be message or template, got .*Vorlage/,
    ],
    [
      'an unknown type of approval',
      { approvalOptions: { values: { approvalType: '={{ "two" }}' } } },
      /^Type of Approval: must be single or double, got "two"/,
    ],
    [
      'an unknown way to answer',
      { responseType: 'freeText', options: { answerBy: '={{ "mail" }}' } },
      /^Answer By: must be automatic or link/,
    ],
    ['an unknown end', { options: { waitFor: '={{ "any" }}' } }, /^Wait For: must be all or first/],
    ...(
      [
        [{ limitType: '={{ "until" }}' }, /^Limit Type: must be afterTimeInterval or atSpecifiedTime/],
        [{ resumeAmount: 1, resumeUnit: '={{ "weeks" }}' }, /^Unit: must be minutes, hours or days/],
        [{ resumeAmount: 0, resumeUnit: 'hours' }, /^Limit Wait Time: must be longer than 0/],
        [{ resumeAmount: -1, resumeUnit: 'hours' }, /^Limit Wait Time: must be longer than 0/],
        [
          { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' },
          /^Limit Wait Time: must be in the future, got 2020/,
        ],
      ] as const
    ).map(([values, words]): [string, object, RegExp] => [
      `the limit ${JSON.stringify(values)}`,
      { options: { limitWaitTime: { values } } },
      words,
    ]),
    [
      'a list of callers that is none',
      { responseType: 'delivery', options: { allowedCallers: 'everybody' } },
      /everybody/,
    ],
    [
      'a text that would cut off the link',
      { channel: 'Sms', from: '0041795550100', message: 'x'.repeat(1500) },
      /link at its end would be cut/,
    ],
  ])('says what is wrong with %s', async (_, parameters, words) => {
    const execution = await ask(bench, asking('Whatsapp', parameters));
    expect(`${execution.error?.message} ${execution.error?.description}`).toMatch(words);
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('is found in every item, where an expression gives the choice or the limit', async () => {
    const past = '={{ $json.until ?? "2099-01-01T00:00:00Z" }}';
    const values = { limitType: 'atSpecifiedTime', maxDateAndTime: past };
    const cases = [
      [{ responseType: '={{ $json.type }}' }, { type: 'aproval' }, /Response Type: must be approval, choice/],
      [
        { responseType: '={{ $json.type }}' },
        { type: 'Free Text' },
        /Response Type: must be (?:the same|approval)/,
      ],
      [
        { options: { limitWaitTime: { values } } },
        { until: '2020-01-01T00:00:00Z' },
        'Limit Wait Time: must',
      ],
    ] as const;
    for (const [parameters, second, words] of cases) {
      const items = [{ json: { type: 'approval' } }, { json: second }];
      const execution = await ask(bench, asking('Whatsapp', parameters), items);
      expect(execution.error?.message).toMatch(words);
    }
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('says that the address of a report is too long for the service', async () => {
    const execution = await ask(bench, asking('Sms', { responseType: 'delivery' }), [{}], {
      id: 'x'.repeat(120),
    });
    expect(`${execution.error?.message} ${execution.error?.description}`).toMatch(
      /the address for the report has 2\d\d characters, but the service accepts only 200: give n8n a shorter address/,
    );
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('is tried again by Retry On Fail where the node goes on after failures and nothing was sent', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const settings = { ...retry, onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp'), [{}], settings);
    expect(waiting.status).toBe('waiting');
    await tap(bench.sandbox, await next());
    expect(await answered(waiting)).toHaveLength(1);
  });
});

describe('what was sent', () => {
  const people = [1, 2, 3].map((index) => ({ json: { to: `+4179100000${index}` } }));
  const recipients = people.map(({ json }) => json.to);
  const sentTo = () =>
    bench.sandbox
      .messages()
      .map(({ to }) => to)
      .sort();
  const toEach = { to: '={{ $json.to }}' };

  it('is not sent twice by Retry On Fail', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const waiting = await ask(bench, asking('Whatsapp', toEach), people, retry);
    expect(waiting.status).toBe('waiting');
    expect(sentTo()).toEqual(recipients);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(3);
  });

  // In both, n8n takes the output for a failure, and runs the node again.
  it('is not sent again by Retry On Fail when a delivery failed and its item has a field "error"', async () => {
    const items = people.map(({ json }) => ({ json: { ...json, error: 'x' } }));
    const waiting = await ask(bench, asking('Whatsapp', { ...delivery, ...toEach }), items, retry);
    for (const { messageId } of bench.sandbox.messages()) bench.sandbox.setState(messageId, 'Failed');
    expect(branch(await ended(bench, waiting), 'No Answer')).toHaveLength(3);
    expect(sentTo()).toEqual(recipients);
  });

  it('keeps its answers over Retry On Fail when the node goes on after a refused message', async () => {
    const items = [{ json: { to: '0791234567' } }, ...people];
    const settings = { ...retry, onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', toEach), items, settings);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(3);
    expect(sentTo()).toEqual(recipients);
  });

  it.each([
    ['', {}],
    [', after the tries of Retry On Fail', retry],
    [', where the node goes on', { onError: 'continueRegularOutput' } as const],
  ])('is waited for although another message is refused%s', async (_, settings) => {
    // One after the other, so that one is accepted before.
    const refused = '+41790000400';
    const to = `={{ $json.to === "${people[1]?.json.to}" ? "${refused}" : $json.to }}`;
    const parameters = asking('Whatsapp', { ...approval, to, options: { itemsAtOnce: 1 } });
    const waiting = await ask(bench, parameters, people, settings);
    expect(waiting.status).toBe('waiting');
    expect(sentTo()).toEqual([recipients[0], recipients[2]]);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered').map(({ recipient }) => recipient)).toEqual(sentTo());
    expect(branch(execution, 'No Answer')).toMatchObject([
      {
        ...{ to: refused, channel: 'Whatsapp' },
        error: { outcome: 'rejected', message: expect.any(String) },
      },
    ]);
    expect(sentTo()).toHaveLength(2);
  });

  it('gives the refused one by the error output where the node has one', async () => {
    const refused = [{ json: { to: '+41790000400', name: 'R' } }, { json: { to: PERSON, name: 'P' } }];
    const errorOutput = { onError: 'continueErrorOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, ...toEach }), refused, errorOutput);
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    const names = [0, 1, 2].map((output) =>
      execution.items('Messaging', output).map(({ json }) => json.name),
    );
    expect(names).toEqual([[], ['P'], ['R']]);
  });

  it.each([
    ['stopped', false, {}],
    ['stopped, with the workflow as it is now', true, {}],
    ['stopped, where the node goes on after failures', false, { onError: 'continueRegularOutput' }],
    ['stopped, where failures have an output', false, { onError: 'continueErrorOutput' }],
  ] as const)(
    'runs no branch in the retry of an execution that was %s',
    async (_, loadWorkflow, settings) => {
      const waiting = await ask(bench, asking('Whatsapp', approval), [{}], settings);
      const before = sentTo();
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/stop`);
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow });
      const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
      expect(retried.error?.message).toBe(
        `Execution ${waiting.id} has sent this message, and answers to it no longer count`,
      );
      expect(branch(retried, 'No Answer')).toEqual([]);
      expect(branch(retried, 'Answered')).toEqual([]);
      expect(sentTo()).toEqual(before);
    },
  );

  it('goes on with its answer where failures have an output', async () => {
    const waiting = await ask(bench, asking('Whatsapp'), people, { onError: 'continueErrorOutput' });
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(people.length);
  });

  it('is another question in each round of a loop', async () => {
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
    const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
    const looped = await bench.n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        itemsNode(people),
        loop,
        bench.node(asking('Whatsapp', { ...approval, ...toEach })),
      ],
      connections: {
        Start: { main: [to('Items')] },
        Items: { main: [to('Loop')] },
        Loop: { main: [[], to('Messaging')] },
        Messaging: { main: [[], to('Loop')] },
      },
    });
    const waiting = await bench.n8n.run(looped);
    for (const recipient of recipients) {
      await until('the next question', async () => sentTo().includes(recipient));
      const message = bench.sandbox.messages().find((each) => each.to === recipient);
      if (message !== undefined) await tap(bench.sandbox, message, 0);
    }
    const execution = await ended(bench, waiting);
    expect(execution.error).toBeUndefined();
    expect(execution.items('Loop', 0, people.length)).toMatchObject(
      people.map(() => ({ json: { data: { approved: true } } })),
    );
    expect(sentTo()).toEqual(recipients);
  });
});

describe('who answers', () => {
  const asked = async (channel: 'Whatsapp' | 'Rcs', options: object = {}) => {
    const waiting = await ask(bench, asking(channel, { ...approval, options }));
    const message = await next();
    const [yes] = choicesOf(message);
    if (yes === undefined) throw new Error('There are no buttons');
    const { id, title, type } = yes;
    return { waiting, message, id, reply: { type, id, title } };
  };

  it.each([
    ['another number', { from: '+41799999999' }],
    ['another channel', { channel: 'Rcs' as const }],
    ['another receiving number', { to: '+41795550199' }],
  ])('is the person who was asked: a tap from %s changes nothing, and starts nothing', async (_, other) => {
    const { waiting, message, reply } = await asked('Whatsapp');
    const before = await started();
    const own = { from: PERSON, to: NUMBER, channel: 'Whatsapp' as const };
    const { push } = await bench.sandbox.receive({ ...own, ...other, reply });
    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(await stillWaits(bench, waiting)).toBe(true);
    expect(await started()).toBe(before);
    await tap(bench.sandbox, message, 1);
    const [item] = await answered(waiting);
    expect(item).toMatchObject({ data: { approved: false }, answeredBy: PERSON });
    expect(item).not.toHaveProperty('answersFrom');
  });

  it('is anybody where the node allows it, and the output says so', async () => {
    const { waiting, reply } = await asked('Whatsapp', { answersFrom: 'anybody' });
    await bench.sandbox.receive({ from: '+41799999999', to: NUMBER, channel: 'Whatsapp', reply });
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: true }, answeredBy: '+41799999999', answersFrom: 'anybody', recipient: PERSON },
    ]);
  });

  it.each([{}, { answersFrom: 'anybody' }])(
    'is not believed from a caller that is no trigger of this n8n, with %j',
    async (options) => {
      const { waiting, message, id } = await asked('Whatsapp', options);
      const resumeUrl = `${bench.n8n.url}/webhook-waiting/${id}`;
      const forged = { id: 'x', at: Date.now(), by: PERSON, channel: 'Whatsapp', to: NUMBER, messageId: 'm' };
      const post = async (url: string, body: string, type = 'application/json') =>
        await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
      for (const proof of [undefined, '', '0'.repeat(64), /signature=(.*)$/.exec(id)?.[1]]) {
        for (const choice of [undefined, 0]) {
          const answer = { ...forged, choice, proof };
          const { status } = await post(resumeUrl, JSON.stringify({ messagingServiceAnswer: answer }));
          expect(status).toBe(200);
        }
      }
      const nested = 'messagingServiceAnswer[by]=x&messagingServiceAnswer[choice]=0';
      await post(resumeUrl, nested, 'application/x-www-form-urlencoded');
      expect(await open(resumeUrl)).toMatchObject({ html: expect.stringContaining('answer in the chat') });
      await press(resumeUrl, { choice: '0' });
      expect(await stillWaits(bench, waiting)).toBe(true);
      await tap(bench.sandbox, message, 1);
      expect(await answered(waiting)).toMatchObject([{ data: { approved: false }, answeredBy: PERSON }]);
    },
  );
});

describe('references', () => {
  it('resume nothing when they are forged, altered, used or of another n8n; each call is answered 200', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const message = await next();
    const [yes, no] = choicesOf(message).map(({ id }) => id);
    if (yes === undefined || no === undefined) throw new Error('There are no buttons');
    const signature = /signature=(.*)$/.exec(no)?.[1] ?? '';
    const before = await started();
    const forged = [
      yes.replace('choice=0', 'choice=1'),
      yes.replace(/signature=.*/, `signature=${signature}`),
      yes.replace(/signature=.*/, `signature=${'0'.repeat(64)}`),
      yes.replace('item=0.0', 'item=0.1'),
      yes.replace(/^\d+/, '999999'),
      yes.replace(/^\d+/, '..'),
      `//example.com/${yes}`,
      `http://example.com/webhook-waiting/${yes}`,
      yes.replace('/', '/../../rest/'),
    ];
    const answers = [];
    for (const id of forged) {
      const reply = { type: 'Button' as const, id, title: 'Approve' };
      const { push } = await bench.sandbox.receive({ from: PERSON, to: NUMBER, channel: 'Whatsapp', reply });
      answers.push(push?.attempts.at(-1)?.status);
    }
    expect(answers).toEqual(forged.map(() => 200));
    expect(await stillWaits(bench, waiting)).toBe(true);
    // An id that cannot be a reference is that of one of the user's own buttons.
    const ownIds = forged.filter(
      (id) => !/^[\w-]+\/[\w.~%-]+\?item=\d+\.\d+&choice=\d+&signature=[0-9a-f]{64}$/.test(id),
    );
    expect(await started()).toBe(before + ownIds.length);
    await tap(bench.sandbox, message, 1);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: false } }]);
  });

  it('count when the service calls again, if the first tap came while the workflow was still sending', async () => {
    const slow = '+41790000408';
    bench.sandbox.change({ slowAnswer: 7000, retryDelays: Array(20).fill(3000) });
    const items = [PERSON, slow].map((to) => ({ json: { to } }));
    const asked = ask(
      bench,
      asking('Whatsapp', { ...approval, to: '={{ $json.to }}', options: { waitFor: 'first' } }),
      items,
    );
    const message = await next();
    const { push } = await tap(bench.sandbox, message);
    expect(push?.attempts.map(({ status }) => status)).toEqual([503]);
    expect(await answered(await asked)).toMatchObject([{ recipient: PERSON, data: { approved: true } }]);
    await until('a call that counts', async () => push?.attempts.at(-1)?.status === 200);
  });

  it('count once when they are tapped twice at the same time', async () => {
    const waits = await Promise.all(
      Array.from({ length: 10 }, () => ask(bench, asking('Whatsapp', approval))),
    );
    const messages = bench.sandbox.messages();
    const before = await started();
    const taps = messages.flatMap((message) => [0, 1].map((choice) => tap(bench.sandbox, message, choice)));
    const pushes = await Promise.all(taps);
    expect(pushes.map(({ push }) => push?.attempts.at(-1)?.status)).toEqual(pushes.map(() => 200));
    for (const waiting of waits) expect(await answered(waiting)).toHaveLength(1);
    expect(await started()).toBe(before);
  });
});

describe('a message that fails after it was accepted', () => {
  it('ends its wait in the first branch with the reason, whatever is waited for', async () => {
    // Nobody reports: the node has to ask.
    const kinds = [approval, choices(2), { responseType: 'freeText' }, { responseType: 'delivery' }];
    const items = ['+41791000001', '+41791000002'].map((to) => ({ json: { to } }));
    const several = await ask(bench, asking('Whatsapp', { ...approval, to: '={{ $json.to }}' }), items);
    const waits = [];
    for (const kind of kinds) waits.push(await ask(bench, asking('Whatsapp', kind)));
    const delivered = await ask(bench, asking('Whatsapp', { ...approval, to: '+41791000009' }));
    for (const { messageId, to } of bench.sandbox.messages()) {
      const reason = { code: 'Blocked', message: 'The person blocks you' };
      if (to === '+41791000009') bench.sandbox.setState(messageId, 'Delivered');
      else if (to !== items[1]?.json.to) bench.sandbox.setState(messageId, 'Failed', reason);
    }
    for (const waiting of waits) {
      const execution = await ended(bench, waiting);
      expect(branch(execution, 'Answered')).toEqual([]);
      expect(branch(execution, 'No Answer')).toMatchObject([
        {
          ...{ answered: false, recipient: PERSON, via: 'report' },
          data: { delivered: false, status: 'failed', errorText: 'The person blocks you' },
        },
      ]);
    }
    // Both still take an answer.
    for (const message of bench.sandbox.messages()) {
      if ([items[1]?.json.to, '+41791000009'].includes(message.to)) await tap(bench.sandbox, message);
    }
    expect(await answered(delivered)).toMatchObject([{ data: { approved: true } }]);
    const both = await ended(bench, several);
    expect(branch(both, 'Answered')).toMatchObject([{ answered: true, recipient: items[1]?.json.to }]);
    expect(branch(both, 'No Answer')).toMatchObject([{ answered: false, recipient: items[0]?.json.to }]);
  });
});

describe('Limit Wait Time', () => {
  it('hands the items on by the first branch when the time is up, and says who has not answered', async () => {
    const limit = {
      limitWaitTime: {
        values: { limitType: 'afterTimeInterval', resumeAmount: 0.2, resumeUnit: 'minutes' },
      },
    };
    // As the output of an earlier Send and Wait.
    const earlier = { answered: true, data: { approved: true }, choice: { value: 'approve' }, via: 'chat' };
    const items = [1, 2].map((index) => ({
      json: { ...earlier, notAnswered: [], to: `+4179100000${index}`, name: `P${index}` },
    }));
    const toEach = { to: '={{ $json.to }}', options: limit };
    const asked = await ask(bench, asking('Whatsapp', { ...approval, ...toEach }), items);
    const message = bench.sandbox.messages().find(({ to }) => to === items[0]?.json.to);
    if (message === undefined) throw new Error('Nobody was asked');
    await tap(bench.sandbox, message, 0);
    // n8n looks every 60 seconds, so all of them take no longer than one.
    const unanswered = [];
    for (const channel of channels) {
      for (const parameters of waitedFor) {
        unanswered.push(await ask(bench, asking(channel, { ...parameters, options: limit })));
      }
    }

    const execution = await ended(bench, asked);
    expect(branch(execution, 'Answered')).toEqual([]);
    expect(branch(execution, 'No Answer')).toMatchObject([
      { name: 'P1', answered: true, data: { approved: true } },
      { name: 'P2', answered: false, recipient: items[1]?.json.to },
    ]);
    const [, open = {}] = branch(execution, 'No Answer');
    for (const name of ['data', 'choice', 'via', 'notAnswered']) expect(open).not.toHaveProperty(name);
    for (const [index, each] of unanswered.entries()) {
      const timedOut = await ended(bench, each);
      const isDelivery = waitedFor[index % waitedFor.length] === delivery;
      expect(branch(timedOut, 'Answered')).toEqual([]);
      expect(branch(timedOut, 'No Answer')).toMatchObject([
        { answered: false, ...(isDelivery ? { data: { delivered: false, status: 'timeUp' } } : {}) },
      ]);
    }
    // A late tap changes nothing.
    const late = bench.sandbox.messages().find(({ to }) => to === items[1]?.json.to);
    if (late !== undefined) await tap(bench.sandbox, late, 0);
    expect(branch(await bench.n8n.execution(asked.id), 'Answered')).toEqual([]);
  });
});
