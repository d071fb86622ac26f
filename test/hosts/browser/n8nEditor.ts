import type { Browser, Locator, Page } from 'playwright-core';
import { z } from 'zod/v4';
import type { N8nServer } from '../n8n/n8nServer';
import { takePicture } from './picture';
import { N8nSelect } from './n8nSelect';

/** n8n's editor is large, and the machine may be busy. */
const PATIENCE_MS = 90_000;

/** n8n's editor in a browser, driven as a person does. */
export class N8nEditor {
  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** Opens the editor for the owner of an n8n. */
  static async open(browser: Browser, n8n: N8nServer): Promise<N8nEditor> {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 1000 } });
    context.setDefaultTimeout(PATIENCE_MS);
    // Requests to other machines are blocked.
    await context.route(
      (address) => address.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    await context.addCookies([{ ...n8n.session, url: n8n.url }]);
    return new N8nEditor(await context.newPage(), n8n.url);
  }

  async newWorkflow(): Promise<void> {
    await this.page.goto(`${this.url}/workflow/new`);
    await this.named('canvas-add-button').waitFor();
  }

  /** Opens the panel with the tools that a node on the canvas, an AI agent, can be given. */
  async openTools(workflowId: string, agent: string): Promise<void> {
    await this.page.goto(`${this.url}/workflow/${workflowId}`);
    const plus = this.page
      .locator(`[data-connection-type="ai_tool"][data-node-name="${agent}"]`)
      .locator('[data-test-id="canvas-handle-plus"]');
    const header = this.named('nodes-list-header');
    // While n8n still loads, the panel stays at the list of all nodes.
    for (let tries = 0; tries < 10; tries += 1) {
      await plus.click();
      const isThere = await header
        .filter({ hasText: 'Tools' })
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
      if (isThere) break;
      await this.page.keyboard.press('Escape');
      await header.first().waitFor({ state: 'hidden' });
    }
    // Until the panel has slid to the tools, it shows two lists.
    await header.filter({ hasNotText: 'Tools' }).waitFor({ state: 'hidden' });
  }

  /** Types into the search of the nodes panel and returns the names it shows. */
  async searchNodes(words: string): Promise<string[]> {
    const search = this.named('node-creator-search-bar');
    if (!(await search.isVisible())) await this.named('canvas-add-button').click();
    const names = this.named('node-creator-item-name');
    // What was found before must be gone.
    await search.fill('xqzxqzxqz');
    await names.first().waitFor({ state: 'hidden' });
    await search.fill(words);
    await names.filter({ hasText: 'Messaging Service' }).first().waitFor();
    return await names.allTextContents();
  }

  /** The triggers and actions that the panel shows for a node. */
  async actionsOf(node: string): Promise<string[]> {
    await this.named('node-creator-item-name').getByText(node, { exact: true }).click();
    await this.page.getByText(/^Actions \(\d+\)$/).click();
    const names = this.named('node-creator-item-name');
    await names.filter({ hasText: /^Send SMS, WhatsApp or RCS message$/ }).waitFor();
    return await names.allTextContents();
  }

  /** Adds a node to the canvas by one of its actions; n8n then opens it. */
  async addByAction(action: string): Promise<void> {
    await this.named('node-creator-item-name').getByText(action, { exact: true }).click();
    await this.named('node-parameters').first().waitFor();
  }

  /** Opens a node of a stored workflow. */
  async openNode(workflowId: string, node: string): Promise<void> {
    await this.page.goto(`${this.url}/workflow/${workflowId}`);
    await this.node(node).dblclick();
    await this.named('node-parameters').first().waitFor();
  }

  /** Imports a workflow as "Import from file" does, and shows all of it. */
  async importFile(workflow: object): Promise<void> {
    await this.newWorkflow();
    const buffer = Buffer.from(JSON.stringify(workflow));
    await this.page.locator('input[type="file"]').first().setInputFiles({
      name: 'workflow.json',
      mimeType: 'application/json',
      buffer,
    });
    await this.named('canvas-node').first().waitFor();
    await this.named('zoom-to-fit').click();
  }

  /** Imports a workflow and saves it; returns its id. */
  async importAndSave(workflow: object): Promise<string> {
    // n8n saves by itself, too, if that takes long.
    const saved = this.page.waitForResponse(
      (answer) => answer.url().includes('/rest/workflows') && answer.request().method() !== 'GET',
    );
    const importing = this.importFile(workflow).then(() => this.page.keyboard.press('Control+s'));
    const [answer] = await Promise.all([saved, importing]);
    return z.object({ data: z.object({ id: z.string() }) }).parse(await answer.json()).data.id;
  }

  /** A node on the canvas. */
  node(name: string): Locator {
    return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
  }

  parameter(name: string): Locator {
    return this.named(`parameter-input-${name}`);
  }

  async choose(name: string, option: string): Promise<void> {
    await this.select(name).choose(option);
  }

  /** The options of a list, in order. */
  async optionsOf(name: string): Promise<string[]> {
    return await this.select(name).options();
  }

  async fill(name: string, text: string): Promise<void> {
    const field = this.parameter(name).locator('input, textarea').first();
    await field.fill(text);
    await field.blur();
  }

  /** The names of the visible parameters of the open node, without those that every node has. */
  async shownParameters(): Promise<string[]> {
    const fields = this.named('node-parameters')
      .first()
      .locator('[data-test-id^="parameter-input-"]:visible, [data-test-id^="fixed-collection-"]:visible');
    const ids = await fields.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('data-test-id') ?? ''),
    );
    return ids
      .map((id) => id.replace(/^(?:parameter-input|fixed-collection)-/, ''))
      .filter((name) => !['field', 'item', 'add', 'delete'].includes(name));
  }

  /** Opens the form for a new credential of the node. */
  async newCredential(): Promise<void> {
    await this.named('node-credentials-select').first().click();
    await this.named('node-credentials-select-item-new').click();
    await this.named('editCredential-modal').waitFor();
  }

  /** Fills in the credential, saves it, and returns what n8n says about its test. */
  async saveCredential(values: Record<string, string>): Promise<string> {
    const form = this.named('editCredential-modal');
    // n8n loads a saved credential once more, which can undo what was typed; then there is nothing to save.
    for (let tries = 0, isTested = false; !isTested; tries += 1) {
      if (tries === 5) throw new Error('The credential was not tested');
      for (const [name, value] of Object.entries(values)) {
        await form.locator(`[data-test-id="parameter-input-${name}"] input`).fill(value);
      }
      const tested = this.page
        .waitForResponse((answer) => answer.url().endsWith('/rest/credentials/test'), { timeout: 15_000 })
        .then(
          () => true,
          () => false,
        );
      const save = this.named('credential-save-button');
      if (await save.isEnabled()) await save.click();
      isTested = await tested;
    }
    const verdict = form
      .getByText(/Connection tested successfully|Couldn.t connect with these settings/)
      .filter({ visible: true });
    return (await verdict.textContent())?.trim() ?? '';
  }

  async closeCredential(): Promise<void> {
    await this.named('editCredential-modal')
      .locator('.el-dialog__headerbtn, button[aria-label*="lose"]')
      .first()
      .click();
    await this.named('editCredential-modal').waitFor({ state: 'hidden' });
  }

  /** Whether a dialog covers the form, such as that of a credential. */
  async hasDialog(): Promise<boolean> {
    return await this.named('editCredential-modal').isVisible();
  }

  async picture(name: string): Promise<void> {
    // Messages that disappear by themselves do not belong in the picture.
    await this.page.addStyleTag({ content: '.el-notification { display: none !important }' });
    await takePicture(this.page, name);
  }

  async execute(): Promise<void> {
    await this.named('node-execute-button').first().click();
  }

  named(testId: string): Locator {
    return this.page.locator(`[data-test-id="${testId}"]`);
  }

  private select(name: string): N8nSelect {
    return new N8nSelect(this.page, this.parameter(name));
  }
}
