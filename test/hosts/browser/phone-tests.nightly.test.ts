import { readTest } from '../../../sandbox/flowTests/format';
import { sound, startFlow } from '../../sandbox/sampleFlows';
import { call, field } from '../../sandbox/support';
import { complaints, open, openView, page, sandbox, startPhone } from './phone';

startPhone();

const button = (name: string) => page.getByRole('button', { name, exact: true });

let flow: Awaited<ReturnType<typeof startFlow>>;
beforeEach(async () => {
  flow = await startFlow(sandbox);
  flow.use(sound.buttons.answers);
});
afterEach(async () => await flow.close());

async function saved(): Promise<string> {
  const { body } = await call(sandbox, '/sandbox/tests');
  const [first] = Array.isArray(body) ? body : [];
  return (await call(sandbox, `/sandbox/tests/${String(field(first, 'file'))}`)).text;
}

it('jumps of the clock and faults are recorded too', async () => {
  flow.use(sound.reminder.answers);
  await open({ path: '/phone/#Whatsapp/+41795550111' });
  await openView('Tests');
  await button('Record').click();
  await openView('Settings');
  await page.getByLabel('Fault', { exact: true }).selectOption('slow');
  await page.locator('.inline').getByRole('button', { name: 'Add' }).last().click();
  await page.getByText('slow, once').waitFor();
  sandbox.change({ faults: [] });
  await page.getByText('None is planned.').waitFor();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Later');
  await button('Send').click();
  await page.locator('.message .state.Scheduled').waitFor();
  await button('1 hour on').click();
  await page.locator('.message .state.Scheduled').waitFor({ state: 'detached' });
  await openView('Tests');
  await page.getByText('5 steps so far').waitFor();
  await button('Save as test').click();
  await button('Save').click();
  await page.getByRole('heading', { name: 'Later' }).waitFor();
  expect(readTest(await saved()).steps).toEqual([
    { fault: 'slow', times: 1 },
    { write: 'Later' },
    { expect: { text: 'We remind you' } },
    { advance: '1 hour' },
    { expect: { text: 'Here is your reminder' } },
  ]);
});

it('a step is edited on the page, and a wrong one is refused with words', async () => {
  await call(sandbox, '/sandbox/tests', { body: { ...sound.greeting.test, name: 'Greeting' } });
  await open();
  await openView('Tests');
  await button('Edit').click();
  const step = page.getByRole('group', { name: 'Step 2' });
  await step.getByLabel('Text', { exact: true }).fill('Your code is 123456');
  await step.getByRole('button', { name: 'Let numbers, times and codes differ' }).click();
  expect(await step.getByLabel('Text', { exact: true }).inputValue()).toBe('Your code is \\d+');
  await step.getByLabel('Within').fill('soon');
  await button('Save').click();
  await page.getByText("step 2, expect, within: 'soon' is not a duration").waitFor();
  expect(complaints.splice(0)).toContainEqual(expect.stringContaining('400'));
  await step.getByLabel('Within').fill('5 s');
  await step.getByLabel('On the channel').selectOption('SMS');
  await page.getByLabel('New step').selectOption('The clock goes on');
  await button('Add step').click();
  await page.getByRole('group', { name: 'Step 3' }).getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Remove' }).click();
  await button('Save').click();
  await button('Edit').waitFor();
  expect(readTest(await saved()).steps).toEqual([
    { advance: '1 hour' },
    { expect: { pattern: 'Your code is \\d+', within: '5 s', channel: 'Sms' } },
  ]);
  page.once('dialog', (dialog) => void dialog.accept());
  await button('Delete').click();
  await button('Run').waitFor({ state: 'detached' });
});
