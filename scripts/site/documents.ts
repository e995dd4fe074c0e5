import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import type { Page, SectionName } from './page';
import type { Sources } from './places';
import { placeOf } from './places';

const patterns = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/{guides,decisions}/*.md',
  'vectors/README.md',
  'examples/**/README.md',
];

/** The documents of the repository, each a page of its own. */
export function documentPages(sources: Sources): Page[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: suiteRoot }).sort())
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'))
    .map((file) => documentPage(file, sources));
}

export function documentPage(file: string, sources: Sources, about: Partial<Page> = {}): Page {
  const { title, body } = readDocument(file, sources);
  const path = placeOf(file) ?? file;
  const section = sectionOf(path);
  const group = groupOf(path);
  return { path, title, body, ...(section && { section }), ...(group && { group }), ...about };
}

/** The heading of a document and what stands below it, its links leading to pages. */
export function readDocument(
  file: string,
  sources: Sources,
): { readonly title: string; readonly body: string } {
  const text = readFileSync(join(suiteRoot, file), 'utf8');
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${file} does not begin with a heading`);
  return { title, body: relinked(body, file, sources) };
}

/** Code, or where a link leads. */
const codeOrLink = /(^( *)```[^]*?^\2```$|`[^`\n]+`)|\]\(([^)\s]+)\)/gm;

/** Links of a document, which lead to files beside it, lead to pages. What is code stays as it is. */
function relinked(text: string, file: string, sources: Sources): string {
  return text.replace(codeOrLink, (whole, code?: string, _indent?: string, to?: string) => {
    if (code !== undefined || to === undefined || /^([a-z]+:|#)/.test(to)) return whole;
    const [path = '', anchor] = to.split('#');
    return `](${sources.hrefOf(posix.join(posix.dirname(file), path), anchor)})`;
  });
}

function sectionOf(path: string): SectionName | undefined {
  const [first = ''] = path.split('/');
  return first === 'guides' || first === 'reference' || first === 'project' ? first : undefined;
}

function groupOf(path: string): string | undefined {
  if (path.startsWith('project/decisions/')) return 'Decisions';
  return path.startsWith('guides/examples/') ? 'Examples' : undefined;
}
