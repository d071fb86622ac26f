import { closedNow, openNow } from '../hosts/windows';
import { type InputItem, recipients, useNodeBench, texts } from './inProcess/bench';

/**
 * The rules that keep messages from going out: which operation keeps to which, and how n8n's expressions can break them. The rules themselves
 * are tested in `core/steps`.
 */
const bench = useNodeBench();

const [ANNA, BEAT, CLEO] = ['+41791234567', '+41781234567', '+41761234567'];
const to = (...numbers: unknown[]): InputItem[] => numbers.map((each) => ({ json: { to: each } }));
const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello' };
const several = { from: 'Test', text: 'Hello', sendTo: 'several', toListListed: '={{ $json.to }}' };
const goOn = { onError: 'continueRegularOutput' } as const;
const sent = { messageId: expect.any(String) };
const reply = { ...message, operation: 'reply', channel: 'Sms' };
const question = {
  ...{ operation: 'sendAndWait', channel: 'Whatsapp', from: '+41795550100', to: '={{ $json.to }}' },
  message: 'May it be paid?',
};
const both = ['send', 'sendBatch'];
const rcs = { secondChannel: 'Rcs', secondFrom: 'sandbox-agent' };
const fallbackChannel = (countsAs: string) => ({ fallbackChannels: { values: { countsAs, ...rcs } } });
/** An outcome in which these recipients got nothing. */
const nothingTo = (outcome: string, ...numbers: string[]) => ({
  outcome,
  recipients: numbers.map((address) => ({ address, accepted: false, error: { code: outcome } })),
});
const expectNothingSent = () => expect(bench.sandbox.calls()).toEqual([]);

describe('Exclude Recipients', () => {
  const listed = (list: unknown) => ({ options: { excludeRecipients: list } });

  it.each([
    ['an array', '={{ ["+41 79 123 45 67", 41781234567] }}'],
    ['items of another node', '={{ $("Items").all().map((row) => row.json.out) }}'],
    ['a text', '0041791234567; +41 (0)78 123 45 67'],
  ])('sends nothing to a number in %s, and everything to the others', async (_, list) => {
    const out = [ANNA, BEAT, '+41771234567'];
    const items = [ANNA, CLEO, BEAT].map((each, index) => ({ json: { to: each, out: out[index] } }));
    const execution = await bench.run({ ...message, ...listed(list) }, items);
    const optedOut = (number: string) => nothingTo('opted_out', number);
    expect(execution.items()).toMatchObject([optedOut(ANNA), sent, optedOut(BEAT)]);
    expect(recipients(bench)).toEqual([CLEO]);
    expect(execution.hints.join()).toContain('2 skipped (opted out)');
  });

  it('reads national numbers with the default country of the account', async () => {
    const account = { defaultCountry: '+41' };
    await bench.run({ ...message, ...listed('079 123 45 67') }, to(ANNA, '078 123 45 67'), { account });
    expect(recipients(bench)).toEqual([BEAT]);
  });

  it.each([
    ['Reply', { ...reply, ...listed(ANNA) }],
    [
      'a fallback channel',
      { ...message, options: { excludeRecipients: ANNA, ...fallbackChannel('accepted') } },
    ],
  ])('holds for %s', async (_, parameters) => {
    expect((await bench.run(parameters, to(ANNA))).items()).toMatchObject([nothingTo('opted_out', ANNA)]);
    expectNothingSent();
  });

  it.each([
    ['a name', '={{ ["Anna"] }}', 'entry 1 is not a phone number, got "Anna"'],
    ['a national number', '079 123 45 67', 'or be a number of the default country'],
  ])('sends nothing of the run if the list is %s', async (_, list, reason) => {
    const { error } = await bench.run({ ...message, ...listed(list) }, to(ANNA, BEAT));
    expect(error?.message).toContain('Exclude Recipients: ');
    expect(error?.message).toContain(reason);
    expectNothingSent();
  });

  it('sends to everybody with an empty list, but to no group, whose members it cannot know', async () => {
    await bench.run({ ...message, ...listed('={{ [] }}') }, to(ANNA));
    expect(recipients(bench)).toEqual([ANNA]);
    const group = to([{ type: 'Group', address: 'On call' }]);
    const { error } = await bench.run({ ...several, ...listed('={{ [] }}') }, group);
    expect(error?.message).toContain('people and groups of the address book');
    expect(recipients(bench)).toEqual([ANNA]);
  });

  it('keeps Send and Wait from asking: the item goes to those without an answer, the others wait', async () => {
    const execution = await bench.run({ ...question, ...listed(ANNA) }, to(ANNA));
    expect(execution.status).toBe('success');
    expect(execution.items(1)).toMatchObject([
      { to: ANNA, errorDetails: { outcome: 'not_sent', code: 'opted_out' } },
    ]);
    expect((await bench.run({ ...question, ...listed(ANNA) }, to(ANNA, BEAT))).status).toBe('waiting');
    expect(recipients(bench)).toEqual([BEAT]);
  });
});

