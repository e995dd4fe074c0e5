import { ConfigurationError } from './errors';

/**
 * Receives the mistakes in a file. A run uses {@link throwing}, which throws the first mistake. The editor in
 * the browser uses {@link KeptProblems}, which collects all mistakes.
 */
export interface ProblemReporter {
  tell(problem: ConfigurationError): void;
  /**
   * Returns the result of `read`. If `read` throws a ConfigurationError, reports it and returns `otherwise`.
   * {@link throwing} does not catch the error.
   */
  within<Value>(read: () => Value, otherwise: Value): Value;
}

export const throwing: ProblemReporter = {
  tell(problem) {
    throw problem;
  },
  within: (read) => read(),
};

export class KeptProblems implements ProblemReporter {
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
