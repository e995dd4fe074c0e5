/** Takes answers in the order in which they were asked for, whichever comes first; so many may be under way at once. */
export class Turns {
  readonly #most: number;
  #underWay = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits where too many are under way; what went wrong comes out then, or at the end. */
  async take<Answer>(answer: Promise<Answer>, act: (answer: Answer) => void): Promise<void> {
    // The last turn passes it on.
    answer.catch(() => undefined);
    this.#underWay += 1;
    const before = this.#last;
    this.#last = before.then(async () => {
      act(await answer);
      this.#underWay -= 1;
    });
    this.#last.catch(() => undefined);
    if (this.#underWay >= this.#most) await before;
  }

  async end(): Promise<void> {
    await this.#last;
  }
}
