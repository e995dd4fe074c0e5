import type { Subject } from '../../support/contract/words';
import type { Results } from '../../support/judging/results';
import type { StartStage } from '../mutant';
import { runSpecimen } from '../trial';
import type { Draw, Space } from './dimension';
import { chosenIn, offerOf } from './dimension';
import type { Problem } from './judge';
import { problemsOf } from './judge';

/** One kind of random right subjects: its dimensions, and how a subject is started. */
export interface StrangerKind<Part> {
  readonly subject: Subject;
  readonly space: Space<Part>;
  /** Starts the subject that has all these changes. */
  readonly start: (parts: readonly Part[]) => ReturnType<StartStage>;
}

/** Tries subjects of one kind, one after the other. Runs the plain subject of each offer once. */
export class StrangerTrials<Part> {
  readonly #kind: StrangerKind<Part>;
  readonly #plain = new Map<string, Results>();

  constructor(kind: StrangerKind<Part>) {
    this.#kind = kind;
  }

  /** Runs the suite on a subject. Returns the differences from the results that are right for it. */
  async problemsOf(draw: Draw): Promise<readonly Problem[]> {
    const { space } = this.#kind;
    const offer = offerOf(space, draw);
    const plain = this.#plain.get(offer.join(' ')) ?? (await this.#run(offer));
    this.#plain.set(offer.join(' '), plain);
    const values = chosenIn(space, draw).map(({ value }) => value);
    return problemsOf(await this.#run(draw), plain, values);
  }

  #run(draw: Draw): Promise<Results> {
    const { subject, space, start } = this.#kind;
    const begin = async (): ReturnType<StartStage> => {
      const changes = chosenIn(space, draw).flatMap(({ value }) => value.change ?? []);
      return start(await Promise.all(changes.map((change) => change())));
    };
    return runSpecimen({ subject, start: begin });
  }
}
