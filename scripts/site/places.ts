import { existsSync, statSync } from 'node:fs';
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

/** What links of the site lead to in the repository, beside its documents: each becomes a page that shows it. */
export class Sources {
  readonly #files = new Set<string>();

  /** Files and folders that are to be shown, in the order in which links named them. */
  get all(): Iterable<string> {
    return this.#files;
  }

  /** The address of what a path in the repository names. Throws where there is nothing. */
  hrefOf(path: string, anchor?: string): string {
    const file = posix.normalize(path).replace(/\/$/, '');
    if (!existsSync(join(suiteRoot, file))) throw new Error(`there is no ${file}`);
    const isFolder = statSync(join(suiteRoot, file)).isDirectory();
    const place = placeOf(file) ?? (isFolder ? this.#readmeOf(file) : undefined);
    if (place !== undefined) {
      const [page = '', own] = place.split('#');
      return hrefOf(page, anchor ?? own);
    }
    this.#files.add(file);
    return hrefOf(sourcePathOf(file), anchor);
  }

  #readmeOf(folder: string): string | undefined {
    const file = `${folder}/README.md`;
    return existsSync(join(suiteRoot, file)) ? placeOf(file) : undefined;
  }
}

/** `source/examples/ci/github.yml`; a folder's page is its index. */
export function sourcePathOf(file: string): string {
  return `source/${file}`;
}
