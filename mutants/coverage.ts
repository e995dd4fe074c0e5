import type { Level } from '../support/contract/words';
import { contractObligations } from '../support/obligations';
import type { Trial } from './trial';

/** Which specimens show that an obligation is watched. */
export interface Coverage {
  readonly id: string;
  readonly level: Level;
  /** Names of the mutants that it caught, or of its witnesses. */
  readonly by: readonly string[];
  readonly wanted: number;
}

/** How many mutants must be caught by an obligation, and how many witnesses noted. */
const wanted: Readonly<Record<Level, number>> = { must: 2, should: 1, observe: 1 };

/** What the trials show of every obligation that the suite judges. */
export function coverageOf(trials: readonly Trial[]): Coverage[] {
  return contractObligations.judged.map(({ id, level }) => ({
    id,
    level,
    by: showing(id, trials),
    wanted: wanted[level],
  }));
}

function showing(id: string, trials: readonly Trial[]): string[] {
  return trials
    .filter(({ problems }) => problems.length === 0)
    .filter(({ specimen }) =>
      specimen.kind === 'mutant'
        ? (specimen.breaks as readonly string[]).includes(id)
        : specimen.kind === 'witness' && Object.hasOwn(specimen.shows, id),
    )
    .map(({ specimen }) => specimen.name);
}
