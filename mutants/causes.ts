import type { ObligationId } from '../support/obligations';

/** What only follows from something else in some mutants: by failure, what it follows from. */
interface Following {
  /** Names of mutants. */
  readonly by: readonly string[];
  readonly follows: Readonly<Partial<Record<ObligationId, readonly ObligationId[]>>>;
}

const followings: readonly Following[] = [
  {
    by: ['error-as-text', 'message-only', 'numeric-code', 'refusal-in-html', 'refusal-without-body'],
    follows: { 'SES-08': ['SES-09'] },
  },
  { by: ['lifetime-negative'], follows: { 'SES-10': ['SES-07'] } },
];

/** The failures of a mutant that follow from others; all others are causes. */
export function followsIn(name: string): Following['follows'] {
  return Object.assign(
    {},
    ...followings.filter(({ by }) => by.includes(name)).map(({ follows }) => follows),
  ) as Following['follows'];
}
