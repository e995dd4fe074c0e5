import { WrongAnswerError } from '../contract/outcome';
import type { Answered, Attempt, CaseOutcome, Examined } from '../run/cases/attempt';
import { outcomeOf } from './outcome';
import type { Question } from './question';
import type { Output } from './words';
import { outputs, readIn, writtenIn } from './words';

interface Heard {
  readonly attempt: Attempt;
  readonly got: Answered;
}

/** What every implementation answered to one question. */
export class Answers {
  readonly #examined: Examined;
  readonly #question: Question;
  readonly #heard: readonly Heard[];

  constructor(examined: Examined, question: Question, heard: readonly Heard[]) {
    this.#examined = examined;
    this.#question = question;
    this.#heard = heard;
  }

  /** Throws a WrongAnswerError unless each gives this. */
  requireOutput(output: Output, cell: string): void {
    this.#requireValue(output, writtenIn(this.#question.kind, cell, outputs[output]));
  }

  /** The same for what is too long to be shown: this is its beginning, and the file has the rest. */
  requireBeginning(output: Output, beginning: string): void {
    const known = this.#heard.map(({ attempt }) => attempt.wanted[output]).find((each) => each !== undefined);
    const { kind, title } = this.#question;
    if (!readIn(kind, known ?? '', outputs[output]).startsWith(beginning))
      throw new Error(`${title}: the known ${output} does not begin with ${beginning}`);
    this.#requireValue(output, known ?? '');
  }

  requireAcceptance(): void {
    this.#compare(() => ({}));
  }

  requireRefusal(): void {
    this.#compare(() => undefined);
  }

  /** What has no such part to give, as a schema, accepts at least. */
  #requireValue(output: Output, value: string): void {
    if (!this.#heard.some(({ attempt }) => output in attempt.wanted))
      throw new Error(`no answer to ${this.#question.title} has such a part: ${output}`);
    this.#compare(({ wanted }) => (output in wanted ? { [output]: value } : {}), output);
  }

  #compare(wantedOf: (attempt: Attempt) => Answered, what = 'answer'): void {
    const outcomes = this.#heard.map(({ attempt, got }) => ({
      ...this.#question.about,
      ...outcomeOf(attempt, wantedOf(attempt), got),
    }));
    for (const outcome of outcomes) this.#examined.note(this.#question.name, outcome);
    requireAll(this.#question.name, outcomes, what);
  }
}

/** Throws a WrongAnswerError that tells each answer that is not the known one, in a line of its own. */
export function requireAll(name: string, outcomes: readonly CaseOutcome[], what = 'answer'): void {
  const wrong = outcomes.filter(({ state }) => state === 'failed');
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ({ id, implementation, expected = '', got = '', comment }) =>
      `case ${id} of ${name} on ${implementation}: expected the ${what} ${expected}, got ${got} (catches: ${comment})`,
  );
  throw new WrongAnswerError(lines.join('\n'));
}
