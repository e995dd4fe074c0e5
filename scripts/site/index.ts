// `npm run site` makes dist/site from the documents, obligations, features, schemas and adapters of this repository.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import { collectSite } from './collect';
import type { Site } from './collect';
import { deadLinksIn } from './dead-links';
import { finishPages } from './finish';
import { fileOf } from './page';
import { writeScript, writeSearchIndex } from './search/write';
import { installTool, runVitePress, toolFolder } from './tool';

const work = join(suiteRoot, 'build/site');
const [pagesFolder, out, site] = [join(work, 'pages'), join(work, 'out'), join(suiteRoot, 'dist/site')];

function writePages({ pages, sections }: Site): void {
  rmSync(pagesFolder, { recursive: true, force: true });
  for (const page of pages) {
    const file = join(pagesFolder, `${page.path}.md`);
    if (existsSync(file)) throw new Error(`two pages have the address ${page.path}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fileOf(page));
  }
  cpSync(join(toolFolder, 'public'), join(pagesFolder, 'public'), { recursive: true });
  const about = {
    title: 'Gateway conformance',
    description: 'Contract and conformance tests for the health-data gateway and its clients',
    sections,
  };
  writeFileSync(join(work, 'site.json'), JSON.stringify(about));
}

/** The site is whole, or it is the one before. */
function publish(): void {
  mkdirSync(dirname(site), { recursive: true });
  rmSync(site, { recursive: true, force: true });
  renameSync(out, site);
}

function main(): void {
  installTool();
  const collected = collectSite();
  writePages(collected);
  runVitePress();
  finishPages(out);
  writeScript(join(out, 'site.js'));
  writeSearchIndex(join(out, 'search-index.js'), collected.pages);
  const dead = deadLinksIn(out);
  if (dead.length > 0) {
    for (const { file, link, why } of dead) console.error(`${file}: ${link}: ${why}`);
    throw new Error(`${dead.length} links of the site are dead`);
  }
  publish();
  console.log(`${collected.pages.length} pages: ${join(site, 'index.html')}`);
}

try {
  main();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
