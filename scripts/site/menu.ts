import type { Page } from './page';
import { hrefOf, linksTo } from './page';

/** The sections of the site in their order: the page that each begins with, and which pages are its own. */
const sections = [
  {
    title: 'Guides',
    first: 'docs/index',
    own: /^(docs\/index$|docs\/guides\/(?!adding-|command-line|target-file)|examples\/)/,
  },
  { title: 'Obligations', first: 'obligations/index', own: /^obligations\// },
  { title: 'Features', first: 'features/index', own: /^features\// },
  {
    title: 'Reference',
    first: 'docs/guides/command-line',
    own: /^(docs\/(coverage|glossary)$|docs\/guides\/(command-line|target-file)|vectors\/|schemas\/)/,
  },
  { title: 'Adapters', first: 'adapters/index', own: /^adapters\// },
  // Whatever document has no other place stands here.
  { title: 'Project', first: 'docs/how-it-is-built', own: /^(docs\/|[A-Z]+$)/ },
] as const;

/** The title of the section that a page stands in; the first page stands in none. */
export const sectionOf = (path: string): string | undefined =>
  sections.find(({ own }) => own.test(path))?.title;

/** What the layout shows beside the text. */
export function menuOf(pages: readonly Page[]) {
  return sections.map(({ title, first }) => ({
    title,
    href: hrefOf(first),
    groups: groupsOf(pages, title, first).map(([group, members]) => ({
      title: group,
      href: hrefOf(members[0]?.path ?? ''),
      pages: members.map((each) => ({ title: each.title, href: hrefOf(each.path) })),
    })),
  }));
}

/** A page that lists all that menus show, for those who look for one. */
export function contentsPage(pages: readonly Page[]): Page {
  const lists = sections.flatMap(({ title, first }) =>
    groupsOf(pages, title, first).flatMap(([group, members]) => [
      group === '' ? `## ${title}` : `### ${title}: ${group}`,
      linksTo(members),
    ]),
  );
  return { path: 'contents', title: 'All pages', text: ['# All pages', ...lists].join('\n\n') };
}

/** The pages of a section; those without a group come first, and before them the page that the section begins with. */
function groupsOf(pages: readonly Page[], section: string, first: string) {
  const own = pages
    .filter(({ path }) => sectionOf(path) === section)
    .sort((one, other) => Number(other.path === first) - Number(one.path === first));
  return [...Map.groupBy(own, ({ group = '' }) => group)].sort(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  );
}
