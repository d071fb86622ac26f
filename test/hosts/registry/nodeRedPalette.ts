import type { Browser, Locator, Page } from 'playwright-core';

/** npm installs in this time, on a busy machine too. */
const PATIENCE_MS = 90_000;

/** *Manage palette* of Node-RED's editor, driven as a person does. */
export class NodeRedPalette {
  private constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {}

  static async open(browser: Browser, url: string, name: string): Promise<NodeRedPalette> {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1400, height: 1000 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('.red-ui-palette-node[data-palette-type="inject"]').waitFor();
    await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
    await page.locator('#red-ui-header-button-sidemenu').click();
    await page.locator('#menu-item-edit-palette').click();
    return new NodeRedPalette(page, name);
  }

  async install(): Promise<void> {
    await this.tab('install');
    await this.page.locator('.red-ui-palette-editor-tab:visible input[type="text"]').first().fill(this.name);
    await this.button('install').click();
    await this.confirm('install');
    await this.page.locator('.red-ui-palette-node[data-palette-type="messaging-send"]').waitFor();
  }

  /** Updates to a version; it is there after a restart of Node-RED. */
  async update(version: string): Promise<void> {
    await this.tab('nodes');
    await this.button(`update to ${version}`).click();
    await this.confirm('update');
    await this.page
      .locator('.red-ui-notification', { hasText: `upgraded to version ${version}` })
      .first()
      .waitFor();
  }

  async remove(): Promise<void> {
    await this.tab('nodes');
    await this.button('remove').click();
    await this.confirm('remove');
    await this.page
      .locator('.red-ui-palette-node[data-palette-type="messaging-send"]')
      .waitFor({ state: 'detached' });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  private async tab(name: 'install' | 'nodes'): Promise<void> {
    await this.page.locator(`#red-ui-palette-editor-tabs a[href="#${name}"]`).click();
  }

  private button(text: string): Locator {
    return this.page
      .locator('.red-ui-palette-editor-tab:visible li', { hasText: this.name })
      .locator('a.red-ui-button', { hasText: new RegExp(`^${text}$`) });
  }

  private async confirm(what: 'install' | 'update' | 'remove'): Promise<void> {
    await this.page.locator(`.red-ui-palette-module-install-confirm-button-${what}`).click();
  }
}
