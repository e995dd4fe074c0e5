import type { RuleContext } from '../rule';

/** What the rules about an integrator may know besides the readings; they judge less where it is absent. */
export interface IntegratorContext extends RuleContext {
  /** The X-CM-ID that is right: `sbx` in the sandbox, which is the default; the configured suffix in production. */
  readonly cmId?: string;
  /** Transaction ids that were given to the integrator for its OTPs. */
  readonly txnIds?: readonly string[];
  /** How many processes of the integrator are at work where exchanges name none. Default 1. */
  readonly processes?: number;
}
