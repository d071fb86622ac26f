import { PASSWORD, recipients } from '../inProcess/bench';
import {
  answered,
  approval,
  ask,
  asking,
  bench,
  channels,
  choices,
  delivery,
  freeText,
  goOn,
  lastMessage,
  people,
  PERSON,
  retry,
  tap,
  timeUp,
  toEach,
} from './asking';

describe('delivery', () => {
  const reportTo = () => {
    const { messageId, notification } = lastMessage();
    expect(notification).toMatchObject({ forEvent: 'FinalOnly', addresses: [{ type: 'UrlPost' }] });
    const url = String(notification?.addresses[0]?.address);
    return (body: object | string) =>
      bench.open(url, 'POST', typeof body === 'string' ? body : { messageId, ...body });
  };

  it.each(channels)(
    'of a message on %s ends the wait, and its failure by the other branch',
    async (channel) => {
      const item = Object({ json: { order: 7 }, error: { message: 'of an earlier node' } });
      const delivered = await ask(channel, delivery, [item]);
      await reportTo()({ status: 'Delivered' });
      const data = { delivered: true, status: 'delivered' };
      expect(await answered(delivered)).toMatchObject([{ order: 7, data }]);
      const failed = await ask(channel, delivery, [{ json: { order: 8 } }]);
      await reportTo()({ status: 'Failed', errorText: `It expired for ${PASSWORD}` });
      expect(await answered(failed)).toEqual([]);
      const failure = { delivered: false, status: 'failed', errorText: 'It expired for ***' };
      expect(failed.items(1)).toMatchObject([{ order: 8, data: failure }]);
    },
  );

  it('waits for every item, and goes by both branches', async () => {
    const waiting = await ask('Sms', { ...delivery, ...toEach }, people.slice(0, 2));
    const [first = lastMessage(), second = lastMessage()] = bench.sandbox.messages();
    bench.sandbox.setState(first.messageId, 'Delivered');
    bench.sandbox.setState(second.messageId, 'Failed');
    await timeUp(waiting);
    expect(await answered(waiting)).toMatchObject([{ name: 'P1', data: { delivered: true } }]);
    expect(waiting.items(1)).toMatchObject([{ name: 'P2', data: { delivered: false } }]);
  });

  it('takes what is not final, and reports of other messages, and waits on; it refuses what it cannot read', async () => {
    const waiting = await ask('Sms', delivery);
    const report = reportTo();
    const other = { status: 'Delivered', messageId: 'another' };
    for (const body of [{ status: 'Delayed' }, other, { text: 'no report' }, {}])
      expect((await report(body)).status).toBe(200);
    expect((await report('{ "status": "Deliv')).status).toBe(400);
    expect(waiting.status).toBe('waiting');
  });

  it('refuses callers that are not on the list, by the same words as the trigger', async () => {
    const waiting = await ask('Sms', delivery, [{}], { account: { allowedCallers: '' } });
    const body = expect.stringContaining("add 127.0.0.1 to 'More Allowed Callers' of the credential");
    expect(await reportTo()({ status: 'Delivered' })).toMatchObject({ status: 403, body });
    waiting.surroundings.account.allowedCallers = 'everybody';
    expect((await reportTo()({ status: 'Delivered' })).status).toBe(503);
    expect(waiting.status).toBe('waiting');
  });

  it('names a list of callers that cannot be read before it sends', async () => {
    const { error } = await ask('Sms', delivery, [{}], { account: { allowedCallers: 'everybody' } });
    expect(error?.message).toContain('everybody');
    expect(recipients(bench)).toEqual([]);
  });

  it('catches up on a report that came before n8n waited', async () => {
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 1 }], slowAnswer: 200 });
    const begun = bench.begin(asking('Sms', delivery));
    bench.sandbox.setState((await bench.sandbox.nextMessage()).messageId, 'Delivered');
    expect(await answered(begun)).toMatchObject([{ data: { delivered: true } }]);
  });

  it('says that the address of a report is too long for the service', async () => {
    const { error } = await ask('Sms', delivery, [{}], { id: 'x'.repeat(120) });
    expect(`${error?.message} ${error?.description}`).toMatch(
      /the address for the report has 2\d\d characters, but the service accepts only 200: give n8n a shorter address/,
    );
  });
});

const limit = (resumeAmount: number, resumeUnit: string) => ({
  options: { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit } } },
});

describe('when the time comes', () => {
  it.each([approval, choices(2), freeText, delivery])(
    'a message that failed after it was accepted ends its wait as no answer, with %j',
    async (kind) => {
      const waiting = await ask('Whatsapp', kind);
      expect(Number(waiting.waitTill) - Date.now()).toBeLessThanOrEqual(30_000);
      const error = { code: 'Blocked', message: 'Blocked by the person' };
      bench.sandbox.setState(lastMessage().messageId, 'Failed', error);
      await timeUp(waiting);
      expect(waiting.items(0)).toEqual([]);
      const data = { delivered: false, status: 'failed', errorText: error.message };
      expect(waiting.items(1)).toMatchObject([{ answered: false, recipient: PERSON, via: 'report', data }]);
    },
  );

  it('the status is asked for after pauses that double, and an answer still counts', async () => {
    const waiting = await ask('Whatsapp', approval);
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
      const choice = { value: 'x' };
      const earlier = { answered: true, data: { approved: true }, choice, via: 'chat', notAnswered: [] };
      const items = [{ json: { ...earlier, name: 'P' } }];
      const waiting = await ask(channel, { ...kind, ...limit(0.2, 'minutes') }, items);
      await timeUp(waiting);
      const data = kind === delivery ? { delivered: false, status: 'timeUp' } : undefined;
      const [output] = waiting.items(1);
      expect([waiting.items(0), output?.data]).toEqual([[], data]);
      expect(output).toMatchObject({ name: 'P', answered: false, recipient: PERSON });
      for (const name of ['choice', 'via', 'notAnswered']) expect(output).not.toHaveProperty(name);
    },
  );

  it('later than n8n has dates, an answer counts until then', async () => {
    bench.sandbox.change({ faults: [{ fault: 'close-during-answer', times: 1 }] });
    const waiting = await ask('Whatsapp', { ...approval, ...limit(1e9, 'days') });
    expect(waiting.waitTill?.toISOString()).toBe('3000-01-01T00:00:00.000Z');
    await tap(lastMessage());
    expect(await answered(waiting)).toHaveLength(1);
  });
});

describe('a question that may have been sent', () => {
  beforeEach(() => bench.sandbox.change({ faults: [{ fault: 'close-during-answer', times: 1 }] }));

  it('is a question: a tap on it counts', async () => {
    const waiting = await ask('Whatsapp', approval, [{}], retry);
    expect([waiting.status, recipients(bench)]).toEqual(['waiting', [PERSON]]);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true }, recipient: PERSON }]);
  });

  const inDoubt = [{ to: PERSON, errorDetails: { outcome: 'unknown' } }];
  it('is over at once where its delivery is waited for: without an ID, nothing can report it', async () => {
    const execution = await ask('Whatsapp', delivery, [{}], goOn);
    expect(execution.status).toBe('success');
    expect(execution.items(1)).toMatchObject(inDoubt);
  });

  it('is an error by the second branch if nobody answers it', async () => {
    const waiting = await timeUp(await ask('Whatsapp', { ...approval, ...limit(1, 'minutes') }));
    expect(waiting.status).toBe('success');
    expect(waiting.items(1)).toMatchObject(inDoubt);
  });
});
