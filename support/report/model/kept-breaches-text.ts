import type { ObligationResult } from '../../judging/verdict';

/** Returns `broken 43 times, 20 kept`; `undefined` if the results keep every breach. */
export function keptBreachesText({
  breaches = [],
  broken = 0,
}: Pick<ObligationResult, 'breaches' | 'broken'>): string | undefined {
  return broken > breaches.length && breaches.length > 0
    ? `broken ${broken} times, ${breaches.length} kept`
    : undefined;
}
