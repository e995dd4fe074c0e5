import { resourcesIn, valuesAt } from './member-path';
import type { PayerFact } from './payer-facts';
import type { Decision } from './readings';

/** The parts of an answer that are final; where nothing marks them, a decision does. */
export function finalParts(bundle: object, { final, path }: Decision): object[] {
  return partsOf(bundle, path).filter((part) =>
    final === null ? valuesAt(part, path).length > 0 : valuesAt(part, final.path).includes(final.value),
  );
}

/** Each resource by itself, where the reading names its type: one may be final beside another that is not. */
function partsOf(bundle: object, path: string): object[] {
  const [type = ''] = path.split('.');
  const named = resourcesIn(bundle).filter(({ resourceType }) => resourceType === type);
  return named.length > 0 ? named : [bundle];
}

/** What final parts decide, each decision once. */
export function decisionsIn(bundle: object, decision: Decision): NonNullable<PayerFact['decision']>[] {
  const { path, approved, rejected } = decision;
  const values = finalParts(bundle, decision).flatMap((part) => valuesAt(part, path));
  const decided = values.map((value) =>
    value === approved ? 'approved' : value === rejected ? 'rejected' : 'other',
  );
  return [...new Set(decided)];
}