describe('Sending Window', () => {
  const { window, opens, later } = closedNow();
  const withDate = { ...message, additionalFields: { sendDate: '={{ $json.sendDate }}' } };
  const during = (given: object, more: object = {}) => ({
    options: { sendingWindow: { values: given }, ...more },
  });
  const refusing = { ...window, outside: 'refuse' };
  const sentAt = () => bench.sandbox.messages().map(({ sendAt }) => sendAt && new Date(sendAt).toISOString());
  const one = to(ANNA);

  it.each(both)('sends at once inside of it, and plans for when it opens, with %s', async (operation) => {
    await bench.run({ operation, ...message, ...during(openNow()) }, one);
    const execution = await bench.run({ operation, ...message, ...during(window) }, to(ANNA, BEAT));
    expect(execution.items()).toMatchObject([{ sendDate: opens }, { sendDate: opens }]);
    expect(sentAt()).toEqual([undefined, opens, opens]);
    expect(execution.hints).toEqual([`Scheduled by the 'Sending Window' for ${opens} (2 of 2 items)`]);
  });

  it.each(both)('sends nothing if it refuses with %s, which is no failure', async (operation) => {
    const items = [new Date().toISOString(), later].map((sendDate) => ({ json: { to: ANNA, sendDate } }));
    const execution = await bench.run({ operation, ...withDate, ...during(refusing) }, items);
    expect(execution.items()).toMatchObject([{ outcome: 'outside_window', opensAt: opens }, sent]);
    expect(sentAt()).toEqual([later]);
    expect(execution.hints.join()).toContain('1 skipped (outside window)');
  });

  it('takes all its fields by expression, and the time zone of the workflow', async () => {
    const local = `"${opens}".toDateTime().setZone($now.zoneName)`;
    const given = {
      days: '={{ ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"] }}',
      from: `={{ ${local}.toFormat("HH:mm") }}`,
      until: `={{ ${local}.plus({ hours: 1 }).toFormat("HH:mm") }}`,
      exceptions: '={{ [] }}',
    };
    await bench.run({ ...message, ...during(given) }, one, { timezone: 'Asia/Tokyo' });
    expect(sentAt()).toEqual([opens]);
  });

  it('holds for Reply and Check', async () => {
    const refused = await bench.run({ ...reply, ...during(refusing) }, one);
    expect(refused.items()).toMatchObject([{ outcome: 'outside_window' }]);
    const check = { ...message, operation: 'check' };
    expect((await bench.run({ ...check, ...during(window) }, one)).items()).toMatchObject([
      { goesOut: true, request: { sendDate: opens } },
    ]);
    expect((await bench.run({ ...check, ...during(refusing) }, one)).items()).toMatchObject([
      { goesOut: false, problem: { code: 'outside_window' } },
    ]);
    expectNothingSent();
  });

  it.each<[string, unknown, string]>([
    ['no days', { values: { ...openNow(), days: [] } }, ' › Days: choose at least one day'],
    ['an expression that finds nothing', '={{ $json.missing }}', ': is empty: fill it in'],
  ])('sends nothing of the run with %s', async (_, sendingWindow, reason) => {
    const { error } = await bench.run({ ...message, options: { sendingWindow } }, to(ANNA, BEAT));
    expect(error?.message).toContain(`Sending Window${reason}`);
    expectNothingSent();
  });

  it('plans a question of Send and Wait if that is before its time limit, and says so in its answer', async () => {
    const limit = (resumeAmount: number) => ({
      limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'hours' } },
    });
    const ask = (options: object, given: object = window) =>
      bench.run({ ...question, ...during(given, options) }, [{ json: { to: ANNA, sendDate: 'mine' } }]);
    expect((await ask(limit(3))).items()).toMatchObject([{ sendDate: opens }]);
    expect((await ask({}, openNow())).items()).toMatchObject([{ sendDate: 'mine' }]);
    const late = await ask(limit(1));
    expect(late.items(1)).toMatchObject([{ errorDetails: { code: 'outside_window' } }]);
    expect(JSON.stringify(late.items(1))).toContain('after its time limit');
    expect((await ask({}, refusing)).items(1)).toMatchObject([{ errorDetails: { code: 'outside_window' } }]);
    expect(sentAt()).toEqual([opens, undefined]);
  });
});

