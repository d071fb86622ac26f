import { askNode, buttons, flowOf, person, repeat, tapOn } from '../../hosts/node-red/asking';
import { closedNow } from '../../hosts/windows';
import { accountNode, form, typed, windowSetting } from '../../hosts/node-red/flows';
import type { Message } from '../../hosts/node-red/nodeRedServer';
import { circular, pass } from '../../hosts/node-red/passing';
import { INBOUND_PATH, inboundNode, NOTIFICATION_PATH, post, status } from '../../hosts/node-red/webhooks';
import { ask, at, deploy, useAsking } from './asking';

useAsking();

const inbound = inboundNode();
const sentTo = (to: string) => at.sandbox.messages().filter((message) => message.to === to);

describe('a question', () => {
  it('goes on with the text that the person writes, in the same message, and starts no trigger node', async () => {
    await deploy({}, {}, inbound);
    const to = person();
    const asked = await ask({ _msgid: 'first', to, payload: 'When?', order: 7 });
    const answer = await at.sandbox.receive({
      from: to,
      to: asked.from,
      channel: 'Whatsapp',
      text: 'At nine',
    });
    expect(answer.push).toMatchObject({ attempts: [{ status: 200 }] });
    expect(await at.nodeRed.messageAt('answer')).toEqual({
      _msgid: 'first',
      to,
      order: 7,
      payload: 'At nine',
      answer: expect.objectContaining({ event: 'inbound', from: to, text: 'At nine' }),
      question: {
        messageId: asked.messageId,
        channel: 'Whatsapp',
        to,
        from: '+41795550100',
        askedAt: expect.stringMatching(/^20.+Z$/),
        outcome: 'answered',
      },
    });
    expect((await at.nodeRed.completion('first')).error).toBeUndefined();
    expect(at.nodeRed.at('out')).toEqual([]);
    await at.nodeRed.statusLike('ask', /^1 answered$/);
    // The next message of this person answers nothing.
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'Hello?' });
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'Hello?' });
  });

  it('needs no trigger node, and starts one as well where it is told to', async () => {
    await deploy();
    const to = person();
    const asked = await ask({ to, payload: 'When?' });
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'Later' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Later' });
    await deploy({ alsoTriggers: true }, {}, inbound);
    await ask({ to, payload: 'When?' });
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'Now' });
    expect(await at.nodeRed.messageAt('answer', 1)).toMatchObject({ payload: 'Now' });
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'Now' });
  });

  it('gives taps to the question that was tapped and texts to the oldest', async () => {
    await deploy({ ...buttons, waitFor: 'choice', words: 'MAYBE' }, {}, inboundNode({ replyIds: 'yes' }));
    const to = person();
    const first = await ask({ _msgid: 'one', to, payload: 'Monday?' });
    const second = await ask({ _msgid: 'two', to, payload: 'Tuesday?' });
    await tapOn(at.sandbox, second, 'Not this time');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({
      _msgid: 'two',
      payload: 'no',
      answer: { choice: { id: 'no' } },
    });
    await ask({ _msgid: 'three', to, payload: 'Friday?' });
    await at.sandbox.receive({ from: to, to: first.from, channel: 'Whatsapp', text: 'maybe...' });
    expect(await at.nodeRed.messageAt('answer', 1)).toMatchObject({ _msgid: 'one', payload: 'MAYBE' });
    await at.sandbox.receive({ from: to, to: first.from, channel: 'Whatsapp', text: 'i will come' });
    expect(await at.nodeRed.messageAt('answer', 2)).toMatchObject({ _msgid: 'three', payload: 'yes' });
    // A tap on a question that is over is a message like any other, with the user's own id.
    await tapOn(at.sandbox, second, 'I will come');
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({
      choice: { id: 'yes', title: 'I will come' },
    });
    expect(at.nodeRed.at('answer')).toHaveLength(3);
  });

  it.each(['any', 'choice'])('takes no value that it did not offer (waits for %s)', async (waitFor) => {
    await deploy({ ...buttons, waitFor }, {}, inbound);
    const to = person();
    const asked = await ask({ to, payload: 'Monday?' });
    const [, mark = ''] = /(~ask\.[\w-]{16})/.exec(JSON.stringify(asked.content)) ?? [];
    const reply = { type: 'Button', id: `admin${mark}`, title: 'I will come' } as const;
    const forged = {
      from: to,
      to: asked.from,
      channel: 'Whatsapp',
      reply,
      replyTo: asked.messageId,
    } as const;
    await at.sandbox.receive(forged);
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ choice: { id: 'admin' } });
    expect(at.nodeRed.at('answer')).toEqual([]);
    await tapOn(at.sandbox, asked, 'Not this time');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'no' });
  });

  it('hands what fits nothing to the trigger nodes, or asks again once', async () => {
    const choice = {
      channel: 'Sms',
      ...form({ message: { to: typed('msg', 'to') } }),
      waitFor: 'choice',
      words: 'YES, NO',
    };
    const account = { senderSms: '0041795550100' };
    await deploy(choice, account, inbound);
    const to = person();
    const write = (text: string) => at.sandbox.receive({ from: to, text });
    await ask({ to, payload: 'Will you come? YES or NO' });
    await write('What?');
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'What?' });
    await write('no, sorry');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'NO' });

    await deploy({ ...choice, misfit: 'again', againText: 'YES or NO, {{name}}.' }, account, inbound);
    await ask({ to, payload: 'Will you come? YES or NO', name: 'Eve' });
    const sent = at.sandbox.messages().length;
    await write('What?');
    const again = await at.nodeRed.until(() => at.sandbox.messages()[sent]);
    expect(again).toMatchObject({ to, channel: 'Sms', content: { text: 'YES or NO, Eve.' } });
    await write('I do not know');
    expect((await at.nodeRed.messageAt('out', 1)).payload).toMatchObject({ text: 'I do not know' });
    await write('Yes');
    expect(await at.nodeRed.messageAt('answer', 1)).toMatchObject({ payload: 'YES' });
  });

  it('never keeps a STOP from the trigger nodes, and asks nobody again after it', async () => {
    await deploy({ ...buttons, waitFor: 'choice', misfit: 'again', againText: 'Tap, please.' }, {}, inbound);
    const to = person();
    const asked = await ask({ to, payload: 'Monday?' });
    const write = (text: string) =>
      at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text });
    await write('Stop!');
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'Stop!', optOut: 'stop' });
    await deploy({ waitFor: 'any' }, {}, inbound);
    const sent = at.sandbox.messages().length;
    await ask({ to, payload: 'When?' });
    await write('ARRÊT');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({
      payload: 'ARRÊT',
      answer: { optOut: 'stop' },
    });
    expect((await at.nodeRed.messageAt('out', 1)).payload).toMatchObject({ text: 'ARRÊT' });
    expect(at.sandbox.messages()).toHaveLength(sent + 1);
  });

  it('keeps no word from a trigger node that was entered there', async () => {
    await deploy({}, {}, inboundNode({ optOuts: 'only', optOutWords: 'basta' }));
    const to = person();
    const asked = await ask({ to, payload: 'What is your name?' });
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'Basta!' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Basta!' });
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ optOut: 'stop' });
  });

  it("asks nobody again who is on the list of 'Exclude recipients', nor outside of the sending window", async () => {
    const choice = { waitFor: 'choice', words: 'YES, NO', misfit: 'again', againText: 'YES or NO, please.' };
    const { window } = closedNow();
    for (const later of [
      { doNotSendTo: typed('jsonata', 'to') },
      windowSetting({ ...window, outside: 'refuse' }),
    ]) {
      await deploy(choice);
      const to = person();
      const asked = await ask({ to, payload: 'Will you come?' });
      const sent = at.sandbox.messages().length;
      await at.nodeRed.deploy(flowOf(at.sandbox.url, { ...choice, ...later }));
      for (const text of ['What?', 'yes'])
        await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text });
      await at.nodeRed.until(
        () => at.nodeRed.at('answer').some(({ to: answering }) => answering === to),
        'the answer',
      );
      expect(at.sandbox.messages()).toHaveLength(sent);
    }
  });

  it('says that a message answers nothing and reaches no flow, once of several nodes, and counts it', async () => {
    const second = { ...askNode({ id: 'ask2', wires: [[], [], []] }) };
    await deploy({ alsoTriggers: true }, {}, second);
    const to = person();
    const write = (text: string) =>
      at.sandbox.receive({ from: to, to: '+41795550100', channel: 'Whatsapp', text });
    const taken = await write('Hi');
    expect(taken.push).toMatchObject({ attempts: [{ status: 200 }] });
    await repeat(taken.push);
    await at.nodeRed.statusLike('ask', /^1 without a question · /);
    await ask({ to, payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^1 without a question · 1 waiting · 0 answered$/);
    await write('At nine');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'At nine' });
    await write('Thanks');
    await at.nodeRed.statusLike('ask', /^2 without a question · 1 answered$/);
    const said = at.nodeRed.logs.filter(({ text }) => text.includes('answers no question'));
    expect(said.map(({ id, level }) => ({ id, level }))).toEqual([
      { id: 'ask', level: 30 },
      { id: 'ask', level: 40 },
    ]);
    expect(said[0]?.text).toContain(`The message ${taken.inbound.messageId} answers no question`);

    await at.nodeRed.forget();
    await deploy({}, {}, inbound);
    await write('Hello?');
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'Hello?' });
    expect(at.nodeRed.logText).not.toMatch('answers no question');
  });

  it('ends by "no answer" when its time is up, with the payload that came in', async () => {
    await deploy({ limit: 0.3, limitUnit: 'seconds' });
    await ask({ to: person(), payload: 'When?', answer: 'of an earlier question' });
    const out = await at.nodeRed.messageAt('silence');
    expect(out).toMatchObject({ payload: 'When?', question: { channel: 'Whatsapp', outcome: 'no_answer' } });
    expect(out['answer']).toBeUndefined();
    await at.nodeRed.statusLike('ask', /^no answer · 0 answered$/);
  });

  it.each([
    ['that the service refuses', { to: '+41790000400' }, { outcome: 'rejected' }],
    ['of which nobody knows whether it was sent', { to: '+41790000600' }, { outcome: 'unknown' }],
    ['to several persons', { toList: ['+41791110001', '+41791110002'] }, { code: 'invalid_request' }],
    ['to nobody', {}, { code: 'invalid_request' }],
  ])('%s leaves by "failed", and nothing waits', async (_name, msg: Message, error) => {
    await deploy();
    const passed = await pass(at.nodeRed, 'ask', { payload: 'When?', ...msg });
    expect(passed.error).toBeUndefined();
    expect(await passed.arrivesAt('failed')).toMatchObject({ payload: 'When?', error });
    await at.nodeRed.statusLike('ask', /^(refused|may have been sent|not sent): /);
  });

  it.each<[string, string, Message]>([
    ['a property', 'msg', { minutes: 0.001 }],
    ['a property that is text', 'msg', { minutes: '0.001' }],
    ['an expression', 'jsonata', { seconds: 0.06 }],
  ])('waits as long as %s says', async (_name, t, more) => {
    await deploy({ limitFrom: typed(t, t === 'msg' ? 'minutes' : 'seconds / 60') });
    await ask({ to: person(), payload: 'When?', ...more });
    const { question } = await at.nodeRed.messageAt('silence');
    expect(question).toMatchObject({ outcome: 'no_answer' });
  });

  it('is not asked if the message does not say how long, though the node is set so', async () => {
    await deploy({ limitFrom: typed('msg', 'minutes') });
    const to = person();
    const wrong = await pass(at.nodeRed, 'ask', { to, payload: 'When?' });
    expect(await wrong.arrivesAt('failed')).toMatchObject({
      error: { message: expect.stringContaining('msg.minutes finds nothing for this message') },
    });
    expect(sentTo(to)).toEqual([]);
  });

  it.each([0, -1, 'soon', true, {}, 600_000])('is not asked with the time limit %j', async (minutes) => {
    await deploy({ limitFrom: typed('msg', 'minutes') });
    const to = person();
    const wrong = await pass(at.nodeRed, 'ask', { to, payload: 'When?', minutes });
    expect(await wrong.arrivesAt('failed')).toMatchObject({
      error: {
        outcome: 'not_sent',
        message: expect.stringContaining('Time limit from: must be a number of minutes'),
      },
    });
    expect(sentTo(to)).toEqual([]);
  });

  it('with nothing to choose from says so', async () => {
    await deploy({ waitFor: 'choice' });
    const passed = await pass(at.nodeRed, 'ask', { to: person(), payload: 'When?' });
    expect(await passed.arrivesAt('failed')).toMatchObject({
      error: { message: expect.stringContaining('there is nothing to choose') },
    });
  });
});

