import { contentCases } from '../../nodes/contentCases';
import { accountNode, tab } from '../node-red/flows';
import { closedNow } from '../windows';
import { barriers } from './axe';
import {
  accountField,
  choose,
  content,
  credentials,
  dialog,
  edit,
  editFlow,
  editor,
  field,
  id,
  nodeRed,
  place,
  sandbox,
  saveAccount,
  sendBy,
  startEditing,
  todo,
} from './editing';
import { Computed, fillFields, fillField, fillRecipients, fillRequest, reveal, unfold } from './formFiller';
import { takePicture } from './picture';

/** The form of a message in Node-RED's editor. What is wrong with a message is proved in `test/editor`. */
startEditing({ complete: true });
editFlow(() => [tab, accountNode(sandbox.url, { credentials, senderRcs: '' })]);

const part = (name: string) => content().locator(`:scope > [data-field="${name}"]`);
const stored = () => editor.exportedNode(id);

describe('what is entered in the form of messaging-send arrives as it was entered', () => {
  test.each(contentCases)('$name', async ({ name, request }) => {
    await place('messaging-send');
    await fillRequest(dialog, request);
    await takePicture(editor.page, `node-red-form-${name}`);
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    expect(await sendBy({ payload: 'not sent: the form says it all' })).toEqual(request);
    // The dialog shows everything of a saved node: saving it again changes nothing.
    const saved = await editor.exportedNode(id);
    await edit();
    await editor.done();
    expect(await editor.exportedNode(id)).toEqual(saved);
  });
});

