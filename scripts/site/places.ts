import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import { hrefOf } from './page';

/** Pages of documents that stand elsewhere in the site than in the repository. */
const moved: Readonly<Record<string, string>> = {
  'README.md': 'index',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'project/contributing',
  'SECURITY.md': 'project/security',
  'docs/README.md': 'guides/index',
  'docs/guides': 'guides/index',
  'docs/decisions': 'project/decisions/index',
  'docs/coverage.md': 'reference/coverage',
  'docs/glossary.md': 'reference/glossary',
  'docs/guides/command-line.md': 'reference/command-line',
  'docs/guides/target-file.md': 'reference/target-file',
  'docs/guides/adding-an-obligation.md': 'project/adding-an-obligation',
  'docs/how-it-is-built.md': 'project/how-it-is-built',
  'docs/performance.md': 'project/performance',
  'docs/twenty-questions.md': 'project/twenty-questions',
  'vectors/README.md': 'reference/vectors',
  features: 'features/index',
  schemas: 'reference/schemas/index',
  adapters: 'adapters/index',
  'adapters/README.md': 'adapters/index',
};

/** Folders of documents whose pages have the names of their files. */
const folders: readonly (readonly [from: RegExp, to: string])[] = [
  [/^docs\/guides\/(.+)\.md$/, 'guides/$1'],
  [/^docs\/decisions\/(.+)\.md$/, 'project/decisions/$1'],
  [/^features\/(.+)\.feature$/, 'features/$1'],
  [/^features\/([^/]+)$/, 'features/index#$1'],
  [/^schemas\/(.+)\.schema\.json$/, 'reference/schemas/$1'],
  [/^adapters\/([^/]+)(?:\/README\.md)?$/, 'adapters/$1'],
  [/^examples\/(.+)\/README\.md$/, 'guides/examples/$1'],
];

/** The page of a document, with an anchor perhaps; `undefined` for files that are no documents. */
export function placeOf(file: string): string | undefined {
  if (file in moved) return moved[file];
  const found = folders.find(([from]) => from.test(file));
  return found && file.replace(...found);
}

/**
 * The address of the page of what a path in the repository names; `undefined` for what has none. Throws where there is
 * nothing at that path.
 */
export function pageHref(path: string, anchor?: string): string | undefined {
  const file = posix.normalize(path).replace(/\/$/, '');
  if (!existsSync(join(suiteRoot, file))) throw new Error(`there is no ${file}`);
  const readme = `${file}/README.md`;
  const place = placeOf(file) ?? (existsSync(join(suiteRoot, readme)) ? placeOf(readme) : undefined);
  if (place === undefined) return undefined;
  const [page = '', own] = place.split('#');
  return hrefOf(page, anchor ?? own);
}
