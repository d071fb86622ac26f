import { flowOf } from '../../hosts/node-red/asking';
import { form, typed } from '../../hosts/node-red/flows';
import type { Message } from '../../hosts/node-red/nodeRedServer';
import { StubService } from '../../hosts/node-red/stubService';
import { inboundNode } from '../../hosts/node-red/webhooks';
import { at, deploy, useAsking } from './asking';

const SENDER = '+41795550100';
const NO_WHATSAPP = '+41790000006';

useAsking();

let last = 0;
const person = () => `+4179222${String((last += 1)).padStart(4, '0')}`;
const sentTo = (to: string) => at.sandbox.messages().filter((message) => message.to === to);
const textsTo = (to: string) => sentTo(to).map(({ content }) => Object(content).text);
const askedOf = (to: string) => at.nodeRed.until(() => sentTo(to)[0]);
const answer = (from: string, text = 'I will') =>
  at.sandbox.receive({ from, to: SENDER, channel: 'Whatsapp', text });
const minutes = (seconds: number) => seconds / 60;

/** A node that asks everybody in `msg.toList`. */
const several = (order: string, more: object = {}) => ({
  ...form({ message: {}, content: {} }),
  order,
  minutesEach: 5,
  tellOthers: typed('str', ''),

  ...more,
});
const questionIn = (msg: Message): { asked: object[]; answeredBy?: string; outcome: string } =>
  Object(msg['question']);