describe('the form follows channel and content', () => {
  beforeEach(() => place('messaging-send'), 60_000);

  test('a content that the new channel does not carry gives way to text, and SMS options are of SMS only', async () => {
    await fillField((await unfold(dialog, 'SMS options')).locator('[data-field="pageLimit"]'), 2);
    await reveal(dialog.locator('#node-input-channel'));
    await choose('Rcs', 'Sticker');
    await dialog.locator('#node-input-channel').selectOption('Whatsapp');
    await part('text').waitFor();
    expect(await dialog.locator('#node-input-contentType').inputValue()).toBe('Text');
    expect(await part('text').locator('textarea').getAttribute('placeholder')).toContain(
      'If empty: msg.payload',
    );
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  test('what was typed for a content, or a part, is there again on coming back; only the chosen one is stored', async () => {
    await choose('Whatsapp', 'Text');
    await fillFields(content(), { text: 'A text' });
    await choose('Whatsapp', 'Interactive');
    await fillFields(content(), { header: { type: 'Text', text: 'A header' } });
    await fillFields(content(), { header: { type: 'Image', url: 'https://example.com/a.png' } });
    await part('header').locator('.messaging-one-of > select').selectOption('Text');
    const header = part('header').locator('.red-ui-typedInput-input');
    expect(await header.inputValue()).toBe('A header');
    await choose('Whatsapp', 'Text');
    expect(await part('text').locator('textarea').inputValue()).toBe('A text');
    await choose('Whatsapp', 'Interactive');
    expect(await header.inputValue()).toBe('A header');
    await editor.done();
    expect(await stored()).toMatchObject({
      content: { header: { type: 'Text', text: { t: 'str', v: 'A header' } } },
    });
    expect(JSON.stringify(await stored())).not.toMatch(/a\.png|A text/);
  });

  test('one recipient or several are shown, and entries without anything are not stored', async () => {
    await fillField(field('to'), '+41791234567');
    await fillRecipients(dialog, [{ type: 'Group', address: 'Team' }]);
    await choose('Whatsapp', 'Contacts');
    await content().locator('.red-ui-editableList-addButton').last().click();
    await editor.done();
    expect(await stored()).toMatchObject({
      ...{ recipients: 'several', content: {} },
      toList: [{ type: 'Group', address: { t: 'str', v: 'Team' } }],
    });
    await edit();
    expect(await field('to').isVisible()).toBe(false);
  });

  test('a file that comes with the message needs neither address nor ID', async () => {
    await choose('Whatsapp', 'Image');
    await dialog.getByLabel('File', { exact: true }).selectOption('buffer');
    for (const name of ['url', 'mediaId']) await part(name).waitFor({ state: 'hidden' });
    await fillField(field('to'), '+41791234567');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  test('Cancel changes nothing, and what Done changes can be undone', async () => {
    await editor.done();
    const before = await editor.exportedNode(id);
    await edit();
    await choose('Whatsapp', 'Interactive');
    await fillFields(content(), { body: { text: 'Forget it' }, header: { type: 'Text', text: 'Never' } });
    await editor.cancel();
    expect(await editor.exportedNode(id)).toEqual(before);
    await edit();
    await fillFields(content(), { text: 'Changed' });
    await editor.done();
    expect(await stored()).toMatchObject({ content: { text: { t: 'str', v: 'Changed' } } });
    await editor.page.keyboard.press('Control+z');
    expect(await editor.exportedNode(id)).toEqual(before);
  });
});

describe('with the keyboard alone', () => {
  beforeEach(() => place('messaging-send'), 60_000);

  test('an entry of a list is removed, moved and added', async () => {
    await choose('Whatsapp', 'Interactive');
    const rows = ['First', 'Second', 'Third'].map((title) => ({ id: title.toLowerCase(), title }));
    const sections = [{ title: 'One', rows }];
    await fillFields(content(), { action: { type: 'List', button: 'Choose', sections } });
    const entries = content().locator('[data-field="rows"] ol > li');
    await fillField(entries.nth(1).locator('[data-field="title"]'), 'x'.repeat(200));
    await todo('Title').waitFor();
    await entries.nth(1).locator('.red-ui-editableList-item-remove').click();
    await todo('Title').waitFor({ state: 'detached' });
    await entries.nth(1).locator('.messaging-move').focus();
    await editor.page.keyboard.press('Enter');
    await content().locator('[data-field="rows"] .red-ui-editableList-addButton').focus();
    await editor.page.keyboard.press('Enter');
    await entries.nth(2).locator('[data-field="id"] .red-ui-typedInput-input').focus();
    await editor.page.keyboard.type('fourth');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.type('Fourth');
    await editor.done();
    const [section] = Object(await stored()).content.action.sections;
    const titles = section.rows.map(({ title }: { title: { v: string } }) => title.v);
    expect(titles).toEqual(['Third', 'First', 'Fourth']);
  });

  test('the type of a field is chosen', async () => {
    await field('to').locator('.red-ui-typedInput-type-select').focus();
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('.red-ui-typedInput-options:visible a[value="str"]:focus').waitFor();
    await editor.page.keyboard.press('ArrowDown');
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('[data-field="to"] .red-ui-typedInput-input:focus').waitFor();
    await editor.page.keyboard.type('phone');
    await editor.done();
    expect(await stored()).toMatchObject({ to: { t: 'msg', v: 'phone' } });
  });
});

describe('while it is typed', () => {
  beforeEach(() => place('messaging-send'), 60_000);

  test('characters and pages are counted, and nothing where the text comes with the message', async () => {
    const counter = dialog.locator('.messaging-content .messaging-counter');
    const counted = (text: string) => counter.getByText(text, { exact: true }).waitFor();
    await fillFields(content(), { text: 'Grüezi 😀' });
    await counted('UCS-2 · 9 of 70 · 1 page · fewer characters per page because of: 😀');
    await fillFields(content(), { text: 'x'.repeat(1535) });
    await counted('GSM-7 · 1535 of 1530 · 10 pages · the service cuts off the last 5 characters: “xxxxx”');
    await choose('Whatsapp', 'Text');
    await fillFields(content(), { text: 'He😀lo' });
    await counted('5 of 4096 characters');
    await fillFields(content(), { text: new Computed('msg', 'payload') });
    await editor.page.waitForFunction(
      () => document.querySelector('.messaging-content .messaging-counter')?.textContent === '',
    );
  });

  test('an expression that is none is named, and a variable of the environment is taken in every field', async () => {
    await fillFields(content(), { text: new Computed('jsonata', 'payload.(') });
    await todo('Text: is not a valid JSONata expression: ').waitFor();
    await fillFields(content(), { text: 'Hello' });
    await fillField(field('to'), '${SET}');
    const limit = (await unfold(dialog, 'SMS options')).locator('[data-field="pageLimit"]');
    await fillField(limit.first(), 2);
    await limit.locator('.red-ui-typedInput-input').fill('${PAGES}');
    await fillField(field('sendDate'), '${WHEN}');
    // Node-RED marks every empty property; the style sheet hides the mark of a field that is not wrong.
    const marked = '.messaging-wrong, .messaging-editor :not(.messaging-control) > .input-error';
    expect(await dialog.locator(marked).count()).toBe(0);
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
  });

  test('a national number is right where the account has a default country', async () => {
    await fillField(field('to'), '079 123 45 67');
    for (const [country, state] of [
      ['', 'visible'],
      ['+41', 'detached'],
      ['', 'visible'],
    ] as const) {
      await editor.editAccount();
      await accountField('defaultCountry').fill(country);
      await saveAccount();
      await todo('To: ').waitFor({ state });
    }
  });

  test('the language of a template is taken by its code, which is offered for its name', async () => {
    await choose('Whatsapp', 'Template');
    await fillFields(content(), { namespace: 'n', name: 'x' });
    const code = field('code');
    const type = async (text: string) => {
      await code.locator('.red-ui-typedInput-input').fill('');
      await code.locator('.red-ui-typedInput-input').pressSequentially(text);
      await editor.page.keyboard.press('Tab');
    };
    await type('Klingon');
    await code.locator('.messaging-problem', { hasText: 'must be one of' }).waitFor();
    await type('de');
    const other = code.locator('.messaging-problem').filter({ hasNotText: 'must be one of' });
    await other.waitFor({ state: 'attached' });
    await editor.done();
    expect(await stored()).toMatchObject({ content: { language: { code: { t: 'str', v: 'de' } } } });
  });

  test('the address of a trigger is offered, and entered by one click', async () => {
    await editor.done();
    const sender = id;
    await place('messaging-notification', { x: 400, y: 400 });
    const trigger = id;
    await dialog.locator('#node-input-name').fill('My statuses');
    await editor.done();
    await edit(sender);
    await unfold(dialog, 'Status notification');
    const address = `${nodeRed.url}/api/webhooks/notification`;
    await dialog.locator('.messaging-tip li', { hasText: `My statuses: ${address}` }).waitFor();
    const enter = dialog.getByRole('button', { name: 'Enter', exact: true });
    await enter.click();
    await enter.click();
    await takePicture(editor.page, 'node-red-notification-entered');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    const entered = { type: { t: 'str', v: 'UrlPost' }, address: { t: 'str', v: address } };
    expect(await stored()).toMatchObject({ notification: { addresses: [entered] } });
    await editor.remove(trigger);
  });

  test('a sending window begins with the time zone of the browser, and is used as it was entered', async () => {
    await fillField(field('to'), '+41791234567');
    const section = dialog.locator('#messaging-section-window');
    const days = section.getByRole('group', { name: 'Days' });
    await reveal(section);
    expect(await days.isVisible()).toBe(false);
    await section.getByRole('checkbox', { name: 'Send only at certain times' }).check();
    const zone = await editor.page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
    const zoneField = section.locator('[data-field="timeZone"] .red-ui-typedInput-input');
    expect(await zoneField.inputValue()).toBe(zone);
    for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await days.getByLabel(name).uncheck();
    await todo('Days: choose at least one day').waitFor();
    for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await days.getByLabel(name).check();
    const { window, opens } = closedNow();
    await section.getByLabel('Start time', { exact: true }).fill(window.from);
    await section.getByLabel('End time', { exact: true }).fill(window.until);
    await fillField(section.locator('[data-field="timeZone"]'), 'UTC');
    await fillField(section.locator('[data-field="exceptions"]'), 'Easter');
    await todo('Exceptions: must be dates such as 2026-12-25, got "Easter"').waitFor();
    await takePicture(editor.page, 'node-red-sending-window');
    expect(await barriers(editor.page, '#messaging-section-window')).toEqual([]);
    await fillField(section.locator('[data-field="exceptions"]'), '2020-12-25');
    await editor.done();
    expect(await editor.problems(id)).toEqual([]);
    expect(await sendBy({ payload: 'Hello' })).toMatchObject({ sendDate: opens });
  });
});
