const mostKept = 500;
const longestKept = 4000;

/** What follows from texts that come again and again, as most headers of a client do. */
export class RecentTexts<Of> {
  readonly #kept = new Map<string, Of>();

  /** @param find depends on the text alone, until `forget` is called */
  of(text: string, find: () => Of): Of {
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const found = find();
    if (text.length > longestKept) return found;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(text, found);
    return found;
  }

  forget(): void {
    this.#kept.clear();
  }
}
