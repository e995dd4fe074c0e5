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
  /** The client under certification; absent: there is none. */
  readonly integrator?: IntegratorTarget;
  readonly mockTls: boolean;
  readonly readings: Pick<
    ReadingValues,
    'bridge-scoped' | 'callback-jwt' | 'plan-answer' | 'eligibility-answer' | 'payment-prompt'
  >;
}
