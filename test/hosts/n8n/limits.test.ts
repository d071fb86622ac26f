import type { Execution } from './execution';
import { type Bench, type InputItem, outputs, startBench, TRIGGER } from './messaging';
import { until } from './until';
import { asking, branch, waitingWorkflow } from './waiting';

/** The loop guard of an account, in a real n8n against the sandbox. */
jest.setTimeout(240_000);

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench?.stop();
});
beforeEach(() => {
  bench.sandbox.reset();
});

const ANNA = '+41791234567';
const BEAT = '+41781234567';
const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
const to = (...numbers: unknown[]): InputItem[] => numbers.map((each) => ({ json: { to: each } }));
const sentTo = () => bench.sandbox.messages().map((each) => each.to);
const hints = (execution: Execution) =>
  (execution.data.resultData.runData.Messaging?.[0]?.hints ?? []).map((hint) => hint.message).join('\n');

describe('the loop guard', () => {
  /** A credential of its own for each test, as each counts by itself. */
  const guarded = (mostToOnePerson: unknown, mostToOnePersonMinutes: unknown = 10) =>
    bench.newCredential({
      mostToOnePerson: mostToOnePerson as number,
      mostToOnePersonMinutes: mostToOnePersonMinutes as number,
    });
  const heldBack = (...numbers: string[]) => ({
    outcome: 'held_back',
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    recipients: numbers.map((address) => ({
      address,
      accepted: false,
      error: { code: 'held_back', message: expect.stringContaining('loop guard') },
    })),
  });

  it('stops two bots that answer each other', async () => {
    const credential = await guarded(7);
    const credentials = { messagingServiceApi: { id: credential.id, name: credential.name } };
    const workflow = await bench.n8n.createWorkflow({
      nodes: [
        { name: 'Trigger', type: TRIGGER, parameters: { allowedCallers: '127.0.0.1' } },
        bench.node(
          {
            operation: 'reply',
            channel: '={{ $json.reply.channel }}',
            from: '={{ $json.reply.from }}',
            to: '={{ $json.reply.to }}',
            text: '=You said: {{ $json.text }}',
          },
          { credentials },
        ),
      ],
    });
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow);
    bench.sandbox.change({ inboundUrls: { default: production } });
    // The other bot answers whatever it gets, until it gets nothing.
    const write = (text: string) => bench.sandbox.receive({ from: ANNA, channel: 'Whatsapp', text });
    await write('Hello');
    for (let answered = 0; answered < 7; answered += 1) {
      const got = await bench.sandbox.until(() => bench.sandbox.messages()[answered]);
      expect(got.to).toBe(ANNA);
      await write(`I got your message ${answered}`);
    }
    const executions = await until('all executions', async () => {
      const found = await bench.n8n.executions(workflow);
      return found.length === 8 && found.every(({ status }) => status === 'success') && found;
    });
    const last = await bench.n8n.execution(executions[0]?.id ?? '');
    expect(outputs(last)).toEqual([heldBack(ANNA)]);
    expect(hints(last)).toContain('has reached its limit for one person (7 in 10 min); held back until');
    expect(sentTo()).toHaveLength(7);
    await bench.n8n.deactivate(workflow);
  });

  it.each(['send', 'sendBatch'])(
    'holds back what exceeds the limit with %s, also of a later run, and sends to the others',
    async (operation) => {
      const credential = await guarded(3);
      const run = (...numbers: unknown[]) =>
        bench.run({ operation, ...message }, to(...numbers), { credential });
      const first = await run(ANNA, '0041 79 123 45 67', BEAT, ANNA, ANNA, ANNA);
      expect(first.error).toBeUndefined();
      expect(outputs(first).filter(({ outcome }) => outcome === 'held_back')).toEqual([
        heldBack(ANNA),
        heldBack(ANNA),
      ]);
      expect(hints(first)).toContain(
        '2 recipients got nothing. The loop guard of the credential has reached its limit',
      );
      expect(outputs(await run(ANNA, BEAT))).toEqual([
        heldBack(ANNA),
        expect.objectContaining({ messageId: expect.any(String) }),
      ]);
      expect(sentTo().sort()).toEqual([BEAT, BEAT, ANNA, ANNA, ANNA]);
    },
  );

  it.each(['send', 'sendBatch'])('holds back only some of several with %s', async (operation) => {
    const credential = await guarded(1);
    const several = { sendTo: 'several', toListListed: '={{ $json.to }}' };
    const parameters = { operation, from: 'Test', text: 'Hello', ...several };
    await bench.run({ ...parameters }, to([ANNA]), { credential });
    const execution = await bench.run(parameters, to([ANNA, BEAT]), { credential });
    expect(outputs(execution)).toMatchObject([
      {
        recipients: [
          { address: ANNA, accepted: false, error: { code: 'held_back' } },
          { address: BEAT, accepted: true },
        ],
      },
    ]);
    expect(sentTo()).toEqual([ANNA, BEAT]);
  });

  it('tries no further channel for what is held back, and leaves no key', async () => {
    const credential = await guarded(1);
    const further = { countsAs: 'accepted', secondChannel: 'Rcs', secondFrom: 'sandbox-agent' };
    const options = { fallback: { further }, sendOncePer: '={{ $itemIndex }}' };
    const parameters = { ...message, options };
    const execution = await bench.run(parameters, to(ANNA, ANNA), { credential });
    expect(
      outputs(execution)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['held_back', undefined]);
    expect(sentTo()).toEqual([ANNA]);
  });

  it('keeps Send and Wait from asking, and waits for the answers of the others', async () => {
    const credential = await guarded(1);
    await bench.run(message, to(ANNA), { credential });
    const parameters = asking('Whatsapp', { to: '={{ $json.to }}' });
    const alone = await bench.n8n.run(await waitingWorkflow(bench, parameters, to(ANNA), { credential }));
    expect(alone).toMatchObject({ status: 'success' });
    expect(branch(alone, 'No Answer')).toMatchObject([
      { to: ANNA, error: { outcome: 'held_back', code: 'held_back' } },
    ]);
    const both = await bench.n8n.run(
      await waitingWorkflow(bench, parameters, to(ANNA, BEAT), { credential }),
    );
    expect(both.status).toBe('waiting');
    expect(sentTo()).toEqual([ANNA, BEAT]);
  });

  it.each(['send', 'sendBatch'])(
    'is asked by Validate Only of %s, which counts nothing',
    async (operation) => {
      const credential = await guarded(1);
      const run = (options: object, ...numbers: unknown[]) =>
        bench.run({ operation, ...message, options }, to(...numbers), { credential });
      const validateOnly = { validateOnly: true };
      for (let times = 0; times < 2; times += 1)
        expect(outputs(await run(validateOnly, ANNA, ANNA, BEAT))).toMatchObject([
          { valid: true },
          { outcome: 'held_back', until: expect.any(String), recipients: [{ address: ANNA }] },
          { valid: true },
        ]);
      expect((await run({}, ANNA, BEAT)).error).toBeUndefined();
      expect(sentTo()).toEqual([ANNA, BEAT]);
    },
  );

  it('is asked by Check, which counts nothing', async () => {
    const credential = await guarded(2);
    const run = (operation: string, ...numbers: unknown[]) =>
      bench.run({ operation, ...message }, to(...numbers), { credential });
    await run('send', ANNA);
    const checked = { goesOut: false, problem: { code: 'held_back', outcome: 'held_back' } };
    for (let times = 0; times < 2; times += 1)
      expect(outputs(await run('check', ANNA, ANNA, BEAT))).toMatchObject([
        { goesOut: true },
        checked,
        { goesOut: true },
      ]);
    expect((await run('send', ANNA)).error).toBeUndefined();
    expect(outputs(await run('check', ANNA))).toMatchObject([checked]);
    expect(sentTo()).toEqual([ANNA, ANNA]);
  });

  it.each([
    ['five', 10],
    ['={{ $vars.missing }}', 10],
    [2.5, 10],
    [5, 0],
  ])('with a limit of %j in %j minutes sends nothing', async (most, minutes) => {
    const credential = await guarded(most, minutes);
    const execution = await bench.run(message, to(ANNA), { credential });
    expect(execution.error?.message).toContain('to one person must be a');
    expect(sentTo()).toEqual([]);
  });
});

