import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import type { Page } from './page';
import type { Sources } from './places';
import { sourcePathOf } from './places';

/** The names of languages as the highlighter knows them, where it does not know the ending. */
const highlighted: Readonly<Record<string, string>> = {
  '.cjs': 'js',
  '.mjs': 'js',
  '.mts': 'ts',
  '.conf': 'nginx',
  '.service': 'ini',
};
const known = ['.js', '.ts', '.py', '.go', '.php', '.java', '.json', '.yml', '.yaml', '.sh', '.lua', '.sql'];

/** A page for each file and folder that links name; the links of a folder name more. */
export function sourcePages(sources: Sources): Page[] {
  const pages: Page[] = [];
  // A set goes on to what is added to it on the way.
  for (const file of sources.all) pages.push(sourcePage(file, sources));
  return pages;
}

function sourcePage(file: string, sources: Sources): Page {
  const path = sourcePathOf(file);
  return statSync(join(suiteRoot, file)).isDirectory()
    ? { path, title: file, body: listOf(file, sources) }
    : { path, title: file, body: codeOf(file), wide: true };
}

function codeOf(file: string): string {
  const text = readFileSync(join(suiteRoot, file), 'utf8').trimEnd();
  const ending = extname(file);
  const language = highlighted[ending] ?? (known.includes(ending) ? ending.slice(1) : 'text');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language} numbered\n${text}\n${fence}`;
}

function listOf(folder: string, sources: Sources): string {
  const entries = readdirSync(join(suiteRoot, folder)).filter((name) => isKept(`${folder}/${name}`));
  return entries.map((name) => `- [${name}](${sources.hrefOf(`${folder}/${name}`)})`).join('\n');
}

/** What is in the repository; not what was installed or built there. */
function isKept(path: string): boolean {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', path];
  return execFileSync('git', args, { cwd: suiteRoot, encoding: 'utf8' }) !== '';
}
