import { defaultReadings } from '../../../support/contract/readings';
import type { Evidence, SentEvidence } from '../../../support/exchange/evidence';
import { JudgingLoop } from '../../../support/judging/loop';
import type { Conclusion, RuleContext } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import { withKnownCauses } from '../known-causes';
import { recorded } from '../recorded';
import { asSeenByProxy } from './edits';
import type { AnyJourneyStep, JourneyStep } from './exchanges';
import {
  playSteps,
  requestCertificate,
  returnCiphertext,
  sendFields,
  sendPlainMobile,
  session,
  txnId,
  verifyOtp,
} from './exchanges';
import { callbackCertificates, checkEligibility, submitClaim, triggerPayer } from './payer-exchanges';
import { goodTransfers } from './transfers';

export const defaultRuleContext: RuleContext = {
  readings: defaultReadings,
  playsServices: true,
  startsClient: true,
  waitsForClient: true,
  txnIds: [txnId],
};

export const ofIntegrator = contractObligations.judged.filter(({ subject }) => subject === 'integrator');

/** What comes of everything that is judged of an integrator. */
export function judge(
  evidence: readonly Evidence[],
  about = defaultRuleContext,
): ReadonlyMap<string, Conclusion> {
  const loop = new JudgingLoop(ofIntegrator, about);
  for (const each of recorded(evidence, about)) loop.observe(each);
  const concluded = loop.conclude();
  for (const [id, conclusion] of concluded) withKnownCauses(id, conclusion);
  return concluded;
}

/** What comes of one obligation. */
export function concludeFromEvidence(
  id: string,
  evidence: readonly Evidence[],
  about = defaultRuleContext,
): Conclusion {
  const found = judge(evidence, about).get(id);
  if (found === undefined) throw new Error(`Nothing judges ${id}`);
  return found;
}

/**
 * Returns the obligations that are broken, sorted. Leaves out those that the conforming recordings break as well:
 * `conforming.test.ts` reports them, and no other test should fail for the same reason.
 */
export function brokenIds(evidence: readonly Evidence[], about = defaultRuleContext): string[] {
  brokenByConforming ??= new Set(conformingRecordings().flatMap((each) => allBrokenIds(each)));
  const known = brokenByConforming;
  return allBrokenIds(evidence, about).filter((id) => !known.has(id));
}

let brokenByConforming: ReadonlySet<string> | undefined;

function allBrokenIds(evidence: readonly Evidence[], about = defaultRuleContext): string[] {
  return [...judge(evidence, about)]
    .filter(([, { breachCount }]) => breachCount > 0)
    .map(([id]) => id)
    .sort();
}

/** The obligations that something was observed of. */
export function observedIds(evidence: readonly Evidence[], about = defaultRuleContext): string[] {
  return [...judge(evidence, about)].filter(([, { observations }]) => observations > 0).map(([id]) => id);
}

/** The requests of a journey that keeps everything, by name, so that single steps can be changed. */
export const goodJourney = (): Record<string, JourneyStep> => ({
  session: session(),
  identity: requestCertificate('identity'),
  registry: requestCertificate('registry'),
  firstOtp: verifyOtp(),
  secondOtp: verifyOtp(),
  fields: sendFields(),
  plainMobile: sendPlainMobile(),
  eligibility: checkEligibility(),
  callbackKeys: callbackCertificates(),
  claim: submitClaim(),
  trigger: triggerPayer(),
});

/** A good journey with what the adapter returned in it, some of its steps changed. */
export function journey(
  changes: (steps: Record<string, JourneyStep>) => Record<string, AnyJourneyStep> = () => ({}),
): AnyJourneyStep[] {
  const steps = goodJourney();
  const encryptOnce = returnCiphertext('identity', 'national-id-3');
  const encryptAgain = returnCiphertext('identity', 'national-id-3');
  return Object.values({ ...steps, encryptOnce, encryptAgain, ...changes(steps) });
}

/** The recordings that keep every obligation: other tests change single steps of them. */
export const conformingRecordings = (): readonly (readonly SentEvidence[])[] => [
  playSteps(journey()),
  playSteps(Object.values(goodJourney())).map(asSeenByProxy),
  playSteps(goodTransfers()),
];
