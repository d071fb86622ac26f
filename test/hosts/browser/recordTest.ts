import type { Page } from 'playwright-core';

import { openView } from './phone';

/** Records a conversation with a flow on the open phone page, saves it as a test, and runs that until it is green. */
export async function recordTest(phone: Page, said: { write: string; answer: string }): Promise<void> {
  const button = (name: string) => phone.getByRole('button', { name, exact: true });
  await openView('Tests', phone);
  await button('Record').click();
  await phone.getByRole('textbox', { name: 'Message', exact: true }).fill(said.write);
  await button('Send').click();
  await phone.locator('.bubble', { hasText: said.answer }).waitFor();
  await phone.getByText('2 steps so far').waitFor();
  await button('Save as test').click();
  await button('Save').click();
  await button('Run').click();
  await phone.getByText('1 green, 0 red').waitFor();
}
