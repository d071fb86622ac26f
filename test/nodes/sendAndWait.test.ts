import type { IDataObject } from 'n8n-workflow';
import { entries } from './contentCases';
import { type InputItem, type NodeBench, recipients, startNodeBench, texts } from './inProcess/bench';
import type { Execution } from './inProcess/execution';

/** *Send and Wait*, whose answers come by the trigger, the page or a report. What only n8n can show is in `hosts/n8n`. */
let bench: NodeBench;
beforeAll(async () => {
  bench = await startNodeBench();
});
afterAll(() => bench.stop());
beforeEach(() => {
  bench.sandbox.reset();
});
afterEach(() => {
  jest.useRealTimers();
});

const PERSON = '+41791234567';
const NUMBER = '+41795550100';
const channels = ['Sms', 'Whatsapp', 'Rcs'] as const;
const asking = (channel: (typeof channels)[number], more: object = {}) => ({
  ...{ operation: 'sendAndWait', channel, to: PERSON, message: 'May it be paid?' },
  from: { Sms: '0041795550100', Whatsapp: NUMBER, Rcs: 'sandbox-agent' }[channel],
  ...more,
});
const approval = { approvalOptions: { values: { approvalType: 'double' } } };
const freeText = { responseType: 'freeText' };
const several = (values: object) => ({ severalPeople: { values } });
const delivery = { responseType: 'delivery' };
const choices = (count: number) => ({
  responseType: 'choice',
  choices: {
    values: Array.from({ length: count }, (_, index) => ({
      label: `At ${index}:00`,
      value: `slot-${index}`,
    })),
  },
});
const retry = { retryOnFail: true, maxTries: 3 };
const goOn = { onError: 'continueRegularOutput' } as const;
const people: InputItem[] = [1, 2, 3].map((index) => ({
  json: { to: `+4179100000${index}`, name: `P${index}` },
}));
const numbers = people.map(({ json }) => String(json?.to));
const toEach = { to: '={{ $json.to }}', message: '=Hello {{ $json.name }}' };

type Message = ReturnType<typeof bench.sandbox.messages>[number];
interface Choice {
  id: string;
  title: string;
}
/** The buttons, rows or quick replies of a message. */
function choicesOf({ content }: Message): Choice[] {
  const { action, components = [] } = Object(content);
  const replies = components.flatMap(
    ({ parameters }: { parameters: Array<{ type: string; payload: string }> }) =>
      parameters
        .filter(({ type }) => type === 'Payload')
        .map(({ payload }) => ({ id: payload, title: 'Reply' })),
  );
  return action?.buttons ?? action?.sections.flatMap(({ rows }: { rows: Choice[] }) => rows) ?? replies;
}
const lastMessage = (to?: string): Message => {
  const found = bench.sandbox
    .messages()
    .filter((each) => to === undefined || each.to === to)
    .at(-1);
  if (found === undefined) throw new Error('Nobody was asked');
  return found;
};
const tap = (message: Message, index = 0, more: object = {}, trigger: object = {}) => {
  const { id, title } = choicesOf(message)[index] ?? { id: '', title: '' };
  const content = { type: 'InteractiveReply', reply: { type: 'Button', id, title } };
  return bench.receive(
    { channel: message.channel, from: message.to, to: message.from, content, ...more },
    trigger,
  );
};
const write = (message: Message, text: string, more: object = {}) =>
  bench.receive({ channel: message.channel, from: message.to, to: message.from, text, ...more });
