import { contractObligations } from '../obligations';
import type { ObligationResult } from './verdict';

/** Whether another run may end otherwise: what waits for a declaration waits for a person. */
export function mayEndOtherwise({ id, verdict }: Pick<ObligationResult, 'id' | 'verdict'>): boolean {
  const { judge, contradicts } = contractObligations.find(id) ?? {};
  return judge !== undefined || (contradicts !== undefined && verdict !== 'not-tested');
}
