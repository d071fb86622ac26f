import { post } from '../node-red/webhooks';
import type { SandboxMessage } from '../../../sandbox';
import type { Execution } from './execution';
import { TRIGGER } from './messaging';
import { listen } from './triggerCalls';
import { until } from './until';
import {
  answered,
  bench,
  channels,
  choices,
  delivery,
  next,
  started,
  startWaiting,
  trigger,
  waitedFor,
} from './waitBench';
import {
  approval,
  ask,
  asking,
  branch,
  choicesOf,
  ended,
  NUMBER,
  open,
  PERSON,
  press,
  stillWaits,
  tap,
  waitingWorkflow,
  write,
} from './waiting';

/** What ends a *Send and Wait* in a real n8n, and what does not. */
jest.setTimeout(300_000);

startWaiting();

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

describe('a tap on a question that no longer waits', () => {
  const refused = 'This question is no longer open';
  /** A workflow that replies to late taps, and only to those. */
  const replying = async () => {
    const conditions = { options: { typeValidation: 'loose', version: 2 }, combinator: 'and' };
    const isLate = { operator: { type: 'boolean', operation: 'true', singleValue: true } };
    const workflow = await bench.n8n.createWorkflow({
      nodes: [
        {
          ...{ name: 'Trigger', type: TRIGGER },
          parameters: { allowedCallers: '127.0.0.1', options: { lateTaps: 'pass' } },
        },
        {
          ...{ name: 'Late', type: 'n8n-nodes-base.if' },
          parameters: {
            conditions: { ...conditions, conditions: [{ ...isLate, leftValue: '={{ $json.late }}' }] },
          },
        },
        bench.node({ operation: 'reply', text: refused }),
      ],
    });
    await bench.n8n.activate(workflow);
    const url = (await bench.n8n.webhookUrls(workflow)).production;
    bench.sandbox.change({ inboundUrls: { default: url } });
    return { workflow, url };
  };
  const replies = () =>
    bench.sandbox.messages().filter(({ content }) => 'text' in content && content.text === refused);

  it.each(['Whatsapp', 'Rcs'] as const)(
    'on %s can be answered by the workflow of the trigger, once',
    async (channel) => {
      const { workflow, url } = await replying();
      const stop = async ({ id }: { id: string }) => {
        await bench.n8n.call('POST', `/rest/executions/${id}/stop`);
      };
      const endings = [
        async (waiting: Execution, message: SandboxMessage) => {
          await tap(bench.sandbox, message, 0);
          await ended(bench, waiting);
        },
        stop,
        async (waiting: Execution) => {
          await stop(waiting);
          await bench.n8n.call('POST', '/rest/executions/delete', { ids: [waiting.id] });
        },
      ];
      for (const [index, end] of endings.entries()) {
        const waiting = await ask(bench, asking(channel, approval));
        const message = bench.sandbox.messages().at(-1);
        if (message === undefined) throw new Error('Nobody was asked');
        await end(waiting, message);
        expect(replies()).toHaveLength(index);
        const [, no] = choicesOf(message);
        const reply = { type: 'Button', id: no?.id, title: 'Decline' };
        const content = { type: 'InteractiveReply', reply };
        const call = { messageId: crypto.randomUUID(), channel, from: PERSON, to: message.from, content };
        // The service repeats a call that it takes for lost.
        for (let count = 0; count < 3; count += 1) expect((await post(url, call)).status).toBe(200);
        await until('the reply', async () => replies().length === index + 1);
      }
      const executions = await bench.n8n.executions(workflow);
      expect(executions).toHaveLength(endings.length);
      const [latest] = executions;
      const event = (await bench.n8n.execution(latest?.id ?? '')).items('Trigger')[0]?.json;
      expect(event).toMatchObject({
        event: 'inbound',
        late: true,
        from: PERSON,
        choice: { title: 'Decline' },
      });
      expect(replies().map(({ to }) => to)).toEqual(endings.map(() => PERSON));
      await bench.n8n.deactivate(workflow);
    },
  );

  it('is no tap that counted in a call that had to be repeated for another answer', async () => {
    const { workflow, url } = await replying();
    const [anna, bea] = ['+41790001001', '+41790001002'];
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, to: anna }));
    const to = '={{ $json.to }}';
    const parameters = asking('Whatsapp', { ...approval, to, options: { atOnce: 1 } });
    const both = [{ json: { to: bea } }, { json: { to: PERSON } }];
    // The second message keeps its execution from taking an answer to the first one.
    bench.sandbox.change({ slowAnswer: 8000 });
    const busy = waitingWorkflow(bench, parameters, both).then((each) => bench.n8n.run(each));
    const beas = await bench.sandbox.until(() => bench.sandbox.messages().find((each) => each.to === bea));
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 1 }] });
    const annas = bench.sandbox.messages().find((each) => each.to === anna);
    const call = [annas, beas].map((message) => {
      if (message === undefined) throw new Error('Nobody was asked');
      const { channel, from, to: person } = message;
      const reply = { type: 'Button', id: choicesOf(message)[0]?.id, title: 'Approve' };
      const content = { type: 'InteractiveReply', reply };
      return { messageId: crypto.randomUUID(), channel, from: person, to: from, content };
    });
    expect((await post(url, call)).status).toBe(503);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
    await busy;
    expect((await post(url, call)).status).toBe(200);
    expect(await bench.n8n.executions(workflow)).toEqual([]);
    await bench.n8n.deactivate(workflow);
  });

  it('is no tap that counts, none of a stranger, and none that is forged', async () => {
    const { workflow } = await replying();
    const waiting = await ask(bench, asking('Whatsapp', approval));
    const message = await next();
    const [yes] = choicesOf(message);
    const reply = { type: 'Button' as const, id: yes?.id ?? '', title: 'Approve' };
    const own = { from: PERSON, to: NUMBER, channel: 'Whatsapp' as const };
    await bench.sandbox.receive({ ...own, from: '+41799999999', reply });
    const forged = reply.id.replace(/signature=.*/, `signature=${'0'.repeat(64)}`);
    await bench.sandbox.receive({ ...own, reply: { ...reply, id: forged } });
    await tap(bench.sandbox, message, 0);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
    expect(await bench.n8n.executions(workflow)).toEqual([]);
    await bench.n8n.deactivate(workflow);
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
    expect(await answer.text()).toContain("add 127.0.0.1 to 'More Allowed Callers' of this node");
    expect(await stillWaits(bench, waiting)).toBe(true);
  });

  it('waits for the reports of all messages, and catches up on those that came too early', async () => {
    bench.sandbox.change({ automaticDelivery: 0 });
    const people = [1, 2, 3, 4, 5].map((index) => ({ json: { to: `+4179100000${index}` } }));
    const waiting = await ask(bench, asking('Sms', { ...delivery, to: '={{ $json.to }}' }), people);
    expect(await answered(waiting)).toHaveLength(5);
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