describe('an account that allows only certain recipients', () => {
  const account = { recipientsAllowed: `${ANNA}, +4178*` };

  it.each([...both, 'sendAndWait'])(
    'refuses all others with %s, and sends nothing of the run',
    async (operation) => {
      const parameters = operation === 'sendAndWait' ? question : { operation, ...message };
      const { error } = await bench.run(parameters, to(ANNA, CLEO), { account });
      expect(error?.message).toContain(
        `To: is not among the recipients that the account allows (Recipients allowed), got "${CLEO}"`,
      );
      expectNothingSent();
      expect((await bench.run(parameters, to(ANNA, BEAT), { account })).error).toBeUndefined();
      expect(recipients(bench)).toEqual([ANNA, BEAT]);
    },
  );
});

describe('the rate limit of an account', () => {
  let count = 0;
  /** The same account in several runs. */
  const guarded = (mostToOnePerson: string | number, mostToOnePersonMinutes = 10) => ({
    account: { mostToOnePerson, mostToOnePersonMinutes },
    credentials: { messagingServiceApi: { id: `guarded ${(count += 1)}`, name: 'Guarded' } },
  });
  const overLimit = nothingTo('over_limit', ANNA);

  it.each(both)('holds back with %s what exceeds its limit, also in a later run', async (operation) => {
    const settings = guarded(3);
    const run = (...numbers: unknown[]) => bench.run({ operation, ...message }, to(...numbers), settings);
    const first = await run(ANNA, '0041 79 123 45 67', BEAT, ANNA, ANNA);
    expect(first.items().filter(({ outcome }) => outcome === 'over_limit')).toMatchObject([overLimit]);
    expect(first.hints.join()).toContain('1 skipped (over limit)');
    expect((await run(ANNA, BEAT)).items()).toMatchObject([overLimit, sent]);
    expect(recipients(bench).sort()).toEqual([BEAT, BEAT, ANNA, ANNA, ANNA]);
  });

  it('is not asked by Check, which sends nothing, and keeps Send and Wait from asking', async () => {
    const settings = guarded(1);
    const run = (parameters: object, ...numbers: string[]) => bench.run(parameters, to(...numbers), settings);
    const check = { ...message, operation: 'check' };
    expect((await run(check, ANNA, ANNA)).items()).toMatchObject([{ goesOut: true }, { goesOut: true }]);
    expect((await run(question, ANNA)).status).toBe('waiting');
    expect((await run(question, ANNA)).items(1)).toMatchObject([
      { to: ANNA, errorDetails: { code: 'over_limit' } },
    ]);
    expect(recipients(bench)).toEqual([ANNA]);
  });
});

describe('Limit per Run', () => {
  const limit = (values: object) => ({ limitPerRun: { values } });
  const people = (count: number) =>
    to(...Array.from({ length: count }, (_, index) => `+4179${1_000_000 + index}`));
  const run = (operation: string, items: InputItem[], options: object, text = 'Hello') =>
    bench.run({ operation, ...message, text, options }, items);

  it.each(both)('sends nothing of more items than the limit with %s', async (operation) => {
    const { error } = await run(operation, people(100), limit({ most: 99 }));
    expect(error?.message).toContain('Limit per Run: 100 messages in all, but the limit is 99 (not sent)');
    expectNothingSent();
    await run(operation, people(100), limit({ most: 100 }));
    expect(recipients(bench)).toHaveLength(100);
  });

  it('is said by Check, and is the error of each item where the node goes on', async () => {
    const options = limit({ most: 1 });
    const checked = { goesOut: false, problem: { code: 'run_over_limit' } };
    expect((await run('check', people(2), options)).items()).toMatchObject([checked, checked]);
    const failed = { errorDetails: { code: 'run_over_limit', outcome: 'not_sent' } };
    expect((await bench.run({ ...message, options }, people(2), goOn)).items()).toMatchObject([
      failed,
      failed,
    ]);
    expectNothingSent();
  });

  describe('of the balance', () => {
    const points = (more: object = {}) => limit({ count: 'balance', pointsPerPage: 2.5, ...more });
    const balances = () => bench.sandbox.calls().filter(({ url }) => url.endsWith('balance')).length;

    it.each(both)('sends nothing that costs more than the account has with %s', async (operation) => {
      bench.sandbox.change({ points: 24 });
      const { error } = await run(operation, people(10), points());
      expect(error?.message).toContain('Limit per Run: 25 points in all, but the balance is 24 (not sent)');
      bench.sandbox.change({ points: 25 });
      await run(operation, people(10), points());
      expect(recipients(bench)).toHaveLength(10);
      expect(balances()).toBe(2);
    });

    it('sends nothing if the balance cannot be read, or what a page costs', async () => {
      bench.sandbox.change({ faults: [{ fault: 'server-error', times: 1 }] });
      const said = async (options: object) => (await run('send', people(2), options)).error?.message;
      expect(await said(points())).toContain('the balance could not be read, so nothing was sent');
      expect(await said(points({ pointsPerPage: '={{ $json.missing }}' }))).toContain(
        'Limit per Run › Points per Page: its expression finds nothing',
      );
      expect(await said(points({ pointsPerPage: '1.000' }))).toContain('Points per Page: must be');
      expect(await said(points({ count: '={{ $json.missing }}' }))).toContain(
        'Limit per Run › Count: its expression finds nothing',
      );
      expect(await said({ limitPerRun: {} })).toContain('Limit per Run: is empty');
      expect(recipients(bench)).toEqual([]);
    });

    it('is not asked for by Check', async () => {
      expect((await run('check', people(2), points())).items()).toMatchObject([
        { goesOut: true },
        { goesOut: true },
      ]);
      expect(balances()).toBe(0);
    });
  });
});

