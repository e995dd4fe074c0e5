import type { Page } from './page';
import { hrefOf } from './page';
import type { Section } from './menu';

/** A page that lists all that menus show, for those who look for one. */
export function contentsPage(sections: readonly Section[]): Page {
  const body = sections
    .map(({ title, groups }) => {
      const lists = groups.map(({ title: group, pages }) => {
        const links = pages.map((each) => `- [${escaped(each.title)}](${each.href})`);
        return [...(group === '' ? [] : [`### ${title}: ${group}`, '']), ...links].join('\n');
      });
      return [`## ${title}`, ...lists].join('\n\n');
    })
    .join('\n\n');
  return { path: 'contents', title: 'All pages', body };
}

/** The decisions, in the order in which they were taken. */
export function decisionsPage(pages: readonly Page[]): Page {
  const own = pages.filter(({ group }) => group === 'Decisions');
  const body = own.map(({ path, title }) => `- [${escaped(title)}](${hrefOf(path)})`).join('\n');
  return {
    path: 'project/decisions/index',
    title: 'Decisions',
    label: 'All decisions',
    section: 'project',
    group: 'Decisions',
    body,
  };
}

const escaped = (text: string): string => text.replace(/[<>&*_`[\]]/g, '\\$&');
