import path from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture, to be looked at or for the documentation, when `PICTURES` names the folder for them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
  await page.screenshot({ path: path.join(folder, file) });
}
