import { startBalancer, type Balancer } from '../queue/balancer';
import { letTapsIn } from './manyWaits';
import { type Bench, PASSWORD, startBench } from './messaging';
import { until } from './until';
import { approval, ask, asking, branch, ended, tap, waitingWorkflow } from './waiting';

/**
 * People who are asked one after another by *Send and Wait* in a real n8n, which looks every 60 seconds whose time is up. It is behind a proxy
 * whose address stays the same when n8n restarts.
 */
jest.setTimeout(600_000);

let bench: Bench;
let balancer: Balancer;
beforeAll(async () => {
  balancer = await startBalancer(
    () => bench.n8n.url,
    () => [],
  );
  bench = await startBench({ WEBHOOK_URL: `${balancer.url}/`, N8N_PROXY_HOPS: '1' });
  await letTapsIn(bench, balancer.url);
});
afterAll(async () => {
  await bench?.stop();
  await balancer?.close();
});

const next = () => bench.sandbox.nextMessage(100_000);
const answered = async (waiting: { id: string }) => branch(await ended(bench, waiting), 'Answered');

const NO_WHATSAPP = '+41790000006';
/** A person whom nobody has asked before. */
let last = 0;
const person = () => `+4179111${String((last += 1)).padStart(4, '0')}`;
const several = (options: object) => asking('Whatsapp', { ...approval, to: '={{ $json.to }}', options });
const inTurn = several({ waitFor: 'inTurn', minutesEach: 1 });
const items = (...people: string[]) => people.map((to) => ({ json: { to, plant: 7 } }));
const sentTo = (person: string) => bench.sandbox.messages().filter(({ to }) => to === person);
const textsTo = (person: string) =>
  sentTo(person).flatMap(({ content }) => (content.type === 'Text' ? [content.text] : []));
/** Asks everybody at once; the first answer counts. */
const atOnce = (more: object) => several({ waitFor: 'first', ...more });
const tellOthers = '={{ $json.answeredBy }} looks after plant {{ $json.plant }}';

it('asks nobody else if the first one answers; whoever cannot be asked is passed over', async () => {
  const [anna, bea] = [person(), person()];
  const waiting = await ask(bench, inTurn, items(NO_WHATSAPP, anna, bea));
  await tap(bench.sandbox, await next(), 0);
  const execution = await ended(bench, waiting);
  expect(branch(execution, 'Answered')).toMatchObject([
    {
      plant: 7,
      recipient: anna,
      answeredBy: anna,
      data: { approved: true },
      asked: [
        { to: NO_WHATSAPP, outcome: 'rejected', reason: expect.stringContaining('does not have') },
        { to: anna, outcome: 'answered', askedAt: expect.any(String), messageId: expect.any(String) },
        { to: bea, outcome: 'not_asked' },
      ],
    },
  ]);
  // Nobody has failed to answer.
  expect(branch(execution, 'No Answer')).toEqual([]);
  expect(sentTo(bea)).toEqual([]);
});

it('fails if nobody can be asked, and asks nobody if one item is wrong', async () => {
  const anna = person();
  const refused = await ask(bench, inTurn, items(NO_WHATSAPP));
  expect(refused.status).toBe('error');
  const wrong = await ask(bench, inTurn, items(anna, '12'));
  expect(wrong.status).toBe('error');
  expect(sentTo(anna)).toEqual([]);
});

it('asks the next one when the time is up, also after n8n is killed, and ends', async () => {
  const [anna, bea, carl, dora] = [person(), person(), person(), person()];
  const telling = several({ waitFor: 'inTurn', minutesEach: 1, tellOthers });
  const [taken, silent] = [
    await ask(bench, telling, items(anna, bea, carl)),
    await ask(bench, telling, items(dora, NO_WHATSAPP)),
  ];
  const [first] = sentTo(anna);
  expect(sentTo(dora)).toHaveLength(1);
  expect(sentTo(bea)).toEqual([]);
  await bench.n8n.restart('kill');
  // The next ones are asked with as many attempts as the first one.
  bench.sandbox.change({ faults: [{ fault: 'too-many-requests', times: 2 }] });
  await bench.sandbox.until(() => sentTo(bea)[0], 200_000);
  if (first === undefined) throw new Error('Nobody was asked');
  // Who was asked earlier can still take it.
  await tap(bench.sandbox, first, 0);
  expect(await answered(taken)).toMatchObject([
    {
      recipient: anna,
      notAnswered: [bea],
      asked: [
        { to: anna, outcome: 'answered' },
        { to: bea, outcome: 'no_answer' },
        { to: carl, outcome: 'not_asked' },
      ],
      told: [{ to: bea, outcome: 'accepted', messageId: sentTo(bea)[1]?.messageId }],
    },
  ]);
  expect(textsTo(bea)).toEqual([`${anna} looks after plant 7`]);
  const nobody = branch(await ended(bench, silent), 'No Answer');
  expect(nobody).toMatchObject([
    { recipient: dora, answered: false, asked: [{ outcome: 'no_answer' }, { outcome: 'rejected' }] },
    { error: { outcome: 'rejected' } },
  ]);
  expect([anna, bea, carl, dora].map((person) => sentTo(person).length)).toEqual([1, 2, 0, 1]);
});

