import type { Results } from '../../judging/results';
import { isPartial, plannedRows } from '../wording';

/** The content of `plan.json`: what a run was to cover, by what, and under which readings; no verdict among it. */
export function planOfResults(results: Results) {
  const { suite, run, readings } = results;
  const { id: runId, subjects, profile, sourceDigest, plan } = run;
  const planned = plannedRows(results);
  return {
    formatVersion: 1,
    suite,
    sourceDigest,
    run: { id: runId, subjects, profile, partial: isPartial(run), scenarios: plan.scenarios },
    obligations: planned.map(({ id, clause, subject, role, level, title, rule }) => ({
      id,
      clause,
      subject,
      role,
      level,
      title,
      rule,
    })),
    readings,
    scenarios: scenariosOf(planned),
  };
}

/** Each scenario once, though it may show several obligations. */
function scenariosOf(rows: Results['obligations']) {
  const byPlace = new Map<string, { name: string; location: string; obligations: string[] }>();
  for (const { id, scenarios } of rows)
    for (const { name, location } of scenarios) {
      const known = byPlace.get(location) ?? { name, location, obligations: [] };
      known.obligations.push(id);
      byPlace.set(location, known);
    }
  return [...byPlace.values()].sort((one, other) => (one.location < other.location ? -1 : 1));
}
