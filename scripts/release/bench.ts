/** Runs checks, prints one line for each, and counts failures. */
export class CheckRunner {
  #passed = 0;
  #failed = 0;

  /** Runs a check, which fails if `act` throws. */
  check(name: string, act: () => void): void {
    this.must(name, act);
  }

  /** Runs a check, and returns its value for later checks. Returns `undefined` if the check failed. */
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

  /** Prints the numbers of passed and failed checks. Returns the exit code: 1 if a check failed. */
  end(): number {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }
}
