import type { SenderOptions } from '../client/sender';
import { NotApplicableError } from '../contract/outcome';
import type { Subject } from '../contract/words';
import { runContext } from '../judging/scope';
import type { RuleContext } from '../obligations';
import type { Target } from '../targets/target';
import type { RunEvidence } from './evidence';
import type { Services } from './open-services';
import type { Plan } from './plan';
import type { Waits } from './waits';

/** What a run counts, from 1. */
type Numbered = 'process';

/** One run: what it is asked to do, who answers, what it records, and what its scenarios share. */
export interface Run {
  readonly id: string;
  readonly startedAt: Date;
  readonly plan: Plan;
  /** With the mock's addresses and credentials where the mock is the subject. */
  readonly target: Target;
  readonly services: Services;
  readonly evidence: RunEvidence;
  /** What it waits for just now. */
  readonly waits: Waits;
  /** The next number of its kind, from 1; processes of a run that goes on are counted on. */
  next(kind: Numbered): number;
  /** Does a thing once in a run, however often it is asked for; a failure is remembered too. */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
  /** Closes something at the end of the run. */
  defer(close: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Returns the facts that the rules of a run may use in addition to the exchanges. */
export function ruleContext({ target, evidence: { txnIds } }: Pick<Run, 'target' | 'evidence'>): RuleContext {
  return runContext(target, txnIds);
}

/** Notes what cut a journey short: what it showed before stays judged, and the whole is incomplete. */
export function meetObstacle(
  { evidence: { obstacles }, plan }: Run,
  { message }: Error,
  subject: Subject,
): void {
  if (!obstacles.has(message)) plan.events?.obstacle(message, subject);
  obstacles.set(message, subject);
}

/** The authority that the target file names, for what is no service: the mock puts its own in its place. */
export function ownAuthority({ plan }: Pick<Run, 'plan'>): Pick<SenderOptions, 'ca' | 'besidePublic'> {
  const ca = plan.target?.ca;
  return ca === undefined ? {} : { ca, besidePublic: true };
}

/** Throws NotApplicableError in production: no fault is played there, and no value sent that is made for tests. */
export function requireSandbox({ target }: Run, what: string): void {
  if (target.environment === 'production')
    throw new NotApplicableError(`the environment is production: ${what} is not tested there`);
}
