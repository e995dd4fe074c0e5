// `npm run site [-- --out DIR]` makes dist/site of the documents, obligations, features and schemas that are here.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteRoot } from '../../support/contract/suite-root';
import { collectSite } from './collect';
import type { Site } from './collect';
import { deadLinksIn } from './dead-links';
import { finishPages } from './finish';
import { fileOf } from './page';
import { installTool, runVitePress, toolFolder } from './tool';

function writePages(work: string, { pages, sections }: Site): void {
  const pagesFolder = join(work, 'pages');
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

/** Makes the site in a folder of its own, and checks it. */
function make(work: string, site: Site): string {
  const out = join(work, 'out');
  writePages(work, site);
  runVitePress(work);
  finishPages(out);
  const dead = deadLinksIn(out);
  for (const { file, link, why } of dead) console.error(`${file}: ${link}: ${why}`);
  if (dead.length > 0) throw new Error(`${dead.length} links of the site are dead`);
  return out;
}

/** What is published is whole, or it is the site before. */
function publish(made: string, folder: string): void {
  const aside = `${folder}.${process.pid}.tmp`;
  cpSync(made, aside, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
}

/** A site takes the place of the one before; a folder with anything else in it is not emptied. */
function checkFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length > 0 && !names.includes('contents.html'))
    throw new Error(`${folder} holds other files; name an empty folder, or one that does not exist`);
}

function main(): void {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const folder = resolve(values.out ?? join(suiteRoot, 'dist/site'));
  checkFolder(folder);
  installTool();
  const work = mkdtempSync(join(tmpdir(), 'conform-site-'));
  try {
    const site = collectSite();
    publish(make(work, site), folder);
    console.log(`${site.pages.length} pages: ${join(folder, 'index.html')}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  main();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
