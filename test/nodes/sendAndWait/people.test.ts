import { type InputItem, recipients, texts } from '../inProcess/bench';
import {
  answered,
  approval,
  ask,
  bench,
  freeText,
  lastMessage,
  numbers,
  people,
  several,
  tap,
  timeUp,
  toEach,
  write,
} from './asking';

const [anna = '', bea = '', carl = ''] = numbers;

describe('several items', () => {
  it('wait for all answers, in any order', async () => {
    const waiting = await ask('Whatsapp', { ...approval, ...toEach }, people);
    await tap(lastMessage(carl), 1);
    await tap(lastMessage(anna), 0);
    expect((await waiting.settled()).status).toBe('waiting');
    await tap(lastMessage(bea), 0);
    expect(await answered(waiting)).toMatchObject([
      { name: 'P1', data: { approved: true }, answeredBy: anna },
      { name: 'P2', data: { approved: true } },
      { name: 'P3', data: { approved: false } },
    ]);
    expect(recipients(bench)).toHaveLength(3);
  });

  const first = { ...toEach, options: several({ waitFor: 'first' }) };
  it('go on with the first answer, and say who has not answered', async () => {
    const waiting = await ask('Whatsapp', { ...approval, ...first }, people);
    await tap(lastMessage(bea));
    expect(await answered(waiting)).toMatchObject([{ name: 'P2', notAnswered: [anna, carl] }]);
    expect(await tap(lastMessage(anna))).toEqual([]);
  });

  it('answer nothing by what the others write later, although the workflow still runs', async () => {
    const waiting = await ask('Whatsapp', { ...freeText, ...first }, people);
    await write(lastMessage(bea), 'I do');
    expect(await answered(waiting)).toMatchObject([{ data: { text: 'I do' } }]);
    waiting.status = 'running';
    expect(await write(lastMessage(anna), 'STOP')).toMatchObject([{ text: 'STOP', optOut: 'stop' }]);
  });
});

describe('one after another', () => {
  const askInTurn = (items: InputItem[], more: object = {}, options: object = {}) => {
    const inTurn = several({ waitFor: 'inTurn', minutesEach: 1, ...more });
    return ask('Whatsapp', { ...approval, ...toEach, options: { ...inTurn, ...options } }, items);
  };
  const NO_WHATSAPP = { json: { to: '+41790000006' } };

  it('nobody else is asked if the first one answers; whoever cannot be asked is passed over', async () => {
    const waiting = await askInTurn([NO_WHATSAPP, ...people]);
    expect(recipients(bench)).toEqual([anna]);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([
      {
        ...{ recipient: anna, answeredBy: anna, data: { approved: true } },
        asked: [
          { outcome: 'rejected', reason: expect.stringContaining('does not have') },
          { to: anna, outcome: 'answered', askedAt: expect.any(String), messageId: expect.any(String) },
          { to: bea, outcome: 'not_asked' },
          { to: carl, outcome: 'not_asked' },
        ],
      },
    ]);
    expect(waiting.items(1)).toEqual([]);
  });

  it('the next one is asked when the time is up; who was asked earlier can still answer', async () => {
    const waiting = await askInTurn(people, { tellOthers: '={{ $json.answeredBy }} does it' });
    while (recipients(bench).length < 2) await timeUp(waiting);
    await tap(lastMessage(anna));
    expect(await answered(waiting)).toMatchObject([
      {
        ...{ recipient: anna, notAnswered: [bea], told: [{ to: bea, outcome: 'accepted' }] },
        asked: [{ outcome: 'answered' }, { outcome: 'no_answer' }, { outcome: 'not_asked' }],
      },
    ]);
    expect(recipients(bench)).toEqual([anna, bea, bea]);
  });

  it.each([
    [{}, 'name to answered data choice recipient answeredBy channel respondedAt messageId notAnswered'],
    [{ mode: 'selected', fields: 'told, name, answered' }, 'name answered told'],
  ])('the output can be less: %j', async (values, fields) => {
    const waiting = await askInTurn(people, { tellOthers: 'Done' }, { output: { values } });
    while (recipients(bench).length < 2) await timeUp(waiting);
    await tap(lastMessage(anna));
    const [output = {}] = await answered(waiting);
    expect(Object.keys(output).sort()).toEqual(fields.split(' ').sort());
  });

  it('all go to the second branch if nobody answers', async () => {
    const waiting = await askInTurn([people[0] ?? {}, NO_WHATSAPP]);
    while (waiting.status === 'waiting') await timeUp(waiting);
    expect(waiting.items(1)).toMatchObject([
      { recipient: anna, answered: false, asked: [{ outcome: 'no_answer' }, { outcome: 'rejected' }] },
      { errorDetails: { outcome: 'rejected' } },
    ]);
  });

  it('fails if nobody can be asked, and asks nobody if one item is wrong', async () => {
    expect((await askInTurn([NO_WHATSAPP])).status).toBe('error');
    expect((await askInTurn([people[0] ?? {}, { json: { to: '12' } }])).status).toBe('error');
    expect(recipients(bench)).toEqual([]);
  });
});

describe('the others are told who has taken it', () => {
  const tellOthers = '={{ $json.answeredBy }} looks after {{ $json.plant }}';
  const all = people.map(({ json }) => ({ json: { ...json, plant: 7, data: { optedOut: [] } } }));
  const askAll = (more: object, settings: object = {}, items: InputItem[] = all) => {
    const options = { ...several({ waitFor: 'first', tellOthers }), ...more };
    return ask('Whatsapp', { ...approval, ...toEach, options }, items, settings);
  };

  it('by the list of their own items, and not who has taken it, though asked twice', async () => {
    const twice = [...all, { json: { ...all[0]?.json, to: anna.replace('+', '00') } }];
    // The output of the node has a field of that name, too.
    const waiting = await askAll({ excludeRecipients: '={{ $json.data.optedOut }}' }, {}, twice);
    await tap(lastMessage(anna));
    const told = [bea, carl].map((to) => ({ to, outcome: 'accepted' }));
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true }, told }]);
    expect(texts(bench).filter((text) => text === `${anna} looks after 7`)).toHaveLength(2);
  });

  it('unless it is over the rate limit, or fails: the answer counts all the same', async () => {
    const held = await askAll({}, { account: { mostToOnePerson: 1 } });
    await tap(lastMessage(anna));
    const reason = expect.stringContaining('limit for one person');
    const told = [bea, carl].map((to) => ({ to, outcome: 'over_limit', reason }));
    expect(await answered(held)).toMatchObject([{ told }]);
    const failing = await askAll({});
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    await tap(lastMessage(anna));
    const refused = { outcome: 'rejected', requestId: expect.any(String) };
    expect(await answered(failing)).toMatchObject([
      { answered: true, told: [refused, { outcome: 'accepted' }] },
    ]);
  });

  it('unless the account may no longer write to them', async () => {
    const waiting = await askAll({});
    waiting.surroundings.account.recipientsAllowed = `${anna}, ${carl}`;
    await tap(lastMessage(anna));
    expect(await answered(waiting)).toMatchObject([
      { told: [{ outcome: 'not_sent' }, { outcome: 'accepted' }] },
    ]);
  });
});
