import { explain } from '../../../explain/explanation';
import { contractObligations } from '../../../obligations';
import type { ExamplesView } from '../../wire/inspect-report';

/** How an obligation is kept and broken; `undefined` where this suite does not know it. */
export function examplesOf(id: string): ExamplesView | undefined {
  const obligation = contractObligations.find(id);
  if (obligation === undefined) return undefined;
  const { right, wrong, mistakes } = explain(obligation);
  return {
    ...(right && { right: { exchanges: right.exchanges, notes: right.notes } }),
    ...(wrong && { wrong: { exchanges: wrong.exchanges, notes: wrong.notes, story: wrong.story } }),
    mistakes,
  };
}
