import { contractObligations } from '../../support/obligations';
import type { Breach, Conclusion } from '../../support/obligations';
import type { Case } from '../../support/judging/decide';
import { decide } from '../../support/judging/decide';
import type { ObligationResult, ScenarioOutcome, ScenarioVerdict } from '../../support/judging/verdict';

/** What a rule concluded, but for what a test says nothing was seen. */
export function concluded(seen: Partial<Conclusion> = {}): Conclusion {
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
export function broken(count = 1): Conclusion {
  const breaches = Array.from({ length: count }, (_each, index) => breach(index + 1));
  return concluded({ observations: count + 1, breachCount: count, breaches });
}

export function ended(verdict: ScenarioVerdict, message?: string): ScenarioOutcome {
  return {
    name: 'A scenario',
    location: 'features/session/x.feature:1',
    tags: [],
    verdict,
    ...(message !== undefined && { message }),
  };
}

export function decided(id: string, about: Partial<Case> = {}): ObligationResult {
  return decide({ obligation: contractObligations.get(id), scenarios: [], ...about });
}
