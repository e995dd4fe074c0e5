import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type MiniSearch from 'minisearch';
import { suiteRoot } from '../../../support/contract/suite-root';
import type { Page } from '../page';
import { toolFolder } from '../tool';
import type { Entry } from './entry';
import { searchOptions } from './entry';

/** The one script of the site: it searches, and copies code. Pages say all without it. */
export function writeScript(file: string): void {
  buildSync({
    entryPoints: [join(suiteRoot, 'scripts/site/search/browser.ts')],
    outfile: file,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    // The library of the search is the site's, and none of the suite.
    nodePaths: [join(toolFolder, 'node_modules')],
    logLevel: 'error',
  });
}

/** The index is a script, since pages in a folder may load no other file. */
export function writeSearchIndex(file: string, pages: readonly Page[]): void {
  const load = createRequire(join(toolFolder, 'package.json'));
  const Index = load('minisearch') as typeof MiniSearch;
  const index = new Index(searchOptions);
  index.addAll(pages.filter(({ path }) => !path.startsWith('source/')).map(entryOf));
  writeFileSync(file, `globalThis.siteIndex=${JSON.stringify(index.toJSON())};`);
}

function entryOf({ path, title, group = '', body }: Page): Entry {
  return { id: `${path}.html`, title, group, text: plain(body) };
}

/** Without the marks of HTML and Markdown. */
function plain(body: string): string {
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/[|#`*_>[\]-]+/g, ' ')
    .replace(/\s+/g, ' ');
}