const linkOf = ({ content }: Message) => /https?:\/\/[^\s"]+/.exec(JSON.stringify(content))?.[0] ?? '';
async function press(url: string, fields: object) {
  const page = await bench.open(url, 'POST', fields);
  return page.body;
}
/** The items of the second branch, once it is over. */
async function answered(execution: Execution): Promise<IDataObject[]> {
  await execution.settled();
  expect(execution.status).toBe('success');
  return execution.items(0);
}
/** Lets n8n go on when the time has come. */
async function timeUp(execution: Execution): Promise<Execution> {
  const doNotFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const;
  const others = ['clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake, ...others], now: execution.waitTill ?? 0 });
  execution.goOn();
  return await execution.settled();
}

describe('an answer in the chat', () => {
  it.each(['Whatsapp', 'Rcs'] as const)('approves by a tap on %s, and starts nothing', async (channel) => {
    const waiting = await bench.run(asking(channel, approval), [{ json: { invoice: 4711 } }]);
    expect(waiting.status).toBe('waiting');
    const message = lastMessage();
    expect(choicesOf(message).map(({ title }) => title)).toEqual(['Approve', 'Decline']);
    expect(await tap(message)).toEqual([]);
    expect(await answered(waiting)).toMatchObject([
      {
        ...{
          invoice: 4711,
          answered: true,
          data: { approved: true },
          answeredBy: PERSON,
          channel,
          via: 'chat',
        },
        ...{
          choice: { value: 'approve', label: 'Approve' },
          respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        ...{
          messageId: message.messageId,
          requestId: expect.any(String),
          answerMessageId: expect.any(String),
        },
      },
    ]);
    expect(waiting.items(1)).toEqual([]);
  });

  it('counts although the credential was deleted, and nobody else is asked then', async () => {
    const deleteCredential = ({ surroundings }: Execution) =>
      Object.defineProperty(surroundings, 'account', {
        get: () => {
          throw new Error('The credential does not exist');
        },
      });
    const waiting = await bench.run(asking('Whatsapp', approval));
    deleteCredential(waiting);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ answered: true, data: { approved: true } }]);
    const inTurn = { ...approval, options: several({ waitFor: 'inTurn', minutesEach: 1 }) };
    const asked = await bench.run(asking('Whatsapp', inTurn), [{}, { json: { to: '+41791110099' } }]);
    deleteCredential(asked);
    // First, it would ask for the status.
    expect((await timeUp(asked)).status).toBe('waiting');
    expect((await timeUp(asked)).error?.message).toContain('does not exist');
  });

  it.each([
    [20, 'Button'],
    [21, 'List'],
    [24, 'List'],
  ])('shows labels of %i characters in a %s, which takes them', async (length, type) => {
    const label = 'x'.repeat(length);
    await bench.run(
      asking('Whatsapp', { responseType: 'choice', choices: { values: [{ label }, { label: 'No' }] } }),
    );
    const message = lastMessage();
    expect(message.content).toMatchObject({ action: { type } });
    expect(choicesOf(message).map(({ title }) => title)).toEqual([label, 'No']);
  });

  it.each([
    ['Whatsapp', 3, 'Button'],
    ['Rcs', 10, 'List'],
  ] as const)('chooses on %s from %i answers, by a %s', async (channel, count, type) => {
    const waiting = await bench.run(asking(channel, choices(count)));
    const message = lastMessage();
    expect(message.content).toMatchObject({ action: { type } });
    await tap(message, count - 1);
    const value = `slot-${count - 1}`;
    expect(await answered(waiting)).toMatchObject([
      { data: { choice: value }, choice: { value, label: `At ${count - 1}:00` } },
    ]);
  });

  it.each([
    ['an array', '={{ $json.days }}', ['Monday, 9:00', 'Tuesday, 9:00'], 'Monday, 9:00'],
    ['objects', '={{ $json.slots }}', ['Friday', 'Saturday'], '5'],
    ['objects with a switch', '={{ [{ label: "Yes", value: true }] }}', ['Yes'], 'true'],
    ['a text', 'Morning, Evening', ['Morning', 'Evening'], 'Morning'],
  ])('offers the choices of %s, after those of the form', async (_, choicesFromList, listed, value) => {
    const slots = [{ label: 'Friday', value: 5 }, { label: 'Saturday' }];
    const json = { days: ['Monday, 9:00', 'Tuesday, 9:00'], slots };
    const waiting = await bench.run(asking('Whatsapp', { ...choices(1), choicesFromList }), [{ json }]);
    expect(choicesOf(lastMessage()).map(({ title }) => title)).toEqual(['At 0:00', ...listed]);
    await tap(lastMessage(), 1);
    expect(await answered(waiting)).toMatchObject([{ data: { choice: value } }]);
  });

  it('refuses a choice whose value is no value', async () => {
    const parameters = { responseType: 'choice', choicesFromList: '={{ [{ label: "Yes", value: {} }] }}' };
    const { error } = await bench.run(asking('Whatsapp', parameters));
    expect(error?.message).toContain('a value must be text');
  });

  it('taps the quick reply of a template, with the message in its body and an uploaded file in its header', async () => {
    const file = { type: 'Document', mediaSource: 'binary', binaryField: 'bill' };
    const template = { sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en' };
    const components = entries({ parameters: entries(file) });
    const bill = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'bill.pdf' };
    const parameters = asking('Whatsapp', { ...template, ...approval, components });
    const waiting = await bench.run(parameters, [{ binary: { bill } }]);
    expect(lastMessage().content).toMatchObject({
      ...{ type: 'Template', name: 'ask' },
      components: [
        { type: 'Body', parameters: [{ type: 'Text', text: 'May it be paid?' }] },
        { type: 'Header', parameters: [{ type: 'Document', mediaId: expect.stringMatching(/^[\w-]+$/) }] },
        { type: 'QuickReplyButton', index: 0 },
        { type: 'QuickReplyButton', index: 1 },
      ],
    });
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
  });

  it.each(channels)(
    'takes the next message on %s as a free text; the one after it is like any other',
    async (channel) => {
      const waiting = await bench.run(asking(channel, freeText));
      const message = lastMessage();
      expect(linkOf(message)).toBe('');
      expect(await write(message, 'Only half of it')).toEqual([]);
      expect(await answered(waiting)).toMatchObject([
        { data: { text: 'Only half of it' }, answeredBy: PERSON, via: 'chat' },
      ]);
      expect(await write(message, 'One more thing')).toMatchObject([{ text: 'One more thing' }]);
    },
  );

  it('hands on a STOP as the answer, and starts the workflow of the trigger with it', async () => {
    const waiting = await bench.run(asking('Sms', freeText));
    expect(await write(lastMessage(), 'Stop.')).toMatchObject([{ text: 'Stop.' }]);
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Stop.' } }]);
  });

  it('is a link for a free text while no trigger listens, or where the node wants it', async () => {
    bench.listens(false);
    await bench.run(asking('Rcs', freeText));
    expect(linkOf(lastMessage())).toMatch(/^http/);
    bench.listens(true);
    await bench.run(asking('Rcs', { ...freeText, options: { answerBy: 'link' } }));
    expect(linkOf(lastMessage())).toMatch(/^http/);
  });

  it('gives the texts of one person to the oldest question first, and those of others to none', async () => {
    const first = await bench.run(asking('Sms', freeText));
    const second = await bench.run(asking('Sms', freeText));
    const message = lastMessage();
    for (const other of [{ from: '+41799999999' }, { to: '+41795550199' }, { channel: 'Whatsapp' }])
      expect(await write(message, 'not me', other)).toHaveLength(1);
    await write(message, 'one');
    await write(message, 'two');
    expect(await answered(first)).toMatchObject([{ data: { text: 'one' } }]);
    expect(await answered(second)).toMatchObject([{ data: { text: 'two' } }]);
  });
});

