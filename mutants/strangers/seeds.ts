import type { Asked } from './arguments';
import type { Space, Stranger } from './dimension';
import { chosenIn, lineOf, readOnly } from './dimension';
import { drawer, pairsIn } from './draw';
import type { Problem } from './judge';
import { overall } from './judge';
import type { FaultOutcome, StrangerFault, StrangerKind } from './kind';
import type { KnownFault } from './known';
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
    const known: Record<string, number> = {};
    const misjudged: number[] = [];
    let [tried, withoutOccasion] = [0, 0];
    for (const seed of seeds) {
      if (isOver()) break;
      const stranger = strangerOf(seed);
      const outcome = await this.tryOne(stranger);
      const { acted, problems, hides } = outcome;
      tried += 1;
      if (problems.length > 0) misjudged.push(seed);
      else if (!acted) withoutOccasion += 1;
      for (const pair of pairsIn(stranger.draw)) pairs.add(pair);
      if (acted && stranger.fault !== undefined) faults.add(stranger.fault);
      countIn(
        hidden,
        hides.map((id) => `${id} by ${stranger.fault ?? 'nothing'}`),
      );
      countIn(known, outcome.known);
    }
    return { tried, misjudged, withoutOccasion, faults: [...faults], pairs: [...pairs], hidden, known };
  }

  /**
   * Tries one subject and prints its line. If the suite misjudges it, prints the smallest subject as well. Returns the
   * outcome without the problems of known faults.
   */
  async tryOne(stranger: Stranger): Promise<OutcomeOfTrial> {
    const startedAt = performance.now();
    const outcome = await this.#outcomeOf(stranger);
    const { acted, problems, hides } = outcome;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const word = problems.length > 0 ? 'FAIL' : acted ? 'ok  ' : 'none';
    this.#print(`${word}  ${lineOf(this.#space, stranger)}  ${seconds} s`);
    this.#print(...problems.map(({ text }) => `        ${text.split('\n')[0] ?? ''}`));
    if (hides.length > 0) this.#print(`        hides: ${hides.join(', ')}`);
    if (problems.length > 0 && !this.#isWhole) await this.#printSmallest(stranger, problems);
    return outcome;
  }

  /** A subject that cannot be run to its end is misjudged, too. Throws a RangeError for an unknown fault. */
  async #outcomeOf(stranger: Stranger): Promise<OutcomeOfTrial> {
    try {
      const outcome = await this.#trials.try(stranger);
      return { ...outcome, ...divideProblems(this.#space, stranger, outcome.problems) };
    } catch (error) {
      if (error instanceof RangeError) throw error;
      const text = `ends with an error: ${error instanceof Error ? error.message : String(error)}`;
      return { acted: true, problems: [{ id: 'error', text }], hides: [], known: [] };
    }
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

/** The outcome of a trial. Its problems do not include those that a known fault of the suite explains. */
interface OutcomeOfTrial extends FaultOutcome {
  /** The known faults that explain problems, in words. */
  readonly known: readonly string[];
}

/** Divides problems into those that a known fault of the suite explains, and the others. */
function divideProblems<Part>(
  space: Space<Part>,
  { draw, fault }: Stranger,
  problems: readonly Problem[],
): Pick<OutcomeOfTrial, 'problems' | 'known'> {
  const drawn = chosenIn(space, draw).map(({ value }) => value.words);
  const possible = knownFaults.filter(
    (each) => (each.fault ?? fault) === fault && each.words.every((words) => drawn.includes(words)),
  );
  const explains =
    ({ id, verdict }: Problem) =>
    ({ ids, verdicts }: KnownFault): boolean =>
      id !== undefined && verdict !== undefined && ids.includes(id) && verdicts.includes(verdict);
  const others = problems.filter((problem) => !possible.some(explains(problem)));
  const known = possible
    .filter((each) => problems.some((problem) => explains(problem)(each)))
    .map(({ ids, words }) => `${ids.join(', ')} with ${words.join(', ')}`);
  // A wrong verdict on an obligation usually changes the overall verdict as well.
  const isExplained = known.length > 0 && others.every(({ id }) => id === overall);
  return { problems: isExplained ? [] : others, known };
}

/** Counts each name. */
function countIn(counts: Record<string, number>, names: readonly string[]): void {
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
}
