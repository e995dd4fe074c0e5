import { isObligationId, obligation } from '../contract/obligations';
import type { ObligationResult } from '../verdict/verdict';

/** The area that an obligation belongs to, as in `field-encryption`; its prefix where the contract has lost it since. */
export function areaOf({ id }: Pick<ObligationResult, 'id'>): string {
  return isObligationId(id) ? obligation(id).area : (id as string).slice(0, 3);
}
