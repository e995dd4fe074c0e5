/** Something that a run waits for. */
export interface Wait {
  /** As in `the adapter: otp.verify`. */
  readonly what: string;
  /** When it began, in milliseconds of this process. */
  readonly since: number;
  /** What may keep it from coming, if that is known by now. */
  readonly hint?: (() => string | undefined) | undefined;
}

/** What a run waits for just now: for the display of progress. */
export class Waits {
  readonly #open = new Set<Wait>();

  /** What has been waited for the longest. */
  get oldest(): Wait | undefined {
    const [oldest] = this.#open;
    return oldest;
  }

  async during<Value>(
    { what, hint }: Pick<Wait, 'what' | 'hint'>,
    act: () => Promise<Value>,
  ): Promise<Value> {
    const wait: Wait = { what, since: performance.now(), hint };
    this.#open.add(wait);
    try {
      return await act();
    } finally {
      this.#open.delete(wait);
    }
  }
}
