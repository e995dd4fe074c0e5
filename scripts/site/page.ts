/** The parts of the site, in the order of its menu. */
export type SectionName = 'guides' | 'obligations' | 'features' | 'reference' | 'adapters' | 'project';

/** One page, before VitePress makes HTML of it. */
export interface Page {
  /** Without an ending, as in `obligations/ses-08`. */
  readonly path: string;
  /** The heading of the page, which its text does not repeat. */
  readonly title: string;
  /** What menus call it, where that is shorter. */
  readonly label?: string;
  /** Absent: menus leave it out. */
  readonly section?: SectionName;
  /** What it stands with in the menu of its section. */
  readonly group?: string;
  /** Markdown or HTML below the heading. */
  readonly body: string;
  /** It shows things side by side. */
  readonly wide?: true;
}

/** The address of a page, as links in Markdown and HTML have it before they are finished. */
export function hrefOf(path: string, anchor?: string): string {
  return `/${path}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The text of a page as VitePress reads it. Nothing in it is a template, whatever braces it holds. */
export function fileOf({ path, title, section, group, body, wide }: Page): string {
  const about = { title, ...(section && { section }), ...(group && { group }), ...(wide && { wide }) };
  const front = Object.entries(about).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const heading = path === 'index' ? '' : `# ${title.replace(/[<>&*_`[\]]/g, '\\$&')}\n\n`;
  return `---\n${front.join('\n')}\n---\n\n::: v-pre\n\n${heading}${body}\n\n:::\n`;
}
