import type { Results } from '../../judging/results';
import type { Decision, FoundSignOff } from '../sign-off/sign-off';
import { takesOverruling } from '../sign-off/sign-off';

/** What a reviewer decided, as every report shows it. */
export interface ToldSignOff {
  readonly kind: Decision | 'not-valid';
  /** `Accepted with conditions by A. Reviewer` */
  readonly sentence: string;
  /** When, and what it means beside the verdict. */
  readonly basis: string;
  readonly remarks?: string;
  readonly conditions: readonly string[];
}

export const decisionWords: Readonly<Record<Decision, string>> = {
  accepted: 'Accepted',
  'accepted-with-conditions': 'Accepted with conditions',
  rejected: 'Rejected',
};

export function toldSignOff(found: FoundSignOff, results: Pick<Results, 'run'>): ToldSignOff {
  if ('flaw' in found)
    return {
      kind: 'not-valid',
      sentence: 'No decision that counts',
      basis: `The sign-off beside these results ${found.flaw}.`,
      conditions: [],
    };
  const { decision, name, date, remarks, conditions = [] } = found.signOff;
  const isOverruling = decision !== 'rejected' && takesOverruling(results);
  return {
    kind: decision,
    sentence: `${decisionWords[decision]} by ${name}`,
    basis: `On ${date}. ${isOverruling ? 'The decision of a reviewer, against the verdict, which stands.' : 'The decision of a reviewer. It changes no verdict.'}`,
    ...(remarks !== undefined && { remarks }),
    conditions,
  };
}