describe('the language of the person', () => {
  const labels = [
    ['en', 'Approve', 'Decline', 'Choose'],
    ['de', 'Genehmigen', 'Ablehnen', 'Auswählen'],
    ['fr', 'Approuver', 'Refuser', 'Choisir'],
    ['it', 'Approva', 'Rifiuta', 'Scegli'],
  ] as const;

  it('is that of the labels that were left empty, and can differ from item to item', async () => {
    const items = labels.map(([language], index) => ({ json: { language, to: `+4179100000${index}` } }));
    const parameters = { to: '={{ $json.to }}', language: '={{ $json.language }}' };
    const waiting = await bench.run(asking('Whatsapp', { ...approval, ...parameters }), items);
    const messages = items.map(({ json }) => lastMessage(json.to));
    expect(messages.map((each) => choicesOf(each).map(({ title }) => title))).toEqual(
      labels.map(([, yes, no]) => [yes, no]),
    );
    await Promise.all(messages.map((message) => tap(message)));
    expect((await answered(waiting)).map(({ choice }) => choice)).toEqual(
      labels.map(([, label]) => ({ value: 'approve', label })),
    );
    await bench.run(asking('Whatsapp', { ...choices(4), ...parameters }), items);
    for (const [index, [, , , button]] of labels.entries())
      expect(lastMessage(items[index]?.json.to).content).toMatchObject({ action: { type: 'List', button } });
  });

  it('leaves the labels of the workflow alone', async () => {
    const values = { approvalType: 'double', disapproveLabel: 'No way' };
    await bench.run(asking('Whatsapp', { approvalOptions: { values }, language: 'fr' }));
    expect(choicesOf(lastMessage()).map(({ title }) => title)).toEqual(['Approuver', 'No way']);
  });

  it('is that of the page with its buttons, whatever the browser prefers', async () => {
    await bench.run(asking('Sms', { ...approval, language: 'Italian' }));
    const { body } = await bench.open(linkOf(lastMessage()), 'GET', undefined, {
      'accept-language': 'de-CH',
    });
    expect(body).toMatch(/<html lang="it">[^]*Approva[^]*Rifiuta/);
  });
});

it('counts behind a path that a proxy removes, by link and by tap', async () => {
  const settings = { address: 'https://n8n.test/n8n' };
  const linked = await bench.run(asking('Sms', approval), [{}], settings);
  const url = linkOf(lastMessage());
  expect(url).toContain('https://n8n.test/n8n/webhook-waiting/');
  expect((await bench.open(url)).status).toBe(200);
  expect(await press(url, { choice: '0' })).toContain('You chose: <strong>Approve');
  expect(await answered(linked)).toHaveLength(1);

  const tapped = await bench.run(asking('Whatsapp', approval), [{}], settings);
  await tap(lastMessage());
  expect(await answered(tapped)).toHaveLength(1);
});

describe('an answer by the link of an SMS', () => {
  it('shows a page that decides nothing; its button does, once', async () => {
    const waiting = await bench.run(asking('Sms', { ...approval, message: '<b>May it</b> be paid?' }));
    const url = linkOf(lastMessage());
    const page = await bench.open(url);
    expect(page).toMatchObject({
      status: 200,
      body: expect.stringContaining('&lt;b&gt;May it&lt;/b&gt; be paid?'),
    });
    expect(page.body).not.toMatch(/<script|<b>/);
    expect(waiting.status).toBe('waiting');
    expect(await press(url, { choice: '1' })).toContain('You chose: <strong>Decline');
    const [item] = await answered(waiting);
    // Anybody can have the link, but it belongs to one person.
    const own = { recipient: PERSON, answeredBy: PERSON, channel: 'Sms' };
    expect(item).toMatchObject({ data: { approved: false }, via: 'page', ...own });
    expect(item).not.toHaveProperty('answerMessageId');
    expect(await press(url, { choice: '0' })).not.toContain('You chose');
  });

  it('offers up to ten choices, each with its value', async () => {
    const waiting = await bench.run(asking('Sms', choices(10)));
    const url = linkOf(lastMessage());
    expect((await bench.open(url)).body.match(/<button/g)).toHaveLength(10);
    await press(url, { choice: '9' });
    expect(await answered(waiting)).toMatchObject([{ data: { choice: 'slot-9' }, via: 'page' }]);
  });

  it('takes a text, and asks again for one that is empty', async () => {
    const waiting = await bench.run(asking('Sms', { ...freeText, from: 'MyCompany' }));
    const url = linkOf(lastMessage());
    expect(await press(url, { text: '  ' })).toContain('Please enter an answer');
    expect(waiting.status).toBe('waiting');
    await press(url, { text: 'Grüezi & <b>hello</b>' });
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Grüezi & <b>hello</b>' } }]);
  });

  it('believes a link only as far as it goes: no choice that there is none of, nobody else’s name', async () => {
    const waiting = await bench.run(asking('Sms', approval));
    const url = linkOf(lastMessage());
    await press(url, { choice: '7' });
    await press(url, {});
    expect(waiting.status).toBe('waiting');
    const claimed = JSON.stringify({ id: 'x', via: 'chat', by: '+41790000000', choice: 1 });
    expect(await press(url, { messagingServiceAnswer: claimed })).toContain('refused');
    await press(url, { choice: '0' });
    expect(await answered(waiting)).toMatchObject([{ answeredBy: PERSON, via: 'page' }]);
  });
});