describe('At Most Per Run', () => {
  const people = (count: number): InputItem[] =>
    Array.from({ length: count }, (_, index) => ({ json: { to: `+4179${1_000_000 + index}` } }));
  const run = (operation: string, items: InputItem[], options: object, more = {}) =>
    bench.run({ operation, ...message, options, ...more }, items);

  it.each(['send', 'sendBatch'])(
    'sends nothing of 1,000 items above the limit with %s',
    async (operation) => {
      const execution = await run(operation, people(1000), { mostPerRun: 999 });
      expect(execution.error?.message).toContain(
        'At Most Per Run: all together are 1000 messages, and the limit is 999 (not sent)',
      );
      expect(bench.sandbox.calls()).toEqual([]);
      expect((await run(operation, people(1000), { mostPerRun: 1000 })).error).toBeUndefined();
      expect(sentTo()).toHaveLength(1000);
    },
  );

  it('counts pages, in points if wanted, and no one who has opted out', async () => {
    const long = 'x'.repeat(200);
    const points = { mostPerRun: 9, countPages: true, pointsPerPage: 2.5 };
    const over = await run('send', people(2), points, { text: long });
    expect(over.error?.message).toContain('all together are 10 points, and the limit is 9');
    expect(bench.sandbox.calls()).toEqual([]);
    const listed = { ...points, doNotSendTo: '+41791000001' };
    expect((await run('send', people(2), listed, { text: long })).error).toBeUndefined();
    expect(sentTo()).toEqual(['+41791000000']);
  });

  describe('Within Balance', () => {
    const points = { countPages: true, pointsPerPage: 2.5, withinBalance: true };
    const balances = () => bench.sandbox.calls().filter(({ url }) => url.endsWith('balance')).length;

    it.each(['send', 'sendBatch'])(
      'sends nothing that costs more than the account has with %s',
      async (operation) => {
        bench.sandbox.change({ points: 249 });
        const over = await run(operation, people(100), points);
        expect(over.error?.message).toContain(
          'Within Balance: all together cost 250 points, and the balance is 249 (not sent)',
        );
        expect(sentTo()).toEqual([]);
        bench.sandbox.change({ points: 250 });
        expect((await run(operation, people(100), points)).error).toBeUndefined();
        expect(sentTo()).toHaveLength(100);
        // One for each run.
        expect(balances()).toBe(2);
      },
    );

    it('sends nothing if the balance cannot be read, or what a page costs', async () => {
      bench.sandbox.change({ faults: [{ fault: 'server-error', times: 1 }] });
      const unread = await run('send', people(2), points);
      expect(unread.error?.message).toContain('the balance could not be read, so nothing was sent');
      const unset = await run('send', people(2), { ...points, withinBalance: '={{ $json.missing }}' });
      expect(unset.error?.message).toContain('Within Balance: must be true or false, got nothing');
      const noPrice = await run('send', people(2), { countPages: true, withinBalance: true });
      expect(noPrice.error?.message).toContain("Points per Page: is required for 'Within Balance'");
      expect(sentTo()).toEqual([]);
    });

    it('asks for no balance where it only validates, or is switched off', async () => {
      await run('send', people(2), { ...points, validateOnly: true });
      await run('send', people(2), { ...points, withinBalance: false });
      await run('send', people(2), { ...points, countPages: false });
      expect(balances()).toBe(0);
    });
  });

  it('is said by Check, which sends nothing', async () => {
    const execution = await run('check', people(3), { mostPerRun: 2 });
    expect(execution.error).toBeUndefined();
    expect(outputs(execution)).toMatchObject(
      Array.from({ length: 3 }, () => ({ goesOut: false, problem: { code: 'over_limit' } })),
    );
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it('gives each item the error where the node goes on after failures', async () => {
    const execution = await bench.run({ ...message, options: { mostPerRun: 2 } }, people(3), {
      onError: 'continueRegularOutput',
    });
    expect(outputs(execution)).toMatchObject(
      Array.from({ length: 3 }, () => ({ error: { code: 'over_limit', outcome: 'not_sent' } })),
    );
    expect(bench.sandbox.calls()).toEqual([]);
  });

  it.each([
    ['a field that is not there', '={{ $json.missing }}'],
    ['nothing', '={{ null }}'],
    ['a word', '={{ "many" }}'],
    ['0', 0],
  ])('sends nothing if the limit is %s', async (_, mostPerRun) => {
    const execution = await run('send', people(1), { mostPerRun });
    expect(execution.error?.message).toContain('At Most Per Run: must be a number above 0');
    expect(bench.sandbox.calls()).toEqual([]);
  });
});
