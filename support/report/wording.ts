import type { ObligationResult, Overall } from '../judging/verdict';
import type { Results } from '../judging/results';

/** `does not conform (partial run)` */
export function inWords({ verdict, partial }: Overall): string {
  return `${verdict.replaceAll('-', ' ')}${partial ? ' (partial run)' : ''}`;
}

/** Whether something was left out, of any subject. */
export function isPartial({ overall }: Pick<Results['run'], 'overall'>): boolean {
  return Object.values(overall).some(({ partial }) => partial);
}

/** Rows that the run was to cover; the others say nothing about anybody. */
export function plannedRows<Row extends Pick<ObligationResult, 'planned'>>({
  obligations,
}: {
  readonly obligations: readonly Row[];
}): Row[] {
  return obligations.filter(({ planned }) => planned);
}
