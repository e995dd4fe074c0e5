import type { Level } from '../support/contract/words';
import { contractObligations } from '../support/obligations';
import { adapterMethods } from '../support/adapter/protocol';
import { facetsFor } from '../support/obligations/judge/facets';
import { embeddedTarget } from '../support/run/targets';
import type { Specimen } from './mutant';
import type { Trial } from './trial';

/** Which specimens show that an obligation is watched. */
export interface Coverage {
  readonly id: string;
  readonly level: Level;
  /** Names of the mutants that it caught, or of its witnesses. */
  readonly by: readonly string[];
  readonly wanted: number;
}

/** Which mutants break one facet of an obligation. */
interface FacetCoverage {
  readonly facet: string;
  readonly by: readonly string[];
}

/** How many mutants must be caught by an obligation, and how many witnesses noted. */
const wanted: Readonly<Record<Level, number>> = { must: 2, should: 1, observe: 1 };

/** What specimens show of every obligation that the suite judges: as they are declared, or those that came out so. */
export function coverageOf(specimens: readonly Specimen[]): Coverage[] {
  return contractObligations.judged.map(({ id, level }) => ({
    id,
    level,
    by: showing(id, specimens),
    wanted: wanted[level],
  }));
}

/** A client that can do everything, in every form of keys. */
const offer = {
  capabilities: adapterMethods,
  transferKeyForms: ['x25519', 'weierstrass', 'weierstrass-spki'],
} as const;

/** The facets of all obligations, each with the mutants that break it. */
export function facetCoverageOf(trials: readonly Trial[]): FacetCoverage[] {
  return contractObligations.judged.flatMap((obligation) =>
    (facetsFor(obligation, { ...embeddedTarget, offer }) ?? []).map(({ name }) => {
      const facet = `${obligation.id}: ${name}`;
      const by = trials.filter(({ facets }) => facets.includes(facet)).map(({ specimen }) => specimen.name);
      return { facet, by };
    }),
  );
}

function showing(id: string, specimens: readonly Specimen[]): string[] {
  return specimens
    .filter((specimen) =>
      specimen.kind === 'mutant'
        ? (specimen.breaks as readonly string[]).includes(id)
        : specimen.kind === 'witness' && Object.hasOwn(specimen.shows, id),
    )
    .map(({ name }) => name);
}