describe('Output', () => {
  const file = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'a.pdf' };
  const run = (values?: object, more: object = {}, json: object = { to: ANNA }, settings = {}) => {
    const options = values === undefined ? {} : { output: { values } };
    return bench.run(
      { ...message, ...more, options },
      [{ json: { ...json }, binary: { data: file } }],
      settings,
    );
  };
  const fields = async (...given: Parameters<typeof run>) =>
    Object.keys((await run(...given)).items()[0] ?? {});
  const select = (names: string) => ({ mode: 'selected', fields: names });

  it.each<[string, object]>([
    ['send', several],
    ['sendBatch', several],
    ['reply', reply],
    ['check', several],
    ['getStatus', { messageId: '={{ $json.id }}' }],
    ['getBatchStatus', { batchId: '={{ $json.batchId }}' }],
    ['getBalance', { resource: 'account' }],
    ['upload', { resource: 'media' }],
    ['sendAndWait', { ...question, to: '={{ $json.to[0] }}' }],
  ])('of %s: any of its fields, or at most ten without details', async (operation, more) => {
    const [before] = (await run(undefined, { operation: 'sendBatch' })).items();
    const json = { to: [ANNA], id: before?.messageId, batchId: before?.batchId };
    const all = await fields(undefined, { operation, ...more }, json);
    expect(await fields(select(all.join()), { operation, ...more }, json)).toEqual(all);
    expect(all).not.toEqual([]);
    const simple = all.filter((name) => !['raw', 'requestId', 'messageIds'].includes(name));
    expect(await fields({}, { operation, ...more }, json)).toEqual(simple);
    expect(simple.length).toBeLessThanOrEqual(10);
  });

  it('is only the answer of the service, or what is selected and has a value', async () => {
    expect(await fields({ mode: 'raw' })).toEqual(['messageId', 'timestamp']);
    expect(await fields(select('to, messageId, notes'))).toEqual(['to', 'messageId']);
  });

  it('keeps what a failed item says, and is read before anything is sent', async () => {
    const { outputs } = await run(select('to'), {}, { to: '+41790000400' }, goOn);
    expect(outputs[0]?.[0]?.json).toMatchObject({ errorDetails: { outcome: 'rejected' } });
    bench.sandbox.reset();
    const said = async (names: string) => (await run(select(names))).error?.message;
    expect(await said(' ')).toContain('Output › Fields: is required');
    expect(await said('to, mesageId')).toContain('must name fields of the output, got "mesageId"');
    expectNothingSent();
  });
});

