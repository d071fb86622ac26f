import type { Page } from 'playwright-core';
import type { N8nEditor } from '../browser/n8nEditor';
import type { N8nServer } from '../n8n/n8nServer';

/** *Settings > Community nodes* of n8n's editor, driven as a person does. */
export class CommunityNodes {
  private readonly page: Page;

  constructor(
    private readonly editor: N8nEditor,
    private readonly n8n: N8nServer,
  ) {
    this.page = editor.page;
  }

  /** Opens the page, which then asks n8n for updates. */
  async open(): Promise<void> {
    await this.page.goto(`${this.n8n.url}/settings/community-nodes`);
  }

  /** Installs a package, by its name and with the risk box ticked. */
  async install(name: string): Promise<void> {
    await this.open();
    await this.page.getByRole('button', { name: 'Install a community node' }).click();
    await this.editor.named('package-name-input').locator('visible=true').first().fill(name);
    const button = this.editor.named('install-community-package-button');
    expect(await button.isDisabled()).toBe(true);
    await this.editor.named('user-agreement-checkbox').click();
    await button.click();
    await button.waitFor({ state: 'detached' });
    await this.card().waitFor();
  }

  /** Updates the only package to the newest version. */
  async update(version: string): Promise<void> {
    await this.open();
    await this.card().getByRole('button', { name: 'Update' }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Confirm update' }).click();
    await this.card().getByText(`v${version}`).waitFor();
  }

  /** Uninstalls the only package. */
  async uninstall(): Promise<void> {
    await this.open();
    await this.card().locator('[data-test-id="action-toggle"], button[aria-haspopup]').last().click();
    await this.page.getByText('Uninstall package').last().click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Confirm uninstall' }).click();
    await this.card().waitFor({ state: 'detached' });
  }

  private card() {
    return this.editor.named('community-package-card').first();
  }
}