describe('who answers', () => {
  it.each([
    ['another number', { from: '+41799999999' }],
    ['another channel', { channel: 'Rcs' }],
    ['another receiving number', { to: '+41795550199' }],
  ])('is the person who was asked: a tap from %s is an ordinary message', async (_, other) => {
    const waiting = await bench.run(asking('Whatsapp', approval));
    expect(await tap(lastMessage(), 0, other)).toMatchObject([{ choice: { title: 'Approve' } }]);
    expect(waiting.status).toBe('waiting');
    await tap(lastMessage(), 1);
    const [item] = await answered(waiting);
    expect(item).toMatchObject({ data: { approved: false }, answeredBy: PERSON });
    expect(item).not.toHaveProperty('answersFrom');
  });

  it('is anybody where the node allows it, and the output says so', async () => {
    const waiting = await bench.run(asking('Whatsapp', { ...approval, options: { answersFrom: 'anybody' } }));
    await tap(lastMessage(), 0, { from: '+41799999999' });
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: true }, answeredBy: '+41799999999', answersFrom: 'anybody', recipient: PERSON },
    ]);
  });

  it.each([{}, { answersFrom: 'anybody' }])(
    'is not believed from a caller that is no trigger, with %j',
    async (options) => {
      const waiting = await bench.run(asking('Whatsapp', { ...approval, options }));
      const id = choicesOf(lastMessage())[0]?.id ?? '';
      const url = `https://n8n.test/webhook-waiting/${id}`;
      const forged = { id: 'x', via: 'chat', by: PERSON, channel: 'Whatsapp', to: NUMBER, choice: 0 };
      for (const answer of [forged, JSON.stringify(forged)])
        expect(await press(url, { messagingServiceAnswer: answer })).toContain('refused');
      expect(await press(url, { choice: '0' })).toContain('answer in the chat');
      expect(waiting.status).toBe('waiting');
    },
  );
});

describe('a reference', () => {
  it('resumes nothing when it is forged, altered or of another n8n', async () => {
    const waiting = await bench.run(asking('Whatsapp', approval));
    const message = lastMessage();
    const [yes = '', no = ''] = choicesOf(message).map(({ id }) => id);
    const forged = [
      yes.replace('choice=0', 'choice=1'),
      yes.replace(/signature=.*/, /signature=.*/.exec(no)?.[0] ?? ''),
      yes.replace('item=0.0', 'item=0.1'),
      yes.replace(/^\d+/, '999999'),
    ];
    const starts = async (id: string, trigger: object) => {
      const content = { type: 'InteractiveReply', reply: { type: 'Button', id, title: 'Approve' } };
      return await bench.receive({ channel: 'Whatsapp', from: PERSON, to: NUMBER, content }, trigger);
    };
    for (const id of forged) expect(await starts(id, {})).toEqual([]);
    // That cannot be a reference: it is a button of the user's own.
    expect(await starts(yes.replace('/', '/../../rest/'), {})).toHaveLength(1);
    expect(waiting.status).toBe('waiting');
    // A trigger that does not resume workflows takes all taps as messages.
    expect(await starts(yes, { options: { resumeWaiting: false } })).toMatchObject([{ choice: { id: yes } }]);
    await tap(message, 1);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: false } }]);
  });

  it('counts once; a later tap starts the workflow where the trigger passes it on', async () => {
    const pass = { options: { lateTaps: 'pass' } };
    await bench.run(asking('Whatsapp', approval));
    const message = lastMessage();
    expect(await tap(message, 0, {}, pass)).toEqual([]);
    expect(await tap(message, 1)).toEqual([]);
    expect(await tap(message, 1, {}, pass)).toMatchObject([
      { event: 'inbound', late: true, from: PERSON, choice: { title: 'Decline' } },
    ]);
  });
});

describe('several items', () => {
  it('wait for all answers, in any order', async () => {
    const waiting = await bench.run(asking('Whatsapp', { ...approval, ...toEach }), people);
    await tap(lastMessage(numbers[2]), 1);
    await tap(lastMessage(numbers[0]), 0);
    expect((await waiting.settled()).status).toBe('waiting');
    await tap(lastMessage(numbers[1]), 0);
    expect(await answered(waiting)).toMatchObject([
      { name: 'P1', data: { approved: true }, answeredBy: numbers[0] },
      { name: 'P2', data: { approved: true } },
      { name: 'P3', data: { approved: false } },
    ]);
    expect(recipients(bench)).toHaveLength(3);
  });

  it('go on with the first answer, and say who has not answered', async () => {
    const waiting = await bench.run(
      asking('Whatsapp', { ...approval, ...toEach, options: several({ waitFor: 'first' }) }),
      people,
    );
    await tap(lastMessage(numbers[1]));
    expect(await answered(waiting)).toMatchObject([{ name: 'P2', notAnswered: [numbers[0], numbers[2]] }]);
    expect(await tap(lastMessage(numbers[0]))).toEqual([]);
  });
});

