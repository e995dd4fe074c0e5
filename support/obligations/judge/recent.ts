/** Entries that were set last, up to a number: what a rule knows of its recording must not grow with it. */
export class Recent<Of> {
  readonly #most: number;
  readonly #entries = new Map<string, Of>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Of | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Takes an entry as the newest; beyond the number, the oldest is let go. */
  set(key: string, value: Of): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest = ''] = this.#entries.keys();
    this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  values(): IterableIterator<Of> {
    return this.#entries.values();
  }
}
