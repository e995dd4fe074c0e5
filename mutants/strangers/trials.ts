import type { Results } from '../../support/judging/results';
import type { Draw, Stranger } from './dimension';
import { chosenIn, offerOf } from './dimension';
import type { FaultOutcome, StrangerFault, StrangerKind, StrangerRun } from './kind';

/** Tries subjects of one kind, one after the other. Runs the plain subject of each offer once. */
export class StrangerTrials<Part> {
  readonly #kind: StrangerKind<Part>;
  readonly #plain = new Map<string, Results>();

  constructor(kind: StrangerKind<Part>) {
    this.#kind = kind;
  }

  /** Runs the suite on a subject. A subject with a fault is also run without it. Throws a RangeError for an unknown fault. */
  async try({ seed, draw, fault: name }: Stranger): Promise<FaultOutcome> {
    const { space, problemsOf, judgeFault } = this.#kind;
    const values = chosenIn(space, draw).map(({ value }) => value);
    const fault = name === undefined ? undefined : this.#faultCalled(name);
    const { results: right } = await this.#run(draw, seed);
    const problems = problemsOf(right, await this.#plainOf(draw, seed), values);
    if (fault === undefined) return { acted: true, problems, hides: [] };
    const outcome = judgeFault(await this.#run(draw, seed, fault), right, fault, values);
    const without = problems.map((each) => ({ ...each, text: `without the fault: ${each.text}` }));
    return { ...outcome, problems: [...without, ...outcome.problems] };
  }

  #faultCalled(name: string): StrangerFault {
    const fault = this.#kind.faults.find((each) => each.name === name);
    if (fault === undefined) throw new RangeError(`no fault is called "${name}"`);
    return fault;
  }

  async #plainOf(draw: Draw, seed: number): Promise<Results> {
    const { space, seeded } = this.#kind;
    const offer = offerOf(space, draw);
    const key = [...offer, ...(seeded === true ? [`seed ${seed}`] : [])].join(' ');
    const plain = this.#plain.get(key) ?? (await this.#run(offer, seed)).results;
    // The plain subject of a seed is only needed again while a subject of the same seed shrinks.
    if (seeded === true) this.#plain.clear();
    this.#plain.set(key, plain);
    return plain;
  }

  async #run(draw: Draw, seed: number, fault?: StrangerFault): Promise<StrangerRun> {
    const changes = chosenIn(this.#kind.space, draw).flatMap(({ value }) => value.change ?? []);
    return this.#kind.run(await Promise.all(changes.map((change) => change())), seed, fault);
  }
}
