import { post } from '../node-red/webhooks';
import { itemsNode } from './messaging';
import { listen } from './triggerCalls';
import { until } from './until';
import { answered, bench, delivery, next, started, startWaiting, trigger } from './waitBench';
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

/** *Send and Wait* in a real n8n: what n8n does with calls, executions and branches. What the node does itself is in `test/nodes`. */
jest.setTimeout(300_000);

startWaiting();

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
const people = [1, 2, 3].map((index) => ({ json: { to: `+4179100000${index}`, name: `P${index}` } }));
const recipients = people.map(({ json }) => json.to);
const toEach = { to: '={{ $json.to }}' };
const sentTo = () =>
  bench.sandbox
    .messages()
    .map(({ to }) => to)
    .sort();

describe('an answer', () => {
  it('by a tap goes by its branch and starts nothing', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval), [{ json: { invoice: 4711 } }]);
    expect(waiting.status).toBe('waiting');
    const before = await started();
    const { push } = await tap(bench.sandbox, await next(), 0);
    const execution = await ended(bench, waiting);
    expect(push?.attempts.at(-1)).toMatchObject({ status: 200 });
    expect(branch(execution, 'No Answer')).toEqual([]);
    expect(branch(execution, 'Answered')).toMatchObject([
      { invoice: 4711, answered: true, data: { approved: true }, answeredBy: PERSON, via: 'chat' },
    ]);
    expect(await started()).toBe(before);
  });

  it('by a plain message is taken once, while a trigger listens; without one, the message has a link', async () => {
    const waiting = await ask(bench, asking('Sms', { responseType: 'freeText' }));
    const message = await next();
    expect(linkOf(message)).toBe('');
    const before = await started();
    await write(bench.sandbox, message, 'Yes, but only half of it');
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'Yes, but only half of it' } }]);
    expect(await started()).toBe(before);
    await write(bench.sandbox, message, 'And one more thing');
    expect(await started()).toBe(before + 1);
    await bench.n8n.deactivate(trigger.workflow);
    await ask(bench, asking('Rcs', { responseType: 'freeText' }));
    expect(linkOf(await next())).toMatch(/^http/);
    await bench.n8n.activate(trigger.workflow);
  });

  it('by the link of an SMS: only the button of the page decides, and the page loads and runs nothing', async () => {
    const waiting = await ask(bench, asking('Sms', approval));
    const url = linkOf(await next());
    for (const agent of ['WhatsApp/2.23', 'facebookexternalhit/1.1', 'Mozilla/5.0 Chrome/120', '']) {
      const { status, html, headers } = await open(url, { 'user-agent': agent });
      expect([status, html]).toEqual([200, expect.stringContaining('May it be paid?')]);
      expect(html).not.toMatch(/<script|https?:/);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    await fetch(url, { method: 'HEAD' });
    expect(await stillWaits(bench, waiting)).toBe(true);
    expect((await press(url, { choice: '1' })).html).toContain('You chose: <strong>Decline');
    expect(await answered(waiting)).toMatchObject([{ data: { approved: false }, via: 'page' }]);
    expect((await press(url, { choice: '0' })).html).not.toContain('You chose');
  });

  it('is taken from each of several who answer at the same time', async () => {
    const waiting = await ask(bench, asking('Sms', { ...approval, ...toEach }), people);
    const pages = await Promise.all(
      bench.sandbox.messages().map((message) => press(linkOf(message), { choice: '0' })),
    );
    expect(pages.map(({ html }) => html.includes('You chose'))).toEqual([true, true, true]);
    expect(await answered(waiting)).toHaveLength(3);
  });

  it('counts once when it is tapped twice at the same time', async () => {
    const waits = await Promise.all([1, 2, 3, 4].map(() => ask(bench, asking('Whatsapp', approval))));
    const before = await started();
    const taps = bench.sandbox.messages().flatMap((message) => [0, 1].map((choice) => ({ message, choice })));
    const pushes = await Promise.all(taps.map(({ message, choice }) => tap(bench.sandbox, message, choice)));
    expect(pushes.map(({ push }) => push?.attempts.at(-1)?.status)).toEqual(pushes.map(() => 200));
    for (const waiting of waits) expect(await answered(waiting)).toHaveLength(1);
    expect(await started()).toBe(before);
  });

  it('counts when the service calls again, if it came while the workflow was still sending', async () => {
    bench.sandbox.change({ slowAnswer: 7000, retryDelays: Array(20).fill(3000) });
    const items = [PERSON, '+41790000408'].map((to) => ({ json: { to } }));
    const asked = ask(
      bench,
      asking('Whatsapp', {
        ...approval,
        ...toEach,
        options: { severalPeople: { values: { waitFor: 'first' } } },
      }),
      items,
    );
    const { push } = await tap(bench.sandbox, await next());
    expect(push?.attempts.map(({ status }) => status)).toEqual([503]);
    expect(await answered(await asked)).toMatchObject([{ recipient: PERSON, data: { approved: true } }]);
    await until('a call that counts', async () => push?.attempts.at(-1)?.status === 200);
  });

  it('is one of this n8n: forged and altered references resume nothing, and the caller of a forged one gets an error', async () => {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const message = await next();
    const [yes = '', no = ''] = choicesOf(message).map(({ id }) => id);
    const before = await started();
    const forged = [
      yes.replace('choice=0', 'choice=1'),
      yes.replace(/signature=.*/, /signature=.*/.exec(no)?.[0] ?? ''),
      yes.replace(/^\d+/, '999999'),
    ];
    const statuses = [];
    for (const id of forged) {
      const reply = { type: 'Button' as const, id, title: 'Approve' };
      const { push } = await bench.sandbox.receive({ from: PERSON, to: NUMBER, channel: 'Whatsapp', reply });
      statuses.push(push?.attempts[0]?.status);
    }
    expect(statuses).toEqual([403, 403, 403]);
    // Nor does a caller that is no trigger.
    const answer = { id: 'x', via: 'chat', by: PERSON, channel: 'Whatsapp', to: NUMBER, choice: 0 };
    const url = `${bench.n8n.url}/webhook-waiting/${yes}`;
    await post(url, { messagingServiceAnswer: JSON.stringify(answer) });
    expect([await stillWaits(bench, waiting), await started()]).toEqual([true, before]);
    await tap(bench.sandbox, message, 1);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: false } }]);
  });
});

