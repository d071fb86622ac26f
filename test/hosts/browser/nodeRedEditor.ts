import type { Browser, Locator, Page } from 'playwright-core';

const PATIENCE_MS = 15_000;
/** The first editor of a language loads and compiles everything, which takes longer on a busy machine. */
const LOADING_MS = 50_000;

/** The page of the last editor of each language. It opens the next one in half the time, with what it has loaded and compiled. */
const spare = new WeakMap<Browser, Map<string, Page>>();

async function newPage(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

/** Node-RED's editor in a browser, driven as a person does. */
export class NodeRedEditor {
  private constructor(
    readonly page: Page,
    private readonly keep: () => void,
  ) {}

  static async open(browser: Browser, url: string, locale = 'en-US'): Promise<NodeRedEditor> {
    const pages = spare.get(browser) ?? new Map<string, Page>();
    spare.set(browser, pages);
    const page = pages.get(locale) ?? (await newPage(browser, locale));
    pages.delete(locale);
    await page.setViewportSize({ width: 1400, height: 1000 });
    const editor = new NodeRedEditor(page, () => pages.set(locale, page));
    await page.goto(url, { timeout: LOADING_MS });
    await editor.ready();
    return editor;
  }

  async close(): Promise<void> {
    await this.page.evaluate('localStorage.clear(); $(window).off("beforeunload")');
    await this.page.goto('about:blank');
    this.keep();
  }

  /** Loads the page again, as after a restart of the browser. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  private async ready(): Promise<void> {
    const timeout = LOADING_MS;
    await this.page.locator('.red-ui-palette-node[data-palette-type="messaging-send"]').waitFor({ timeout });
    await this.page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden', timeout });
    // Hints for newcomers would cover what the tests click on.
    await this.page.addStyleTag({ content: '.red-ui-notification, .red-ui-popover-info { display: none }' });
  }

  /** Drags a node from the palette into the workspace and returns its id. */
  async place(type: string, at = { x: 400, y: 200 }): Promise<string> {
    const entry = this.page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
    await entry.scrollIntoViewIfNeeded();
    await entry.hover();
    const chart = await this.page.locator('#red-ui-workspace-chart').boundingBox();
    await this.page.mouse.down();
    const x = (chart?.x ?? 0) + at.x;
    const y = (chart?.y ?? 0) + at.y;
    await this.page.mouse.move(x - 10, y - 10, { steps: 4 });
    await this.page.mouse.move(x, y, { steps: 2 });
    await this.page.mouse.up();
    return this.selected();
  }

  private selected(): Promise<string> {
    return this.page.evaluate('RED.view.selection().nodes[0].id');
  }

  /** Opens the dialog of a node by a double click on it. */
  async edit(id: string): Promise<Locator> {
    const form = this.page.locator('.red-ui-tray').last().locator('.messaging-editor');
    // A busy browser can take the two clicks for two single ones.
    const open = async () => {
      await this.page.locator(`[id="${id}"] .red-ui-flow-node`).dblclick();
      await form.waitFor({ timeout: 10_000 });
    };
    await open().catch(open);
    const dialog = this.page.locator('.red-ui-tray').last();
    await this.settled();
    return dialog;
  }

  /** Shows everything in the open dialogs at once: all tabs, and what is folded away. */
  async showAll(): Promise<void> {
    await this.page.evaluate(
      `document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
       document.querySelectorAll('.messaging-panel, .messaging-help').forEach((part) => { part.hidden = false; });`,
    );
  }

  /** Opens the dialog of a new account, from the dialog of a node. */
  async addAccount(): Promise<void> {
    await this.openAccount('#node-input-btn-account-add');
  }

  /** Opens the dialog of the account of a node, from the dialog of the node. */
  async editAccount(): Promise<void> {
    await this.openAccount('#node-input-btn-account-edit');
  }

  private async openAccount(button: string): Promise<void> {
    await this.page.locator(button).click();
    await this.page.locator('#node-config-input-name').waitFor();
    await this.settled();
  }

  /** Trays slide in and out; a click during that time misses. */
  private async settled(): Promise<void> {
    await this.page.waitForFunction(
      'document.getAnimations().length === 0 && $(".red-ui-tray:animated").length === 0',
    );
  }

  async done(): Promise<void> {
    await this.leave('#node-dialog-ok');
  }

  async cancel(): Promise<void> {
    await this.leave('#node-dialog-cancel');
  }

  private async leave(button: string): Promise<void> {
    await this.page.locator(button).click();
    await this.page.locator('.red-ui-tray').first().waitFor({ state: 'detached' });
  }

  /** Closes the dialogs without saving and deletes the node; reloads the page if that fails. */
  async discard(id: string): Promise<void> {
    try {
      if (await this.page.locator('#node-dialog-cancel').isVisible()) await this.cancel();
      await this.remove(id);
    } catch {
      await this.reload();
    }
  }

  /** Deletes a node with the keyboard. */
  async remove(id: string): Promise<void> {
    await this.page.locator(`[id="${id}"] .red-ui-flow-node`).click();
    await this.page.keyboard.press('Delete');
    await this.page.locator(`[id="${id}"]`).waitFor({ state: 'detached' });
  }

  /** Imports a flow from JSON. Nodes for the open tab then hang on the mouse until a click puts them down. */
  async import(json: string): Promise<void> {
    const text = this.page.locator('#red-ui-clipboard-dialog-import-text');
    await this.page.keyboard.press('Control+i');
    await text.fill(json);
    await this.page.keyboard.press('End');
    await this.page.locator('#red-ui-clipboard-dialog-ok').click();
    await text.waitFor({ state: 'hidden' });
  }

  /** Deploys with the button and waits until the editor confirms it. */
  async deploy(): Promise<void> {
    await this.page.locator('#red-ui-header-button-deploy').click();
    await this.page.locator('#red-ui-header-button-deploy.disabled').waitFor();
  }

  /** The problems in the red triangle of a node; empty without one. */
  problems(id: string): Promise<string[]> {
    return this.page.evaluate(
      `(({ valid, validationErrors = [] }) => (valid ? [] : validationErrors))(RED.nodes.node(${JSON.stringify(id)}))`,
    );
  }

  /** What the editor would export: every node of the workspace. */
  exported(): Promise<Array<Record<string, unknown>>> {
    return this.page.evaluate('RED.nodes.createCompleteNodeSet({ credentials: false })');
  }

  async exportedNode(id: string): Promise<Record<string, unknown>> {
    const node = (await this.exported()).find((candidate) => candidate['id'] === id);
    if (node === undefined) throw new Error(`No node ${id} in the workspace`);
    return node;
  }
}
