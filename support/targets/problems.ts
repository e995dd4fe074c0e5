import { ConfigurationError } from './errors';

/** Where the mistakes of a file go: a run ends at the first, a form is told all. */
export interface Problems {
  tell(problem: ConfigurationError): void;
  /** What is read, or what stands in for it where it cannot be read and the mistake is told. */
  within<Value>(read: () => Value, otherwise: Value): Value;
}

/** Throws the first mistake. */
export const throwing: Problems = {
  tell(problem) {
    throw problem;
  },
  within: (read) => read(),
};

/** Keeps every mistake, in the order in which they are found. */
export class KeptProblems implements Problems {
  readonly #kept: ConfigurationError[] = [];

  get all(): readonly ConfigurationError[] {
    return this.#kept;
  }

  tell(problem: ConfigurationError): void {
    this.#kept.push(problem);
  }

  within<Value>(read: () => Value, otherwise: Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.tell(error);
      return otherwise;
    }
  }
}
