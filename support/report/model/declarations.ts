import type { ObligationResult } from '../../judging/verdict';
import type { CausePlace } from './causes';
import { isBroken } from './causes';

/** The parts of a result that show whether evidence contradicts a declaration. */
export type Declarable = CausePlace & Pick<ObligationResult, 'verdict' | 'declaredBy' | 'breaches'>;

/** Whether evidence contradicts the declaration of a named person. */
export const isRefuted = ({
  verdict,
  declaredBy,
}: Pick<ObligationResult, 'verdict' | 'declaredBy'>): boolean =>
  declaredBy !== undefined && isBroken({ verdict });

/** `refuted by exchange 12`, or by the failures that it follows from; `questioned by …` if the evidence only warns. */
export function contradictionText({ verdict, follows, breaches = [] }: Declarable): string {
  const [first] = breaches.flatMap(({ exchanges }) => exchanges.slice(0, 1));
  const exchange = first === undefined ? 'the evidence' : `exchange ${first}`;
  return `${verdict === 'failed' ? 'refuted' : 'questioned'} by ${follows.length > 0 ? follows.join(', ') : exchange}`;
}
