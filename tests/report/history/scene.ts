import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../../support/judging/results';
import { defaultKeep } from '../../../support/run/keep';
import { keptIn } from '../../../support/report/history/archive';
import { reportNames } from '../../../support/report/history/own-files';
import type { Destination, Shelf } from '../../../support/report/history/shelves';
import { publish } from '../../../support/report/history/swap';
import { sampleResults } from '../sample-results';

/** The nth run of a series, by its id and the minute of its end. */
export function nthRun(n: number, run: Partial<Results['run']> = {}): Results {
  const id = `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const finishedAt = new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString();
  return sampleResults({}, { id, finishedAt, ...run });
}

/** Puts a report into its place whose every file belongs to its run; the recording is as large as a test wants. */
export function publishRun(to: Destination, results: Results, recordingBytes = 100): void {
  const { id } = results.run;
  mkdirSync(to.root, { recursive: true });
  publish(to, id, (draft) => {
    for (const name of reportNames) writeFileSync(join(draft, name), `${name} of ${id}`);
    writeFileSync(join(draft, 'recording.jsonl'), `${id} ${'x'.repeat(recordingBytes)}\n`);
    writeFileSync(join(draft, 'results.json'), JSON.stringify(results));
  });
}

export const keeping = (root: string, shelf: Shelf = 'whole', keep = defaultKeep): Destination => ({
  root,
  shelf,
  keep,
});

/** The number of the run whose report stands in a folder, each of its files being of that run. */
export function numberIn(folder: string): number {
  const { run } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  for (const name of reportNames) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.ok(text.includes(run.id), `${name} in ${folder} is not of ${run.id}`);
  }
  return Number(run.id.slice(0, 8));
}

/** The numbers of the runs in the history, the newest first; each is whole. */
export const numbersKept = (root: string): number[] => keptIn(root).map(({ path }) => numberIn(path));

/** What is left of work that was cut short. */
export function leftovers(root: string): string[] {
  const inHistory = existsSync(join(root, 'history')) ? readdirSync(join(root, 'history')) : [];
  return [...readdirSync(root), ...inHistory].filter((name) => name.startsWith('.') || name.endsWith('.tmp'));
}
