import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const findings = z.object({
  passes: z.array(z.unknown()),
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/**
 * What axe finds wrong with a page, or with a part of it, with all its rules: WCAG, best practices and experimental ones.
 * @param rules how many rules must apply at least, so that a check of nothing finds nothing
 */
export async function barriers(page: Page, part = 'html', rules = 20): Promise<string[]> {
  await page.evaluate(axe);
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  };
  const result = findings.parse(await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)})`));
  if (result.passes.length < rules) throw new Error(`Only ${result.passes.length} rules apply to ${part}`);
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