describe('the others are told who has taken it', () => {
  const questionTo = (person: string) => bench.sandbox.until(() => sentTo(person)[0]);

  it('once, when two answer at the same moment', async () => {
    const [anna, bea, carl] = [person(), person(), person()];
    const waiting = await ask(bench, atOnce({ tellOthers }), items(anna, bea, carl));
    const [annas, beas] = [await questionTo(anna), await questionTo(bea)];
    await Promise.all([annas, beas, annas, beas].map((question) => tap(bench.sandbox, question, 0)));
    const [output, ...more] = await answered(waiting);
    const others = [anna, bea, carl].filter((each) => each !== output?.answeredBy);
    expect(output).toMatchObject({
      notAnswered: others,
      told: others.map((to) => ({ to, outcome: 'accepted' })),
    });
    expect(more).toEqual([]);
    for (const each of others)
      expect(textsTo(each)).toEqual([`${String(output?.answeredBy)} looks after plant 7`]);
    expect(textsTo(String(output?.answeredBy))).toEqual([]);
  });

  it('unless the loop guard holds the text back, or it fails: the answer counts all the same', async () => {
    const [anna, bea, carl] = [person(), person(), person()];
    const guarded = await bench.newCredential({ mostToOnePerson: 1 });
    const held = await ask(bench, atOnce({ tellOthers }), items(anna, bea), { credential: guarded });
    await tap(bench.sandbox, await questionTo(anna), 0);
    expect(await answered(held)).toMatchObject([
      { told: [{ to: bea, outcome: 'held_back', reason: expect.stringContaining('loop guard') }] },
    ]);
    expect(sentTo(bea)).toHaveLength(1);

    const failing = await ask(bench, atOnce({ tellOthers }), items(anna, carl));
    const question = sentTo(anna).at(-1);
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    if (question !== undefined) await tap(bench.sandbox, question, 0);
    expect(await answered(failing)).toMatchObject([
      { answered: true, told: [{ to: carl, outcome: 'rejected', requestId: expect.any(String) }] },
    ]);
  });

  it('unless the account may no longer write to them', async () => {
    const [anna, bea, carl] = [person(), person(), person()];
    const credential = await bench.newCredential({});
    const waiting = await ask(bench, atOnce({ tellOthers }), items(anna, bea, carl), { credential });
    const { id, name, type } = credential;
    const recipientsAllowed = `${anna}, ${carl}`;
    const data = { baseUrl: bench.sandbox.url, username: 'demo', password: PASSWORD, recipientsAllowed };
    await bench.n8n.call('PATCH', `/rest/credentials/${id}`, { name, type, data });
    await tap(bench.sandbox, await questionTo(anna), 0);
    expect(await answered(waiting)).toMatchObject([
      {
        told: [
          { to: bea, outcome: 'not_sent' },
          { to: carl, outcome: 'accepted' },
        ],
      },
    ]);
    expect(textsTo(bea)).toEqual([]);
  });

  it('by the list of their own items, and not who has taken it, though asked twice', async () => {
    const [anna, bea, carl] = [person(), person(), person()];
    // The output of the node has a field of that name, too.
    const parameters = atOnce({ tellOthers, doNotSendTo: '={{ $json.data.optedOut }}' });
    const all = [anna, bea, carl, anna.replace('+', '00')];
    const given = all.map((to) => ({ json: { to, plant: 7, data: { optedOut: [] } } }));
    const waiting = await ask(bench, parameters, given);
    await tap(bench.sandbox, await questionTo(anna), 0);
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: true }, told: [bea, carl].map((to) => ({ to, outcome: 'accepted' })) },
    ]);
    expect([anna, bea, carl].map((each) => textsTo(each).length)).toEqual([0, 1, 1]);
  });

  it('not with a text that breaks the rules: then nobody is asked', async () => {
    const anna = person();
    const wrong = await ask(bench, atOnce({ tellOthers: 'x'.repeat(5000) }), items(anna, person()));
    expect(wrong.error?.message).toContain('Tell the Others');
    expect(sentTo(anna)).toEqual([]);
  });

  it('at most once if n8n is killed meanwhile, and the execution is retried', async () => {
    const [anna, bea] = [person(), person()];
    // As production starts it: an execution that a person started in the editor offers no Retry once n8n was killed.
    const parameters = { httpMethod: 'POST', path: 'told' };
    const start = { name: 'Start', type: 'n8n-nodes-base.webhook', parameters };
    const workflow = await waitingWorkflow(bench, atOnce({ tellOthers }), items(anna, bea), {}, start);
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow);
    expect((await fetch(production, { method: 'POST' })).status).toBe(200);
    const waiting = await bench.n8n.waitForExecution(
      ({ workflowId, status }) => workflowId === workflow.id && status === 'waiting',
    );
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 1 }], slowAnswer: 20_000 });
    await tap(bench.sandbox, await questionTo(anna), 0);
    await bench.sandbox.until(() => textsTo(bea)[0]);
    await bench.n8n.restart('kill');
    await until('n8n to find it', async () =>
      (await bench.n8n.executions(workflow)).some(({ status }) => status === 'crashed'),
    );
    await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow: false });
    const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
    expect(branch(retried, 'Answered')).toMatchObject([
      {
        answeredBy: anna,
        told: [{ to: bea, outcome: 'unknown', reason: expect.stringContaining(waiting.id) }],
      },
    ]);
    expect(textsTo(bea)).toHaveLength(1);
    await bench.n8n.deactivate(workflow);
  });
});
