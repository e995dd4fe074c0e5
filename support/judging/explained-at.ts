import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';

/** `obligations/ses-08.html`: the page of an obligation, below the address of the site. */
export const pageOf = (id: string): string => `obligations/${id.toLowerCase()}.html`;

/**
 * Where an obligation is explained: its page, where the package names the address of a published site; else the command
 * that says the same. https://docs.example.org/conformance gives https://docs.example.org/conformance/obligations/ses-08.html.
 */
export function explainedAt(id: string, site = publishedSite()): string {
  return site === undefined ? `npx conform explain ${id}` : `${site.replace(/\/*$/, '/')}${pageOf(id)}`;
}

/** The page itself: where the site is published, or in the package; `undefined` where it was not built. */
export function readablePage(id: string, site = publishedSite()): string | undefined {
  if (site !== undefined) return explainedAt(id, site);
  const file = join(suiteRoot, 'dist/site', pageOf(id));
  return existsSync(file) ? file : undefined;
}

/** What `config.site` of package.json says. No address is invented: who publishes the site sets it. */
export function publishedSite(): string | undefined {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  const { config } = JSON.parse(file) as { config?: { site?: string } };
  return config?.site;
}
