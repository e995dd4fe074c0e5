import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { JudgingLoop } from '../../../support/judging/loop';
import type { Conclusion, RuleContext } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import type { Step } from './exchanges';
import { certificate, encrypted, sendFields, sendPlainMobile, session, txnId, verifyOtp } from './exchanges';
import { callbackCertificates, checkEligibility, submitClaim, triggerPayer } from './payer-exchanges';

export const context: RuleContext = { readings: defaultReadings, txnIds: [txnId] };

export const ofIntegrator = contractObligations.judged.filter(({ subject }) => subject === 'integrator');

/** What comes of everything that is judged of an integrator. */
export function judge(exchanges: readonly Exchange[], about = context): ReadonlyMap<string, Conclusion> {
  const loop = new JudgingLoop(ofIntegrator, about);
  for (const exchange of exchanges) loop.observe(exchange);
  return loop.conclude();
}

/** What comes of one obligation. */
export function conclude(id: string, exchanges: readonly Exchange[], about = context): Conclusion {
  const found = judge(exchanges, about).get(id);
  if (found === undefined) throw new Error(`Nothing judges ${id}`);
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
