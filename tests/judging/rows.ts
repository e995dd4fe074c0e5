import type { ReasonKind } from '../../support/contract/reasons';
import { contractObligations } from '../../support/obligations';
import type { Breach, Conclusion } from '../../support/obligations';
import type { Case } from '../../support/judging/decide';
import { decideObligation } from '../../support/judging/decide';
import type { ObligationResult, ScenarioOutcome, ScenarioVerdict } from '../../support/judging/verdict';

/** What a rule concluded, but for what a test says nothing was seen. */
export function makeConclusion(seen: Partial<Conclusion> = {}): Conclusion {
  return {
    observations: 0,
    evidence: [],
    breaches: [],
    breachCount: 0,
    notes: [],
    unjudged: [],
    ...seen,
  };
}

export function breach(...exchanges: number[]): Breach {
  return { exchanges, sent: 'a request', expected: 'one thing', seen: 'another', cause: 'a mistake' };
}

/** A conclusion of so many breaches, one an exchange. */
export function conclusionWithBreaches(count = 1): Conclusion {
  const breaches = Array.from({ length: count }, (_each, index) => breach(index + 1));
  return makeConclusion({ observations: count + 1, breachCount: count, breaches });
}

const kindOf: Readonly<Partial<Record<ScenarioVerdict, ReasonKind>>> = {
  inconclusive: 'prevented',
  'not-tested': 'not-exercised',
};

export function makeScenarioOutcome(
  verdict: ScenarioVerdict,
  message?: string,
  kind: ReasonKind | undefined = kindOf[verdict],
): ScenarioOutcome {
  return {
    name: 'A scenario',
    location: 'features/session/x.feature:1',
    tags: [],
    verdict,
    ...(kind && { kind }),
    ...(message !== undefined && { message }),
  };
}

export function decideCase(id: string, about: Partial<Case> = {}): ObligationResult {
  return decideObligation({ obligation: contractObligations.get(id), scenarios: [], ...about });
}