describe('a question and the report about it', () => {
  const account = () => ({ publicAddress: at.nodeRed.url });

  it('leaves by "failed" when it was not delivered', async () => {
    await deploy({}, account());
    const asked = await ask({ to: person(), payload: 'When?' });
    expect(asked.notification).toEqual({
      forEvent: 'FinalOnly',
      addresses: [{ type: 'UrlPost', address: `${at.nodeRed.url}${NOTIFICATION_PATH}` }],
    });
    at.sandbox.setState(asked.messageId, 'Failed', { code: 'Gone', message: 'No such subscriber' });
    expect(await at.nodeRed.messageAt('failed')).toMatchObject({
      error: { code: 'not_delivered', message: 'The question was not delivered: No such subscriber' },
    });
  });

  it('is answered by the delivery where that is waited for, told by a report or asked for', async () => {
    await deploy({ waitFor: 'delivery' }, account());
    const told = await ask({ to: person(), payload: 'Bring your card.' });
    at.sandbox.setState(told.messageId, 'Delayed');
    at.sandbox.setState(told.messageId, 'Delivered');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({
      payload: 'delivered',
      answer: { event: 'status', messageId: told.messageId },
    });
    await deploy({ waitFor: 'delivery' });
    const asked = await ask({ to: person(), payload: 'Bring your card.' });
    expect(asked.notification).toBeUndefined();
    at.sandbox.setState(asked.messageId, 'Delivered');
    expect(await at.nodeRed.messageAt('answer', 1)).toMatchObject({ payload: 'delivered' });
  });

  it.each(['any', 'choice'])(
    'is asked for without a public address, whatever is waited for (%s)',
    async (waitFor) => {
      await deploy({ ...buttons, waitFor });
      const asked = await ask({ to: person(), payload: 'Monday?' });
      at.sandbox.setState(asked.messageId, 'Failed', { code: 'Gone', message: 'No such subscriber' });
      expect(await at.nodeRed.messageAt('failed')).toMatchObject({
        payload: 'Monday?',
        error: { code: 'not_delivered', message: 'The question was not delivered: No such subscriber' },
      });
    },
  );

  it('leaves the question open for an answer once it is delivered', async () => {
    await deploy();
    const to = person();
    const asked = await ask({ to, payload: 'When?' });
    at.sandbox.setState(asked.messageId, 'Delivered');
    const queries = () => at.sandbox.calls().filter(({ url }) => url.includes(asked.messageId)).length;
    await at.nodeRed.until(() => (queries() > 0 ? true : undefined));
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'At nine' });
  });

  it('leaves it open also where a failure is reported after that', async () => {
    await deploy({}, account());
    const to = person();
    const { messageId, from } = await ask({ to, payload: 'When?' });
    for (const state of ['Delivered', 'Failed', 'Undelivered']) {
      const report = status({ messageId, to, status: state });
      expect(await post(`${at.nodeRed.url}${NOTIFICATION_PATH}`, report)).toMatchObject({ status: 200 });
      await at.nodeRed.deploy(flowOf(at.sandbox.url, {}, account()));
    }
    await at.sandbox.receive({ from: to, to: from, channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'At nine' });
    expect(at.nodeRed.at('failed')).toEqual([]);
  });

  it.each([
    ['leave no room for that of the node', 'FinalOnly', 'x'.repeat(170)],
    ['get only some of the reports', 'ErrorOnly', 'failures'],
  ])('is asked for where the addresses of the user %s', async (_, forEvent, path) => {
    const url = typed('str', `https://example.com/${path}`);
    const notification = {
      forEvent: typed('str', forEvent),
      addresses: [{ type: typed('str', 'UrlPost'), address: url }],
    };
    await deploy(form({ message: { to: typed('msg', 'to') }, notification }), account());
    const asked = await ask({ to: person(), payload: 'When?' });
    expect(asked.notification).toEqual({ forEvent, addresses: [{ type: 'UrlPost', address: url.v }] });
    at.sandbox.setState(asked.messageId, 'Failed', { code: 'Gone', message: 'No such subscriber' });
    expect(await at.nodeRed.messageAt('failed')).toMatchObject({ error: { code: 'not_delivered' } });
  });

  it('is looked at at the end, so that no failed question passes for one without an answer', async () => {
    await deploy({ limit: 1, limitUnit: 'seconds' }, { publicAddress: 'http://127.0.0.1:1' });
    const asked = await ask({ to: person(), payload: 'When?' });
    at.sandbox.setState(asked.messageId, 'Failed', { code: 'Gone', message: 'No such subscriber' });
    expect(await at.nodeRed.messageAt('failed')).toMatchObject({ error: { code: 'not_delivered' } });
    expect(at.nodeRed.at('silence')).toEqual([]);
  });

  it('is looked at once more when the time is up, as a report can be lost', async () => {
    await deploy(
      { waitFor: 'delivery', limit: 30, limitUnit: 'seconds' },
      { publicAddress: 'http://127.0.0.1:1' },
    );
    const { messageId } = await ask({ to: person(), payload: 'Bring your card.' });
    at.sandbox.setState(messageId, 'Delivered');
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'delivered' });
  });
});

