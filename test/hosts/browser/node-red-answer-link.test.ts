import type { Browser, Page } from 'playwright-core';

import { flowOf, startAsking, type Asking } from '../node-red/asking';
import { form, typed } from '../node-red/flows';
import { barriers } from './axe';
import { startBrowser } from './browser';
import { takePicture } from './picture';

/** The page behind the link of a question that Node-RED asks, in a browser as wide as a phone. */
jest.setTimeout(120_000);

let at: Asking;
let browser: Browser;
beforeAll(async () => {
  at = await startAsking();
  browser = await startBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await at?.nodeRed.stop();
  await at?.sandbox.close();
});
beforeEach(() => at.nodeRed.forget());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

let asked = 0;
async function linkTo(settings: object, payload: string): Promise<string> {
  const linked = {
    channel: 'Sms',
    ...form({ message: { to: typed('msg', 'to') } }),
    answerBy: 'link',
    ...settings,
  };
  await at.nodeRed.deploy(flowOf(at.sandbox.url, linked, { publicAddress: at.nodeRed.url }));
  const { content } = await at.ask({ to: `+4179333000${(asked += 1)}`, payload });
  return String(Reflect.get(content, 'text')).split('\n').at(-1) ?? '';
}

async function open(url: string, locale: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const viewport = { width: 390, height: 760 };
  const page = await (await browser.newContext({ locale, colorScheme, viewport })).newPage();
  const complaints: string[] = [];
  page.on('console', (each) => each.type() === 'error' && complaints.push(each.text()));
  await page.goto(url);
  expect(complaints).toEqual([]);
  return page;
}

const locales = [
  ['en-GB', 'light', 'You chose:'],
  ['de-CH', 'dark', 'Sie haben gewählt:'],
  ['fr-CH', 'light', 'Vous avez choisi'],
  ['it-CH', 'dark', 'Ha scelto:'],
] as const;

test.each(process.env.NIGHTLY === '1' ? locales : locales.slice(0, 1))(
  'a word is chosen in %s, in %s',
  async (locale, scheme, thanks) => {
    const url = await linkTo(
      { waitFor: 'choice', words: 'Yes, Later, No' },
      'Pump 3 has stopped.\nWill you come?',
    );
    const page = await open(url, locale, scheme);
    await takePicture(page, `node-red-link-${locale}`);
    expect(await barriers(page, 'html', 10)).toEqual([]);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText(thanks).waitFor();
    await takePicture(page, `node-red-link-thanks-${locale}`);
    expect(await barriers(page, 'html', 10)).toEqual([]);
    expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Later', answer: { via: 'page' } });
    await page.goto(url);
    expect(await page.getByRole('button').count()).toBe(0);
  },
);

test('a text is written by the keyboard alone', async () => {
  const page = await open(await linkTo({}, 'When may we come?'), 'de-CH', 'light');
  await takePicture(page, 'node-red-link-text');
  expect(await barriers(page, 'html', 10)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Am Montag, gern');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Vielen Dank').waitFor();
  expect(await at.nodeRed.messageAt('answer')).toMatchObject({ payload: 'Am Montag, gern' });
});
