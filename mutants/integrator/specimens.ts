import type { ObligationId } from '../../support/obligations';
import type { ReadingId, ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Target } from '../../support/targets/target';
import type { Harmless, Mutant, NullSubject, Start, Witness } from '../mutant';
import { harmless, mutant, nullService, witness } from '../mutant';
import type { Seams } from './stage';
import { behaving } from './stage';

const subject = 'integrator';

const startOf = (how: Seams | { readonly start: Start }): Start =>
  typeof how === 'object' && 'start' in how ? how.start : behaving(how);

/** An integrator with one mistake: a seam of the suite's own, or a start of another. */
export function broken(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  how: Seams | { readonly start: Start },
): Mutant {
  return { ...mutant(name, breaks, story, startOf(how)), subject };
}

export function noted(
  name: string,
  shows: Witness['shows'],
  story: string,
  how: Seams | { readonly start: Start },
): Witness {
  return { ...witness(name, shows, story, startOf(how)), subject };
}

export function idle(
  name: string,
  story: string,
  start: Start,
  breaks: readonly ObligationId[] = [],
  mayPass: readonly ObligationId[] = [],
): NullSubject {
  return { ...nullService(name, breaks, story, start, mayPass), subject };
}

export function sound(
  name: string,
  story: string,
  how: Seams | { readonly start: Start },
  except: Harmless['except'] = {},
): Harmless {
  return { ...harmless(name, story, startOf(how)), subject, except };
}

/** The part of a target that chooses other readings. */
export function reading(overrides: ReadingOverrides): Pick<Target, 'readings' | 'overridden'> {
  return { readings: resolveReadings(overrides), overridden: Object.keys(overrides) as ReadingId[] };
}
