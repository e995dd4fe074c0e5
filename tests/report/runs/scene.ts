import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Narrowing } from '../../../support/judging/overall';
import type { Results } from '../../../support/judging/results';
import type { ReportDestination } from '../../../support/report/runs/history';
import { publishReport } from '../../../support/report/runs/history';
import { runsInHistory } from '../../../support/report/runs/kept-run';
import { reportNames } from '../../../support/report/runs/own-files';
import { defaultRetention } from '../../../support/run/history-retention';
import { sampleResults } from '../sample-results';

/** The nth run of a series, by its id and the minute of its end. */
export function nthRun(n: number, run: Partial<Results['run']> = {}): Results {
  const id = `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const finishedAt = new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString();
  return sampleResults({}, { id, finishedAt, ...run });
}

/** The results of a run that options narrowed. */
export function narrowedBy(narrowings: readonly Narrowing[], results: Results): Results {
  const plan = { ...results.run.plan, narrowedBy: narrowings };
  return { ...results, run: { ...results.run, plan } };
}

/** The results of a run without some obligations. */
export function without(ids: readonly string[], results: Results): Results {
  const left = {
    planned: false,
    verdict: 'not-tested',
    reason: { kind: 'left-out', text: 'left out of this run' },
  } as const;
  const obligations = results.obligations.map((row) => (ids.includes(row.id) ? { ...row, ...left } : row));
  return { ...results, obligations };
}

export const narrowedRun = (n: number): Results => narrowedBy(['--only'], without(['SES-05'], nthRun(n)));

const traffic = { note: 'traffic', files: [] };
export const auditRun = (n: number): Results => nthRun(n, { traffic, profile: 'audit' });

/** Files of a run, each of which belongs to it; the recording is as large as a test wants. */
export function fillWith(results: Results, recordingBytes = 100): (folder: string) => void {
  const { id } = results.run;
  return (folder) => {
    for (const name of reportNames) writeFileSync(join(folder, name), `${name} of ${id}`);
    writeFileSync(join(folder, 'recording.jsonl'), `${id} ${'x'.repeat(recordingBytes)}\n`);
    writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  };
}

/** Writes such a run; gives its folder. */
export function publishRun(to: ReportDestination, results: Results, recordingBytes?: number): string {
  mkdirSync(to.root, { recursive: true });
  return publishReport(to, results, fillWith(results, recordingBytes));
}

export const destinationAt = (root: string, keep = defaultRetention): ReportDestination => ({ root, keep });

/** The number of the run whose report stands in a folder, each of its files being of that run. */
export function runNumberIn(folder: string): number {
  const { run } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  for (const name of reportNames) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.ok(text.includes(run.id), `${name} in ${folder} is not of ${run.id}`);
  }
  return Number(run.id.slice(0, 8));
}

/** The numbers of the runs in the history, the newest first; each is whole. */
export const keptRunNumbers = (root: string): number[] =>
  runsInHistory(root).map(({ path }) => runNumberIn(path));

/** What is left of work that was cut short. */
export function leftovers(root: string): string[] {
  const inHistory = existsSync(join(root, 'history')) ? readdirSync(join(root, 'history')) : [];
  return [...readdirSync(root), ...inHistory].filter((name) => name.startsWith('.') || name.endsWith('.tmp'));
}
