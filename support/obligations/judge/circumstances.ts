import type { Offer } from '../../adapter/roles';
import type { ServiceName } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { Role } from '../../contract/words';
import type { IntegratorTarget } from '../../targets/target';

/** What decides whether an obligation concerns a target at all. */
export interface Circumstances {
  /** Services that the run can reach by address; those of the mock where the target names none. */
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly environment: 'sandbox' | 'production';
  readonly roles: readonly Role[];
  /** Which of them it plays, what it did alone shows: parts that a role decides are those that were seen. */
  readonly rolesAsSeen?: true;
  /** The client under certification; absent: there is none. */
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
  readonly readings: Pick<
    ReadingValues,
    'bridge-scoped' | 'callback-jwt' | 'plan-answer' | 'eligibility-answer' | 'payment-prompt' | 'curve-form'
  >;
  /** What the client's adapter offers; absent: unknown. */
  readonly offer?: Offer | undefined;
  /** What the suite holds back from; absent: nothing. */
  readonly limits?: { readonly probes: 'full' | 'gentle'; readonly otpAttempts: number };
  /** No client was asked to send an OTP: in nights before version 2. */
  readonly sparesOtps?: true | undefined;
  /** As many as can be spent. */
  readonly otps?: readonly unknown[];
  /** Calls that the client refused on purpose (-32001), by method, with its reason. */
  readonly refusals?: ReadonlyMap<string, string>;
}
