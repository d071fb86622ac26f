import type { Locator, Page } from 'playwright-core';
import { until } from '../n8n/until';

/** A drop-down of n8n's editor: the box in the form, and its list, which is elsewhere in the page. */
export class N8nSelect {
  private readonly box: Locator;
  private readonly openLists: Locator;

  constructor(
    private readonly page: Page,
    parameter: Locator,
  ) {
    this.box = parameter.getByRole('combobox').first();
    this.openLists = page.locator('.el-select-dropdown').filter({ visible: true });
  }

  async choose(option: string): Promise<void> {
    const list = await this.open();
    await list
      .getByRole('option')
      .filter({ has: this.page.getByText(option, { exact: true }) })
      .click();
    await this.noneIsOpen();
    await until(`"${option}" to be chosen`, async () => (await this.box.inputValue()) === option);
  }

  /** The options in their order. */
  async options(): Promise<string[]> {
    const list = await this.open();
    const names = await list.locator('.option-headline, [class*="optionHeadline"]').allTextContents();
    await this.page.keyboard.press('Escape');
    await this.noneIsOpen();
    return names.map((name) => name.trim());
  }

  /** Opens the list once every other one has disappeared; a closing list still takes clicks. */
  private async open(): Promise<Locator> {
    await this.noneIsOpen();
    await this.box.click();
    await this.openLists.getByRole('option').first().waitFor();
    return this.page.locator(`[id="${await this.box.getAttribute('aria-controls')}"]`);
  }

  private async noneIsOpen(): Promise<void> {
    await this.openLists.first().waitFor({ state: 'hidden' });
  }
}
