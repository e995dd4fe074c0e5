import type { ObligationResult } from '../judging/verdict';
import type { Results } from '../judging/results';

/** Whether the command asked for less than the whole plan. */
export function isNarrowedRun({ plan: { narrowedBy = [] } }: Pick<Results['run'], 'plan'>): boolean {
  return narrowedBy.length > 0;
}

/** Rows that the run was to cover; the report says nothing about the others. */
export function plannedRows<Row extends Pick<ObligationResult, 'planned'>>({
  obligations,
}: {
  readonly obligations: readonly Row[];
}): Row[] {
  return obligations.filter(({ planned }) => planned);
}
