import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const findings = z.object({
  passes: z.array(z.unknown()).min(20),
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe finds wrong with a page, or with a part of it, with all its rules: WCAG, best practices and experimental ones. */
export async function barriers(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe);
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  };
  const result = findings.parse(await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)})`));
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