it('a tap on a question that no longer waits can be answered by the workflow of the trigger, once', async () => {
  const listening = await listen(bench, { allowedCallers: '127.0.0.1', options: { lateTaps: 'pass' } });
  bench.sandbox.change({ inboundUrls: { default: listening.url } });
  const stop = ({ id }: { id: string }) => bench.n8n.call('POST', `/rest/executions/${id}/stop`);
  const endings = [
    (waiting: { id: string }, tapped: () => Promise<unknown>) => tapped().then(() => ended(bench, waiting)),
    stop,
    async (waiting: { id: string }) => {
      await stop(waiting);
      await bench.n8n.call('POST', '/rest/executions/delete', { ids: [waiting.id] });
    },
  ];
  for (const [index, end] of endings.entries()) {
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const message = bench.sandbox.messages().at(-1);
    if (message === undefined) throw new Error('Nobody was asked');
    await end(waiting, () => tap(bench.sandbox, message, 0));
    const reply = { type: 'Button', id: choicesOf(message)[1]?.id, title: 'Decline' };
    const content = { type: 'InteractiveReply', reply };
    const call = { messageId: crypto.randomUUID(), channel: 'Whatsapp', from: PERSON, to: NUMBER, content };
    // The service repeats a call that it takes for lost.
    for (let count = 0; count < 2; count += 1) expect((await post(listening.url, call)).status).toBe(200);
    const events = await until('its workflow', async () => {
      const found = await bench.n8n.executions(listening.workflow);
      const executions = await Promise.all(found.map(({ id }) => bench.n8n.execution(id)));
      const started = executions.flatMap((execution) => execution.items('Trigger'));
      return found.every(({ status }) => status === 'success') && started.length > index && started;
    });
    expect(events).toHaveLength(index + 1);
    const late = { event: 'inbound', late: true, from: PERSON, choice: { title: 'Decline' } };
    expect(events[0]?.json).toMatchObject(late);
  }
  await bench.n8n.deactivate(listening.workflow);
});

