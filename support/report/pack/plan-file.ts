import type { Report } from '../model/report';
import type { Row } from '../model/row';

/** The content of `plan.json`: what a run was to cover, by what, and under which readings; no verdict among it. */
export function planOf(report: Report) {
  const { suite, run, readings, partial } = report;
  const { id: runId, subjects, profile, sourceDigest, plan } = run;
  // A report lists causes first; a plan knows of none.
  const place = new Map(plan.obligations.map((id, index) => [id, index]));
  const planned = report.planned.toSorted(
    (one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0),
  );
  return {
    formatVersion: 1,
    suite,
    sourceDigest,
    run: { id: runId, subjects, profile, partial, scenarios: plan.scenarios },
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
function scenariosOf(rows: readonly Row[]) {
  const byPlace = new Map<string, { name: string; location: string; obligations: string[] }>();
  for (const { id, scenarios } of rows)
    for (const { name, location } of scenarios) {
      const known = byPlace.get(location) ?? { name, location, obligations: [] };
      known.obligations.push(id);
      byPlace.set(location, known);
    }
  return [...byPlace.values()].sort((one, other) => (one.location < other.location ? -1 : 1));
}
