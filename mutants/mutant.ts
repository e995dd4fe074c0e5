import type { ObligationId } from '../support/obligations';
import type { Subject } from '../support/contract/words';
import type { StartedPayer } from '../support/mock/started-payer';
import type { ClientFactory } from '../support/run/plan';
import type { Target } from '../support/targets/target';
import type { Verdict } from '../support/judging/verdict';

/** Something that was started for one run. */
export interface Stage {
  readonly target: Target;
  /** The integrator, where it lives in this process; by default the suite's own. */
  readonly client?: ClientFactory;
  /** The seed of the test data; by default they are random. */
  readonly seed?: number;
  /** The way to its payer, which a target alone does not name. */
  readonly payer?: StartedPayer;
  /** Resolves once that payer has nothing on its way to the provider. */
  readonly idle?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type StartStage = () => Promise<Stage>;

interface Played {
  /** What it is a specimen of. */
  readonly subject: Subject;
  readonly name: string;
  /** The mistake, or the difference, as it is met in life: one sentence. */
  readonly story: string;
  readonly start: StartStage;
}

/** A subject that is broken on purpose. */
export interface Mutant extends Played {
  readonly kind: 'mutant';
  /** Exactly what it breaks: these obligations end as failed or warning, and no other. */
  readonly breaks: readonly ObligationId[];
  /**
   * By obligation, what every failure of it has to tell: the suite knows the mistake, and not only that there is one.
   */
  readonly diagnosis?: Readonly<Partial<Record<ObligationId, string>>>;
  /** The field profile that settles all that the mutant breaks, so that the exit code is 0. */
  readonly asDeployed?: string;
}

/** Obligations that cannot be judged on some mutants, with the reason: no exchange shows how they fare. */
export interface HiddenObligations {
  readonly because: string;
  /** Names of mutants and witnesses. */
  readonly by: readonly string[];
  readonly hides: readonly ObligationId[];
  /** Set where it depends on the order of things: what is listed may be judged all the same. */
  readonly sometimes?: true;
}

/** What only follows from something else in some mutants: by failure, what it follows from. */
export interface KnownConsequences {
  /** Names of mutants. */
  readonly by: readonly string[];
  readonly follows: Readonly<Partial<Record<ObligationId, readonly ObligationId[]>>>;
}

/** A subject that breaks nothing, but behaves differently where the document is silent: what is noted must differ. */
export interface Witness extends Played {
  readonly kind: 'witness';
  /** By obligation, a part of a note that the plain run does not make. */
  readonly shows: Readonly<Partial<Record<ObligationId, string>>>;
}

/** A subject that does not do its work. */
export interface NullSubject extends Played {
  readonly kind: 'null';
  readonly breaks: readonly ObligationId[];
  /** What a part of it that does work may pass; by default nothing. */
  readonly mayPass: readonly ObligationId[];
}

/** A subject that keeps the contract in another way than the plain one does. */
export interface HarmlessSubject extends Played {
  readonly kind: 'harmless';
  /** Verdicts that its target, not its behaviour, makes other ones. */
  readonly except: Readonly<Partial<Record<ObligationId, Verdict>>>;
  /** The musts that would keep a certifying run from conforming; absent: they do not matter. */
  readonly opens?: readonly ObligationId[];
}

/** A subject that keeps the contract, behind something that fails now and then: nothing is held against it. */
export interface IrregularSubject extends Played {
  readonly kind: 'irregular';
  /** What ends as inconclusive, since it answers irregularly: these at least. */
  readonly unsettles: readonly ObligationId[];
}

export type Specimen = Mutant | Witness | NullSubject | HarmlessSubject | IrregularSubject;

export function serviceMutant(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  start: StartStage,
): Mutant {
  return { kind: 'mutant', subject: 'service', name, breaks, story, start };
}

export function serviceWitness(
  name: string,
  shows: Witness['shows'],
  story: string,
  start: StartStage,
): Witness {
  return { kind: 'witness', subject: 'service', name, shows, story, start };
}

export function nullService(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  start: StartStage,
  mayPass: readonly ObligationId[] = [],
): NullSubject {
  return { kind: 'null', subject: 'service', name, breaks, mayPass, story, start };
}

export function irregular(
  name: string,
  unsettles: IrregularSubject['unsettles'],
  story: string,
  start: StartStage,
): IrregularSubject {
  return { kind: 'irregular', subject: 'service', name, unsettles, story, start };
}

export function harmlessService(name: string, story: string, start: StartStage): HarmlessSubject {
  return { kind: 'harmless', subject: 'service', name, story, start, except: {} };
}
