import { sound } from '../../sandbox/sampleFlows';
import { call, send, sms } from '../../sandbox/support';
import { barriers } from './axe';
import {
  bubble,
  conversation,
  open,
  openView,
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
      await openView(name);
      await page.getByRole('heading', { name, exact: true }).waitFor();
      expect(await page.locator('.views [aria-current="page"]').textContent()).toBe(name);
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

it('a button is tapped with the keyboard', async () => {
  await shown(QUESTION);
  await bubble().getByRole('button', { name: 'Yes' }).focus();
  await page.keyboard.press('Enter');
  expect((await receiver.request(1)).body).toMatchObject({ content: { reply: { id: 'yes' } } });
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
  await openView('Settings');
  for (const summary of await page.locator('#panel summary').all()) await summary.click();
  const texts = `${await page.locator('#panel').innerText()} ${await page.locator('.conversations').innerText()}`;
  expect(texts).not.toMatch(/\+\d{5}/);
});
