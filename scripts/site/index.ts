// `npm run site [-- --out DIR]` makes dist/site of the documents, obligations, features and schemas that are here.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteRoot } from '../../support/contract/suite-root';
import { visible } from '../../support/report/parts/lines';
import { screenStyle } from '../../support/report/parts/style';
import { documentPages } from './documents';
import { featuresAndSchemas } from './features-and-schemas';
import { deadLinksIn, finishPages } from './finish';
import { contentsPage, menuOf, sectionOf } from './menu';
import { obligationPages } from './obligations';
import type { Page } from './page';

const toolFolder = join(suiteRoot, 'docs/site');

/** Installs what the site's own lock file names, where it is missing or older. */
function installVitePress(): void {
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    join(toolFolder, file),
  ) as [string, string];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing what docs/site/package-lock.json names (once) …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: toolFolder, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error('npm ci in docs/site failed; its own message stands above');
}

/** Makes HTML of the pages in a folder. VitePress fails where a link of a page leads to no page. */
function runVitePress(work: string): void {
  const program = join(toolFolder, 'node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build', toolFolder], {
    cwd: toolFolder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', SITE_WORK: work },
  });
  if (status !== 0) throw new Error(`VitePress failed:\n${stdout}${stderr}`);
}

/** Puts the pages together from documents, homes, features and schemas. */
function collect(): Page[] {
  const told = [...documentPages(), ...obligationPages(), ...featuresAndSchemas()];
  return [...told, contentsPage(told)];
}

function writePages(work: string, pages: readonly Page[]): void {
  const folder = join(work, 'pages');
  for (const { path, title, group, text } of pages) {
    const file = join(folder, `${path}.md`);
    if (existsSync(file)) throw new Error(`two pages have the address ${path}`);
    mkdirSync(dirname(file), { recursive: true });
    const front = Object.entries({ title, section: sectionOf(path), group }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value ?? '')}`,
    );
    // Nothing in it is a template, whatever braces it holds; and nothing in it is invisible or turns text around.
    writeFileSync(file, `---\n${front.join('\n')}\n---\n\n::: v-pre\n\n${visible(text)}\n\n:::\n`);
  }
  cpSync(join(toolFolder, 'public'), join(folder, 'public'), { recursive: true });
  writeFileSync(join(work, 'parts.css'), screenStyle);
  writeFileSync(join(work, 'menu.json'), JSON.stringify(menuOf(pages)));
}

/** Makes the site in a folder of its own, and checks it. */
function make(work: string, pages: readonly Page[]): string {
  const out = join(work, 'out');
  writePages(work, pages);
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
  installVitePress();
  const work = mkdtempSync(join(tmpdir(), 'conform-site-'));
  try {
    const pages = collect();
    publish(make(work, pages), folder);
    console.log(`${pages.length} pages: ${join(folder, 'index.html')}`);
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
