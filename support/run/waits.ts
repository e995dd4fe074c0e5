/** Something that a run waits for. */
export interface Wait {
  /** As in `the adapter: otp.verify`. */
  readonly what: string;
  /** When it began, in milliseconds of this process. */
  readonly since: number;
  /** What may keep it from coming, as far as that shows by now. */
  readonly hint?: (() => string | undefined) | undefined;
}

/** What a run waits for just now: for whoever shows how far it has come. */
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
