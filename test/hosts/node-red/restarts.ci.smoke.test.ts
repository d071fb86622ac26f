import { freePort } from '../../network/listening';
import { askNode, flowOf, further, person, smsChannel, startAsking, type Asking } from './asking';
import { accountNode, form, typed, sendNode } from './flows';
import { untilRecorded } from './recorded';
import { StubService } from './stubService';

let at: Asking;
/** What is not over before Node-RED is stopped, however slow the machine is at the moment. */
let seconds: number;
beforeAll(async () => {
  const starting = Date.now();
  at = await startAsking();
  seconds = 4 + Math.ceil((2 * (Date.now() - starting)) / 1000);
});
beforeEach(() => at.nodeRed.forget());
afterAll(async () => {
  await at?.nodeRed.stop();
  await at?.sandbox.close();
});

const sentTo = (to: string) => at.sandbox.messages().filter((message) => message.to === to);

describe('questions, and messages with fallback channels, outlive', () => {
  it('every kind of deploy, with the message as it was', async () => {
    await at.deploy();
    const to = person();
    const asked = await at.ask({ _msgid: 'kept', to, payload: 'When?' });
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    for (const type of ['full', 'flows', 'nodes'] as const) {
      const settings = { limit: 2 + ['full', 'flows', 'nodes'].indexOf(type) };
      await at.nodeRed.deploy(flowOf(at.sandbox.url, settings), type);
      await at.nodeRed.statusLike('ask', /^1 waiting/);
    }
    await at.sandbox.receive({ from: to, to: asked.from, channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ _msgid: 'kept', payload: 'At nine' });
    expect(at.sandbox.messages().filter((message) => message.to === to)).toHaveLength(1);
  });

  it.each([
    ['a restart', false],
    ['a crash', true],
  ])('%s, with their time limit', async (_name, crash) => {
    const brief = askNode({ id: 'brief', limit: seconds, limitUnit: 'seconds' });
    await at.deploy({}, {}, brief, sendNode(further([smsChannel], { after: String(seconds) })));
    const [quick, late, absent] = [person(), person(), person()];
    const begun = Date.now();
    at.nodeRed.inject('ask', { _msgid: quick, to: quick, payload: 'When?', order: quick });
    at.nodeRed.inject('brief', { _msgid: late, to: late, payload: 'When?', order: late });
    at.nodeRed.inject('send', { _msgid: absent, to: absent, payload: 'Code', order: absent });
    for (const id of ['ask', 'brief']) await at.nodeRed.statusLike(id, /^1 waiting/);
    const first = await at.sandbox.until(() => sentTo(absent)[0]);
    await at.sandbox.until(() => at.sandbox.calls().some(({ url }) => url.endsWith(first.messageId)));
    await at.restart(crash);
    await at.sandbox.receive({ from: quick, to: '+41795550100', channel: 'Whatsapp', text: 'At nine' });
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ order: quick, payload: 'At nine' });
    expect(await at.nodeRed.messageAt('silence')).toMatchObject({ order: late, payload: 'When?' });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(seconds * 1000);
    expect(at.nodeRed.at('answer')).toHaveLength(1);
    const { channel, messageId } = await at.sandbox.until(() => sentTo(absent)[1]);
    expect(channel).toBe('Sms');
    at.sandbox.setState(messageId, 'Delivered');
    expect(await at.nodeRed.messageAt('out')).toMatchObject({
      order: absent,
      payload: { channel: 'Sms', attempts: [{ channel: 'Whatsapp', outcome: 'accepted' }, { messageId }] },
    });
    expect(sentTo(absent)).toHaveLength(2);
  });
});

describe('a link and a key outlive', () => {
  it('a kill: the answer comes out once, and what waited is sent once', async () => {
    const port = await freePort();
    const words = { channel: 'Sms', answerBy: 'link', waitFor: 'choice', words: 'Yes, No' };
    const away = { ...accountNode(`http://127.0.0.1:${port}`), id: 'away' };
    const text = typed('jsonata', 'payload & " " & $millis()');
    const keyed = {
      ...{ account: 'away', keepTrying: 10, sendOncePer: typed('msg', 'order') },
      ...form({ content: { text } }),
    };
    // As a proxy with its own address would do, whatever port Node-RED gets.
    const publicAddress = 'https://flows.example.com';
    await at.deploy(words, { publicAddress }, away, sendNode(keyed));
    const to = person();
    at.nodeRed.inject('ask', { _msgid: to, to, payload: 'May we come?', order: 7 });
    for (const [payload, order] of [
      ['one', 'A'],
      ['two', 'A'],
      ['three', 'B'],
    ])
      at.nodeRed.inject('send', { payload, order });
    const { content } = await at.sandbox.until(() => sentTo(to)[0]);
    const [, path] = /https:..flows.example.com(\S+)$/.exec(String(Reflect.get(content, 'text'))) ?? [];
    await at.nodeRed.statusLike('ask', /^1 waiting/);
    await at.nodeRed.statusLike('send', /^3 waiting/);
    await untilRecorded(at.nodeRed, 1, 'waiting');
    await untilRecorded(at.nodeRed, 3, 'waiting', 'away');
    const killed = Date.now();
    await at.restart(true);
    const service = await StubService.start(port);
    try {
      const body = new URLSearchParams({ choice: '0' });
      const answered = await fetch(`${at.nodeRed.url}${path}`, { method: 'POST', body });
      expect(await answered.text()).toContain('Thank you');
      expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Yes', order: 7 });
      await at.nodeRed.until(() => at.nodeRed.at('out').length === 3, 'all messages');
      const outcomes = at.nodeRed.at('out').map(({ payload }) => Object(payload).outcome);
      expect(outcomes.sort()).toEqual(['accepted', 'accepted', 'sent_before']);
      expect(service.texts).toHaveLength(2);
      // What was to be sent was computed before the kill.
      for (const sent of service.texts) expect(Number(String(sent).split(' ')[1])).toBeLessThan(killed);
      // Whoever opens the link later learns that it was answered.
      await at.restart(false);
      const again = await fetch(`${at.nodeRed.url}${path}`);
      expect(await again.text()).toContain('already been answered');
    } finally {
      await service.close();
    }
  });
});
