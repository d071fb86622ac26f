import { entries } from '../contentCases';
import { recipients } from '../inProcess/bench';
import {
  answered,
  approval,
  ask,
  bench,
  choices,
  delivery,
  freeText,
  goOn,
  lastMessage,
  numbers,
  people,
  PERSON,
  retry,
  several,
  tap,
  timeUp,
  toEach,
} from './asking';

const triedOn = { ...retry, ...goOn };

describe('what cannot be sent', () => {
  it('is an error at once, whatever is waited for: nothing waits', async () => {
    bench.sandbox.change({ points: 0 });
    for (const parameters of [approval, choices(2), freeText, delivery])
      expect((await ask('Whatsapp', parameters)).error?.message).toMatch(/credit|points/i);
  });

  it('is checked for all items before the first one goes out', async () => {
    const items = [{ json: { to: PERSON } }, { json: { to: '0791234567' } }];
    expect((await ask('Sms', { to: '={{ $json.to }}' }, items)).status).toBe('error');
    expect(recipients(bench)).toEqual([]);
    const waiting = await ask('Whatsapp', { to: '={{ $json.to }}' }, items, triedOn);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
    expect(waiting.items(1)).toMatchObject([
      { to: '0791234567', channel: 'Whatsapp', errorDetails: { outcome: 'not_sent' } },
    ]);
    expect(recipients(bench)).toEqual([PERSON]);
  });

  it('is tried again as Retry On Fail says, also where the node goes on after failures', async () => {
    const execution = await ask('Whatsapp', { to: '+41790000400' }, [{}], triedOn);
    expect(execution.items(1)).toMatchObject([{ errorDetails: { outcome: 'rejected' } }]);
    expect(bench.sandbox.calls()).toHaveLength(3);
  });

  const limit = (values: object) => ({ options: { limitWaitTime: { values } } });
  const interval = (resumeAmount: unknown, resumeUnit = 'hours') =>
    limit({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
  it.each<[string, object, RegExp]>([
    ['no choices', { responseType: 'choice' }, /Choices: at least one choice/],
    [
      'a label',
      { approvalOptions: { values: { approveLabel: 'x'.repeat(25) } } },
      /^Approve Button Label: at most 24 characters, got 25/,
    ],
    [
      'a choice',
      { responseType: 'choice', choices: { values: [{ label: 'Yes' }, { label: 'x'.repeat(25) }] } },
      /^Choices 2 › Label: at most 24/,
    ],
    ['no message', { message: ' ' }, /Message: is required/],
    [
      'a list',
      { to: '={{ ["+41791234567"] }}' },
      /^To: takes one recipient, got .*: use an item for each person/,
    ],
    ['a way to send', { sendAs: '={{ "Vorlage" }}' }, /^Send As: must be message or template, got .*Vorlage/],
    ['no way to send', { sendAs: '={{ $json.gone }}' }, /^Send As: its expression finds nothing/],
    [
      'an end',
      { options: several({ waitFor: '={{ "any" }}' }) },
      /^Several People › Wait For: must be all, first or inTurn/,
    ],
    ['a language', { language: '={{ "rm" }}' }, /^Language: must be en, fr, de or it, got "rm"/],
    ['a limit', limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '3/4/2031' }), /be a date and time/],
    ...['={{ $json.gone }}', '={{ null }}', '={{ " " }}', '={{ -1 }}', '={{ [] }}'].map(
      (none): [string, object, RegExp] => [none, interval(none), /Limit Wait Time/],
    ),
    ['a unit', interval(1, '={{ "weeks" }}'), /^Limit Wait Time › Unit: must be minutes, hours or days/],
    [
      'a limit of all where each person has one',
      { options: { ...interval(1).options, ...several({ waitFor: 'inTurn' }) } },
      /^Limit Wait Time: cannot end 'One After Another'/,
    ],
    [
      'the past',
      limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' }),
      /^Limit Wait Time: must be in the future, got 2020/,
    ],
    [
      'a template that has no place for the link',
      {
        ...{ ...freeText, sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en' },
        components: entries({ type: 'Body', parameters: entries({ text: 'Hi' }) }),
        options: { answerBy: 'link' },
      },
      /its link would be lost/,
    ],
    [
      'a text that cuts off the link',
      { channel: 'Sms', from: 'Shop', message: 'x'.repeat(1500) },
      /be cut off/,
    ],
    [
      'a text for the others',
      { options: several({ waitFor: 'first', tellOthers: 'x'.repeat(5000) }) },
      /Tell the Others/,
    ],
  ])('is named: %s', async (_, parameters, words) => {
    const { error } = await ask('Whatsapp', parameters);
    expect(`${error?.message} ${error?.description}`).toMatch(words);
    expect(recipients(bench)).toEqual([]);
  });

  it('is the error of every item if an option cannot be read: none of them was answered', async () => {
    const options = { output: { values: { mode: '={{ $json.gone }}' } } };
    const settings = { ...goOn, alwaysOutputData: true };
    const execution = await ask('Whatsapp', { ...approval, ...toEach, options }, people, settings);
    expect([execution.status, execution.items(0), recipients(bench)]).toEqual(['success', [], []]);
    expect(execution.items(1)).toMatchObject(people.map(() => ({ errorDetails: { outcome: 'not_sent' } })));
  });

  it.each([{ onError: 'continueErrorOutput' } as const, { continueOnFail: true }])(
    'is what another execution has asked (Executions > Retry), and no branch runs: %j',
    async (settings) => {
      const waiting = await ask('Whatsapp', approval, [{}], settings);
      Object.assign(waiting, { id: 'retried' }).goOn();
      expect((await waiting.settled()).status).toBe('error');
      expect(waiting.error?.message).toContain('answers to it no longer count');
      expect([waiting.outputs, recipients(bench)]).toEqual([[], [PERSON]]);
    },
  );

  it('is a question of a tool, for which n8n has no wait: the agent is told so', async () => {
    const execution = await ask('Whatsapp', approval, [{}], { type: 'messagingServiceTool' });
    expect(execution.items()).toMatchObject([
      { error: expect.stringContaining('cannot wait for an answer') },
    ]);
    expect([execution.waitTill, recipients(bench)]).toEqual([undefined, []]);
  });
});

describe('Retry On Fail', () => {
  it('sends nothing again when a delivery failed and its item has a field "error"', async () => {
    const items = people.map(({ json }) => ({ json: { ...json, error: 'x' } }));
    const waiting = await ask('Whatsapp', { ...delivery, ...toEach }, items, retry);
    for (const { messageId } of bench.sandbox.messages()) bench.sandbox.setState(messageId, 'Failed');
    await timeUp(waiting);
    expect(waiting.items(1)).toHaveLength(3);
    expect(recipients(bench).sort()).toEqual(numbers);
  });

  it.each([{}, retry, goOn, triedOn])('asks nobody again once somebody was asked: %j', async (settings) => {
    const [anna, , carl] = numbers;
    const items = [people[0] ?? {}, { json: { to: '+41790000400' } }, people[2] ?? {}];
    const waiting = await ask('Whatsapp', { ...approval, ...toEach }, items, settings);
    expect([waiting.status, recipients(bench)]).toEqual(['waiting', [anna, carl]]);
    expect(bench.sandbox.calls()).toHaveLength(3);
    expect(waiting.hints.join()).not.toContain('not started');
    for (const to of [anna, carl]) await tap(lastMessage(to));
    expect((await answered(waiting)).map(({ recipient }) => recipient)).toEqual([anna, carl]);
    expect(waiting.items(1)).toMatchObject([{ to: '+41790000400', errorDetails: { outcome: 'rejected' } }]);
  });
});
