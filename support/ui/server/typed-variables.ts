import { Secrets } from '../../exchange/secrets';

/**
 * The variables that a person has typed in, for target files that name them as `${NAME}`. They stay in the memory of this
 * process: none is written, and none goes back to the page.
 */
export class TypedVariables {
  readonly #values = new Map<string, string>();
  /** The variables that the open target names: their values in the environment are hidden, too. */
  wanted: readonly string[] = [];

  /** Keeps a value; without one, forgets it. */
  set(name: string, value?: string): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** Those that were typed in. */
  get typed(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** The variables of the process, and before them those that were typed in. */
  environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...Object.fromEntries(this.#values) };
  }

  /** The same text without their values, and without what shows as a secret by its form. */
  readonly hide = (text: string): string => {
    const secrets = new Secrets();
    const environment = this.environment();
    for (const name of [...this.#values.keys(), ...this.wanted]) {
      const value = environment[name] ?? '';
      if (value !== '') secrets.learn('credential', value);
    }
    return secrets.text(text);
  };
}