describe('questions are taken back', () => {
  it('by msg.cancel for one person and by msg.reset for all, through an output of their own', async () => {
    await deploy({}, {}, inbound);
    const people = [person(), person(), person()] as const;
    for (const to of people) await ask({ _msgid: to, to, payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^3 waiting/);
    await pass(at.nodeRed, 'ask', { cancel: people[0].replace('+', '00') });
    await at.nodeRed.completion(people[0]);
    await at.nodeRed.statusLike('ask', /^2 waiting/);
    await pass(at.nodeRed, 'ask', { cancel: true, to: people[1] });
    await at.nodeRed.completion(people[1]);
    await pass(at.nodeRed, 'ask', { reset: true });
    await at.nodeRed.completion(people[2]);
    await at.nodeRed.statusLike('ask', /^3 cancelled · 0 answered$/);
    expect(at.nodeRed.at('cancelled')).toMatchObject(
      people.map((to) => ({ _msgid: to, payload: 'When?', question: { to, outcome: 'cancelled' } })),
    );
    await at.sandbox.receive({ from: people[0], to: '+41795550100', channel: 'Whatsapp', text: 'At nine' });
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'At nine' });
    expect([...at.nodeRed.at('answer'), ...at.nodeRed.at('silence'), ...at.nodeRed.at('failed')]).toEqual([]);
  });

  it('by the number in any way in which a recipient can be written', async () => {
    await deploy({}, { defaultCountry: '41' });
    const names: Array<(to: string) => Message> = [
      (to) => ({ cancel: `0${to.slice(3)}` }),
      (to) => ({ cancel: [`${person()}`, `0${to.slice(3)}`] }),
      (to) => ({ cancel: `${person()}, 0${to.slice(3)}` }),
      (to) => ({ cancel: true, to: [`0${to.slice(3)}`] }),
    ];
    for (const [index, msg] of names.entries()) {
      const to = person();
      await ask({ _msgid: to, to, payload: 'When?' });
      await pass(at.nodeRed, 'ask', msg(to));
      expect(await at.nodeRed.messageAt('cancelled', index)).toMatchObject({ question: { to } });
    }
  });

  it.each([
    7,
    'quatsch',
    '0791234567',
    '',
    [],
    [person(), 'x'],
    false,
    null,
    { type: 'Group', address: 'a' },
    circular,
  ])('not by %j, which is no number', async (cancel) => {
    await deploy();
    const to = person();
    const asked = await ask({ to, payload: 'When?' });
    const wrong = await pass(at.nodeRed, 'ask', { cancel });
    expect(await wrong.arrivesAt('failed')).toMatchObject({
      error: { outcome: 'not_sent', message: expect.stringContaining('msg.cancel') },
    });
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'At nine' });
  });

  it('when the node is deleted for good, which says which they were', async () => {
    await deploy();
    await ask({ _msgid: 'm1', to: person(), payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    const without = flowOf(at.sandbox.url).filter(({ id }) => id !== 'ask');
    await at.nodeRed.deploy(without, 'nodes');
    await at.nodeRed.deploy(without);
    const says = () => at.nodeRed.logText.includes('Messages of a deleted node that end here (1): m1.');
    await at.nodeRed.until(says, 'the error');
    expect(at.nodeRed.at('failed')).toEqual([]);
  });
});

