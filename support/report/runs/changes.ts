import { join } from 'node:path';
import { ConfigurationError } from '../../targets/errors';
import type { ReportDestination } from './history';
import { allRunsIn, isWhole, runKindOf } from './kept-run';
import { readResultsFile } from './read-run';
import type { Changes, Results, WaiverRow } from '../../judging/results';
import { plannedRows } from '../planned';

/**
 * The results that a report is compared with: those that it replaces, or the latest of the history that can be. To be
 * asked before the new ones are in their place.
 */
export function findEarlierResults(results: Results, { root, keep }: ReportDestination): Results | undefined {
  if (keep === undefined) {
    const replaced = earlierResults(root);
    return replaced !== undefined && comparable(replaced, results) ? replaced : undefined;
  }
  const kind = runKindOf(results);
  for (const run of allRunsIn(root)) {
    if (run.kind !== kind) continue;
    const earlier = earlierResults(run.path);
    if (earlier !== undefined && comparable(earlier, results)) return earlier;
  }
  return undefined;
}

/** The results that stand in a folder before a run writes its own; none where they cannot be read. */
export function earlierResults(folder: string): Results | undefined {
  try {
    return readResultsFile(join(folder, 'results.json'));
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** The results with what changed since the earlier ones, where both are about the same target. */
export function withChanges(results: Results, earlier: Results | undefined): Results {
  if (earlier === undefined || !comparable(earlier, results)) return results;
  return { ...results, run: { ...results.run, changes: changesBetween(earlier, results) } };
}

function comparable(earlier: Results, results: Results): boolean {
  const [{ run: before }, { run: now }] = [earlier, results];
  return (
    isWhole(earlier) === isWhole(results) &&
    before.target.name === now.target.name &&
    before.environment === now.environment &&
    before.id !== now.id &&
    sourcesOf(before) === sourcesOf(now) &&
    (before.challenge === undefined) === (now.challenge === undefined)
  );
}

/** No run is compared with traffic, and traffic for which no target speaks with that of the same files alone. */
function sourcesOf({ traffic, target }: Results['run']): string | undefined {
  if (traffic === undefined) return undefined;
  return target.file ?? JSON.stringify(traffic.files.map(({ name }) => name));
}

/** Obligations that stand in both plans and have another verdict. */
export function changesBetween(earlier: Results, now: Results): Changes {
  const before = new Map(plannedRows(earlier).map((row) => [row.id, row]));
  const { id, finishedAt, product } = earlier.run;
  return {
    since: { id, finishedAt, ...(product?.version !== undefined && { version: product.version }) },
    obligations: now.obligations.flatMap(({ id: each, planned, verdict }) => {
      const from = before.get(each)?.verdict;
      return planned && from !== undefined && from !== verdict ? [{ id: each, from, to: verdict }] : [];
    }),
    ...unusedBySuite(earlier, now),
  };
}

/** An exception is the owner's to remove; that another version of the suite judges otherwise is no fault of theirs. */
function unusedBySuite(earlier: Results, now: Results): Pick<Changes, 'unusedBySuite'> {
  const idsOf = ({ run: { waivers = [] } }: Results, wanted: WaiverRow['state']): string[] =>
    waivers.filter(({ state }) => state === wanted).map(({ obligation }) => obligation);
  const spared =
    earlier.suite.version === now.suite.version
      ? (earlier.run.changes?.unusedBySuite ?? [])
      : idsOf(earlier, 'used');
  const ids = idsOf(now, 'unused').filter((id) => spared.includes(id));
  return ids.length === 0 ? {} : { unusedBySuite: ids };
}
