import { sound } from '../../sandbox/rehearsalFlows';
import { call, send, sms } from '../../sandbox/support';
import { barriers } from './axe';
import {
  bubble,
  conversation,
  open,
  page,
  PERSON,
  receiver,
  sandbox,
  shown,
  startPhone,
  toPerson,
} from './phone';

startPhone();

const QUESTION = {
  type: 'Interactive',
  body: { text: 'Does Tuesday suit you?' },
  action: {
    type: 'Button',
    buttons: [
      { type: 'Reply', id: 'yes', title: 'Yes' },
      { type: 'Reply', id: 'no', title: 'No' },
    ],
  },
};

/** One conversation of each kind, with a message from the person, a failure, a call that went wrong, and a test. */
async function fill(): Promise<void> {
  const failing = sms({ to: '+41790000002' });
  await send(sandbox, failing);
  await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text: 'я'.repeat(200) } }));
  await send(sandbox, toPerson(QUESTION));
  await sandbox.receive({ from: PERSON, channel: 'Whatsapp', text: 'Hello' });
  receiver.answers.splice(0, 1, 500);
  await sandbox.receive({ from: PERSON, channel: 'Rcs', text: 'Is anybody there?' });
  await call(sandbox, '/sandbox/tests', { body: sound.buttons.test });
}

describe('no barrier is found', () => {
  it.each([
    [1360, 'light'],
    [1360, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('%i pixels wide, %s', async (width, colorScheme) => {
    await fill();
    await open({ width, colorScheme });
    await conversation('Whatsapp').waitFor();
    expect(await barriers(page)).toEqual([]);
    await conversation('Whatsapp').click();
    await bubble().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.locator('.message .meta').first().click();
    await page.getByText('Request as sent').waitFor();
    expect(await barriers(page)).toEqual([]);
    for (const name of ['Notifications', 'Calls', 'Settings', 'Tests']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      for (const summary of await page.locator('#panel summary').all()) await summary.click();
      expect(await barriers(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('group', { name: 'Step 2' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('in a dialog', async () => {
    await page.getByRole('button', { name: 'Write as a person' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});

describe('with the keyboard', () => {
  const focused = async () => await page.evaluate(() => document.activeElement?.textContent ?? '');

  it('a button of the newest message is a few tabs away, however many messages there are', async () => {
    for (let count = 0; count < 15; count += 1) {
      await send(sandbox, toPerson(QUESTION));
      await send(sandbox, sms({ to: `+4179123450${count + 10}` }));
    }
    await send(sandbox, toPerson(QUESTION));
    await open();
    await conversation('Whatsapp').waitFor();
    const visited: string[] = [];
    for (let tabs = 1; tabs < 13 && visited.at(-1) !== 'Yes'; tabs += 1) {
      await page.keyboard.press('Tab');
      visited.push(await focused());
    }
    expect(visited.at(-1)).toBe('Yes');
    await page.keyboard.press('Enter');
    expect((await receiver.request(1)).body).toMatchObject({ content: { reply: { id: 'yes' } } });
  });

  it('the arrow keys go from message to message, and the Tab key into the one they came to', async () => {
    for (const text of ['one', 'two', 'three'])
      await send(sandbox, sms({ to: PERSON, content: { type: 'Text', text } }));
    await bubble().getByText('three').waitFor();
    await page.locator('.message').last().focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toContain('one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel').getByText('"text": "one"').waitFor();
  });

  it('the arrow keys go from conversation to conversation', async () => {
    await fill();
    await conversation('Rcs').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await bubble().getByText('Hello').waitFor();
    await page.keyboard.press('End');
    expect(await focused()).toContain('Test: fails');
  });
});

test('numbers are written the same way everywhere', async () => {
  await send(sandbox, sms({ to: '0041791234567', from: '41795550100' }));
  await shown(QUESTION);
  for (const number of ['+41 79 555 01 11', '+41 79 123 45 67'])
    await page.locator('.conversation', { hasText: number }).click();
  await page.locator('.sender', { hasText: '+41 79 555 01 00' }).waitFor();
  await page.locator('.meta').click();
  const facts = page.locator('#panel dl');
  expect(await facts.innerText()).toContain('+41 79 123 45 67');
  expect(await facts.innerText()).toContain('+41 79 555 01 00');
  await page.getByRole('tab', { name: 'Settings' }).click();
  for (const summary of await page.locator('#panel summary').all()) await summary.click();
  const texts = `${await page.locator('#panel').innerText()} ${await page.locator('.conversations').innerText()}`;
  expect(texts).not.toMatch(/\+\d{5}/);
});
