import type { ObligationId } from '../support/contract/obligations';
import { integratorHidden } from './integrator/hidden';
import { serviceHidden } from './service/hidden';

/** Obligations that cannot be judged on some mutants, with the reason: no exchange shows how they fare. */
export interface Hidden {
  readonly because: string;
  /** Names of mutants and witnesses. */
  readonly by: readonly string[];
  readonly hides: readonly ObligationId[];
  /** Set where it depends on the order of things: what is listed may be judged all the same. */
  readonly sometimes?: true;
}

export const hidden: readonly Hidden[] = [...serviceHidden, ...integratorHidden];

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
