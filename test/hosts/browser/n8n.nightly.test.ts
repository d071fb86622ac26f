import type { Browser } from 'playwright-core';
import { ACTION, type Bench, startBench } from '../n8n/messaging';
import { withEditor } from '../n8n/n8nServer';
import { approval, ask, asking, branch, ended, linkOf, waitingWorkflow } from '../n8n/waiting';
import { readExample } from '../n8n/exampleFiles';
import { barriers } from './axe';
import { startBrowser } from './browser';
import { N8nEditor } from './n8nEditor';
import { takePicture } from './picture';

/** *Send and Wait* in a real n8n: the page behind the link in each language, and what the editor shows of it. */
jest.setTimeout(300_000);

let bench: Bench;
let browser: Browser;
beforeAll(async () => {
  bench = await startBench(withEditor);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await bench?.stop();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

it('takes a text by the keyboard alone, in the language of the question', async () => {
  const asked = asking('Sms', { responseType: 'freeText', language: 'de', options: { answerBy: 'link' } });
  const waiting = await ask(bench, asked);
  const url = linkOf(await bench.sandbox.nextMessage());
  const openIn = async (locale: string) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 760 } });
    const page = await context.newPage();
    await page.goto(url);
    await takePicture(page, `wait page text ${locale}`);
    expect(await barriers(page, 'html', 10)).toEqual([]);
    return page;
  };
  const page = await openIn('en-GB');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ja, aber erst am Montag');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Vielen Dank').waitFor();
  expect(branch(await ended(bench, waiting), 'Answered')).toMatchObject([
    { data: { text: 'Ja, aber erst am Montag' } },
  ]);
});

it('is found in the editor, also as what an AI agent asks by, and says what a link takes', async () => {
  const editor = await N8nEditor.open(browser, bench.n8n);
  await editor.newWorkflow();
  await editor.searchNodes('messaging service');
  const action = 'Send message and wait for answer';
  expect(await editor.actionsOf('Messaging Service')).toContain(action);
  await editor.addByAction(action);
  await editor.fill('from', 'MyCompany');
  await editor.fill('to', '+41791234567');
  await editor.fill('message', 'Invoice 4711 for CHF 250: OK to pay?');
  await editor.page.getByText('the SMS takes 2 pages or more').waitFor();
  await editor.picture('n8n-send-and-wait');

  const tool = (await bench.n8n.nodeTypes()).find(({ name }) => name === `${ACTION}HitlTool`);
  expect(tool?.codex?.subcategories).toMatchObject({ Tools: ['Human in the Loop'] });
  const node = (await bench.n8n.nodeTypes()).find(({ name }) => name === ACTION);
  expect(node?.codex).toMatchObject({
    categories: expect.arrayContaining(['HITL']),
    subcategories: { HITL: ['Human in the Loop'] },
  });
  expect(node?.description).toMatch(/SMS, WhatsApp and RCS/);
});

it('offers a text for the others only where the first answer counts', async () => {
  const editor = await N8nEditor.open(browser, bench.n8n);
  const values = { waitFor: 'inTurn', minutesEach: 5, tellOthers: '={{ $json.answeredBy }} takes it' };
  const options = { severalPeople: { values } };
  const { id } = await waitingWorkflow(bench, asking('Whatsapp', { ...approval, options }));
  await editor.openNode(id, 'Messaging');
  for (const name of ['minutesEach', 'tellOthers']) await editor.parameter(name).waitFor();
  await editor.parameter('tellOthers').scrollIntoViewIfNeeded();
  await editor.picture('n8n-tell-others');
  await editor.choose('waitFor', 'First Answer');
  await editor.parameter('minutesEach').waitFor({ state: 'detached' });
  await editor.parameter('tellOthers').waitFor();
  await editor.choose('waitFor', 'All Answers');
  await editor.parameter('tellOthers').waitFor({ state: 'detached' });
});

it('is found among the tools of an AI agent by what it sends', async () => {
  const editor = await N8nEditor.open(browser, bench.n8n);
  const agent = { name: 'AI Agent', type: '@n8n/n8n-nodes-langchain.agent' };
  const workflow = await bench.n8n.createWorkflow({ nodes: [agent] });
  await editor.openTools(workflow.id, agent.name);
  for (const words of ['sms', 'whatsapp', 'rcs']) {
    const found = await editor.searchNodes(words);
    expect(found.join('\n')).toContain('Messaging Service: Send (SMS, WhatsApp, RCS)');
  }
  await editor.picture('n8n-agent-tools');
});

it('publishes an example that was imported twice', async () => {
  const editor = await N8nEditor.open(browser, bench.n8n);
  const { nodes, ...example } = readExample('keyword-answers');
  const { id, name } = bench.credential;
  const credentials = { messagingServiceApi: { id, name } };
  const withAccount = nodes.map((node) => (node.type === ACTION ? { ...node, credentials } : node));

  for (const importName of ['First import', 'Second import']) {
    const stored = await editor.importAndSave({ ...example, name: importName, nodes: withAccount });
    await bench.n8n.activate(await bench.n8n.workflow(stored));
  }
});
