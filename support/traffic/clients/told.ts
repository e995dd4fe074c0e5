/** More than so many answers to one question answer nothing. */
const most = 64;

/**
 * Answers that were told to questions. It keeps the smallest few of each, so that it is the same in whatever order they
 * were told.
 */
export class Told {
  readonly #answers = new Map<string, Set<string>>();
  readonly #most: number;

  constructor(mostAnswers = most) {
    this.#most = mostAnswers;
  }

  tell(question: string, answer: string): void {
    const known = this.#answers.get(question) ?? new Set<string>();
    this.#answers.set(question, known);
    if (known.has(answer)) return;
    known.add(answer);
    // One more than counts is kept, which shows that there were too many.
    if (known.size > this.#most + 1) known.delete([...known].sort().at(-1) ?? '');
  }

  /** All answers; none where there were too many. */
  of(question: string): readonly string[] {
    const known = this.#answers.get(question);
    return known === undefined || known.size > this.#most ? [] : [...known];
  }

  /** How many answers a question has, up to one more than counts. */
  count(question: string): number {
    return this.#answers.get(question)?.size ?? 0;
  }

  get questions(): Iterable<string> {
    return this.#answers.keys();
  }
}
