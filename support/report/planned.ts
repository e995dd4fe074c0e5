import type { ObligationResult } from '../judging/verdict';
import type { Results } from '../judging/results';

/** Whether something was left out, of any subject. */
export function isPartial({ overall }: Pick<Results['run'], 'overall'>): boolean {
  return Object.values(overall).some(({ partial }) => partial);
}

/** Rows that the run was to cover; the report says nothing about the others. */
export function plannedRows<Row extends Pick<ObligationResult, 'planned'>>({
  obligations,
}: {
  readonly obligations: readonly Row[];
}): Row[] {
  return obligations.filter(({ planned }) => planned);
}
