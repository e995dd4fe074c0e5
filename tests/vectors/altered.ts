import type { VectorAnswer, VectorAttempt, VectorAttempts } from '../../support/cases/vector-attempt';
import { ownAttempts } from '../../support/vectors/own-attempts';

type Loose = (each: { readonly result: 'valid' | 'invalid' }, group: object) => readonly VectorAttempt[];

/** The suite's own implementations, each answering as it is told: nothing is computed. */
export function answering(
  answer: (attempt: VectorAttempt, result: 'valid' | 'invalid') => VectorAnswer,
): VectorAttempts {
  const kinds = Object.entries(ownAttempts as unknown as Readonly<Record<string, Loose>>).map(
    ([kind, attemptsOf]) => {
      const altered: Loose = (each, group) =>
        attemptsOf(each, group).map((attempt) => ({
          ...attempt,
          answer: () => answer(attempt, each.result),
        }));
      return [kind, altered] as const;
    },
  );
  return Object.fromEntries(kinds) as unknown as VectorAttempts;
}

/** What is known to be right. */
export function right({ wanted }: VectorAttempt, result: 'valid' | 'invalid'): VectorAnswer {
  return result === 'valid' ? wanted : undefined;
}

/** Something else of the same kind; where nothing comes out, the opposite. */
export function wrong({ wanted }: VectorAttempt, result: 'valid' | 'invalid'): VectorAnswer {
  if (result === 'invalid') return wanted;
  const parts = Object.entries(wanted).map(([name, value]) => [name, `${value ?? ''}00`] as const);
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