describe('delivery', () => {
  const reportTo = () => {
    const { messageId, notification } = lastMessage();
    expect(notification).toMatchObject({ forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost' }] });
    const url = String(notification?.addresses[0]?.address);
    return (body: object) =>
      bench.open(url, 'POST', { messageId, ...body }, { 'content-type': 'application/json' });
  };

  it.each(channels)(
    'goes on when a message on %s is delivered, and by the other branch when it failed',
    async (channel) => {
      const delivered = await bench.run(asking(channel, delivery), [{ json: { order: 7 } }]);
      await reportTo()({ status: 'Delivered' });
      expect(await answered(delivered)).toMatchObject([
        { order: 7, data: { delivered: true, status: 'delivered' } },
      ]);
      const failed = await bench.run(asking(channel, delivery), [{ json: { order: 8 } }]);
      await reportTo()({ status: 'Failed', errorText: 'The message expired' });
      expect(await answered(failed)).toEqual([]);
      expect(failed.items(1)).toMatchObject([{ order: 8, data: { delivered: false, status: 'failed' } }]);
    },
  );

  it('waits for every item, and goes by both branches', async () => {
    const waiting = await bench.run(asking('Sms', { ...delivery, ...toEach }), people.slice(0, 2));
    const [first = lastMessage(), second = lastMessage()] = bench.sandbox.messages();
    bench.sandbox.setState(first.messageId, 'Delivered');
    bench.sandbox.setState(second.messageId, 'Failed');
    await timeUp(waiting);
    expect(await answered(waiting)).toMatchObject([{ name: 'P1', data: { delivered: true } }]);
    expect(waiting.items(1)).toMatchObject([{ name: 'P2', data: { delivered: false } }]);
  });

  it('answers what is not final, and reports of other messages, with 200 and waits on', async () => {
    const waiting = await bench.run(asking('Sms', delivery));
    const report = reportTo();
    const others = [
      { status: 'Delayed' },
      { status: 'Delivered', messageId: 'another' },
      { text: 'no report' },
      {},
    ];
    for (const body of others) expect((await report(body)).status).toBe(200);
    expect(waiting.status).toBe('waiting');
  });

  it('refuses callers that are not on the list, by the same words as the trigger', async () => {
    const account = { allowedCallers: '' };
    const waiting = await bench.run(asking('Sms', delivery), [{}], { account });
    const answer = await reportTo()({ status: 'Delivered' });
    expect(answer).toMatchObject({
      status: 403,
      body: expect.stringContaining("add 127.0.0.1 to 'More Allowed Callers' of the credential"),
    });
    expect(waiting.status).toBe('waiting');
  });

  it('names a list of callers that cannot be read before it sends', async () => {
    const account = { allowedCallers: 'everybody' };
    expect((await bench.run(asking('Sms', delivery), [{}], { account })).error?.message).toContain(
      'everybody',
    );
    expect(recipients(bench)).toEqual([]);
  });

  it('catches up on a report that came before n8n waited', async () => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 1 }], slowAnswer: 200 });
    const begun = bench.begin(asking('Sms', delivery));
    bench.sandbox.setState((await bench.sandbox.nextMessage()).messageId, 'Delivered');
    expect(await answered(begun)).toMatchObject([{ data: { delivered: true } }]);
  });

  it('says that the address of a report is too long for the service', async () => {
    const { error } = await bench.run(asking('Sms', delivery), [{}], { id: 'x'.repeat(120) });
    expect(`${error?.message} ${error?.description}`).toMatch(
      /the address for the report has 2\d\d characters, but the service accepts only 200: give n8n a shorter address/,
    );
  });
});