it('a delivery that is reported goes by its branch, from callers that may call', async () => {
  const waiting = await ask(bench, asking('Sms', { ...delivery, ...toEach }), people.slice(0, 2));
  const [first, second] = bench.sandbox.messages();
  bench.sandbox.setState(first?.messageId ?? '', 'Delivered');
  bench.sandbox.setState(second?.messageId ?? '', 'Failed', {
    code: 'Expired',
    message: 'The message expired',
  });
  const execution = await ended(bench, waiting);
  expect(branch(execution, 'Answered')).toMatchObject([{ data: { delivered: true, status: 'delivered' } }]);
  expect(branch(execution, 'No Answer')).toMatchObject([
    { data: { delivered: false, status: 'failed', errorText: 'The message expired' } },
  ]);
  const credential = await bench.newCredential({ allowedCallers: '' });
  const guarded = await ask(bench, asking('Sms', { responseType: 'delivery' }), [{}], { credential });
  const { notification } = bench.sandbox.messages().at(-1) ?? {};
  const answer = await post(String(notification?.addresses[0]?.address), { status: 'Delivered' });
  expect(answer.status).toBe(403);
  expect(await stillWaits(bench, guarded)).toBe(true);
});

describe('what was sent', () => {
  it('is not sent twice by Retry On Fail, and its answers come out', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const waiting = await ask(bench, asking('Whatsapp', toEach), people, retry);
    expect([waiting.status, sentTo().length]).toEqual(['waiting', 2]);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(2);
  });

  // n8n takes the output for a failure, and runs the node again.
  it('is not sent again when a delivery failed and its item has a field "error"', async () => {
    const items = people.map(({ json }) => ({ json: { ...json, error: 'x' } }));
    const waiting = await ask(bench, asking('Whatsapp', { ...delivery, ...toEach }), items, retry);
    for (const { messageId } of bench.sandbox.messages()) bench.sandbox.setState(messageId, 'Failed');
    expect(branch(await ended(bench, waiting), 'No Answer')).toHaveLength(3);
    expect(sentTo()).toEqual(recipients);
  });

  it('leaves the refused one to the error output where the node has one', async () => {
    const items = [{ json: { to: '+41790000400', name: 'R' } }, { json: { to: PERSON, name: 'P' } }];
    const settings = { onError: 'continueErrorOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, ...toEach }), items, settings);
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    const names = [0, 1, 2].map((output) =>
      execution.items('Messaging', output).map(({ json }) => json.name),
    );
    expect(names).toEqual([['P'], [], ['R']]);
  });

  it.each([
    ['with the workflow as it was', false, {}],
    ['with the workflow as it is now', true, {}],
    ['where failures have an output', false, { onError: 'continueErrorOutput' }],
  ] as const)(
    'runs no branch in the retry of an execution that was stopped, %s',
    async (_, loadWorkflow, settings) => {
      const waiting = await ask(bench, asking('Whatsapp', approval), [{}], settings);
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/stop`);
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow });
      const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
      expect(retried.error?.message).toBe(
        `Execution ${waiting.id} has sent this message, and answers to it no longer count`,
      );
      expect([branch(retried, 'No Answer'), branch(retried, 'Answered'), sentTo()]).toEqual([
        [],
        [],
        [PERSON],
      ]);
    },
  );

  it('is another question in each round of a loop', async () => {
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
    const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
    const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
    const looped = await bench.n8n.createWorkflow({
      nodes: [start, itemsNode(people), loop, bench.node(asking('Whatsapp', { ...approval, ...toEach }))],
      connections: {
        Start: { main: [to('Items')] },
        Items: { main: [to('Loop')] },
        Loop: { main: [[], to('Messaging')] },
        Messaging: { main: [to('Loop')] },
      },
    });
    const waiting = await bench.n8n.run(looped);
    for (const recipient of recipients) {
      const message = await bench.sandbox.until(() =>
        bench.sandbox.messages().find((each) => each.to === recipient),
      );
      await tap(bench.sandbox, message, 0);
    }
    const execution = await ended(bench, waiting);
    expect(execution.error).toBeUndefined();
    expect(execution.items('Loop', 0, people.length)).toMatchObject(
      people.map(() => ({ json: { data: { approved: true } } })),
    );
  });
});
