/** A page of the site, as input for VitePress. */
export interface SitePage {
  /** The path on the site without the extension, for example `obligations/ses-08`. */
  readonly path: string;
  readonly title: string;
  /** The heading of this page's group in the section's menu. */
  readonly group?: string;
  /** The text in Markdown, with its heading. */
  readonly text: string;
}

/** Returns the absolute address of a page. When the site is finished, all addresses become relative. */
export function hrefOf(path: string, anchor?: string): string {
  return `/${path}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Returns the path of an obligation's page, for example `obligations/ses-08`. */
export const obligationPath = (id: string): string => `obligations/${id.toLowerCase()}`;

export const obligationHref = (id: string): string => hrefOf(obligationPath(id));

/** Escapes text for Markdown. Replaces each run of whitespace by a single space. */
export function escapeForMarkdown(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

export const listOf = (items: readonly string[]): string => items.map((each) => `- ${each}`).join('\n');

export const linksTo = (pages: readonly SitePage[]): string =>
  listOf(pages.map(({ title, path }) => `[${escapeForMarkdown(title)}](${hrefOf(path)})`));

/** Returns a Markdown table. The cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a page with links to the given pages, below the headings of their groups. */
export function linkListPage(
  about: Omit<SitePage, 'text'>,
  intro: string,
  pages: readonly SitePage[],
): SitePage {
  const groups = [...Map.groupBy(pages, ({ group }) => group)].map(([group, members]) => {
    const heading = group === undefined || group === about.group ? '' : `## ${group}\n\n`;
    return heading + linksTo(members);
  });
  return { ...about, text: [`# ${about.title}`, intro, ...groups].join('\n\n') };
}
