import { closedNow, openNow } from '../windows';
import { itemsNode } from './messaging';
import { until } from './until';
import { answered, bench, channels, delivery, next, startWaiting, waitedFor } from './waitBench';
import { approval, ask, asking, branch, ended, PERSON, tap, waitingWorkflow } from './waiting';

/** What *Send and Wait* sends and refuses in a real n8n, and what it does not send again. */
jest.setTimeout(300_000);

startWaiting();

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

describe('what cannot be sent', () => {
  const refused = { to: '0791234567' };

  it.each(channels)('is an error at once on %s, whatever is waited for: nothing waits', async (channel) => {
    bench.sandbox.change({ points: 0 });
    for (const parameters of waitedFor) {
      const execution = await ask(bench, asking(channel, parameters));
      expect(execution.status).toBe('error');
      expect(execution.error?.message).toMatch(/credit|points/i);
    }
  });

  it('is checked for all items before the first one goes out', async () => {
    const items = [{ json: { to: PERSON } }, { json: refused }];
    const execution = await ask(bench, asking('Sms', { to: '={{ $json.to }}' }), items);
    expect(execution.status).toBe('error');
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('does not keep the other items from waiting where the node goes on after failures', async () => {
    const items = [{ json: { to: PERSON } }, { json: refused }];
    const goOn = { onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', { to: '={{ $json.to }}' }), items, goOn);
    expect(waiting.status).toBe('waiting');
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered')).toMatchObject([{ data: { approved: true } }]);
    expect(branch(execution, 'No Answer')).toMatchObject([
      { to: refused.to, channel: 'Whatsapp', error: { outcome: 'not_sent' } },
    ]);
  });

  it.each([
    ['a choice without choices', { responseType: 'choice' }, /Choices: must contain/],
    [
      'a label that is too long',
      { approvalOptions: { values: { approveLabel: 'x'.repeat(21) } } },
      /^Approve Button Label: at most 20 characters, got 21/,
    ],
    [
      'a choice that is too long',
      { responseType: 'choice', choices: { values: [{ label: 'Yes' }, { label: 'x'.repeat(21) }] } },
      /^Choices 2 › Label: at most 20 characters, got 21/,
    ],
    ['an empty message', { message: ' ' }, /Message: is required/],
    [
      'a limit that is none',
      { options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' } } } },
      /Limit Wait Time/,
    ],
    ...[null, '', []].map((nothing): [string, object, RegExp] => [
      `a limit of ${JSON.stringify(nothing)}`,
      {
        options: {
          limitWaitTime: {
            values: {
              limitType: 'afterTimeInterval',
              resumeAmount: `={{ ${JSON.stringify(nothing)} }}`,
              resumeUnit: 'hours',
            },
          },
        },
      },
      /Limit Wait Time/,
    ]),
    ...['={{ "customForm" }}', '={{ $json.typ }}', '={{ "" }}'].map((value): [string, object, RegExp] => [
      `the response type ${value}`,
      { responseType: value },
      /^Response Type: must be approval, choice, delivery or freeText, got /,
    ]),
    [
      'a way to send that is unknown',
      { sendAs: '={{ "Vorlage" }}', namespace: 'ns', name: 'ask', languageCode: 'en' },
      /^Send As: must be message or template, got .*Vorlage/,
    ],
    [
      'an unknown type of approval',
      { approvalOptions: { values: { approvalType: '={{ "two" }}' } } },
      /^Type of Approval: must be single or double, got "two"/,
    ],
    [
      'an unknown way to answer',
      { responseType: 'freeText', options: { answerBy: '={{ "mail" }}' } },
      /^Answer By: must be automatic or link/,
    ],
    ['an unknown end', { options: { waitFor: '={{ "any" }}' } }, /^Wait For: must be all, first or inTurn/],
    ...(
      [
        [{ limitType: '={{ "until" }}' }, /^Limit Type: must be afterTimeInterval or atSpecifiedTime/],
        [{ resumeAmount: 1, resumeUnit: '={{ "weeks" }}' }, /^Unit: must be minutes, hours or days/],
        [{ resumeAmount: 0, resumeUnit: 'hours' }, /^Limit Wait Time: must be longer than 0/],
        [{ resumeAmount: -1, resumeUnit: 'hours' }, /^Limit Wait Time: must be longer than 0/],
        [
          { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' },
          /^Limit Wait Time: must be in the future, got 2020/,
        ],
      ] as const
    ).map(([values, words]): [string, object, RegExp] => [
      `the limit ${JSON.stringify(values)}`,
      { options: { limitWaitTime: { values } } },
      words,
    ]),
    [
      'a list of callers that is none',
      { responseType: 'delivery', options: { allowedCallers: 'everybody' } },
      /everybody/,
    ],
    [
      'a text that would cut off the link',
      { channel: 'Sms', from: '0041795550100', message: 'x'.repeat(1500) },
      /link at its end would be cut/,
    ],
  ])('says what is wrong with %s', async (_, parameters, words) => {
    const execution = await ask(bench, asking('Whatsapp', parameters));
    expect(`${execution.error?.message} ${execution.error?.description}`).toMatch(words);
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('is found in every item, where an expression gives the choice or the limit', async () => {
    const past = '={{ $json.until ?? "2099-01-01T00:00:00Z" }}';
    const values = { limitType: 'atSpecifiedTime', maxDateAndTime: past };
    const cases = [
      [{ responseType: '={{ $json.type }}' }, { type: 'aproval' }, /Response Type: must be approval, choice/],
      [
        { responseType: '={{ $json.type }}' },
        { type: 'Free Text' },
        /Response Type: must be (?:the same|approval)/,
      ],
      [
        { options: { limitWaitTime: { values } } },
        { until: '2020-01-01T00:00:00Z' },
        'Limit Wait Time: must',
      ],
    ] as const;
    for (const [parameters, second, words] of cases) {
      const items = [{ json: { type: 'approval' } }, { json: second }];
      const execution = await ask(bench, asking('Whatsapp', parameters), items);
      expect(execution.error?.message).toMatch(words);
    }
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('says that the address of a report is too long for the service', async () => {
    const execution = await ask(bench, asking('Sms', { responseType: 'delivery' }), [{}], {
      id: 'x'.repeat(120),
    });
    expect(`${execution.error?.message} ${execution.error?.description}`).toMatch(
      /the address for the report has 2\d\d characters, but the service accepts only 200: give n8n a shorter address/,
    );
    expect(bench.sandbox.messages()).toEqual([]);
  });

  it('is tried again by Retry On Fail where the node goes on after failures and nothing was sent', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const settings = { ...retry, onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp'), [{}], settings);
    expect(waiting.status).toBe('waiting');
    await tap(bench.sandbox, await next());
    expect(await answered(waiting)).toHaveLength(1);
  });
});

describe('what was sent', () => {
  const people = [1, 2, 3].map((index) => ({ json: { to: `+4179100000${index}` } }));
  const recipients = people.map(({ json }) => json.to);
  const sentTo = () =>
    bench.sandbox
      .messages()
      .map(({ to }) => to)
      .sort();
  const toEach = { to: '={{ $json.to }}' };

  it('is not sent twice by Retry On Fail', async () => {
    bench.sandbox.change({ faults: [{ fault: 'no-credit', times: 1 }] });
    const waiting = await ask(bench, asking('Whatsapp', toEach), people, retry);
    expect(waiting.status).toBe('waiting');
    expect(sentTo()).toEqual(recipients);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(3);
  });

  // In both, n8n takes the output for a failure, and runs the node again.
  it('is not sent again by Retry On Fail when a delivery failed and its item has a field "error"', async () => {
    const items = people.map(({ json }) => ({ json: { ...json, error: 'x' } }));
    const waiting = await ask(bench, asking('Whatsapp', { ...delivery, ...toEach }), items, retry);
    for (const { messageId } of bench.sandbox.messages()) bench.sandbox.setState(messageId, 'Failed');
    expect(branch(await ended(bench, waiting), 'No Answer')).toHaveLength(3);
    expect(sentTo()).toEqual(recipients);
  });

  it('keeps its answers over Retry On Fail when the node goes on after a refused message', async () => {
    const items = [{ json: { to: '0791234567' } }, ...people];
    const settings = { ...retry, onError: 'continueRegularOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', toEach), items, settings);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(3);
    expect(sentTo()).toEqual(recipients);
  });

  it.each([
    ['', {}],
    [', after the tries of Retry On Fail', retry],
    [', where the node goes on', { onError: 'continueRegularOutput' } as const],
  ])('is waited for although another message is refused%s', async (_, settings) => {
    // One after the other, so that one is accepted before.
    const refused = '+41790000400';
    const to = `={{ $json.to === "${people[1]?.json.to}" ? "${refused}" : $json.to }}`;
    const parameters = asking('Whatsapp', { ...approval, to, options: { itemsAtOnce: 1 } });
    const waiting = await ask(bench, parameters, people, settings);
    expect(waiting.status).toBe('waiting');
    expect(sentTo()).toEqual([recipients[0], recipients[2]]);
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered').map(({ recipient }) => recipient)).toEqual(sentTo());
    expect(branch(execution, 'No Answer')).toMatchObject([
      {
        ...{ to: refused, channel: 'Whatsapp' },
        error: { outcome: 'rejected', message: expect.any(String) },
      },
    ]);
    expect(sentTo()).toHaveLength(2);
  });

  it('gives the refused one by the error output where the node has one', async () => {
    const refused = [{ json: { to: '+41790000400', name: 'R' } }, { json: { to: PERSON, name: 'P' } }];
    const errorOutput = { onError: 'continueErrorOutput' } as const;
    const waiting = await ask(bench, asking('Whatsapp', { ...approval, ...toEach }), refused, errorOutput);
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    const names = [0, 1, 2].map((output) =>
      execution.items('Messaging', output).map(({ json }) => json.name),
    );
    expect(names).toEqual([[], ['P'], ['R']]);
  });

  it.each([
    ['stopped', false, {}],
    ['stopped, with the workflow as it is now', true, {}],
    ['stopped, where the node goes on after failures', false, { onError: 'continueRegularOutput' }],
    ['stopped, where failures have an output', false, { onError: 'continueErrorOutput' }],
  ] as const)(
    'runs no branch in the retry of an execution that was %s',
    async (_, loadWorkflow, settings) => {
      const waiting = await ask(bench, asking('Whatsapp', approval), [{}], settings);
      const before = sentTo();
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/stop`);
      await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow });
      const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
      expect(retried.error?.message).toBe(
        `Execution ${waiting.id} has sent this message, and answers to it no longer count`,
      );
      expect(branch(retried, 'No Answer')).toEqual([]);
      expect(branch(retried, 'Answered')).toEqual([]);
      expect(sentTo()).toEqual(before);
    },
  );

  it('is not sent again, and no branch runs, in the retry of an execution in which n8n was killed', async () => {
    // As production starts it: an execution that a person started in the editor offers no Retry once n8n was killed.
    const parameters = { httpMethod: 'POST', path: 'killed' };
    const start = { name: 'Start', type: 'n8n-nodes-base.webhook', parameters };
    const question = asking('Sms', { ...delivery, ...toEach });
    const workflow = await waitingWorkflow(bench, question, people, {}, start);
    await bench.n8n.activate(workflow);
    const { production } = await bench.n8n.webhookUrls(workflow);
    expect((await fetch(production, { method: 'POST' })).status).toBe(200);
    const waiting = await bench.n8n.waitForExecution(
      ({ workflowId, status }) => workflowId === workflow.id && status === 'waiting',
    );
    const before = sentTo();
    // With the report, n8n runs the node again, which then asks for the status of the other messages.
    bench.sandbox.change({ faults: [{ fault: 'slow', times: 100 }], slowAnswer: 20_000 });
    bench.sandbox.setState(bench.sandbox.messages()[0]?.messageId ?? '', 'Delivered');
    await until('the node to run', async () =>
      (await bench.n8n.executions(workflow)).some(({ status }) => status === 'running'),
    );
    await bench.n8n.restart('kill');
    bench.sandbox.change({ faults: [] });
    const isCrashed = async () =>
      (await bench.n8n.executions(workflow)).some(({ status }) => status === 'crashed');
    await until('n8n to find it', isCrashed);

    await bench.n8n.call('POST', `/rest/executions/${waiting.id}/retry`, { loadWorkflow: false });
    const retried = await bench.n8n.waitForExecution(({ retryOf }) => retryOf === waiting.id);
    expect(retried.error?.message).toBe(
      `Execution ${waiting.id} has sent this message, and answers to it no longer count`,
    );
    expect(retried.error?.description).toContain('Run the workflow anew to ask again');
    expect(branch(retried, 'No Answer')).toEqual([]);
    expect(branch(retried, 'Answered')).toEqual([]);
    expect(sentTo()).toEqual(before);
    await bench.n8n.deactivate(workflow);
  });

  it('goes on with its answer where failures have an output', async () => {
    const waiting = await ask(bench, asking('Whatsapp'), people, { onError: 'continueErrorOutput' });
    for (const message of bench.sandbox.messages()) await tap(bench.sandbox, message);
    expect(await answered(waiting)).toHaveLength(people.length);
  });

  it('is another question in each round of a loop', async () => {
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
    const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
    const looped = await bench.n8n.createWorkflow({
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        itemsNode(people),
        loop,
        bench.node(asking('Whatsapp', { ...approval, ...toEach })),
      ],
      connections: {
        Start: { main: [to('Items')] },
        Items: { main: [to('Loop')] },
        Loop: { main: [[], to('Messaging')] },
        Messaging: { main: [[], to('Loop')] },
      },
    });
    const waiting = await bench.n8n.run(looped);
    for (const recipient of recipients) {
      await until('the next question', async () => sentTo().includes(recipient));
      const message = bench.sandbox.messages().find((each) => each.to === recipient);
      if (message !== undefined) await tap(bench.sandbox, message, 0);
    }
    const execution = await ended(bench, waiting);
    expect(execution.error).toBeUndefined();
    expect(execution.items('Loop', 0, people.length)).toMatchObject(
      people.map(() => ({ json: { data: { approved: true } } })),
    );
    expect(sentTo()).toEqual(recipients);
  });
});

describe('a question in a sending window', () => {
  const { window, opens } = closedNow();

  it.each([
    ['says in its answer when it was planned', window, opens],
    ['keeps a field of the user with that name if it was not planned', openNow(), 'mine'],
  ])('%s', async (_, entered, sendDate) => {
    const parameters = asking('Whatsapp', { options: { sendingWindow: { window: entered } } });
    const waiting = await ask(bench, parameters, [{ json: { sendDate: 'mine' } }]);
    expect(waiting.status).toBe('waiting');
    await tap(bench.sandbox, await next());
    const execution = await ended(bench, waiting);
    expect(branch(execution, 'Answered')).toMatchObject([{ answered: true, sendDate }]);
  });
});
