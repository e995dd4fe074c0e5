import { formatCount } from '../contract/format-count';
import type { DiagnosisCheck } from '../judging/results';
import type { AnsweredBy } from '../mock/outside/place';
import type { Run } from './run';
import { noteRequests } from './scanners';

const names: Readonly<Record<AnsweredBy, string>> = {
  guess: 'guesses',
  'own answer': 'own answers',
};

/** Returns whether a line of the diagnosis counts requests outside the contract that the mock answered. */
export const isAboutAnswers = ({ kind }: DiagnosisCheck): boolean => kind === 'answered-outside';

/** Counts the requests outside the contract that the mock answered, and keeps a note of each count in the run. */
export class OutsideCounts {
  readonly #run: Run;
  readonly #counts = new Map<AnsweredBy, number>();

  constructor(run: Run) {
    this.#run = run;
  }

  add(by: AnsweredBy): void {
    const count = (this.#counts.get(by) ?? 0) + 1;
    this.#counts.set(by, count);
    noteRequests(this.#run, { kind: 'answered-outside', name: names[by], detail: describeCount(by, count) });
  }

  /** Returns a line about all counts, as in `3 requests outside the contract were answered by guess`. */
  get line(): string | undefined {
    const [first, second] = [...this.#counts].sort(([one], [other]) => one.localeCompare(other));
    if (first === undefined) return undefined;
    const told = describeCount(...first);
    return second === undefined ? told : `${told}, and ${second[1]} by your answers`;
  }
}

function describeCount(by: AnsweredBy, count: number): string {
  const requests = formatCount(count, 'request');
  const were = count === 1 ? 'was' : 'were';
  return `${requests} outside the contract ${were} answered by ${by === 'guess' ? 'guess' : 'your answers'}`;
}
