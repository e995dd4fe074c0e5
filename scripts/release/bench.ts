/** Tells what holds and what does not, a line each. */
export class Bench {
  #passed = 0;
  #failed = 0;

  /** Runs a check, which throws where something does not hold. */
  check(name: string, act: () => void): void {
    this.must(name, act);
  }

  /** The same for what later checks need; `undefined` where it could not be had. */
  must<Value>(name: string, act: () => Value): Value | undefined {
    try {
      const value = act();
      this.#passed += 1;
      console.log(`✔ ${name}`);
      return value;
    } catch (error) {
      this.#failed += 1;
      console.log(`✖ ${name}\n${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Tells the counts, and gives the exit code. */
  end(): number {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }
}
