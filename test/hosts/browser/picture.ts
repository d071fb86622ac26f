import path from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture for inspection or for the documentation, if `PICTURES` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
  await page.screenshot({ path: path.join(folder, file) });
}

/** Switches the dark theme of Node-RED 5 on or off, as its user settings do; older ones look as usual. */
export async function showDark(page: Page, isDark: boolean): Promise<void> {
  await page.evaluate((on) => document.documentElement.classList.toggle('nr-theme-dark', on), isDark);
}

/** The colours of a dark theme whose red, green and grey are too dark for text. */
export const darkTheme = `:root {
  --red-ui-primary-background: #434954; --red-ui-secondary-background: #434954; --red-ui-tab-background: #434954;
  --red-ui-form-background: #434954; --red-ui-form-input-background: #2b3038; --red-ui-form-text-color: #f0f0f0;
  --red-ui-primary-text-color: #f0f0f0; --red-ui-header-text-color: #f0f0f0; --red-ui-secondary-text-color: #999;
  --red-ui-text-color-error: #d32f2f; --red-ui-text-color-success: #3a8a3a;
  --red-ui-form-input-border-error-color: #d32f2f; --red-ui-tertiary-background: #434954;
}`;
