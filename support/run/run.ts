import type { SenderOptions } from '../client/sender';
import type { Subject } from '../contract/words';
import { leftOutInProduction, notTestedError } from '../exchange/reason';
import { reachOf } from '../judging/basis';
import { ruleContextForRun } from '../judging/scope';
import type { RuleContext } from '../obligations';
import type { Target } from '../targets/target';
import type { RunEvidence } from './evidence';
import type { Services } from './open-services';
import type { Plan } from './plan';
import type { PendingWaits } from './pending-waits';

type Numbered = 'process';

/** One run: its plan, its services, its evidence, and the state that its scenarios share. */
export interface Run {
  readonly id: string;
  readonly startedAt: Date;
  readonly plan: Plan;
  /** If the run tests the mock, the target contains the mock's addresses and credentials. */
  readonly target: Target;
  readonly services: Services;
  readonly evidence: RunEvidence;
  /** The answers of other parties that the run is waiting for. */
  readonly waits: PendingWaits;
  /**
   * Returns the next number for a `kind`, starting from 1. A resumed run continues with the numbers after
   * those of its first part.
   */
  next(kind: Numbered): number;
  /** Runs `make` only once per key. Later calls get the same result, even if it is a rejected promise. */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
  /** Registers a function that {@link close} will call at the end of the run. */
  defer(close: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Returns the facts that the rules of a run may use in addition to the exchanges. */
export function ruleContextOfRun({
  target,
  plan: { subjects },
  evidence: { txnIds },
}: Pick<Run, 'target' | 'plan' | 'evidence'>): RuleContext {
  return ruleContextForRun(target, {
    subjects,
    txnIds,
    reach: target.integrator && reachOf(target.integrator),
  });
}

/**
 * Records an error that ended a sequence of requests early. Rules still judge the evidence from before the
 * error, but the run is incomplete.
 */
export function noteObstacle(
  { evidence: { obstacles }, plan }: Run,
  { message }: Error,
  subject: Subject,
): void {
  if (!obstacles.has(message)) plan.events?.obstacle(message, subject);
  obstacles.set(message, subject);
}

/**
 * Returns the certificate authority of the target file, for connections to addresses that are not services,
 * such as the adapter's. `run.target.ca` is not suitable, because the mock replaces it with its own.
 */
export function targetFileCaOptions({ plan }: Pick<Run, 'plan'>): Pick<SenderOptions, 'ca' | 'besidePublic'> {
  const ca = plan.target?.ca;
  return ca === undefined ? {} : { ca, besidePublic: true };
}

/** Throws NotTestedError in production: the suite injects no faults there and sends no test values. */
export function requireSandbox({ target }: Run, what: string): void {
  if (target.environment === 'production')
    throw notTestedError(leftOutInProduction(`${what} is not tested there`));
}