describe('when the time comes', () => {
  it.each([approval, choices(2), freeText, { responseType: 'delivery' }])(
    'a message that failed after it was accepted ends its wait as no answer, with %j',
    async (kind) => {
      const waiting = await bench.run(asking('Whatsapp', kind));
      expect(Number(waiting.waitTill) - Date.now()).toBeLessThanOrEqual(30_000);
      bench.sandbox.setState(lastMessage().messageId, 'Failed', {
        code: 'Blocked',
        message: 'Blocked by the person',
      });
      await timeUp(waiting);
      expect(waiting.items(0)).toEqual([]);
      expect(waiting.items(1)).toMatchObject([
        {
          ...{ answered: false, recipient: PERSON, via: 'report' },
          data: { delivered: false, status: 'failed', errorText: 'Blocked by the person' },
        },
      ]);
    },
  );

  it('the status is asked for after pauses that double, and an answer still counts', async () => {
    const waiting = await bench.run(asking('Whatsapp', approval));
    const pauses = [];
    for (let round = 0; round < 4; round += 1) {
      const before = Number(waiting.waitTill);
      await timeUp(waiting);
      pauses.push(Math.round((Number(waiting.waitTill) - before) / 1000));
    }
    expect(pauses).toEqual([60, 120, 240, 480]);
    bench.sandbox.setState(lastMessage().messageId, 'Delivered');
    await timeUp(waiting);
    expect(waiting.status).toBe('waiting');
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
  });

  it.each([...channels.map((channel) => [channel, approval] as const), ['Sms', delivery] as const])(
    'without an answer the items go by the second branch on %s, without fields of an earlier question: %j',
    async (channel, kind) => {
      const values = { limitType: 'afterTimeInterval', resumeAmount: 0.2, resumeUnit: 'minutes' };
      const options = { limitWaitTime: { values } };
      const earlier = {
        answered: true,
        data: { approved: true },
        choice: { value: 'x' },
        via: 'chat',
        notAnswered: [],
      };
      const waiting = await bench.run(asking(channel, { ...kind, options }), [
        { json: { ...earlier, name: 'P' } },
      ]);
      await timeUp(waiting);
      const data = kind === delivery ? { delivered: false, status: 'timeUp' } : undefined;
      const [output] = waiting.items(1);
      expect([waiting.items(0), output?.data]).toEqual([[], data]);
      expect(output).toMatchObject({ name: 'P', answered: false, recipient: PERSON });
      for (const name of ['choice', 'via', 'notAnswered']) expect(output).not.toHaveProperty(name);
    },
  );
});

describe('a question that may have been sent', () => {
  const breaking = { faults: [{ fault: 'close-during-answer' as const, times: 1 }] };

  it('is a question: a tap on it counts', async () => {
    bench.sandbox.change(breaking);
    const waiting = await bench.run(asking('Whatsapp', approval), [{}], retry);
    expect([waiting.status, recipients(bench)]).toEqual(['waiting', [PERSON]]);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true }, recipient: PERSON }]);
  });

  it('is over at once where its delivery is waited for: without an ID, nothing can report it', async () => {
    bench.sandbox.change(breaking);
    const execution = await bench.run(asking('Whatsapp', delivery), [{}], {
      onError: 'continueRegularOutput',
    });
    expect(execution.status).toBe('success');
    expect(execution.items(1)).toMatchObject([{ to: PERSON, errorDetails: { outcome: 'unknown' } }]);
  });

  it('is an error by the second branch if nobody answers it', async () => {
    bench.sandbox.change(breaking);
    const options = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } };
    const waiting = await timeUp(await bench.run(asking('Whatsapp', { ...approval, options })));
    expect(waiting.status).toBe('success');
    expect(waiting.items(1)).toMatchObject([{ to: PERSON, errorDetails: { outcome: 'unknown' } }]);
  });
});

