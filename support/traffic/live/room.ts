/** Room for what was handed over and is not judged yet, in bytes. What comes when there is none waits for its turn. */
export class Room {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#taken >= this.#most;
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }

  /** Gives room back, and begins what waits for it. */
  free(bytes: number): void {
    this.#taken -= bytes;
    while (!this.isFull) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  /** Begins at once where there is room, else once there is. */
  admit(begin: () => void): void {
    if (this.isFull) this.#waiting.push(begin);
    else begin();
  }
}
