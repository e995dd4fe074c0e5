import type { ObligationId } from '../../../support/obligations';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { integratorRules } from '../../../support/obligations/integrator-judges';
import type { Conclusion, RuleContext } from '../../../support/obligations/judge/judge';
import type { Step } from './exchanges';
import { certificate, encrypted, sendFields, sendPlainMobile, session, txnId, verifyOtp } from './exchanges';
import { callbackCertificates, checkEligibility, submitClaim, triggerPayer } from './payer-exchanges';

export const context: RuleContext = { readings: defaultReadings, txnIds: [txnId] };

/** What every rule finds. */
export function judge(exchanges: readonly Exchange[], about = context): Map<string, Conclusion> {
  return new Map(
    Object.entries(integratorRules).map(([id, factory]) => {
      const rule = factory(about);
      for (const exchange of exchanges) rule.observe(exchange);
      return [id, rule.conclude()];
    }),
  );
}

/** What one rule finds. */
export function conclude(id: ObligationId, exchanges: readonly Exchange[], about = context): Conclusion {
  const found = judge(exchanges, about).get(id);
  if (found === undefined) throw new Error(`No rule is called ${id}`);
  return found;
}

/** The obligations that are broken, sorted. */
export function broken(exchanges: readonly Exchange[], about = context): string[] {
  return [...judge(exchanges, about)]
    .filter(([, { breachCount }]) => breachCount > 0)
    .map(([id]) => id)
    .sort();
}

/** The obligations that something was observed of. */
export function observed(exchanges: readonly Exchange[], about = context): string[] {
  return [...judge(exchanges, about)].filter(([, { observations }]) => observations > 0).map(([id]) => id);
}

/** A journey that keeps everything, by name, so that single steps can be changed. */
export const goodJourney = (): Record<string, Step> => ({
  session: session(),
  identity: certificate('identity'),
  registry: certificate('registry'),
  firstOtp: verifyOtp(),
  secondOtp: verifyOtp(),
  encryptOnce: encrypted('identity', 'national-id-3'),
  encryptAgain: encrypted('identity', 'national-id-3'),
  fields: sendFields(),
  plainMobile: sendPlainMobile(),
  eligibility: checkEligibility(),
  callbackKeys: callbackCertificates(),
  claim: submitClaim(),
  trigger: triggerPayer(),
});

/** The steps of a good journey, some of them changed. */
export function journey(changes: (steps: Record<string, Step>) => Record<string, Step>): Step[] {
  const steps = goodJourney();
  return Object.values({ ...steps, ...changes(steps) });
}