describe('several people are asked one after another', () => {
  it('until one of them answers, also one who was asked earlier, and the others are told', async () => {
    const tellOthers = typed('jsonata', '"Taken by " & question.answeredBy');
    await deploy(several('inTurn', { minutesEach: minutes(3), tellOthers }));
    const [anna, bea, carl] = [person(), person(), person()];
    at.nodeRed.inject('ask', {
      _msgid: 'alarm',
      toList: [NO_WHATSAPP, anna, bea, carl],
      payload: 'Pump 3',
      plant: 7,
    });
    await askedOf(anna);
    expect(sentTo(bea)).toEqual([]);
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    await askedOf(bea);
    await answer(anna);
    const msg = await at.nodeRed.messageAt('answer');
    expect(msg).toMatchObject({
      payload: 'I will',
      to: undefined,
      toList: undefined,
      plant: 7,
      answer: { from: anna },
      question: {
        answeredBy: anna,
        to: anna,
        outcome: 'answered',
        order: 'inTurn',
        asked: [
          { to: NO_WHATSAPP, outcome: 'rejected', reason: expect.stringContaining('does not have') },
          { to: anna, outcome: 'answered', askedAt: expect.any(String), messageId: expect.any(String) },
          { to: bea, outcome: 'no_answer', askedAt: expect.any(String), messageId: expect.any(String) },
          { to: carl, outcome: 'not_asked' },
        ],
      },
    });
    await at.nodeRed.until(() => sentTo(bea)[1]);
    expect(textsTo(bea)).toEqual(['Pump 3', `Taken by ${anna}`]);
    expect(textsTo(anna)).toEqual(['Pump 3']);
    // Longer than the time of a person.
    await jest.advanceTimersByTimeAsync(4000);
    expect(sentTo(carl)).toEqual([]);
    expect(at.nodeRed.at('answer')).toHaveLength(1);
    expect((await at.nodeRed.completion('alarm')).error).toBeUndefined();
  });

  it('in time, however long the service takes to say what became of a question', async () => {
    const service = await StubService.start();
    const { requests } = service;
    const sent = () => requests.filter(({ to }) => to !== undefined);
    service.answer = (number) =>
      requests[number]?.['to'] === undefined ? new Promise(() => undefined) : { body: { messageId: 'id' } };
    await at.nodeRed.deploy(
      flowOf(service.url, several('inTurn', { minutesEach: 1 }), { timeoutSeconds: 600 }),
    );
    at.nodeRed.inject('ask', { toList: [person(), person()], payload: 'Pump 3' });
    await at.nodeRed.until(() => sent().length === 1);
    const begun = performance.now();
    await at.nodeRed.until(() => sent().length === 2);
    expect(performance.now() - begun).toBeLessThan(62_000);
    await service.close();
  });

  it('and whoever does not get the message is passed over at once', async () => {
    await deploy(several('inTurn'), { publicAddress: at.nodeRed.url });
    const [anna, bea] = [person(), person()];
    at.nodeRed.inject('ask', { toList: [anna, bea], payload: 'Pump 3' });
    const { messageId } = await askedOf(anna);
    at.sandbox.setState(messageId, 'Failed');
    await askedOf(bea);
    await answer(bea);
    const { asked } = questionIn(await at.nodeRed.messageAt('answer'));
    expect(asked).toMatchObject([{ to: anna, outcome: 'failed', reason: expect.any(String) }, { to: bea }]);
  });

  it('and if nobody answers, the message leaves "no answer"; if it reached nobody, "failed"', async () => {
    await deploy(several('inTurn', { minutesEach: minutes(1) }));
    const [anna, bea] = [person(), person()];
    at.nodeRed.inject('ask', { toList: [anna, bea, anna], payload: 'Pump 3' });
    const silent = await at.nodeRed.messageAt('silence');
    expect(questionIn(silent)).toMatchObject({ outcome: 'no_answer', asked: [{ to: anna }, { to: bea }] });
    expect(sentTo(anna)).toHaveLength(1);
    at.nodeRed.inject('ask', { toList: [NO_WHATSAPP], payload: 'Pump 3' });
    expect(await at.nodeRed.messageAt('failed')).toMatchObject({
      error: { outcome: 'rejected', attempts: [{ to: NO_WHATSAPP, outcome: 'rejected' }] },
    });
  });

  it('with the link that their message got when it came, whatever a deploy has changed since', async () => {
    const bySms = several('inTurn', { channel: 'Sms', minutesEach: minutes(3) });
    const account = { publicAddress: at.nodeRed.url, senderSms: '0041795550100' };
    await deploy({ ...bySms, answerBy: 'link' }, account);
    const [anna, bea] = [person(), person()];
    at.nodeRed.inject('ask', { toList: [anna, bea], payload: 'Pump 3' });
    await askedOf(anna);
    expect(textsTo(anna)[0]).toMatch(/^Pump 3\nhttp/);
    await at.nodeRed.deploy(flowOf(at.sandbox.url, bySms, account));
    await askedOf(bea);
    const [, link = ''] = /^Pump 3\n(http\S+)$/.exec(String(textsTo(bea)[0])) ?? [];
    await fetch(link, { method: 'POST', body: new URLSearchParams({ text: 'I will' }) });
    expect(questionIn(await at.nodeRed.messageAt('answer')).answeredBy).toBe(bea);
  });

  it('refuses what cannot be asked in an order, before anybody is asked', async () => {
    await deploy(several('inTurn'));
    const anna = person();
    at.nodeRed.inject('ask', { toList: [anna, '12'], payload: 'Pump 3' });
    at.nodeRed.inject('ask', { toList: [anna, { type: 'Group', address: 'On call' }], payload: 'Pump 3' });
    at.nodeRed.inject('ask', { toList: [anna], sendDate: '2031-01-01T08:00:00Z', payload: 'Pump 3' });
    for (const seen of [0, 1, 2])
      expect(await at.nodeRed.messageAt('failed', seen)).toMatchObject({
        error: { code: 'invalid_request', outcome: 'not_sent' },
      });
    expect(sentTo(anna)).toEqual([]);
  });

  it('until it is cancelled for one of them', async () => {
    await deploy(several('inTurn', { minutesEach: minutes(2) }));
    const [anna, bea] = [person(), person()];
    at.nodeRed.inject('ask', { toList: [anna, bea], payload: 'Pump 3' });
    await askedOf(anna);
    at.nodeRed.inject('ask', { cancel: bea });
    const { outcome, asked } = questionIn(await at.nodeRed.messageAt('cancelled'));
    expect([outcome, asked]).toMatchObject(['cancelled', [{ to: anna }, { to: bea, outcome: 'not_asked' }]]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(sentTo(bea)).toEqual([]);
  });
});

it('each person has a link of their own, and only the first answer counts', async () => {
  await deploy(several('first', { channel: 'Sms', answerBy: 'link', waitFor: 'choice', words: 'Yes, No' }), {
    publicAddress: at.nodeRed.url,
  });
  const [anna, bea] = [person(), person()];
  at.nodeRed.inject('ask', { toList: [anna, bea], payload: 'Who is free?' });
  for (const each of [anna, bea]) await askedOf(each);
  await at.nodeRed.statusLike('ask', /^1 waiting/);
  const [annas, beas] = [anna, bea].map((each) => /http\S+/.exec(String(textsTo(each)[0]))?.[0] ?? '');
  expect(annas).not.toBe(beas);
  const press = (url = '') => fetch(url, { method: 'POST', body: new URLSearchParams({ choice: '0' }) });
  expect((await press(beas)).status).toBe(200);
  expect(await at.nodeRed.messageAt('answer')).toMatchObject({
    payload: 'Yes',
    question: {
      answeredBy: bea,
      asked: [
        { to: anna, outcome: 'no_answer' },
        { to: bea, outcome: 'answered' },
      ],
    },
  });
  await press(annas);
  expect(at.nodeRed.at('answer')).toHaveLength(1);
});

describe('several people are asked at once', () => {
  it('and the first answer ends it; a later one goes to the trigger nodes', async () => {
    await deploy(several('first', { tellOthers: typed('str', 'Thank you, it is done.') }), {}, inboundNode());
    const [anna, bea, carl] = [person(), person(), person()];
    at.nodeRed.inject('ask', { toList: [anna, bea, carl], payload: 'Who is free?' });
    for (const each of [anna, bea, carl]) await askedOf(each);
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    await Promise.all([answer(bea), answer(carl)]);
    const first = questionIn(await at.nodeRed.messageAt('answer'));
    expect([bea, carl]).toContain(first.answeredBy);
    expect((await at.nodeRed.messageAt('out')).payload).toMatchObject({ text: 'I will' });
    await at.nodeRed.until(() => sentTo(anna)[1]);
    expect(textsTo(anna)).toEqual(['Who is free?', 'Thank you, it is done.']);
    expect(at.nodeRed.at('answer')).toHaveLength(1);
  });
});
