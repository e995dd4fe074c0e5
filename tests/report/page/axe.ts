import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against its rules, or some of them; empty where all is well. */
export async function findingsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    ).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    interface Violation {
      id: string;
      nodes: { html: string; failureSummary?: string }[];
    }
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''} ${nodes[0]?.failureSummary ?? ''}`,
    );
  }, rules);
}
