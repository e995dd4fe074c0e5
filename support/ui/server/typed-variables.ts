import { SecretRedactor } from '../../exchange/secret-redactor';

/**
 * Values that users have typed in for variables (`${NAME}`) in target files. They exist only in this
 * process's memory: they are not written to a file and not sent back to the page.
 */
export class TypedVariables {
  readonly #values = new Map<string, string>();
  readonly #own: NodeJS.ProcessEnv;

  /** @param own the environment of the command */
  constructor(own: NodeJS.ProcessEnv = process.env) {
    this.#own = own;
  }

  /**
   * Names of the variables in the open target file. {@link hide} removes their values, too, even those from
   * the environment.
   */
  wanted: readonly string[] = [];

  set(name: string, value?: string): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  get typed(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Returns the command's environment variables, overridden by the typed values. */
  environment(): NodeJS.ProcessEnv {
    return { ...this.#own, ...Object.fromEntries(this.#values) };
  }

  /**
   * Returns the text with secrets removed: the values of all typed and `wanted` variables, and anything that
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
