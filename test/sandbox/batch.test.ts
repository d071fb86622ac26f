import { call, field, sandbox, sms, useSandbox } from './support';

useSandbox();

const text = (words: string, changes: object = {}) =>
  sms({ content: { type: 'Text', text: words }, ...changes });

describe('a batch', () => {
  it.each(['/api/messagelist', '/api/v1/messagelist', '/api/v2/messagelist'])('goes to %s', async (path) => {
    const answer = await call(sandbox, path, { body: { messages: [text('one'), text('two')] } });
    expect(answer.status).toBe(200);
    expect(sandbox.messages().map(({ sms: pages }) => pages?.text)).toEqual(['one', 'two']);
    const [one, two] = sandbox.messages();
    expect(answer.body).toEqual({
      messageListId: one?.messageListId,
      timestamp: expect.any(String),
      messages: [{ messageId: one?.messageId }, { messageId: two?.messageId }],
    });
  });

  it('gives a message that is not valid its error in its place and sends the others', async () => {
    const messages = [
      text('one'),
      text('two', { to: '0041' }),
      null,
      text('four', { notification: {} }),
      text('five'),
    ];
    const { body } = await call(sandbox, '/api/messagelist', { body: { messages } });
    const error = (parameter: string) => ({
      error: expect.objectContaining({
        errorCode: 'InvalidContent',
        errorDetails: { errors: [expect.objectContaining({ parameter })] },
      }),
    });
    expect(field(body, 'messages')).toEqual([
      { messageId: expect.any(String) },
      error('To'),
      error(''),
      error('Notification'),
      { messageId: expect.any(String) },
    ]);
    expect(sandbox.messages().map(({ sms: pages }) => pages?.text)).toEqual(['one', 'five']);
    expect(sandbox.settings().points).toBe(9998);
  });

  it('answers a message with a recipient list with its messageIdList', async () => {
    const toList = [{ type: 'Group', address: 'Team' }];
    const { body } = await call(sandbox, '/api/messagelist', {
      body: { messages: [sms({ to: null, toList }), sms()] },
    });
    expect(field(body, 'messages')).toEqual([
      { messageIdList: [expect.any(Object), expect.any(Object), expect.any(Object)] },
      { messageId: expect.any(String) },
    ]);
  });

  it.each([
    ['no messages', {}, 'Messages'],
    ['an empty list', { messages: [] }, 'Messages'],
    ['messages that are no list', { messages: sms() }, 'Messages'],
    ['an unknown field', { messages: [sms()], colour: 'red' }, 'Colour'],
    ['a notification without addresses', { messages: [sms()], notification: {} }, 'Notification.Addresses'],
    ['a notification that is null', { messages: [sms()], notification: null }, 'Notification'],
    ['a list instead of an object', [sms()], ''],
  ])('is refused as a whole with %s', async (_name, body, parameter) => {
    const answer = await call(sandbox, '/api/messagelist', { body });
    expect(answer).toMatchObject({ status: 400, body: { errorDetails: { errors: [{ parameter }] } } });
    expect(sandbox.messages()).toEqual([]);
  });

  it('that costs more than the balance is refused with 403, and nothing of it is sent', async () => {
    sandbox.change({ points: 1 });
    const answer = await call(sandbox, '/api/messagelist', { body: { messages: [sms(), sms()] } });
    expect(answer.status).toBe(403);
    expect(sandbox.messages()).toEqual([]);
  });

  it('can be asked for as a whole', async () => {
    const sent = await call(sandbox, '/api/v2/messagelist', {
      body: { messages: [text('one'), text('two')] },
    });
    const messageListId = String(field(sent.body, 'messageListId'));
    const [one, two] = sandbox.messages();
    sandbox.setState(two?.messageId ?? '', 'Delivered');
    const answer = await call(sandbox, `/api/v2/messagelist/${messageListId}`);
    expect(answer.body).toEqual({
      messageListId,
      messages: [
        expect.objectContaining({ messageId: one?.messageId, timestamp: expect.stringMatching(/Z$/) }),
        expect.objectContaining({ messageId: two?.messageId, status: 'Delivered' }),
      ],
    });
  });

  it('of 5,000 messages is taken in one call', async () => {
    const messages = Array.from({ length: 5000 }, (_, index) => text(`message ${index}`));
    const { body } = await call(sandbox, '/api/messagelist', { body: { messages } });
    expect(field(body, 'messages')).toHaveLength(5000);
    expect(sandbox.messages()).toHaveLength(5000);
  });
});
