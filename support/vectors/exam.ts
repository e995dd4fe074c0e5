import { NotApplicableError } from '../contract/outcome';
import type { Act, CaseOutcome, Examined } from '../run/cases/attempt';
import { Answers, requireAll } from './answers';
import { Question } from './question';
import { outcomesOf } from './run-vectors';
import type { Input } from './words';

/** One scenario of known answers: what is asked, and what every implementation answers. */
export class Exam {
  readonly #examined: Examined;
  #question: Question | undefined;
  #answers: Answers | undefined;
  #file: string | undefined;
  #outcomes: readonly CaseOutcome[] | undefined;

  constructor(examined: Examined) {
    this.#examined = examined;
  }

  get question(): Question {
    if (this.#question === undefined) throw new Error('No known answer yet: a Given step must run first');
    return this.#question;
  }

  get answers(): Answers {
    if (this.#answers === undefined) throw new Error('No answers yet: a When step must run first');
    return this.#answers;
  }

  take(name: string, id: string): void {
    this.#question = Question.of(this.#examined, name, id);
  }

  supply(input: Input, cell: string): void {
    this.#question = this.question.with(input, cell);
  }

  /** Every implementation answers. Throws a NotApplicableError where none of them takes such cases. */
  async sit(act: Act): Promise<void> {
    const attempts = this.question.attempts(this.#examined, act);
    if (attempts.length === 0) this.#nobody(`no implementation ${act} for ${this.question.title}`);
    const heard = [];
    for (const attempt of attempts) heard.push({ attempt, got: await attempt.answer() });
    this.#answers = new Answers(this.#examined, this.question, heard);
  }

  takeAll(name: string): void {
    this.#file = name;
  }

  /** Every implementation answers every case of a file. */
  async sitAll(): Promise<void> {
    const name = this.#wholeFile;
    const outcomes = await outcomesOf(this.#examined.file(name), this.#examined.attempts);
    for (const each of outcomes) this.#examined.note(name, each);
    const left = outcomes.filter(({ state }) => state === 'not-applicable');
    if (left.length === outcomes.length || (left.length > 0 && this.#examined.notOffered === undefined))
      this.#nobody(`no implementation takes case ${left[0]?.id ?? ''} of ${name}`);
    this.#outcomes = outcomes;
  }

  /** Throws a WrongAnswerError unless every case came out right; an Error where the file has another number of them. */
  requireAll(count: number): void {
    const name = this.#wholeFile;
    const { numberOfCases } = this.#examined.file(name);
    if (numberOfCases !== count) throw new Error(`${name} has ${numberOfCases} cases, and not ${count}`);
    if (this.#outcomes === undefined) throw new Error('No answers yet: a When step must run first');
    requireAll(name, this.#outcomes);
  }

  get #wholeFile(): string {
    if (this.#file === undefined)
      throw new Error('No file of known answers yet: a Given step must run first');
    return this.#file;
  }

  /** What the suite's own code does not take is a fault of the suite. */
  #nobody(why: string): never {
    const { notOffered } = this.#examined;
    throw notOffered === undefined ? new Error(why) : new NotApplicableError(notOffered);
  }
}
