import type { Page, SectionName } from './page';
import { hrefOf } from './page';

interface Entry {
  readonly title: string;
  readonly href: string;
}

interface Group {
  /** Empty: what stands before all groups. */
  readonly title: string;
  readonly href?: string;
  readonly pages: readonly Entry[];
}

/** One entry of the menu, with the menu of its own pages. */
export interface Section extends Entry {
  readonly name: SectionName;
  /** Only the group of the page that is read stands open. */
  readonly folded?: true;
  readonly groups: readonly Group[];
}

const sections: readonly (Pick<Section, 'name' | 'title' | 'folded'> & { readonly first: string })[] = [
  { name: 'guides', title: 'Guides', first: 'guides/index' },
  { name: 'obligations', title: 'Obligations', first: 'obligations/index', folded: true },
  { name: 'features', title: 'Features', first: 'features/index' },
  { name: 'reference', title: 'Reference', first: 'reference/command-line' },
  { name: 'adapters', title: 'Adapters', first: 'adapters/index' },
  { name: 'project', title: 'Project', first: 'project/how-it-is-built', folded: true },
];

export function menuOf(pages: readonly Page[]): Section[] {
  return sections.map(({ first, ...section }) => {
    const own = pages.filter((page) => page.section === section.name);
    const groups = [...Map.groupBy(own, ({ group = '' }) => group)]
      .sort(byHaving)
      .map(([title, members]) => ({
        title,
        ...(section.folded && { href: hrefOf(members[0]?.path ?? '') }),
        pages: firstBefore(first, members).map(({ path, label, title: text }) => ({
          title: label ?? text,
          href: hrefOf(path),
        })),
      }));
    return { ...section, href: hrefOf(first), groups };
  });
}

const byHaving = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  Number(one !== '') - Number(other !== '');

const firstBefore = (first: string, pages: readonly Page[]): Page[] => [
  ...pages.filter(({ path }) => path === first),
  ...pages.filter(({ path }) => path !== first),
];
