import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import type { Page, SectionName } from './page';
import { pageHref, placeOf } from './places';

const patterns = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/{guides,decisions}/*.md',
  'vectors/README.md',
  'adapters/README.md',
  'adapters/*/README.md',
  'examples/**/README.md',
];

/** The documents of the repository, each a page of its own. */
export function documentPages(): Page[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: suiteRoot }).sort())
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'))
    .map((file) => documentPage(file));
}

function documentPage(file: string): Page {
  const { title, body } = readDocument(file);
  const path = placeOf(file) ?? file;
  const section = sectionOf(path);
  const group = groupOf(path);
  return { path, title, body, ...(section && { section }), ...(group && { group }) };
}

/** The heading of a document and what stands below it, its links leading to pages. */
export function readDocument(file: string): { readonly title: string; readonly body: string } {
  const text = readFileSync(join(suiteRoot, file), 'utf8');
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${file} does not begin with a heading`);
  return { title, body: relinked(body, file) };
}

/** Code, or a link with its words. */
const codeOrLink = /(^( *)```[^]*?^\2```$|(?<!\[)`[^`\n]+`)|\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)/gm;

/** Links of a document, which lead to files beside it, lead to pages; of what has none the words remain. */
function relinked(text: string, file: string): string {
  return text.replace(codeOrLink, (whole, code?: string, _indent?: string, words?: string, to?: string) => {
    if (code !== undefined || words === undefined || to === undefined || /^([a-z]+:|#)/.test(to))
      return whole;
    const [path = '', anchor] = to.split('#');
    const href = pageHref(posix.join(posix.dirname(file), path), anchor);
    return href === undefined ? words : `[${words}](${href})`;
  });
}

const sections: readonly SectionName[] = ['guides', 'reference', 'adapters', 'project'];

function sectionOf(path: string): SectionName | undefined {
  const [first = ''] = path.split('/');
  return sections.find((each) => each === first);
}

function groupOf(path: string): string | undefined {
  if (path.startsWith('project/decisions/')) return 'Decisions';
  return path.startsWith('guides/examples/') ? 'Examples' : undefined;
}
