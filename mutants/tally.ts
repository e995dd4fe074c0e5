/** How many checks came out as wanted, and how many did not. */
export class Tally {
  passed = 0;
  failed = 0;
  /** Specimens that did not come out as wanted. */
  readonly #again: string[] = [];

  count(isRight: boolean): void {
    if (isRight) this.passed += 1;
    else this.failed += 1;
  }

  /** Counts a specimen by what is wrong with it. */
  take(name: string, problems: readonly string[]): void {
    this.count(problems.length === 0);
    if (problems.length > 0) this.#again.push(name);
  }

  /** The last lines. What only the whole matrix shows is not tried again by parts. */
  end(command: string): string[] {
    const again = this.failed > 0 && this.failed === this.#again.length;
    return [
      ...(again ? [`Again: ${command} --only ${this.#again.join(',')}`] : []),
      `${this.passed} passed, ${this.failed} failed`,
    ];
  }
}
