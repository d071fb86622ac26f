import type { IDataObject } from 'n8n-workflow';

import { printFigure } from '../../figures';
import { type Bench, startBench } from './messaging';
import { inbound, listen, type Listening } from './triggerCalls';
import { until } from './until';

/** The trigger's *Wait for a Pause*, in a real n8n. */
jest.setTimeout(300_000);

const withPause = (seconds: unknown) => ({
  allowedCallers: '127.0.0.1',
  options: { waitForPause: seconds, pauseAtMost: 30 },
});

const text = (words: string) => ({ content: { type: 'Text', text: words } });

/** Calls the trigger; 0 if n8n gave no answer. */
async function post(url: string, body: object): Promise<number> {
  const call = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  return fetch(url, call).then(
    ({ status }) => status,
    () => 0,
  );
}

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench?.stop());

/** The events of all executions, once there are as many. */
async function started({ workflow }: Listening, count: number): Promise<IDataObject[]> {
  return await until(`${count} executions`, async () => {
    const summaries = await bench.n8n.executions(workflow);
    if (summaries.length < count) return undefined;
    const executions = await Promise.all(summaries.map(({ id }) => bench.n8n.execution(id)));
    return executions.flatMap((execution) => execution.items('Trigger').map(({ json }) => json));
  });
}

it('starts nothing with a message that is repeated in the pause, or after it', async () => {
  const listening = await listen(bench, withPause(1));
  const event = inbound(text('once'));
  expect(await Promise.all([post(listening.url, event), post(listening.url, event)])).toEqual([200, 200]);
  expect(await post(listening.url, event)).toBe(200);
  await bench.n8n.restart();
  const { production } = await bench.n8n.webhookUrls(listening.workflow);
  expect(await post(production, event)).toBe(200);
  expect(await post(production, inbound(text('the last one')))).toBe(200);
  expect((await started(listening, 2)).map((each) => each.text).sort()).toEqual(['once', 'the last one']);
});

/** n8n lists 100 executions. */
const PEOPLE = 40;

it(`loses and mixes nothing of ${PEOPLE} people, also if n8n is killed in the pause and all call again`, async () => {
  const listening = await listen(bench, withPause(8));
  const events = Array.from({ length: PEOPLE }, (_, person) =>
    Array.from({ length: 1 + (person % 5) }, (_x, number) =>
      inbound({ from: `+4179${1_000_000 + person}`, ...text(`${person}/${number}`) }),
    ),
  );
  /** The calls of a person, one after the other without waiting for the answers; those that failed. */
  let { url } = listening;
  const send = async (list: ReturnType<typeof inbound>[]) => {
    const answers = await Promise.all(list.map((event) => post(url, event)));
    return list.filter((_, index) => answers[index] !== 200);
  };
  const firstRound = Promise.all(events.map(send));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await bench.n8n.restart('kill');
  const unanswered = await firstRound;
  url = (await bench.n8n.webhookUrls(listening.workflow)).production;
  for (let round = 0, open = unanswered; open.flat().length > 0; round += 1) {
    expect(round).toBeLessThan(5);
    open = await Promise.all(open.map(send));
  }

  const count = events.flat().length;
  const all = await until('all messages', async () => {
    const texts = (await started(listening, PEOPLE)).map((event) => String(event.text).split('\n'));
    return texts.flat().length >= count && texts;
  });
  printFigure(`gather in n8n: ${PEOPLE} people, ${count} messages, 1 kill: ${all.length} starts`);
  // How many starts there are depends on how fast this machine makes the calls.
  expect(all.flat().sort()).toEqual(
    events
      .flat()
      .map(({ content }) => content.text)
      .sort(),
  );
  expect(all.filter((lines) => new Set(lines.map((line) => line.split('/')[0])).size > 1)).toEqual([]);
});
