import { readTest } from '../../../sandbox/flowTests/format';
import { sound, startFlow } from '../../sandbox/sampleFlows';
import { call, field, send } from '../../sandbox/support';
import { barriers } from './axe';
import { conversation, open, openView, page, PERSON, receiver, sandbox, startPhone, toPerson } from './phone';

/** One conversation on the phone page, and one test that is made on it without code. */
startPhone();

it('taps a button: the reply goes to the customer and shows on the phone', async () => {
  const action = { type: 'Button', buttons: [{ type: 'Reply', id: 'yes-1', title: 'Yes, gladly' }] };
  const messageId = await send(sandbox, toPerson({ type: 'Interactive', body: { text: 'Coming?' }, action }));
  await conversation('Whatsapp').click();
  await page.getByRole('button', { name: 'Yes, gladly' }).click();
  expect((await receiver.request(1)).body).toMatchObject({
    channel: 'Whatsapp',
    from: PERSON,
    to: '+41795550100',
    content: { type: 'InteractiveReply', reply: { type: 'Button', id: 'yes-1', title: 'Yes, gladly' } },
    replyTo: messageId,
  });
  await page.locator('.message.own', { hasText: 'Yes, gladly' }).waitFor();
  await page.locator('.message.own .meta', { hasText: 'Forwarded' }).waitFor();
});

it('writes to a number of the account; Enter sends, Shift and Enter begin a line', async () => {
  await page.getByRole('button', { name: 'Write as a person' }).click();
  await page.getByLabel('Number, or user ID').fill('0041 79 111 22 33');
  await page.getByLabel('Channel').selectOption('WhatsApp');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: '+41 79 111 22 33' }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Hello');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('there');
  await page.keyboard.press('Enter');
  expect((await receiver.request(1)).body).toMatchObject({
    channel: 'Whatsapp',
    from: '+41791112233',
    to: '+41795550100',
    content: { type: 'Text', text: 'Hello\nthere' },
  });
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
});

it('a conversation is recorded, saved as a test, runs green, and red when the flow is broken', async () => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const flow = await startFlow(sandbox);
  flow.use(sound.buttons.answers);
  await open({ path: '/phone/#Whatsapp/+41795550111' });
  await openView('Tests');
  await button('Record').click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hungry');
  await button('Send').click();
  await page.locator('.message').getByRole('button', { name: 'Pizza' }).click();
  await page.locator('.bubble', { hasText: 'One pizza, order' }).waitFor();
  await page.getByText('4 steps so far').waitFor();
  await button('Save as test').click();
  await page.getByLabel('Name').fill('Order a pizza');
  expect(await barriers(page)).toEqual([]);
  await button('Save').click();
  await page.getByRole('heading', { name: 'Order a pizza' }).waitFor();
  const { body } = await call(sandbox, '/sandbox/tests');
  const [first] = Array.isArray(body) ? body : [];
  const saved = (await call(sandbox, `/sandbox/tests/${String(field(first, 'file'))}`)).text;
  expect(readTest(saved)).toEqual({
    name: 'Order a pizza',
    person: '+41795550111',
    channel: 'Whatsapp',
    to: '+41795550100',
    steps: [
      { write: 'Hungry' },
      { expect: { text: 'What would you like?', button: 'Pizza' } },
      { tap: 'Pizza' },
      { expect: { pattern: 'One pizza, order \\d+\\.' } },
    ],
  });
  await button('Run').click();
  await page.getByText('1 green, 0 red').waitFor();
  expect(await page.locator('.steps li.green').count()).toBe(4);
  expect(await barriers(page)).toEqual([]);

  flow.use(() => [{ content: { type: 'Text', text: 'I am broken' } }]);
  await button('Run all').click();
  await page.getByText('0 green, 1 red').waitFor();
  expect(await page.locator('.steps li').allInnerTexts()).toEqual([
    '✓ writes "Hungry"',
    '✗ expected a message with the text "What would you like?" and the button "Pizza", got "I am broken"',
    '– taps "Pizza"',
    '– expects a message with a text like "One pizza, order \\d+\\." within 10 seconds',
  ]);
  expect(await barriers(page)).toEqual([]);
  await flow.close();
});
