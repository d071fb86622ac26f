import { createSandbox, type CreateSandboxOptions, type TestSandbox } from '../../sandbox/library';
import { startReceiver, sms, whatsapp, type Receiver } from './support';

const ANNA = '+41795550111';
let receiver: Receiver;
let sandbox: TestSandbox;

async function start(options: CreateSandboxOptions = {}): Promise<void> {
  sandbox = await createSandbox({ port: 0, inboundUrl: receiver.url, delivery: 'manual', ...options });
}

beforeEach(async () => {
  receiver = await startReceiver();
  await start();
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

/** Sends as a flow would. */
async function send(body: object): Promise<number> {
  const { user, password } = sandbox.credentials;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/api/v2/message`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.status;
}

const question = (buttons = ['Yes', 'No']) =>
  whatsapp(
    {
      type: 'Interactive',
      body: { text: 'Shall we come?' },
      action: {
        type: 'Button',
        buttons: buttons.map((title) => ({ type: 'Reply', id: title.toLowerCase(), title })),
      },
    },
    { to: ANNA },
  );
const list = whatsapp(
  {
    type: 'Interactive',
    body: { text: 'When?' },
    action: {
      type: 'List',
      button: 'Days',
      sections: [
        {
          rows: [
            { id: 'mo', title: 'Monday' },
            { id: 'tu', title: 'Tuesday' },
          ],
        },
      ],
    },
  },
  { to: ANNA },
);

it('a test waits for messages, each once, also for one that is there already', async () => {
  await send(sms({ to: ANNA, customerid: '1' }));
  expect(await sandbox.waitForMessage()).toMatchObject({
    to: ANNA,
    channel: 'Sms',
    text: 'Hello',
    buttons: [],
  });
  const next = sandbox.waitForMessage({ to: '0041795550112', text: /^Hell/ });
  await send(sms({ to: ANNA, customerid: '2' }));
  await send(sms({ to: '+41795550112', customerid: '3' }));
  expect((await next).customerid).toBe('3');
  expect((await sandbox.waitForMessage()).customerid).toBe('2');
  expect(sandbox.messages({ to: ANNA })).toHaveLength(2);
  expect(sandbox.messages({ customerid: '3', channel: 'Sms' })).toHaveLength(1);
  expect(sandbox.messages({ text: 'nothing' })).toEqual([]);
});

it('a test that waits in vain learns what came instead, and which call was refused', async () => {
  const waiting = sandbox.waitForMessage({ to: ANNA, text: 'menu' }, { timeout: '300ms' });
  const failed = expect(waiting).rejects.toThrow(
    /^No message with to \+41795550111, text menu within 0.3 seconds\.\nAnother one came: Sms to \+41795550111, "Hello"\.\nThe last call that failed: POST \/api\/v2\/message, answered with 400 /,
  );
  await send(sms({ to: ANNA }));
  expect(await send(sms({ to: 'nobody' }))).toBe(400);
  await failed;
});

it('the person answers with a text, a button or a row', async () => {
  await send(question());
  const asked = await sandbox.waitForMessage({ text: 'Shall we' });
  expect(asked).toMatchObject({ buttons: ['Yes', 'No'], rows: [] });
  await sandbox.reply(asked, { button: 'Yes' });
  await sandbox.reply(asked.messageId, 'Perhaps');
  await send(list);
  const menu = await sandbox.waitForMessage({ text: 'When?' });
  expect(menu.rows).toEqual(['Monday', 'Tuesday']);
  await sandbox.reply(menu, { row: 'tu' });
  await sandbox.write(ANNA, 'Hello', { channel: 'Whatsapp' });
  expect(receiver.requests.map(({ body }) => body)).toMatchObject([
    {
      from: ANNA,
      replyTo: asked.messageId,
      content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'yes', title: 'Yes' } },
    },
    { from: ANNA, content: { type: 'Text', text: 'Perhaps' } },
    { from: ANNA, content: { reply: { type: 'List', id: 'tu', title: 'Tuesday' } } },
    { from: ANNA, channel: 'Whatsapp', replyTo: null, content: { text: 'Hello' } },
  ]);
  await expect(sandbox.reply(asked, { button: 'Maybe' })).rejects.toThrow(
    "The message has no button 'Maybe'. It has 'Yes', 'No'.",
  );
  await expect(sandbox.reply('none', 'Yes')).rejects.toThrow("There is no message with the ID 'none'.");
});

it.each([
  [
    '{"message":"127.0.0.1 may not call.","hint":"Add it to the callers."}',
    ': 127.0.0.1 may not call. Add it to the callers.',
  ],
  ['127.0.0.1 may not call.\n', ': 127.0.0.1 may not call.'],
  ['<!doctype html><h1>Forbidden</h1>', ''],
  ['', ''],
])('an answer that the flow refuses with %j is an error with its reason', async (body, reason) => {
  receiver.answers.splice(0, 1, 403);
  receiver.reason = body;
  await expect(sandbox.write(ANNA, 'Hello')).rejects.toThrow(
    new Error(`${receiver.url}: answered 403${reason}`),
  );
});

it('a template is read with its wording, and its quick replies can be tapped', async () => {
  const name = 'appointment_reminder';
  const parameters = ['Anna', 'Monday'].map((text) => ({ type: 'Text', text }));
  const components = [
    { type: 'Body', parameters },
    { type: 'QuickReplyButton', index: 1, parameters: [{ type: 'Payload', payload: 'no-7' }] },
  ];
  const template = {
    type: 'Template',
    namespace: 'n',
    name,
    language: { code: 'en', policy: 'Deterministic' },
  };
  expect(await send(whatsapp({ ...template, components }, { to: ANNA }))).toBe(200);
  const message = await sandbox.waitForMessage();
  expect(message).toMatchObject({
    text: 'Your appointment\nHello Anna, we expect you on Monday. Does that still suit you?\nReply STOP to get no more reminders',
    buttons: ['Confirm', 'Cancel'],
  });
  await sandbox.reply(message, { button: 'Cancel' });
  expect(receiver.requests[0]?.body).toMatchObject({ content: { reply: { id: 'no-7', title: 'Cancel' } } });
});

it('delivers, fails and delays messages, and resolves when the report was sent', async () => {
  const notification = { forEvent: 'All', addresses: [{ type: 'UrlPost', address: receiver.url }] };
  for (const customerid of ['1', '2']) await send(sms({ customerid, notification }));
  const [first, second] = [await sandbox.waitForMessage(), await sandbox.waitForMessage()];
  await sandbox.delay(first);
  await sandbox.deliver(first);
  await sandbox.fail(second, { code: 'Blocked', message: 'Blocked.' });
  expect(receiver.requests.map(({ body }) => body)).toMatchObject([
    { customerid: '1', status: 'Delayed' },
    { customerid: '1', status: 'Delivered' },
    { customerid: '2', status: 'Failed', errorCode: 'Blocked' },
  ]);
  await expect(sandbox.fail(first)).rejects.toThrow('The message is Delivered and cannot become Failed.');
  expect(sandbox.messages({ state: 'Failed' })).toMatchObject([{ customerid: '2', errorCode: 'Blocked' }]);
});

it('causes faults as often as asked, and moves the clock', async () => {
  sandbox.fault('server-error', 2);
  sandbox.fault('no-credit');
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push(await send(sms()));
  expect(statuses).toEqual([500, 500, 403, 200]);
  const before = sandbox.clock.now();
  sandbox.clock.advance('8 days');
  expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(8 * 86_400_000);
  expect(sandbox.messages({ state: 'Expired' })).toHaveLength(1);
  expect(() => sandbox.clock.advance('soon')).toThrow(
    "'soon' is not a duration, such as 30 seconds, 5 minutes, 2 hours or 1 day.",
  );
});

it('starts with a seed, and forgets everything else on reset', async () => {
  await sandbox.close();
  const conversation = { with: ANNA, messages: [{ account: 'Earlier' }] };
  await start({ seed: { account: { user: 'shop', password: 'secret' }, conversations: [conversation] } });
  expect(sandbox.credentials).toEqual({ user: 'shop', password: 'secret' });
  expect(await send(sms())).toBe(200);
  expect(sandbox.messages()).toHaveLength(2);
  sandbox.reset();
  expect(sandbox.messages()).toMatchObject([{ text: 'Earlier', state: 'Delivered' }]);
});
