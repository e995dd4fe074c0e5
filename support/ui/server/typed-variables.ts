import { SecretRedactor } from '../../exchange/secret-redactor';

/**
 * Values that users typed in for the variables (`${NAME}`) of target files. They stay in the memory of this
 * process: they are not written to a file and not sent back to the page.
 */
export class TypedVariables {
  readonly #values = new Map<string, string>();
  /**
   * The variables that the open target file names. {@link hide} also removes the values that they have in the
   * environment.
   */
  wanted: readonly string[] = [];

  set(name: string, value?: string): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  get typed(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Returns the environment of the process, in which typed values override existing ones. */
  environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...Object.fromEntries(this.#values) };
  }

  /**
   * Returns the text without the values of all typed and `wanted` variables, and without anything else that
   * looks like a secret.
   */
  readonly hide = (text: string): string => {
    const secrets = new SecretRedactor();
    const environment = this.environment();
    for (const name of [...this.#values.keys(), ...this.wanted]) {
      const value = environment[name] ?? '';
      if (value !== '') secrets.learn('credential', value);
    }
    return secrets.text(text);
  };
}