describe('what cannot be sent', () => {
  it('is an error at once, whatever is waited for: nothing waits', async () => {
    bench.sandbox.change({ points: 0 });
    for (const parameters of [approval, choices(2), freeText, delivery]) {
      const execution = await bench.run(asking('Whatsapp', parameters));
      expect(execution.error?.message).toMatch(/credit|points/i);
    }
  });

  it('is checked for all items before the first one goes out', async () => {
    const items = [{ json: { to: PERSON } }, { json: { to: '0791234567' } }];
    expect((await bench.run(asking('Sms', { to: '={{ $json.to }}' }), items)).status).toBe('error');
    expect(recipients(bench)).toEqual([]);
    const waiting = await bench.run(asking('Whatsapp', { to: '={{ $json.to }}' }), items, {
      ...retry,
      ...goOn,
    });
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
    expect(waiting.items(1)).toMatchObject([
      { to: '0791234567', channel: 'Whatsapp', errorDetails: { outcome: 'not_sent' } },
    ]);
    expect(recipients(bench)).toEqual([PERSON]);
  });

  it('is tried again as Retry On Fail says, also where the node goes on after failures', async () => {
    const before = bench.sandbox.calls().length;
    const execution = await bench.run(asking('Whatsapp', { to: '+41790000400' }), [{}], {
      ...retry,
      ...goOn,
    });
    expect(execution.items(1)).toMatchObject([{ errorDetails: { outcome: 'rejected' } }]);
    expect(bench.sandbox.calls().length - before).toBe(3);
  });

  const limit = (values: object) => ({ options: { limitWaitTime: { values } } });
  const interval = (resumeAmount: unknown, resumeUnit = 'hours') =>
    limit({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
  it.each<[string, object, RegExp]>([
    ['no choices', { responseType: 'choice' }, /Choices: must contain/],
    [
      'a label',
      { approvalOptions: { values: { approveLabel: 'x'.repeat(25) } } },
      /^Approve Button Label: at most 24 characters, got 25/,
    ],
    [
      'a choice',
      { responseType: 'choice', choices: { values: [{ label: 'Yes' }, { label: 'x'.repeat(25) }] } },
      /^Choices 2 › Label: at most 24/,
    ],
    ['no message', { message: ' ' }, /Message: is required/],
    [
      'a list',
      { to: '={{ ["+41791234567"] }}' },
      /^To: takes one recipient, got .*: use an item for each person/,
    ],
    [
      'a customForm',
      { responseType: '={{ "customForm" }}' },
      /^Response Type: must be approval, choice, delivery or freeText, got /,
    ],
    ['no response type', { responseType: '={{ $json.typ }}' }, /^Response Type: must be approval/],
    ['a way to send', { sendAs: '={{ "Vorlage" }}' }, /^Send As: must be message or template, got .*Vorlage/],
    [
      'an approval',
      { approvalOptions: { values: { approvalType: '={{ "two" }}' } } },
      /^Type of Approval: must be single or double/,
    ],
    [
      'a way to answer',
      { ...freeText, options: { answerBy: '={{ "mail" }}' } },
      /^Answer By: must be automatic or link/,
    ],
    [
      'an end',
      { options: several({ waitFor: '={{ "any" }}' }) },
      /^Several People › Wait For: must be all, first or inTurn/,
    ],
    ['a language', { language: '={{ "rm" }}' }, /^Language: must be en, fr, de or it, got "rm"/],
    ['a limit', limit({ limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' }), /Limit Wait Time/],
    [
      'a limit type',
      limit({ limitType: '={{ "until" }}' }),
      /^Limit Wait Time › Limit Type: must be afterTimeInterval or atSpecifiedTime/,
    ],
    ...['={{ $json.gone }}', '={{ null }}', '={{ "" }}', '={{ [] }}'].map(
      (none): [string, object, RegExp] => [none, interval(none), /Limit Wait Time/],
    ),
    ['a unit', interval(1, '={{ "weeks" }}'), /^Limit Wait Time › Unit: must be minutes, hours or days/],
    ['no time', interval(0), /^Limit Wait Time: must be longer than 0/],
    ['a negative time', interval(-1), /^Limit Wait Time: must be longer than 0/],
    [
      'a limit of all where each person has one',
      { options: { ...interval(1).options, ...several({ waitFor: 'inTurn' }) } },
      /^Limit Wait Time: cannot end 'One After Another'/,
    ],
    [
      'the past',
      limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' }),
      /^Limit Wait Time: must be in the future, got 2020/,
    ],
    [
      'a template that has no place for the link',
      {
        ...{ ...freeText, sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en' },
        components: entries({ type: 'Body', parameters: entries({ text: 'Hi' }) }),
        options: { answerBy: 'link' },
      },
      /its link would be lost/,
    ],
    [
      'a text that cuts off the link',
      asking('Sms', { message: 'x'.repeat(1500) }),
      /link at its end would be cut/,
    ],
    [
      'a text for the others',
      { options: several({ waitFor: 'first', tellOthers: 'x'.repeat(5000) }) },
      /Tell the Others/,
    ],
  ])('is named: %s', async (_, parameters, words) => {
    const { error } = await bench.run(asking('Whatsapp', parameters));
    expect(`${error?.message} ${error?.description}`).toMatch(words);
    expect(recipients(bench)).toEqual([]);
  });

  it('is found in every item: a limit that is over', async () => {
    const maxDateAndTime = '={{ $json.until ?? "2099-01-01T00:00:00Z" }}';
    const parameters = limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
    const items = [{}, { json: { until: '2020-01-01T00:00:00Z' } }];
    const { error } = await bench.run(asking('Whatsapp', parameters), items);
    expect(error?.message).toMatch(/^Limit Wait Time: must/);
    expect(recipients(bench)).toEqual([]);
  });
});

it.each<[string, object, object]>([
  ['an option', { options: { itemsAtOnce: '={{ $json.gone }}' } }, {}],
  ['the credential', {}, { account: { timeout: 'soon' } }],
])(
  '%s that cannot be read is the error of every item: none of them was answered',
  async (_, more, account) => {
    const settings = { ...goOn, ...account };
    const execution = await bench.run(
      asking('Whatsapp', { ...approval, ...toEach, ...more }),
      people,
      settings,
    );
    expect([execution.status, execution.items(0), recipients(bench)]).toEqual(['success', [], []]);
    expect(execution.items(1)).toMatchObject(people.map(() => ({ errorDetails: { outcome: 'not_sent' } })));
  },
);

describe('Retry On Fail', () => {
  it('sends nothing twice', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const waiting = await bench.run(asking('Whatsapp', toEach), people, retry);
    expect([waiting.status, recipients(bench).sort()]).toEqual(['waiting', numbers]);
    for (const to of numbers) await tap(lastMessage(to));
    expect(await answered(waiting)).toHaveLength(3);
  });

  it('sends nothing again when a delivery failed and its item has a field "error"', async () => {
    const items = people.map(({ json }) => ({ json: { ...json, error: 'x' } }));
    const waiting = await bench.run(asking('Whatsapp', { ...delivery, ...toEach }), items, retry);
    for (const { messageId } of bench.sandbox.messages()) bench.sandbox.setState(messageId, 'Failed');
    await timeUp(waiting);
    expect(waiting.items(1)).toHaveLength(3);
    expect(recipients(bench).sort()).toEqual(numbers);
  });

  it.each([{}, retry, goOn, { ...retry, ...goOn }])(
    'waits although another message is refused: %j',
    async (settings) => {
      const [anna, , carl] = numbers;
      const items = [people[0] ?? {}, { json: { to: '+41790000400' } }, people[2] ?? {}];
      const parameters = asking('Whatsapp', { ...approval, ...toEach, options: { itemsAtOnce: 1 } });
      const waiting = await bench.run(parameters, items, settings);
      expect([waiting.status, recipients(bench)]).toEqual(['waiting', [anna, carl]]);
      for (const to of [anna, carl]) await tap(lastMessage(to));
      expect((await answered(waiting)).map(({ recipient }) => recipient)).toEqual([anna, carl]);
      expect(waiting.items(1)).toMatchObject([{ to: '+41790000400', errorDetails: { outcome: 'rejected' } }]);
    },
  );
});

describe('one after another', () => {
  const inTurn = (more: object = {}) => ({
    ...asking('Whatsapp', { ...approval, ...toEach }),
    options: several({ waitFor: 'inTurn', minutesEach: 1, ...more }),
  });
  const [anna = '', bea = '', carl = ''] = numbers;
  const NO_WHATSAPP = { json: { to: '+41790000006' } };

  it('nobody else is asked if the first one answers; whoever cannot be asked is passed over', async () => {
    const waiting = await bench.run(inTurn(), [NO_WHATSAPP, ...people]);
    expect(recipients(bench)).toEqual([anna]);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([
      {
        ...{ recipient: anna, answeredBy: anna, data: { approved: true } },
        asked: [
          { outcome: 'rejected', reason: expect.stringContaining('does not have') },
          { to: anna, outcome: 'answered', askedAt: expect.any(String), messageId: expect.any(String) },
          { to: bea, outcome: 'not_asked' },
          { to: carl, outcome: 'not_asked' },
        ],
      },
    ]);
    expect(waiting.items(1)).toEqual([]);
  });

  it('the next one is asked when the time is up; who was asked earlier can still answer', async () => {
    const waiting = await bench.run(inTurn({ tellOthers: '={{ $json.answeredBy }} does it' }), people);
    while (recipients(bench).length < 2) await timeUp(waiting);
    await tap(lastMessage(anna));
    expect(await answered(waiting)).toMatchObject([
      {
        ...{ recipient: anna, notAnswered: [bea], told: [{ to: bea, outcome: 'accepted' }] },
        asked: [{ outcome: 'answered' }, { outcome: 'no_answer' }, { outcome: 'not_asked' }],
      },
    ]);
    expect(recipients(bench)).toEqual([anna, bea, bea]);
  });

  it('all go to the second branch if nobody answers', async () => {
    const waiting = await bench.run(inTurn(), [people[0] ?? {}, NO_WHATSAPP]);
    while (waiting.status === 'waiting') await timeUp(waiting);
    expect(waiting.items(1)).toMatchObject([
      { recipient: anna, answered: false, asked: [{ outcome: 'no_answer' }, { outcome: 'rejected' }] },
      { errorDetails: { outcome: 'rejected' } },
    ]);
  });

  it('fails if nobody can be asked, and asks nobody if one item is wrong', async () => {
    expect((await bench.run(inTurn(), [NO_WHATSAPP])).status).toBe('error');
    expect((await bench.run(inTurn(), [people[0] ?? {}, { json: { to: '12' } }])).status).toBe('error');
    expect(recipients(bench)).toEqual([]);
  });
});

describe('the others are told who has taken it', () => {
  const tellOthers = '={{ $json.answeredBy }} looks after {{ $json.plant }}';
  const all = people.map(({ json }) => ({ json: { ...json, plant: 7, data: { optedOut: [] } } }));
  const [anna = '', bea = '', carl = ''] = numbers;
  const ask = (more: object, settings: object = {}, items: InputItem[] = all) =>
    bench.run(
      asking('Whatsapp', {
        ...approval,
        ...toEach,
        options: { ...several({ waitFor: 'first', tellOthers }), ...more },
      }),
      items,
      settings,
    );

  it('by the list of their own items, and not who has taken it, though asked twice', async () => {
    const twice = [...all, { json: { ...all[0]?.json, to: anna.replace('+', '00') } }];
    // The output of the node has a field of that name, too.
    const waiting = await ask({ excludeRecipients: '={{ $json.data.optedOut }}' }, {}, twice);
    await tap(lastMessage(anna));
    const told = [bea, carl].map((to) => ({ to, outcome: 'accepted' }));
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true }, told }]);
    expect(texts(bench).filter((text) => text === `${anna} looks after 7`)).toHaveLength(2);
  });

  it('unless it is over the rate limit, or fails: the answer counts all the same', async () => {
    const held = await ask({}, { account: { mostToOnePerson: 1 } });
    await tap(lastMessage(anna));
    const reason = expect.stringContaining('limit for one person');
    const told = [bea, carl].map((to) => ({ to, outcome: 'over_limit', reason }));
    expect(await answered(held)).toMatchObject([{ told }]);
    const failing = await ask({});
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    await tap(lastMessage(anna));
    expect(await answered(failing)).toMatchObject([
      {
        answered: true,
        told: [{ outcome: 'rejected', requestId: expect.any(String) }, { outcome: 'accepted' }],
      },
    ]);
  });

  it('unless the account may no longer write to them', async () => {
    const account: Record<string, string> = {};
    const waiting = await ask({}, { account });
    waiting.surroundings.account.recipientsAllowed = `${anna}, ${carl}`;
    await tap(lastMessage(anna));
    expect(await answered(waiting)).toMatchObject([
      { told: [{ outcome: 'not_sent' }, { outcome: 'accepted' }] },
    ]);
  });
});
