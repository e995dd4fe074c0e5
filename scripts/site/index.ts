// `npm run site [-- --out DIR]` builds the web site from the documents, obligations, features and schemas of
// the repository. DIR defaults to dist/site.
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
import { escapeInvisible } from '../../support/report/parts/lines';
import { screenStyle } from '../../support/report/parts/style';
import { documentPages } from './documents';
import { featureAndSchemaPages } from './features-and-schemas';
import { deadLinksIn, finishPages } from './finish';
import { contentsPage, menuOf, sectionOf } from './menu';
import { obligationPages } from './obligations';
import type { SitePage } from './page';
import { profilePages } from './profiles';

const toolFolder = join(suiteRoot, 'docs/site');

/**
 * Runs npm ci in docs/site if its node_modules is missing or older than its lock file. This installs
 * VitePress.
 */
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

/** Builds HTML from the Markdown pages in a folder. Throws if a page contains a link to a missing page. */
function runVitePress(work: string): void {
  const program = join(toolFolder, 'node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build', toolFolder], {
    cwd: toolFolder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', SITE_WORK: work },
  });
  if (status !== 0) throw new Error(`VitePress failed:\n${stdout}${stderr}`);
}

/** Records the exchanges for obligations without rows in features/mistakes, unless they are up to date. */
function recordExamples(): void {
  const args = ['-r', './bin/typescript.cjs', 'scripts/generate.ts', 'exchanges', '--if-stale'];
  const { status } = spawnSync(process.execPath, args, { cwd: suiteRoot, stdio: 'inherit' });
  if (status !== 0) throw new Error('the examples were not recorded; the reason stands above');
}

function collect(): SitePage[] {
  const told = [...documentPages(), ...obligationPages(), ...profilePages(), ...featureAndSchemaPages()];
  return [...told, contentsPage(told)];
}

function writePages(work: string, pages: readonly SitePage[]): void {
  const folder = join(work, 'pages');
  for (const { path, title, group, text } of pages) {
    const file = join(folder, `${path}.md`);
    if (existsSync(file)) throw new Error(`two pages have the address ${path}`);
    mkdirSync(dirname(file), { recursive: true });
    const front = Object.entries({ title, section: sectionOf(path), group }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value ?? '')}`,
    );
    // v-pre makes VitePress treat braces as text and not as Vue templates. escapeInvisible() makes invisible
    // and bidirectional control characters visible.
    writeFileSync(file, `---\n${front.join('\n')}\n---\n\n::: v-pre\n\n${escapeInvisible(text)}\n\n:::\n`);
  }
  cpSync(join(toolFolder, 'public'), join(folder, 'public'), { recursive: true });
  writeFileSync(join(work, 'parts.css'), screenStyle);
  writeFileSync(join(work, 'menu.json'), JSON.stringify(menuOf(pages)));
}

/**
 * Builds the site in a temporary folder and returns the folder of the result. Throws if the site contains
 * dead links.
 */
function make(work: string, pages: readonly SitePage[]): string {
  const out = join(work, 'out');
  writePages(work, pages);
  runVitePress(work);
  finishPages(out);
  const dead = deadLinksIn(out);
  for (const { file, link, why } of dead) console.error(`${file}: ${link}: ${why}`);
  if (dead.length > 0) throw new Error(`${dead.length} links of the site are dead`);
  return out;
}

/**
 * Replaces the site in `folder`. Copies to a temporary name first, so that the previous site survives a
 * failed copy.
 */
function publish(made: string, folder: string): void {
  const aside = `${folder}.${process.pid}.tmp`;
  cpSync(made, aside, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
}

/** Throws unless a folder is empty or contains an earlier site, because the folder will be replaced. */
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
  recordExamples();
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
