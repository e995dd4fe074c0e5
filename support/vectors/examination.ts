import type { Attempts, CaseOutcome, Examined } from '../run/cases/attempt';
import { loadOwnVectors } from '../run/cases/load-vectors';
import type { AnyVectorFile } from '../run/cases/vector-file';
import { ownAttempts } from './own-attempts';
import type { VectorSummary } from './summary';
import { summaryOf } from './summary';

/** Implementations, the files that they are examined by, and how they did. */
export class Examination implements Examined {
  readonly attempts: Attempts;
  readonly notOffered?: string;
  readonly #files = new Map<string, AnyVectorFile>();
  readonly #outcomes = new Map<string, Map<string, CaseOutcome>>();

  /** @param notOffered why a case without a taker is not applicable; absent: each case has to be taken */
  constructor(attempts: Attempts = ownAttempts, notOffered?: string) {
    this.attempts = attempts;
    if (notOffered !== undefined) this.notOffered = notOffered;
  }

  file(name: string): AnyVectorFile {
    const file = this.#files.get(name) ?? loadOwnVectors(name);
    this.#files.set(name, file);
    return file;
  }

  /** A case that a row shows is run with its whole file, too: it counts once, and failed if it ever did. */
  note(name: string, outcome: CaseOutcome): void {
    const outcomes = this.#outcomes.get(name) ?? new Map<string, CaseOutcome>();
    this.#outcomes.set(name, outcomes);
    const key = `${outcome.id} ${outcome.implementation}`;
    if (outcomes.get(key)?.state !== 'failed') outcomes.set(key, outcome);
  }

  /** How the cases of a file came out. */
  summary(name: string): VectorSummary {
    return summaryOf([...(this.#outcomes.get(name)?.values() ?? [])]);
  }
}
