import { entries } from '../contentCases';
import type { Execution } from '../inProcess/execution';
import {
  answered,
  approval,
  ask,
  bench,
  choices,
  choicesOf,
  lastMessage,
  NUMBER,
  PERSON,
  press,
  several,
  tap,
  timeUp,
} from './asking';

describe('a tap', () => {
  it.each(['Whatsapp', 'Rcs'] as const)('approves by a tap on %s, and starts nothing', async (channel) => {
    const waiting = await ask(channel, approval, [{ json: { invoice: 4711 } }]);
    expect(waiting.status).toBe('waiting');
    const message = lastMessage();
    expect(choicesOf(message).map(({ title }) => title)).toEqual(['Approve', 'Decline']);
    expect(await tap(message)).toEqual([]);
    const output = { invoice: 4711, answered: true, data: { approved: true }, answeredBy: PERSON, channel };
    const choice = { value: 'approve', label: 'Approve' };
    const ids = { messageId: message.messageId, requestId: expect.any(String) };
    const answer = {
      via: 'chat',
      respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      answerMessageId: expect.any(String),
    };
    expect(await answered(waiting)).toMatchObject([{ ...output, choice, ...ids, ...answer }]);
    expect(waiting.items(1)).toEqual([]);
  });

  it('counts although the credential was deleted, and nobody else is asked then', async () => {
    const deleteCredential = ({ surroundings }: Execution) =>
      Object.defineProperty(surroundings, 'account', {
        get: () => {
          throw new Error('The credential does not exist');
        },
      });
    const waiting = await ask('Whatsapp', approval);
    deleteCredential(waiting);
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ answered: true, data: { approved: true } }]);
    const inTurn = { ...approval, options: several({ waitFor: 'inTurn', minutesEach: 1 }) };
    const asked = await ask('Whatsapp', inTurn, [{}, { json: { to: '+41791110099' } }]);
    deleteCredential(asked);
    // First, it would ask for the status.
    expect((await timeUp(asked)).status).toBe('waiting');
    expect((await timeUp(asked)).error?.message).toContain('does not exist');
  });

  it.each([
    [20, 'Button'],
    [21, 'List'],
    [24, 'List'],
  ])('shows labels of %i characters in a %s, which takes them', async (length, type) => {
    const label = 'x'.repeat(length);
    const values = [{ label }, { label: 'No' }];
    await ask('Whatsapp', { responseType: 'choice', choices: { values } });
    const message = lastMessage();
    expect(message.content).toMatchObject({ action: { type } });
    expect(choicesOf(message).map(({ title }) => title)).toEqual([label, 'No']);
  });

  it.each([
    ['Whatsapp', 3, 'Button'],
    ['Rcs', 10, 'List'],
  ] as const)('chooses on %s from %i answers, by a %s', async (channel, count, type) => {
    const waiting = await ask(channel, choices(count));
    const message = lastMessage();
    expect(message.content).toMatchObject({ action: { type } });
    await tap(message, count - 1);
    const value = `slot-${count - 1}`;
    expect(await answered(waiting)).toMatchObject([
      { data: { choice: value }, choice: { value, label: `At ${count - 1}:00` } },
    ]);
  });

  it.each([
    ['an array', '={{ $json.days }}', ['Monday, 9:00', 'Tuesday, 9:00'], 'Monday, 9:00'],
    ['objects', '={{ $json.slots }}', ['Friday', 'Saturday'], '5'],
    ['objects with a switch', '={{ [{ label: "Yes", value: true }] }}', ['Yes'], 'true'],
    ['a text', 'Morning, Evening', ['Morning', 'Evening'], 'Morning'],
  ])('offers the choices of %s, after those of the form', async (_, choicesFromList, listed, value) => {
    const slots = [{ label: 'Friday', value: 5 }, { label: 'Saturday' }];
    const json = { days: ['Monday, 9:00', 'Tuesday, 9:00'], slots };
    const waiting = await ask('Whatsapp', { ...choices(1), choicesFromList }, [{ json }]);
    expect(choicesOf(lastMessage()).map(({ title }) => title)).toEqual(['At 0:00', ...listed]);
    await tap(lastMessage(), 1);
    expect(await answered(waiting)).toMatchObject([{ data: { choice: value } }]);
  });

  it('refuses a choice whose value is no value', async () => {
    const parameters = { responseType: 'choice', choicesFromList: '={{ [{ label: "Yes", value: {} }] }}' };
    const { error } = await ask('Whatsapp', parameters);
    expect(error?.message).toContain('a value must be text');
  });

  it('taps the quick reply of a template, with the message in its body and an uploaded file in its header', async () => {
    const file = { type: 'Document', mediaSource: 'binary', binaryField: 'bill' };
    const template = { sendAs: 'template', namespace: 'ns', name: 'ask', languageCode: 'en' };
    const components = entries({ parameters: entries(file) });
    const bill = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'bill.pdf' };
    const parameters = { ...template, ...approval, components };
    const waiting = await ask('Whatsapp', parameters, [{ binary: { bill } }]);
    expect(lastMessage().content).toMatchObject({
      ...{ type: 'Template', name: 'ask' },
      components: [
        { type: 'Body', parameters: [{ type: 'Text', text: 'May it be paid?' }] },
        { type: 'Header', parameters: [{ type: 'Document', mediaId: expect.stringMatching(/^[\w-]+$/) }] },
        { type: 'QuickReplyButton', index: 0 },
        { type: 'QuickReplyButton', index: 1 },
      ],
    });
    await tap(lastMessage());
    expect(await answered(waiting)).toMatchObject([{ data: { approved: true } }]);
  });
});