describe('Deduplicate By', () => {
  const keyed = { from: 'Test', to: ANNA, text: '=Order {{ $json.order }}' };
  const options = { deduplicateBy: '={{ $json.order }}' };
  const orders = (...ids: Array<string | number>): InputItem[] => ids.map((order) => ({ json: { order } }));

  it.each(both)('sends no key a second time with %s, and says which message had it', async (operation) => {
    const id = `once ${operation}`;
    const run = () => bench.run({ operation, ...keyed, options }, orders('A', 'B', 'A', 7), { id });
    const first = (await run()).items();
    expect(texts(bench).sort()).toEqual(['Order 7', 'Order A', 'Order B']);
    expect(first[2]).toEqual({
      ...{ channel: 'Sms', to: ANNA, outcome: 'sent_before', key: 'A' },
      messageId: first[0]?.messageId,
    });
    const again = (await run()).items();
    expect(again.map(({ outcome, key }) => [outcome, key])).toEqual(
      ['A', 'B', 'A', '7'].map((key) => ['sent_before', key]),
    );
    await bench.run({ operation, ...keyed, options }, orders('A'), { id: `other ${id}` });
    expect(texts(bench)).toHaveLength(4);
  });

  it('sends each message of a list once per key, also when the list grows', async () => {
    const content = { type: 'Text', text: 'Hello' };
    const list = (...numbers: string[]) => ({
      json: {
        request: { messages: numbers.map((each) => ({ channel: 'Sms', from: 'Test', to: each, content })) },
      },
    });
    const parameters = { operation: 'sendBatch', defineUsing: 'json', requestJson: '={{ $json.request }}' };
    const keys = { options: { deduplicateBy: 'A' } };
    const execution = await bench.run({ ...parameters, ...keys }, [list(ANNA), list(ANNA, BEAT, CLEO)]);
    const outcomes = execution.items().map(({ outcome }) => outcome);
    expect(outcomes).toEqual([undefined, 'sent_before', undefined, undefined]);
  });

  it('names in every try what was not sent although its key stays, and skips none of it', async () => {
    const refused = { ...keyed, to: '+41790000400', options };
    const tried = bench.begin(refused, orders(...Array(21).keys()), { retryOnFail: true, maxTries: 2 });
    Object.assign(tried.surroundings.processed, { delete: undefined });
    const { error } = await tried.settled();
    expect(error?.description).toContain('The key "0" could not be removed');
    expect(error?.description).toContain('Item 1: The message was not sent, because one before it failed');
    expect(error?.description).toContain('Of 21 items: 2 refused, 1 not sent, 18 not started');
  });
});

describe('Check', () => {
  const check = { operation: 'check', from: 'Test', to: '={{ $json.to }}', text: '={{ $json.text }}' };

  it('says of each item what would become of it, and calls nobody', async () => {
    const items: InputItem[] = [
      { json: { to: ANNA, text: 'Grüezi' } },
      { json: { to: '079 12', text: 'Hello' } },
      { json: { to: ANNA, text: `“${'x'.repeat(70)}” – 👋👋` } },
      { json: { to: BEAT, text: 'Hello' } },
    ];
    const execution = await bench.run({ ...check, options: { excludeRecipients: '0041781234567' } }, items);
    expect(execution.items()).toMatchObject([
      { goesOut: true, request: { to: ANNA }, sms: { encoding: 'GSM-7', pages: 1, characters: 6 } },
      { goesOut: false, problem: { message: expect.stringContaining('To: ') } },
      { goesOut: true, sms: { encoding: 'UCS-2', pages: 2, outsideGsm: ['“', '”', '–', '👋'] } },
      { goesOut: false, problem: { code: 'opted_out' }, skipped: [BEAT] },
    ]);
    expect(execution.hints.join()).toContain('2 of 4 would not go out');
    expectNothingSent();
  });

  it('names those of several who would get nothing, the fault of a fallback channel, and one in JSON', async () => {
    const only = async (parameters: object, item: InputItem = { json: { to: ANNA, text: 'Hello' } }) =>
      (await bench.run({ operation: 'check', ...parameters }, [item])).items();
    const partly = { ...several, options: { excludeRecipients: ANNA } };
    expect(await only(partly, { json: { to: [ANNA, BEAT] } })).toMatchObject([
      { goesOut: true, skipped: [ANNA] },
    ]);
    const further = { countsAs: 'accepted', secondChannel: 'Whatsapp', secondFrom: 'no number' };
    const problem = (text: string) => [
      { goesOut: false, problem: { message: expect.stringContaining(text) } },
    ];
    expect(await only({ ...check, options: { fallbackChannels: { values: further } } })).toMatchObject(
      problem('Second Sender: '),
    );
    const request = { channel: 'Sms', from: 'Test', to: ANNA, content: { type: 'Sticker' } };
    expect(await only({ defineUsing: 'json', requestJson: request })).toMatchObject(problem('content'));
    const data = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'a.pdf' };
    const document = { contentType: 'Document', mediaSource: 'binary', binaryField: 'data' };
    const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: ANNA };
    expect(await only({ ...whatsapp, ...document }, { binary: { data } })).toMatchObject([{ goesOut: true }]);
    expectNothingSent();
  });
});
