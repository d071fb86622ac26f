import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { tapOn } from './asking';
import { NodeRed, type FlowNode, type Message } from './nodeRedServer';

const root = join(__dirname, '..', '..', '..');
const folder = join(root, 'examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const load = (file: string): FlowNode[] => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** As the examples 14 and 19 ask for it. */
const withFileStore = `contextStorage: {
  default: { module: 'memory' },
  file: { module: 'localfilesystem', config: { flushInterval: 1 } },
},`;

/** What a clock shows, such as `Mon 08:00`. */
const hoursIn = (timeZone: string, moment: number) =>
  new Date(moment).toLocaleString('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });

describe('run as imported, with user name and password entered', () => {
  let sandbox: Sandbox;
  let nodeRed: NodeRed;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, automaticDelivery: 'manual' });
    nodeRed = await NodeRed.start({ complete: true, settings: withFileStore });
    sandbox.change({ inboundUrls: { default: `${nodeRed.url}/api/webhooks/receivedmessage` } });
  });

  afterAll(async () => {
    await nodeRed?.stop();
    await sandbox?.close();
  });

  /** Imports an example as a person would, and returns access to its nodes by name. */
  function run(number: string) {
    return runFlow(load(files.find((name) => name.startsWith(`${number} - `)) ?? ''));
  }

  /** An example in which another text is in the functions. */
  const replaced = (file: string, text: string, other: string): FlowNode[] =>
    load(file).map((node) => ({ ...node, func: String(node['func']).replace(text, other) }));

  async function runFlow(imported: FlowNode[]) {
    const flow = imported.map((node): FlowNode => {
      const here: FlowNode = JSON.parse(
        JSON.stringify(node)
          .replaceAll('http://127.0.0.1:8026', sandbox.url)
          .replaceAll('http://127.0.0.1:1880', nodeRed.url),
      );
      const credentials = { username: 'demo', password: 'demo' };
      return node.type === 'messaging-account' ? { ...here, credentials } : here;
    });
    await nodeRed.forget();
    await nodeRed.deploy(flow);
    const idOf = (name: string) => flow.find((node) => node['name'] === name)?.id ?? name;
    return {
      idOf,
      press: (name: string) => nodeRed.press(idOf(name)),
      shown: (name: string, seen = 0): Promise<Message> => nodeRed.messageAt(idOf(name), seen),
      count: (name: string) => nodeRed.at(idOf(name)).length,
    };
  }

  /** What went out to a number after the sandbox had so many messages. */
  const sentAfter = (seen: number) => sandbox.until(() => sandbox.messages()[seen]);

  it('01: an SMS goes out, its delivery report comes back, and whoever writes gets an answer', async () => {
    const { press, shown } = await run('01');
    const seen = sandbox.messages().length;
    await press('Send an SMS');
    const accepted = await shown('Accepted');
    expect(accepted.payload).toMatchObject({ outcome: 'accepted', messageId: expect.any(String) });
    const message = await sentAfter(seen);
    expect(message).toMatchObject({ to: '+41791234567', content: { text: 'Hello from Node-RED' } });
    sandbox.setState(message.messageId, 'Delivered');
    expect((await shown('Delivery status')).payload).toMatchObject({
      event: 'status',
      status: 'delivered',
      final: true,
      messageId: message.messageId,
    });
    await sandbox.receive({ from: '+41791112233', text: 'Who is there?' });
    expect((await shown('Received')).payload).toMatchObject({ event: 'inbound', text: 'Who is there?' });
    await shown('Answered');
    expect(await sentAfter(seen + 1)).toMatchObject({
      to: '+41791112233',
      content: { text: 'Thank you. You wrote: Who is there?' },
    });
    const reply = { type: 'Button', id: 'yes', title: 'Yes, gladly' } as const;
    await sandbox.receive({ from: '+41791112233', channel: 'Whatsapp', reply });
    expect(await sentAfter(seen + 2)).toMatchObject({
      content: { text: 'Thank you. You wrote: Yes, gladly' },
    });
  });

  it('02: one gets the SMS, or several, and what cannot be sent comes out of the second output', async () => {
    const { press, shown } = await run('02');
    const seen = sandbox.messages().length;
    await press('To one');
    await shown('Accepted');
    await press('To several');
    expect((await shown('Accepted', 1)).payload).toMatchObject({
      messageIds: [expect.any(String), expect.any(String)],
    });
    const recipients = () =>
      sandbox
        .messages()
        .slice(seen)
        .map(({ to }) => to);
    expect(recipients()).toEqual(['+41791234567', '+41791234567', '+41797654321']);
    await press('To a number without country code');
    expect((await shown('Failed'))['error']).toMatchObject({ outcome: 'not_sent', code: 'invalid_request' });
    expect(recipients()).toHaveLength(3);
  });

  it.each([
    ['yes', 'See you on Tuesday at 10:00.'],
    ['no', 'We will call you to find another day.'],
  ])('03: the button %s is answered with its own text', async (id, text) => {
    const { press, shown, count } = await run('03');
    const seen = sandbox.messages().length;
    await press('Ask');
    await shown('Asked');
    expect(await sentAfter(seen)).toMatchObject({ channel: 'Whatsapp', content: { type: 'Interactive' } });
    await sandbox.receive({ from: '+41791234567', channel: 'Whatsapp', text: 'A text is let pass by' });
    await sandbox.receive({
      from: '+41791234567',
      channel: 'Whatsapp',
      reply: { type: 'Button', id, title: 'Some title' },
    });
    await shown('Sent');
    expect(await sentAfter(seen + 1)).toMatchObject({
      channel: 'Whatsapp',
      to: '+41791234567',
      content: { text },
    });
    expect(count('Sent')).toBe(1);
  });

  it('04: a Buffer goes out as a document', async () => {
    const { press, shown } = await run('04');
    const seen = sandbox.messages().length;
    await press('Send the document');
    await shown('Accepted');
    expect(await sentAfter(seen)).toMatchObject({
      channel: 'Whatsapp',
      content: { type: 'Document', filename: 'Invoice.pdf', mediaId: expect.any(String) },
    });
  });

  it.each([
    ['Delivered', 'Delivered'],
    ['Failed', 'Failed'],
  ] as const)('05: %s reaches its own debug node', async (state, name) => {
    const { press, shown } = await run('05');
    const seen = sandbox.messages().length;
    await press('Send an SMS');
    const { messageId } = await sentAfter(seen);
    sandbox.setState(messageId, 'Delayed');
    sandbox.setState(messageId, state);
    expect((await shown(name)).payload).toMatchObject({ event: 'status', messageId, final: true });
  });

  it('06: what comes one by one shares a call, and so does a list; what is wrong comes out by itself', async () => {
    const { press, shown, count } = await run('06');
    const seen = sandbox.messages().length;
    const calls = sandbox.calls().length;
    for (let pressed = 0; pressed < 3; pressed += 1) await press('One message');
    await shown('One result each', 2);
    expect(sandbox.calls()).toHaveLength(calls + 1);
    await press('A list of customers');
    expect((await shown('One result each', 4)).payload).toMatchObject({ outcome: 'accepted' });
    expect(await shown('Not sent')).toMatchObject({
      payload: { name: 'No number' },
      error: { code: 'invalid_request' },
    });
    expect(sandbox.calls()).toHaveLength(calls + 2);
    expect(count('One result each')).toBe(5);
    expect(
      sandbox
        .messages()
        .slice(seen + 3)
        .map(({ to, content }) => [to, content]),
    ).toMatchObject([
      ['+41791234567', { text: 'Hello Ann, your order is ready.' }],
      ['+41797654321', { text: 'Hello Bob, your order is ready.' }],
    ]);
  });

  it.each([
    ['Delivered', 'Delivered'],
    ['Failed', 'Not delivered'],
  ] as const)('07: %s is found out by asking', async (state, name) => {
    const { press, shown, count } = await run('07');
    const seen = sandbox.messages().length;
    await press('Send an SMS');
    const { messageId } = await sentAfter(seen);
    await sandbox.until(() => sandbox.calls().some(({ url }) => url.endsWith(messageId)));
    expect(count(name)).toBe(0);
    sandbox.setState(messageId, state);
    expect((await shown(name)).payload).toMatchObject({ messageId, final: true });
  });

  it.each([
    [100, 'Enough points'],
    [99, 'Few points left'],
  ])('08: %d points', async (points, name) => {
    sandbox.change({ points });
    const { press, shown } = await run('08');
    await press('Every morning');
    expect((await shown(name)).payload).toMatchObject({ points });
    sandbox.change({ points: 10_000 });
  });

  it('09: a picture is uploaded and sent by its id', async () => {
    const { press, shown } = await run('09');
    const seen = sandbox.messages().length;
    await press('A picture');
    await shown('Accepted');
    expect(await sentAfter(seen)).toMatchObject({
      channel: 'Whatsapp',
      content: { type: 'Image', mediaId: expect.any(String), caption: 'Our new shop' },
    });
  });

  it.each([
    ['help, please', 'Write OPEN for our opening hours.'],
    ['Open?', 'Good day +41791112233, we are open from 8 to 17.'],
  ])('10: "%s" gets the answer of its keyword', async (text, answer) => {
    const { shown } = await run('10');
    const seen = sandbox.messages().length;
    await sandbox.receive({ from: '+41791112233', text });
    await shown('Answered');
    expect(await sentAfter(seen)).toMatchObject({ to: '+41791112233', content: { text: answer } });
  });

  it('11: a tap on the question goes on with its message, and another text is asked again', async () => {
    const { press, shown } = await run('11');
    const seen = sandbox.messages().length;
    await press('Ask');
    const asked = await sentAfter(seen);
    await sandbox.receive({ from: asked.to, channel: 'Whatsapp', text: 'Which Tuesday?' });
    expect(await sentAfter(seen + 1)).toMatchObject({
      content: { text: expect.stringContaining('YES or NO') },
    });
    await tapOn(sandbox, asked, 'Another day');
    expect(await shown('Answer')).toMatchObject({ payload: 'no', order: 'A-4711' });
  });

  it('12: who has no WhatsApp gets the message as an SMS', async () => {
    sandbox.change({ automaticDelivery: 10 });
    const { press, shown } = await run('12');
    await press('Send');
    expect(await shown('Got through')).toMatchObject({
      payload: {
        channel: 'Sms',
        attempts: [{ channel: 'Whatsapp', outcome: 'rejected' }, { outcome: 'delivered' }],
      },
    });
    sandbox.change({ automaticDelivery: 'manual' });
  });

  it('12: who has not written for a day gets the template, and who has no WhatsApp the SMS', async () => {
    sandbox.change({ automaticDelivery: 10 });
    const sendTo = async (to: string) => {
      const example = load('12 - WhatsApp first, then SMS.json');
      const text = JSON.stringify(example).replaceAll('+41790000008', to);
      const { press, shown } = await runFlow(JSON.parse(text));
      await press('Send to one who has not written for a day');
      return (await shown('Got through')).payload;
    };
    const text = 'Your parcel is at the counter until Friday.';
    for (const [to, state] of [
      ['+41790000008', 'rejected'],
      ['+41790000009', 'failed'],
    ] as const) {
      expect(await sendTo(to)).toMatchObject({
        channel: 'Whatsapp',
        attempts: [
          { channel: 'Whatsapp', outcome: state },
          { channel: 'Whatsapp', outcome: 'delivered' },
        ],
      });
      expect(sandbox.messages().at(-1)).toMatchObject({
        to,
        channel: 'Whatsapp',
        content: { type: 'Template', components: [{ parameters: [{ text }] }] },
      });
    }
    expect(await sendTo('+41790000006')).toMatchObject({
      channel: 'Sms',
      attempts: [{ outcome: 'rejected' }, { outcome: 'rejected' }, { channel: 'Sms', outcome: 'delivered' }],
    });
    expect(sandbox.messages().at(-1)).toMatchObject({ channel: 'Sms', content: { text } });
    sandbox.change({ automaticDelivery: 'manual' });
  });

  it('15: the people on call are asked one after another, until one takes it', async () => {
    const { press, shown, count } = await run('15');
    const seen = sandbox.messages().length;
    await press('Alarm');
    // The first one has no WhatsApp.
    const asked = await sentAfter(seen);
    expect(asked).toMatchObject({ to: '+41791110001', content: { body: { text: 'Pump 3 is too hot' } } });
    await tapOn(sandbox, asked, 'I take it');
    expect(await shown('Taken')).toMatchObject({
      payload: 'take',
      question: {
        answeredBy: '+41791110001',
        asked: [{ outcome: 'rejected' }, { outcome: 'answered' }, { outcome: 'not_asked' }],
      },
    });
    expect(sandbox.messages()).toHaveLength(seen + 1);
    await press('Alarm');
    await sentAfter(seen + 1);
    await press('Alarm is over');
    expect(count('Taken')).toBe(1);
  });

  it('13: who has no WhatsApp is asked by SMS, and answers with a word', async () => {
    const { press, shown } = await run('13');
    const seen = sandbox.messages().length;
    await press('Ask');
    expect(await sentAfter(seen)).toMatchObject({ channel: 'Sms', to: '+41790000006' });
    await sandbox.receive({ from: '+41790000006', text: 'Yes, thank you' });
    expect(await shown('Answer')).toMatchObject({ payload: 'YES', to: '+41790000006' });
  });

  it('14: who writes STOP is confirmed once and gets nothing more, until START', async () => {
    const { press, shown, count } = await run('14');
    const person = '+41791234567';
    const write = (text: string) => sandbox.receive({ from: person, text });
    let seen = sandbox.messages().length;
    const sentNow = () =>
      sandbox
        .messages()
        .slice(seen)
        .map(({ to }) => to);

    // Anybody can send under a name. It must not keep the flow from sending.
    await sandbox.receive({ from: 'Stranger', text: 'STOP' });
    await sandbox.receive({ from: '12345', text: 'STOP' });
    await write('Please do not stop');
    await write('Stop!');
    expect(await sentAfter(seen)).toMatchObject({
      to: person,
      content: { text: expect.stringContaining('no more messages') },
    });
    await shown('Confirmed');
    await write('ARRÊT');
    seen = sandbox.messages().length;
    await press('To everybody');
    expect((await shown('Result', 1)).payload).toMatchObject({ outcome: 'accepted' });
    expect((await shown('Result', 0)).payload).toMatchObject({ outcome: 'opted_out' });
    expect(sentNow()).toEqual(['+41797654321']);
    expect(count('Confirmed')).toBe(1);

    seen = sandbox.messages().length;
    await write('start');
    expect(await sentAfter(seen)).toMatchObject({
      to: person,
      content: { text: expect.stringContaining('Welcome back') },
    });
    seen = sandbox.messages().length;
    await press('To everybody');
    await shown('Result', 3);
    expect(sentNow()).toEqual([person, '+41797654321']);
  });

  describe('16: a one-time code', () => {
    /** Fills in a form of the page and returns what the next page says. */
    const submit = async (action: string, fields: Record<string, string>): Promise<string> => {
      const answer = await fetch(nodeRed.url + action, { method: 'POST', body: new URLSearchParams(fields) });
      expect(answer.status).toBe(200);
      return await answer.text();
    };
    const codeAfter = async (seen: number): Promise<string> => {
      const { content } = await sentAfter(seen);
      return /Your code is (\d{6})\./.exec('text' in content ? String(content.text) : '')?.[1] ?? '';
    };
    const other = (code: string) => (code === '000000' ? '000001' : '000000');

    it('confirms the number, also at the last try, and counts once', async () => {
      const { shown, count } = await run('16');
      const number = '+41791234567';
      const seen = sandbox.messages().length;
      expect(await (await fetch(`${nodeRed.url}/code`)).text()).toContain('Enter your mobile number');
      expect(await submit('/code', { number: '0041 79 123 45 67' })).toContain('We have sent you a code');
      const code = await codeAfter(seen);
      expect(code).toMatch(/^\d{6}$/);
      expect(sandbox.messages()[seen]?.to).toBe(number);
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await submit('/code/check', { number, code: other(code) })).toContain('This code is wrong');
      }
      expect(count('Number confirmed')).toBe(0);
      expect(await submit('/code/check', { number, code: ` ${code} ` })).toContain('is confirmed');
      expect(await shown('Number confirmed')).toMatchObject({ number });
      expect(await submit('/code/check', { number, code })).toContain('no longer valid');
      expect(count('Number confirmed')).toBe(1);
    });

    it('is worth nothing after three wrong tries, and there is no other one until it is too old', async () => {
      const { count } = await run('16');
      const number = '+41791234568';
      const seen = sandbox.messages().length;
      await submit('/code', { number });
      const code = await codeAfter(seen);
      const pages = [];
      for (let tries = 0; tries < 3; tries += 1)
        pages.push(await submit('/code/check', { number, code: other(code) }));
      expect(pages.map((page) => page.includes('no longer valid'))).toEqual([false, false, true]);
      expect(await submit('/code/check', { number, code })).toContain('no longer valid');
      for (const spelling of [number, '+41 79 123 45 68', '0041791234568']) {
        expect(await submit('/code', { number: spelling })).toContain('This number has a code');
      }
      expect(sandbox.messages()).toHaveLength(seen + 1);
      expect(count('Number confirmed')).toBe(0);
    });

    it('is too old after ten minutes', async () => {
      const { count } = await runFlow(replaced('16 - One-time code.json', '10 * 60_000', '0'));
      const number = '+41791234569';
      const seen = sandbox.messages().length;
      await submit('/code', { number });
      const code = await codeAfter(seen);
      expect(await submit('/code/check', { number, code })).toContain('no longer valid');
      expect(await submit('/code', { number })).toContain('We have sent you a code');
      expect(count('Number confirmed')).toBe(0);
    });

    it.each([
      ['a national number', '079 123 45 67', 'with its country code'],
      ['a number that the service refuses', '+41790000400', 'could not be sent'],
      ['the same, once more', '+41790000400', 'could not be sent'],
      ['no number', '<b>__proto__</b>', 'with its country code'],
    ])('is not sent to %s', async (_, entered, says) => {
      await run('16');
      const seen = sandbox.messages().length;
      expect(await submit('/code', { number: entered })).toContain(says);
      expect(sandbox.messages()).toHaveLength(seen);
    });
  });

  describe('17: a menu', () => {
    /** What somebody writes, and the answer. */
    const write = async (from: string, text: string): Promise<string> => {
      const seen = sandbox.messages().length;
      await sandbox.receive({ from, text });
      const { to, content } = await sentAfter(seen);
      expect(to).toBe(from);
      return 'text' in content ? String(content.text) : '';
    };
    const [anna, bruno] = ['+41791112233', '+41792223344'];

    it('knows where each person is', async () => {
      await run('17');
      expect(await write(anna, 'Menu, please')).toMatch(/^Write 1/);
      expect(await write(bruno, 'menu')).toMatch(/^Write 1/);
      expect(await write(anna, '2')).toBe('For which day and time?');
      expect(await write(bruno, '1.')).toMatch(/^We are open/);
      expect(await write(anna, 'Friday, 19:00')).toBe('Thank you. We have noted: Friday, 19:00');
    });

    it('answers nobody who has not asked for it, and nothing after what makes no sense', async () => {
      const { shown, count } = await run('17');
      await sandbox.receive({ from: anna, text: '1' });
      expect(await write(bruno, 'MENU')).toMatch(/^Write 1/);
      expect(await write(bruno, '3')).toMatch(/^Sorry/);
      await sandbox.receive({ from: bruno, text: '1' });
      expect(await write(anna, 'MENU')).toMatch(/^Write 1/);
      await shown('Answered', 2);
      expect(count('Answered')).toBe(3);
    });

    it('is over after ten minutes', async () => {
      const { shown, count } = await runFlow(replaced('17 - Menu by keywords.json', '10 * 60_000', '0'));
      expect(await write(anna, 'MENU')).toMatch(/^Write 1/);
      await sandbox.receive({ from: anna, text: '1' });
      expect(await write(bruno, 'MENU')).toMatch(/^Write 1/);
      await shown('Answered', 1);
      expect(count('Answered')).toBe(2);
    });
  });

  describe('18: a person', () => {
    const [anna, bruno, team] = ['+41791112233', '+41792224567', '+41797654321'];
    const sentSince = (seen: number) =>
      sandbox
        .messages()
        .slice(seen)
        .map(({ to, content }) => [to, 'text' in content ? String(content.text) : '']);
    /** What goes out when somebody writes. */
    const write = async (from: string, text: string, count: number) => {
      const seen = sandbox.messages().length;
      await sandbox.receive({ from, text });
      if (count > 0) await sentAfter(seen + count - 1);
      return sentSince(seen).sort();
    };
    const takenOver = (from: string, text: string) => [
      [from, 'A person will answer you soon.'],
      [team, expect.stringContaining(`${from} needs a person: ${text}`)],
    ];

    it('takes over what the bot does not know, until the team hands back', async () => {
      await run('18');
      const hours = [[anna, expect.stringContaining('We are open')]];
      expect(await write(anna, 'hours?', 1)).toEqual(hours);
      expect(await write(anna, 'My parcel is broken', 2)).toEqual(takenOver(anna, 'My parcel is broken'));
      expect(await write(anna, 'HOURS', 1)).toEqual([[team, `${anna}: HOURS`]]);
      expect(await write(bruno, 'Hello', 2)).toEqual(takenOver(bruno, 'Hello'));
      expect(await write(team, 'I am on holiday', 0)).toEqual([]);

      const back = expect.stringContaining('Our assistant answers you again');
      expect(await write(team, 'Back 4567', 1)).toEqual([[bruno, back]]);
      expect(await write(bruno, 'HOURS', 1)).toEqual([[bruno, expect.stringContaining('We are open')]]);
      expect(await write(anna, 'HOURS', 1)).toEqual([[team, `${anna}: HOURS`]]);
      await write(bruno, 'Hello again', 2);
      expect(await write(team, 'BACK', 2)).toEqual([anna, bruno].map((person) => [person, back]));
      expect(await write(anna, 'HOURS', 1)).toEqual(hours);
    });

    it('has a conversation for eight hours at most', async () => {
      await runFlow(replaced('18 - A person takes over.json', '8 * 3600_000', '0'));
      expect(await write(anna, 'Hello', 2)).toEqual(takenOver(anna, 'Hello'));
      expect(await write(anna, 'HOURS', 1)).toEqual([[anna, expect.stringContaining('We are open')]]);
    });
  });

  it.each([
    ['In Zurich', 'Europe/Zurich'],
    ['In Tokyo', 'Asia/Tokyo'],
  ])(
    '20: a reminder goes out in office hours, or is scheduled for when they begin (%s)',
    async (name, timeZone) => {
      const { press, shown, count } = await run('20');
      const seen = sandbox.messages().length;
      await press(name);
      const { sendAt, acceptedAt } = await sentAfter(seen);
      expect(hoursIn(timeZone, sendAt ?? acceptedAt)).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? (08|09|1[0-7]):/);
      const { payload } = await shown(sendAt === undefined ? 'Sent at once' : 'Scheduled');
      expect(Object(payload).sendDate).toBe(
        sendAt === undefined ? undefined : new Date(sendAt).toISOString(),
      );
      expect(count('Failed')).toBe(0);
    },
  );

  it('19: an urgent alarm goes out at once, the others in one SMS', async () => {
    const { press, shown, count, idOf } = await run('19');
    let seen = sandbox.messages().length;
    await press('Urgent alarm');
    expect(await sentAfter(seen)).toMatchObject({ content: { text: 'Smoke in hall 2' } });
    for (let pressed = 0; pressed < 3; pressed += 1) await press('Alarm');
    for (let other = 1; other <= 6; other += 1) {
      nodeRed.inject(idOf('Urgent?'), { payload: `Pump ${other + 1} is hot` });
    }
    nodeRed.inject(idOf('Urgent?'), { payload: 'Flood', urgent: true });
    await shown('Sent at once', 1);
    seen = sandbox.messages().length;

    await press('Every 15 minutes');
    const text =
      'Alarms: 9\n3x Pump 1 is hot\n1x Pump 2 is hot\n1x Pump 3 is hot\n1x Pump 4 is hot\n1x Pump 5 is hot\nand 2 other kinds';
    expect(await sentAfter(seen)).toMatchObject({ to: '+41791234567', content: { text } });
    await shown('Digest sent');
    await press('Every 15 minutes');
    await press('Alarm');
    await press('Every 15 minutes');
    await shown('Digest sent', 1);
    expect(sandbox.messages()[seen + 1]).toMatchObject({ content: { text: 'Alarms: 1\n1x Pump 1 is hot' } });
    expect(count('Digest sent')).toBe(2);
  });
});