describe('the language of the person', () => {
  const labels = [
    ['en', 'Approve', 'Decline', 'Choose'],
    ['de', 'Genehmigen', 'Ablehnen', 'Auswählen'],
    ['fr', 'Approuver', 'Refuser', 'Choisir'],
    ['it', 'Approva', 'Rifiuta', 'Scegli'],
  ] as const;

  it('is that of the labels that were left empty, and can differ from item to item', async () => {
    const items = labels.map(([language], index) => ({ json: { language, to: `+4179100000${index}` } }));
    const parameters = { to: '={{ $json.to }}', language: '={{ $json.language }}' };
    const waiting = await ask('Whatsapp', { ...approval, ...parameters }, items);
    const messages = items.map(({ json }) => lastMessage(json.to));
    expect(messages.map((each) => choicesOf(each).map(({ title }) => title))).toEqual(
      labels.map(([, yes, no]) => [yes, no]),
    );
    await Promise.all(messages.map((message) => tap(message)));
    expect((await answered(waiting)).map(({ choice }) => choice)).toEqual(
      labels.map(([, label]) => ({ value: 'approve', label })),
    );
    await ask('Whatsapp', { ...choices(4), ...parameters }, items);
    for (const [index, [, , , button]] of labels.entries())
      expect(lastMessage(items[index]?.json.to).content).toMatchObject({ action: { type: 'List', button } });
  });

  it('leaves the labels of the workflow alone', async () => {
    const values = { approvalType: 'double', disapproveLabel: 'No way' };
    await ask('Whatsapp', { approvalOptions: { values }, language: 'fr' });
    expect(choicesOf(lastMessage()).map(({ title }) => title)).toEqual(['Approuver', 'No way']);
  });
});

describe('who answers', () => {
  it.each([
    ['another number', { from: '+41799999999' }],
    ['another channel', { channel: 'Viber' }],
    ['another receiving number', { to: '+41795550199' }],
  ])('is the person who was asked: a tap from %s is an ordinary message', async (_, other) => {
    const waiting = await ask('Whatsapp', approval);
    expect(await tap(lastMessage(), 0, other)).toMatchObject([{ choice: { title: 'Approve' } }]);
    expect(waiting.status).toBe('waiting');
    await tap(lastMessage(), 1);
    const [item] = await answered(waiting);
    expect(item).toMatchObject({ data: { approved: false }, answeredBy: PERSON });
    expect(item).not.toHaveProperty('answersFrom');
  });

  it('is anybody where the node allows it, and the output says so', async () => {
    const waiting = await ask('Whatsapp', { ...approval, options: { answersFrom: 'anybody' } });
    await tap(lastMessage(), 0, { from: '+41799999999' });
    expect(await answered(waiting)).toMatchObject([
      { data: { approved: true }, answeredBy: '+41799999999', answersFrom: 'anybody', recipient: PERSON },
    ]);
  });

  it.each([{}, { answersFrom: 'anybody' }])(
    'is not believed from a caller that is no trigger, with %j',
    async (options) => {
      const waiting = await ask('Whatsapp', { ...approval, options });
      const id = choicesOf(lastMessage())[0]?.id ?? '';
      const url = `https://n8n.test/webhook-waiting/${id}`;
      const forged = { id: 'x', via: 'chat', by: PERSON, channel: 'Whatsapp', to: NUMBER, choice: 0 };
      for (const answer of [forged, JSON.stringify(forged)])
        expect(await press(url, { messagingServiceAnswer: answer })).toContain('refused');
      expect(await press(url, { choice: '0' })).toContain('answer in the chat');
      expect(waiting.status).toBe('waiting');
    },
  );
});

describe('a reference', () => {
  it('resumes nothing when it is forged, altered or of another n8n', async () => {
    const waiting = await ask('Whatsapp', approval);
    const message = lastMessage();
    const [yes = '', no = ''] = choicesOf(message).map(({ id }) => id);
    const forged = [
      yes.replace('choice=0', 'choice=1'),
      yes.replace(/signature=.*/, /signature=.*/.exec(no)?.[0] ?? ''),
      yes.replace('item=0.0', 'item=0.1'),
      yes.replace(/^\d+/, '999999'),
    ];
    const starts = async (id: string, trigger: object) => {
      const content = { type: 'InteractiveReply', reply: { type: 'Button', id, title: 'Approve' } };
      return await bench.receive({ channel: 'Whatsapp', from: PERSON, to: NUMBER, content }, trigger);
    };
    for (const id of forged) expect(await starts(id, {})).toEqual([]);
    // That cannot be a reference: it is a button of the user's own.
    expect(await starts(yes.replace('/', '/../../rest/'), {})).toHaveLength(1);
    expect(waiting.status).toBe('waiting');
    // A trigger that does not resume workflows takes all taps as messages.
    expect(await starts(yes, { options: { resumeWaiting: false } })).toMatchObject([{ choice: { id: yes } }]);
    await tap(message, 1);
    expect(await answered(waiting)).toMatchObject([{ data: { approved: false } }]);
  });

  it('counts once; a later tap starts the workflow where the trigger passes it on', async () => {
    const pass = { options: { lateTaps: 'pass' } };
    await ask('Whatsapp', approval);
    const message = lastMessage();
    expect(await tap(message, 0, { messageId: 'a' }, pass)).toEqual([]);
    // To another trigger, which does not know it.
    expect(await tap(message, 0, { messageId: 'a' }, { ...pass, id: 'other' })).toEqual([]);
    expect(await tap(message, 1)).toEqual([]);
    expect(await tap(message, 1, {}, pass)).toMatchObject([
      { event: 'inbound', late: true, from: PERSON, choice: { title: 'Decline' } },
    ]);
  });
});