describe('a question from a message that not everything can read', () => {
  const throws = "{ enumerable: true, get() { throw new Error('boom'); } }";
  // Only until the answer is there: the node of the test could not record it.
  const asking = "{ enumerable: true, get() { if (this.payload === 'When?') throw new Error('boom'); } }";
  const proxy =
    "new Proxy({}, { ownKeys() { throw new Error('boom'); }, get() { throw new Error('boom'); } })";
  const cases: Array<[string, string, boolean]> = [
    ['a getter that throws', `Object.defineProperty(msg, 'odd', ${asking}); return msg;`, false],
    [
      'an inner getter that throws',
      `msg.odd = { inner: Object.defineProperty({}, 'odd', ${throws}) }; return msg;`,
      true,
    ],
    ['a proxy that throws', `msg.odd = ${proxy}; return msg;`, true],
    [
      'a payload with only a getter',
      "Object.defineProperty(msg, 'payload', { enumerable: true, get: () => 'When?' }); return msg;",
      false,
    ],
    [
      'a property "question" with only a getter',
      "Object.defineProperty(msg, 'question', { get: () => 1 }); return msg;",
      false,
    ],
    [
      'a property "answer" that throws',
      `Object.defineProperty(msg, 'answer', ${throws}); return msg;`,
      false,
    ],
    ['no property that can be added', 'return Object.preventExtensions(msg);', false],
  ];

  it.each(cases)('is asked and answered: %s', async (_name, code, staysInside) => {
    // Without the nodes that copy each message.
    const flow = flowOf(at.sandbox.url).filter(({ type }) => !['complete', 'catch', 'status'].includes(type));
    await at.nodeRed.deploy(flow);
    const to = person();
    const before = at.nodeRed.completions.length;
    at.nodeRed.injectMade('ask', `const msg = { _msgid: 'odd', to: '${to}', payload: 'When?' }; ${code}`);
    const asked = await at.nodeRed.until(() => at.sandbox.messages().find((each) => each.to === to));
    const reply = { from: to, to: asked.from, channel: 'Whatsapp' } as const;
    for (const text of ['At nine', 'Or ten']) {
      const { push } = await at.sandbox.receive({ ...reply, text });
      expect(push).toMatchObject({ attempts: [{ status: 200 }] });
    }
    const answer = await at.nodeRed.messageAt('answer');
    // What cannot be read cannot be sent to this process either.
    expect(answer).toMatchObject(staysInside ? { _msgid: 'odd' } : { _msgid: 'odd', payload: 'At nine', to });
    expect(at.nodeRed.completions.slice(before)).toEqual(
      [{ kind: 'complete', id: 'ask', msgid: 'odd' }].map(({ id, msgid }) =>
        expect.objectContaining({ id, msgid, error: undefined }),
      ),
    );
    expect(at.nodeRed.logText).not.toContain('Unexpected fault');
  });
});

