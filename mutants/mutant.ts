import type { ObligationId } from '../support/contract/obligations';
import type { Target } from '../support/target/target';

/** Something that was started for one run. */
export interface Stage {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

export type Start = () => Promise<Stage>;

interface Played {
  readonly name: string;
  /** The mistake, or the difference, as it is met in life: one sentence. */
  readonly story: string;
  readonly start: Start;
}

/** A service that is broken on purpose. */
export interface Mutant extends Played {
  readonly kind: 'mutant';
  /** Exactly what it breaks: these obligations end as failed or warning, and no other. */
  readonly breaks: readonly ObligationId[];
}

/** A service that breaks nothing, and behaves otherwise where the document is silent: what is noted must differ. */
export interface Witness extends Played {
  readonly kind: 'witness';
  /** By obligation, a part of a note that the plain mock does not bring about. */
  readonly shows: Readonly<Partial<Record<ObligationId, string>>>;
}

/** A service that does not do its work. */
export interface NullService extends Played {
  readonly kind: 'null';
  readonly breaks: readonly ObligationId[];
  /** What a part of it that does work may pass; by default nothing. */
  readonly mayPass: readonly ObligationId[];
}

/** A service that keeps the contract in another way than the plain mock does. */
export interface Harmless extends Played {
  readonly kind: 'harmless';
}

export type Specimen = Mutant | Witness | NullService | Harmless;

export function mutant(name: string, breaks: readonly ObligationId[], story: string, start: Start): Mutant {
  return { kind: 'mutant', name, breaks, story, start };
}

export function witness(name: string, shows: Witness['shows'], story: string, start: Start): Witness {
  return { kind: 'witness', name, shows, story, start };
}

export function nullService(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  start: Start,
  mayPass: readonly ObligationId[] = [],
): NullService {
  return { kind: 'null', name, breaks, mayPass, story, start };
}

export function harmless(name: string, story: string, start: Start): Harmless {
  return { kind: 'harmless', name, story, start };
}
