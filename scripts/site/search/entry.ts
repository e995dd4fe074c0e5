/** What the search knows of a page. */
export interface Entry {
  /** Its address from the root of the site. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly text: string;
}

/** The index is made and read with the same ones. Ids such as HDR-05 are found whole. */
export const searchOptions = {
  fields: ['title', 'text'],
  storeFields: ['title', 'group'],
  tokenize: (text: string): string[] => text.toLowerCase().split(/[\s"'“”‘’«»,;:!?()[\]{}=<>/\\|]+/),
  searchOptions: { boost: { title: 6 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
