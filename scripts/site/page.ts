/** One page, before VitePress makes HTML of it. */
export interface Page {
  /** Without an ending, as in `obligations/ses-08`. */
  readonly path: string;
  readonly title: string;
  /** What it stands with in the menu of its section. */
  readonly group?: string;
  /** The text in Markdown, with its heading. */
  readonly text: string;
}

/** The address of a page, as links have it before they are finished. */
export function hrefOf(path: string, anchor?: string): string {
  return `/${path}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** `obligations/ses-08`: where an obligation has its page. */
export const obligationPath = (id: string): string => `obligations/${id.toLowerCase()}`;

export const obligationHref = (id: string): string => hrefOf(obligationPath(id));

/** Markdown that says a text letter by letter. */
export function escaped(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

export const listOf = (items: readonly string[]): string => items.map((each) => `- ${each}`).join('\n');

export const linksTo = (pages: readonly Page[]): string =>
  listOf(pages.map(({ title, path }) => `[${escaped(title)}](${hrefOf(path)})`));

/** A page that lists others below the headings of their groups. */
export function listPage(about: Omit<Page, 'text'>, intro: string, pages: readonly Page[]): Page {
  const groups = [...Map.groupBy(pages, ({ group }) => group)].map(([group, members]) => {
    const heading = group === undefined || group === about.group ? '' : `## ${group}\n\n`;
    return heading + linksTo(members);
  });
  return { ...about, text: [`# ${about.title}`, intro, ...groups].join('\n\n') };
}
