import { setTimeout as pause } from 'node:timers/promises';

import { printFigure } from '../../figures';
import { volume } from '../../volume';
import { NodeRed } from './nodeRedServer';
import { INBOUND_PATH, inboundNode, post, sms, triggerFlow } from './webhooks';

let nodeRed: NodeRed;
const address = () => `${nodeRed.url}${INBOUND_PATH}`;
const settings = `contextStorage: { default: { module: 'localfilesystem', config: { cache: false } } },`;

beforeAll(async () => {
  nodeRed = await NodeRed.start({ adminRoot: '/admin', settings });
});
afterAll(() => nodeRed?.stop());
beforeEach(() => nodeRed.forget());

const deploy = (trigger: object) => nodeRed.deploy(triggerFlow(inboundNode(trigger)));
const payloads = () => nodeRed.at('out').map(({ payload }) => Object(payload) as Record<string, unknown>);
/** The messages that started the flow, once there are as many: the answer to a call can be here before them. */
const started = async (count: number) => {
  await nodeRed.until(() => payloads().length >= count, `${count} starts`);
  return payloads();
};
const texts = () => payloads().map(({ text }) => text);

it('starts the flow once with all messages before a pause, and answers the calls then', async () => {
  await deploy({ waitForPause: 1, pauseAtMost: 30 });
  const first = post(address(), sms({ text: 'Hello' }));
  await pause(600);
  const second = post(address(), sms({ text: 'my order is late' }));
  await pause(600);
  expect(texts()).toEqual([]);

  const answers = await Promise.all([first, second]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.milliseconds).toBeGreaterThan(1500);
  expect(await started(1)).toMatchObject([
    {
      text: 'Hello\nmy order is late',
      keyword: 'HELLO',
      gathered: 2,
      messages: [{ text: 'Hello' }, { text: 'my order is late' }],
    },
  ]);
});

it('gathers what comes in one call, and passes taps and opt-outs on at once', async () => {
  await deploy({ waitForPause: 1, pauseAtMost: 30 });
  const tap = sms({
    text: undefined,
    channel: 'Whatsapp',
    reply: { type: 'Button', id: 'yes', title: 'Yes' },
  });
  const { status } = await post(address(), [
    sms({ text: 'one' }),
    sms({ text: 'STOP' }),
    tap,
    sms({ text: 'two' }),
  ]);
  expect(status).toBe(200);
  expect((await started(3)).map(({ text, choice, gathered }) => [text, Boolean(choice), gathered])).toEqual([
    ['STOP', false, undefined],
    [undefined, true, undefined],
    ['one\ntwo', false, 2],
  ]);
});

it('starts each message by itself if the pause is 0', async () => {
  await deploy({ waitForPause: 0 });
  for (const text of ['one', 'two']) await post(address(), sms({ text }));
  expect(await started(2)).toMatchObject([{ text: 'one' }, { text: 'two' }]);
  expect(payloads()[0]).not.toHaveProperty('gathered');
});

it('starts the flow once for an event that is repeated in the pause and after it', async () => {
  await deploy({ waitForPause: 1, pauseAtMost: 30 });
  const event = sms({ text: 'once' });
  const answers = await Promise.all([post(address(), event), post(address(), event)]);
  answers.push(await post(address(), event));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await started(1)).toMatchObject([{ text: 'once' }]);
});

it('goes on through a deploy that replaces the node', async () => {
  await deploy({ waitForPause: 2, pauseAtMost: 30 });
  const first = post(address(), sms({ text: 'before' }));
  await pause(300);
  await deploy({ waitForPause: 2, pauseAtMost: 30, name: 'changed' });
  const second = post(address(), sms({ text: 'after' }));
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await started(1)).toMatchObject([{ text: 'before\nafter' }]);
});

it('tells the callers to call again if the node is deleted in the pause', async () => {
  await deploy({ waitForPause: 1, pauseAtMost: 30 });
  const held = post(address(), sms({ text: 'lost?' }));
  await pause(300);
  await nodeRed.deploy([]);
  expect((await held).status).toBe(500);
});

const PEOPLE = volume({ full: 1000, quick: 100 });

it(`loses and mixes nothing of ${PEOPLE} people, also if Node-RED is killed in the pause and all call again`, async () => {
  const trigger = { waitForPause: 5, pauseAtMost: 30 };
  await deploy(trigger);
  const events = Array.from({ length: PEOPLE }, (_, person) =>
    Array.from({ length: 1 + (person % 5) }, (_x, number) =>
      sms({ from: `+4179${1_000_000 + person}`, text: `${person}/${number}` }),
    ),
  );
  /** Each person writes the next message after some time; a call without 200 is made again by the caller. */
  const send = async (list: object[], person: number, again: boolean) => {
    const calls: Array<Promise<number>> = [];
    for (const event of list) {
      if (calls.length > 0) await pause((person * 37) % 700);
      calls.push(
        post(address(), event).then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
    const failed = (await Promise.all(calls)).flatMap((status, index) =>
      status === 200 ? [] : [list[index] ?? {}],
    );
    if (!again) expect(failed).toEqual([]);
    return failed;
  };
  const firstRound = Promise.all(events.map((list, person) => send(list, person, true)));
  await pause(1500);
  await nodeRed.stop({ keep: true, crash: true });
  const unanswered = await firstRound;
  const before = texts();
  nodeRed = await NodeRed.start({ adminRoot: '/admin', settings, userFolder: nodeRed.userFolder });
  await Promise.all(unanswered.map((list, person) => send(list, person, false)));

  const all = () => [...before, ...texts()].map((text) => String(text).split('\n'));
  const count = events.flat().length;
  await nodeRed.until(() => all().flat().length >= count, 'all messages');
  printFigure(`gather: ${PEOPLE} people, ${count} messages, 1 kill: ${all().length} starts`);
  // How many starts there are depends on how fast this machine makes the calls.
  expect(all().flat().sort()).toEqual(
    events
      .flat()
      .map(({ text }) => text)
      .sort(),
  );
  expect(all().filter((lines) => new Set(lines.map((line) => line.split('/')[0])).size > 1)).toEqual([]);
});
