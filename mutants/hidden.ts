import type { ObligationId } from '../support/obligations';
import { integratorHidden } from './integrator/hidden';
import type { HiddenObligations } from './mutant';
import { serviceHidden } from './service/hidden';

export const hidden: readonly HiddenObligations[] = [...serviceHidden, ...integratorHidden];

/** What may go without a verdict because of a mutant; no obligation that a person could judge by the same exchanges. */
export function hiddenBy(name: string): {
  readonly always: readonly ObligationId[];
  readonly sometimes: readonly ObligationId[];
} {
  const concerned = hidden.filter(({ by }) => by.includes(name));
  const idsOf = (sometimes: boolean): ObligationId[] =>
    concerned.filter((each) => (each.sometimes ?? false) === sometimes).flatMap(({ hides }) => hides);
  return { always: idsOf(false), sometimes: idsOf(true) };
}