describe('a node that is given another account', () => {
  const choice = { waitFor: 'choice', words: 'YES', misfit: 'again', againText: 'YES, please.' };
  const other = (settings: object) => ({
    ...accountNode('http://127.0.0.1:1', settings),
    id: 'other',
  });

  it('goes on with its open questions by the account that sent them', async () => {
    await deploy(choice);
    const to = person();
    const { from } = await ask({ to, payload: 'Will you come?' });
    const moved = { ...choice, account: 'other' };
    await at.nodeRed.deploy(flowOf(at.sandbox.url, moved, {}, other({ inboundPath: '/other' })));
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    const reply = { from: to, to: from, channel: 'Whatsapp' } as const;
    await at.sandbox.receive({ ...reply, text: 'What?' });
    await at.nodeRed.until(() => sentTo(to).length === 2, 'the text that asks again');
    await at.sandbox.receive({ ...reply, text: 'yes' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'YES', to });
  });

  it('leaves a path that both accounts have to the new one', async () => {
    await deploy(choice);
    const to = person();
    const { from } = await ask({ to, payload: 'Will you come?' });
    const flow = flowOf(
      at.sandbox.url,
      { account: 'other' },
      {},
      other({}),
      inboundNode({ account: 'other' }),
    );
    await at.nodeRed.deploy(flow);
    await at.sandbox.receive({ from: to, to: from, channel: 'Whatsapp', text: 'yes' });
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'yes' });
  });
});

