const mostKept = 500;
const longestKept = 4000;

/** What follows from texts that come again and again, as most headers of a client do. */
export class RecentTexts<Of> {
  readonly #kept = new Map<string, { readonly beside: string; readonly found: Of }>();

  /**
   * @param find depends on the text and what stands beside it alone, until `forget` is called
   * @param beside as the name of a header; joined to the text it would make another long one to be looked up
   */
  of(text: string, find: () => Of, beside = ''): Of {
    const known = this.#kept.get(text);
    if (known?.beside === beside) return known.found;
    const found = find();
    if (text.length > longestKept) return found;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(text, { beside, found });
    return found;
  }

  /** What followed from a text that came before. */
  known(text: string): Of | undefined {
    return this.#kept.get(text)?.found;
  }

  forget(): void {
    this.#kept.clear();
  }
}
