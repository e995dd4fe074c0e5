import type { ObligationId } from '../../support/obligations';
import type { ReadingId, ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Target } from '../../support/targets/target';
import type { HarmlessSubject, Mutant, NullSubject, StartStage, Witness } from '../mutant';
import { harmlessService, serviceMutant, nullService, serviceWitness } from '../mutant';
import type { IntegratorSeamsChange } from './stage';
import { startClientWithSeams } from './stage';

const subject = 'integrator';

const startOf = (how: IntegratorSeamsChange | { readonly start: StartStage }): StartStage =>
  typeof how === 'object' && 'start' in how ? how.start : startClientWithSeams(how);

/** An integrator with one mistake: a seam of the suite's own, or a start of another. */
export function brokenIntegrator(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  how: IntegratorSeamsChange | { readonly start: StartStage },
): Mutant {
  return { ...serviceMutant(name, breaks, story, startOf(how)), subject };
}

export function noted(
  name: string,
  shows: Witness['shows'],
  story: string,
  how: IntegratorSeamsChange | { readonly start: StartStage },
): Witness {
  return { ...serviceWitness(name, shows, story, startOf(how)), subject };
}

export function idle(
  name: string,
  story: string,
  start: StartStage,
  breaks: readonly ObligationId[] = [],
  mayPass: readonly ObligationId[] = [],
): NullSubject {
  return { ...nullService(name, breaks, story, start, mayPass), subject };
}

export function harmlessIntegrator(
  name: string,
  story: string,
  how: IntegratorSeamsChange | { readonly start: StartStage },
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  return { ...harmlessService(name, story, startOf(how)), subject, except };
}

/** The part of a target that chooses other readings. */
export function targetReadings(overrides: ReadingOverrides): Pick<Target, 'readings' | 'overridden'> {
  return { readings: resolveReadings(overrides), overridden: Object.keys(overrides) as ReadingId[] };
}
