import type { SitePage } from './page';
import { hrefOf, linksTo } from './page';

/**
 * The sections of the site, in order. `first` is the path of a section's first page; `own` matches all of its
 * pages.
 */
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
    own: /^(docs\/(coverage|glossary)$|docs\/guides\/(command-line|target-file)|vectors\/|schemas\/|profiles\/)/,
  },
  { title: 'Adapters', first: 'adapters/index', own: /^adapters\// },
  // This section must be last, because its pattern also matches documents of other sections.
  { title: 'Project', first: 'docs/how-it-is-built', own: /^(docs\/|[A-Z]+$)/ },
] as const;

/** Returns the title of a page's section; `undefined` for the landing page. */
export const sectionOf = (path: string): string | undefined =>
  sections.find(({ own }) => own.test(path))?.title;

/** Returns the data for the site's menu: sections, groups and pages. */
export function menuOf(pages: readonly SitePage[]) {
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

/** Returns a page with links to all pages of the site. */
export function contentsPage(pages: readonly SitePage[]): SitePage {
  const lists = sections.flatMap(({ title, first }) =>
    groupsOf(pages, title, first).flatMap(([group, members]) => [
      group === '' ? `## ${title}` : `### ${title}: ${group}`,
      linksTo(members),
    ]),
  );
  return { path: 'contents', title: 'All pages', text: ['# All pages', ...lists].join('\n\n') };
}

/**
 * Returns the pages of a section by group. The section's first page comes first, then pages without a group.
 */
function groupsOf(pages: readonly SitePage[], section: string, first: string) {
  const own = pages
    .filter(({ path }) => sectionOf(path) === section)
    .sort((one, other) => Number(other.path === first) - Number(one.path === first));
  return [...Map.groupBy(own, ({ group = '' }) => group)].sort(
    ([one], [other]) => Number(one !== '') - Number(other !== ''),
  );
}
