import type { SignOffDecision, FoundSignOff } from '../sign-off/sign-off';

/** What a reviewer decided, as every report shows it. */
export interface ReportedSignOff {
  readonly kind: SignOffDecision | 'not-valid';
  /** `Accepted with conditions by A. Reviewer` */
  readonly sentence: string;
  /** When, and what it means beside the verdict. */
  readonly basis: string;
  readonly remarks?: string;
  readonly conditions: readonly string[];
}

/** A name beside a decision is what its signer says: no report can tell that it is theirs. */
export const statedBySigner = 'stated by the signer';

export const decisionWords: Readonly<Record<SignOffDecision, string>> = {
  accepted: 'Accepted',
  'accepted-with-conditions': 'Accepted with conditions',
  rejected: 'Rejected',
};

export function describeSignOff(found: FoundSignOff): ReportedSignOff {
  if ('flaw' in found)
    return {
      kind: 'not-valid',
      sentence: 'No decision that counts',
      basis: `The sign-off beside these results ${found.flaw}.`,
      conditions: [],
    };
  const { decision, name, date, remarks, conditions = [] } = found.signOff;
  return {
    kind: decision,
    sentence: `${decisionWords[decision]} by ${name}`,
    basis: `On ${date}, ${statedBySigner} and not signed with a key of their own. The decision of a reviewer. It changes no verdict.`,
    ...(remarks !== undefined && { remarks }),
    conditions,
  };
}
