import type { Asked } from './arguments';
import type { Space, Stranger } from './dimension';
import { chosenIn, lineOf, readOnly } from './dimension';
import { drawer, pairsIn } from './draw';
import type { Problem } from './judge';
import type { FaultOutcome, StrangerFault, StrangerKind } from './kind';
import { knownFaults } from './known';
import { shrink } from './shrink';
import type { Totals } from './totals';
import { StrangerTrials } from './trials';

/** Returns a function that returns the subject of a seed: its fault, if it has one, and then its values. */
export function strangersOf<Part>(
  { space, faults }: Pick<StrangerKind<Part>, 'space' | 'faults'>,
  { only, fault: withFault }: Pick<Asked, 'only' | 'fault'>,
): (seed: number) => Stranger {
  if (withFault && faults.length === 0) throw new RangeError('subjects of this kind have no faults');
  const faultOf = (seed: number): StrangerFault | undefined =>
    withFault ? faults[seed % faults.length] : undefined;
  const excludedAt = (seed: number): ReadonlySet<string> =>
    new Set(faultOf(seed)?.excludes.flatMap(({ words }) => words));
  const drawOf = drawer(space, readOnly(space, only), excludedAt);
  return (seed) => ({ seed, draw: drawOf(seed), fault: faultOf(seed)?.name });
}

type Print = (...lines: string[]) => void;

/** Tries subjects and prints their outcomes. */
export class StrangerRuns<Part> {
  readonly #space: Space<Part>;
  readonly #trials: StrangerTrials<Part>;
  readonly #isWhole: boolean;
  readonly #print: Print;

  constructor(kind: StrangerKind<Part>, isWhole: boolean, print: Print) {
    this.#space = kind.space;
    this.#trials = new StrangerTrials(kind);
    this.#isWhole = isWhole;
    this.#print = print;
  }

  /** Tries the subjects of these seeds. Begins none once the time is over. */
  async trySeeds(
    seeds: readonly number[],
    strangerOf: (seed: number) => Stranger,
    isOver: () => boolean,
  ): Promise<Totals> {
    const [pairs, faults] = [new Set<string>(), new Set<string>()];
    const hidden: Record<string, number> = {};
    const misjudged: number[] = [];
    let [tried, withoutOccasion] = [0, 0];
    for (const seed of seeds) {
      if (isOver()) break;
      const stranger = strangerOf(seed);
      const { acted, problems, hides } = await this.tryOne(stranger);
      tried += 1;
      if (problems.length > 0) misjudged.push(seed);
      else if (!acted) withoutOccasion += 1;
      for (const pair of pairsIn(stranger.draw)) pairs.add(pair);
      if (acted && stranger.fault !== undefined) faults.add(stranger.fault);
      for (const id of hides) {
        const row = `${id} by ${stranger.fault ?? 'nothing'}`;
        hidden[row] = (hidden[row] ?? 0) + 1;
      }
    }
    return { tried, misjudged, withoutOccasion, faults: [...faults], pairs: [...pairs], hidden };
  }

  /**
   * Tries one subject and prints its line. If the suite misjudges it, prints the smallest subject as well. Returns the
   * outcome without the problems of known faults.
   */
  async tryOne(stranger: Stranger): Promise<FaultOutcome> {
    const startedAt = performance.now();
    const outcome = await this.#outcomeOf(stranger);
    const { acted, problems } = outcome;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const word = problems.length > 0 ? 'FAIL' : acted ? 'ok  ' : 'none';
    this.#print(`${word}  ${lineOf(this.#space, stranger)}  ${seconds} s`);
    this.#print(...problems.map(({ text }) => `        ${text.split('\n')[0] ?? ''}`));
    if (problems.length > 0 && !this.#isWhole) await this.#printSmallest(stranger, problems);
    return outcome;
  }

  async #outcomeOf(stranger: Stranger): Promise<FaultOutcome> {
    const outcome = await this.#trials.try(stranger);
    return { ...outcome, problems: unknownIn(this.#space, stranger, outcome.problems) };
  }

  async #printSmallest(stranger: Stranger, problems: readonly Problem[]): Promise<void> {
    const ids = problems.map(({ id }) => id);
    let last = problems;
    const draw = await shrink(stranger.draw, async (tried) => {
      const { problems: found } = await this.#outcomeOf({ ...stranger, draw: tried });
      const isSame = found.some(({ id }) => ids.includes(id));
      if (isSame) last = found;
      return isSame;
    });
    this.#print(
      `      smallest: ${lineOf(this.#space, { ...stranger, draw })}`,
      ...last.map(({ text }) => `        ${text}`),
    );
  }
}

/** Returns the problems that no known fault of the suite explains. */
function unknownIn<Part>(
  space: Space<Part>,
  { draw, fault }: Stranger,
  problems: readonly Problem[],
): readonly Problem[] {
  const drawn = chosenIn(space, draw).map(({ value }) => value.words);
  const known = knownFaults.filter(
    (each) => each.fault === fault && each.words.every((words) => drawn.includes(words)),
  );
  return problems.filter(({ id }) => !known.some(({ ids }) => id !== undefined && ids.includes(id)));
}
