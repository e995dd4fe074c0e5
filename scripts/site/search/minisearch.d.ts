/** As much of the library as the search uses; it is installed for the site alone. */
declare module 'minisearch' {
  class MiniSearch {
    constructor(options: object);
    static loadJS(index: object, options: object): MiniSearch;
    addAll(entries: readonly object[]): void;
    search(text: string): { readonly id: unknown; readonly title: unknown }[];
    toJSON(): object;
  }
  export = MiniSearch;
}