describe('what nobody can have foreseen', () => {
  const throws = "{ enumerable: true, get() { throw new Error('boom'); } }";

  it('is logged with its stack', async () => {
    await deploy();
    at.nodeRed.injectMade('ask', `return Object.defineProperty({ _msgid: 'fault' }, 'cancel', ${throws});`);
    await at.nodeRed.statusLike('ask', /Unexpected fault in this package: boom/);
    const stack = /^Error: boom\n\s+at /m;
    await at.nodeRed.until(() => stack.test(at.nodeRed.logText), 'the stack in the log');
  });
});

describe('what stands in the way is said on the node', () => {
  it.each([
    [
      'a variable that is not set',
      { allowedCallers: '${CALLERS}' },
      '"${CALLERS}" cannot be an allowed caller',
      /^wrong allowed/,
    ],
    [
      'a path that is none',
      { inboundPath: '${INBOUND}' },
      'The path “${INBOUND}” cannot be used',
      /^wrong path/,
    ],
    [
      'a secret without its value',
      { requireSecret: true },
      'a webhook secret, but its value is missing',
      /^webhook secret/,
    ],
  ])('as an account that accepts no calls, for %s', async (_name, account, warning, status) => {
    await deploy({}, account);
    expect(at.nodeRed.logText).toMatch(warning);
    await at.nodeRed.statusLike('ask', status);
    await ask({ to: person(), payload: 'When?' });
    await at.nodeRed.statusLike('ask', new RegExp(`${status.source}.* · 1 waiting · 0 answered$`));
  });

  it('as a caller that may not call: the first one in the log, each in the status', async () => {
    await deploy({}, { allowedCallers: '' });
    const called = () => post(`${at.nodeRed.url}${INBOUND_PATH}`, {});
    expect(await called()).toMatchObject({ status: 403 });
    await at.nodeRed.statusLike('ask', /^refused 1: 127\.0\.0\.1 · /);
    expect(await called()).toMatchObject({ status: 403 });
    await at.nodeRed.statusLike('ask', /^refused 2: 127\.0\.0\.1 · /);
    await ask({ to: person(), payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^refused 2: 127\.0\.0\.1 · 1 waiting · 0 answered$/);
    const said = at.nodeRed.logs.filter(({ text }) => text.includes("add 127.0.0.1 to 'Allowed callers'"));
    expect(said).toMatchObject([{ id: 'ask', level: 30 }]);
  });

  it('as an account without a public address, unless the service is on this machine', async () => {
    await deploy({}, { baseUrl: 'https://service.invalid' });
    expect(at.nodeRed.logText).toMatch('The account has no public address');
    await at.nodeRed.statusLike('ask', /^no public address in the account$/);
    await at.nodeRed.forget();
    await deploy();
    expect(at.nodeRed.logText).not.toMatch('public address');
  });
});
