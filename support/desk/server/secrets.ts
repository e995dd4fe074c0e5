/**
 * The variables that a person has typed in, for target files that name them as `${NAME}`. They stay in the memory of this
 * process: none is written, and none goes back to the page.
 */
export class Secrets {
  readonly #values = new Map<string, string>();

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  forget(name: string): void {
    this.#values.delete(name);
  }

  /** Whether a variable has a value, typed in or of the process. */
  has(name: string): boolean {
    const all = this.environment();
    // What every object inherits, as toString, is no variable.
    return Object.hasOwn(all, name) && all[name] !== '';
  }

  /** Names of those that were typed in. */
  names(): string[] {
    return [...this.#values.keys()];
  }

  /** The variables of the process, and before them those that were typed in. */
  environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...Object.fromEntries(this.#values) };
  }
}
