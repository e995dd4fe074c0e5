import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import type { SitePage } from './page';
import { hrefOf, linkListPage } from './page';
import { linkReadingsToProfiles } from './profiles';

const documents = [
  '{CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'docs/*.md',
  'docs/{guides,decisions}/*.md',
  'vectors/README.md',
  'adapters/README.md',
  'adapters/*/README.md',
  'examples/**/README.md',
];
export const [features, schemas] = ['features/**/*.feature', 'schemas/**/*.schema.json'] as const;
const profiles = 'profiles/*.yaml';

/** Folders for which the site has a generated list. A link to the folder leads to that list. */
const lists = ['features', 'schemas', 'profiles', 'docs/decisions'];

/** Returns the files of the repository that match a glob pattern, sorted, with forward slashes. */
export function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: suiteRoot, exclude: ['**/node_modules'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** Returns the path of a file's page on the site, for example `docs/glossary` for `docs/glossary.md`. */
export const pathOf = (file: string): string =>
  file
    .replace(/\.(md|feature|schema\.json)$|(?<=^profiles\/.+)\.yaml$/, '')
    .replace(/(^|\/)README$/, '$1index');

export const readText = (file: string): string => readFileSync(join(suiteRoot, file), 'utf8').trimEnd();

/** Returns one page for each document of the repository, the landing page, and the list of decisions. */
export function documentPages(): SitePage[] {
  const pages = documents.flatMap(filesIn).map((file) => {
    const text = readText(file);
    const [, title] = /^# (.+)\n/.exec(text) ?? [];
    if (title === undefined) throw new Error(`${file} does not begin with a heading`);
    const linked = relinked(text, file);
    const isOnReadings = file === 'docs/guides/target-file.md';
    return {
      path: pathOf(file),
      title,
      ...groupOf(file),
      text: isOnReadings ? linkReadingsToProfiles(linked) : linked,
    };
  });
  const decisions = pages.filter(({ group }) => group === 'Decisions');
  const list = {
    path: 'docs/decisions/index',
    title: 'Decisions',
    group: 'Decisions',
  };
  return [landingPage(), linkListPage(list, 'In the order in which they were taken.', decisions), ...pages];
}

function groupOf(file: string): { readonly group?: string } {
  if (file.startsWith('docs/decisions/')) return { group: 'Decisions' };
  return file.startsWith('examples/') ? { group: 'Examples' } : {};
}

const start = `\`\`\`sh
npm start          # see it work: a minute
npx conform init   # describe your own
npx conform run    # certify it
\`\`\`

You need Node 20 or later and npm. What each line does, and what comes next:
[a result in a minute](#a-result-in-a-minute), [your services](#certify-a-service),
[your client](#certify-your-client), [the report](#reports), [all the rest](#find-your-way).`;

const failure = picture(
  'A failure in the report: what was sent, what tells, and the likely cause',
  'report-light.png',
);

/**
 * Builds the landing page: the README's opening with the first commands, then its "Certify" sections, then
 * all other sections.
 */
function landingPage(): SitePage {
  const [opening = '', ...sections] = relinked(readText('README.md'), 'README.md').split(/^(?=## )/m);
  const [heading = '', about = '', ...subjects] = opening.split('\n\n');
  const isWay = (section: string): boolean => section.startsWith('## Certify ');
  const shown = [
    ...[heading, about, start, ...subjects],
    ...sections.filter(isWay),
    ...sections
      .filter((each) => !isWay(each))
      .map((each) => each.replace(/^## Reports$/m, `$&\n\n${failure}`)),
  ];
  return { path: 'index', title: heading.replace('# ', ''), text: shown.join('\n\n') };
}

/**
 * Matches a code block, inline code, a link or an image. Code is matched so that links in it remain
 * unchanged.
 */
const codeOrLink = /(^( *)```[^]*?^\2```$|(?<!\[)`[^`\n]+`)|(!?)\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)/gm;

/**
 * Changes relative links to files into links to their pages. If a file has no page, only the link's text
 * remains.
 */
function relinked(text: string, file: string): string {
  return text.replace(codeOrLink, (whole, code, _indent, mark: string, words: string, to: string) => {
    if (code !== undefined || /^([a-z]+:|#)/.test(to)) return whole;
    const [path = '', anchor] = to.split('#');
    const named = posix.join(posix.dirname(file), path);
    if (mark === '!') return picture(words, posix.basename(named));
    const href = pageHref(named, anchor);
    return href === undefined ? words : `[${words}](${href})`;
  });
}

/** Returns HTML for a picture with a light and a dark version, such as `ui-light.png` and `ui-dark.png`. */
function picture(words: string, light: string): string {
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="/${light.replace('light', 'dark')}">`;
  return `<picture>${dark}<img src="/${light}" alt="${words.replaceAll('"', '&quot;')}"></picture>`;
}

const withPage = new Set(['README.md', ...[...documents, features, schemas, profiles].flatMap(filesIn)]);

/**
 * Returns the address of the page for a file or folder of the repository; `undefined` if it does not have a
 * page. Throws if the path does not exist.
 */
export function pageHref(path: string, anchor?: string): string | undefined {
  const file = posix.normalize(path).replace(/\/$/, '');
  if (!existsSync(join(suiteRoot, file))) throw new Error(`there is no ${file}`);
  if (lists.includes(file)) return hrefOf(`${file}/index`, anchor);
  const found = [file, `${file}/README.md`].find((each) => withPage.has(each));
  return found && hrefOf(pathOf(found), anchor);
}
