import type { Results } from '../judging/results';
import { reportOf } from '../report/model/report';
import type { Outcome } from './api';

/** Results in the words of the library. */
export function outcomeOf(results: Results): Outcome {
  const { planned } = reportOf(results);
  const overall = Object.fromEntries(
    Object.entries(results.run.overall).map(([subject, { verdict }]) => [subject, verdict]),
  );
  const verdicts = Object.values(overall);
  return {
    conforms: verdicts.length > 0 && verdicts.every((verdict) => verdict === 'conforms'),
    overall,
    obligations: planned.map(({ id, title, subject, level, verdict, why, failures }) => ({
      ...{ id, title, subject, level, verdict, why, failures },
    })),
    exchanges: results.exchanges,
    results: { ...results },
  };
}
