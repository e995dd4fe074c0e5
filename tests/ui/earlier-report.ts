import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../support/judging/results';

export const hostileHtml = '<img src=x onerror=alert(1)>';

/** The run of the earlier report. */
export const earlierRun = '00000000-0000-4000-8000-000000000001';

/**
 * Writes a copy of a report into the history of a folder, as one that was written earlier, of a target with that name.
 */
export function writeEarlier(
  from: string,
  reports: string,
  { name, more = (results) => results }: { name: string; more?: (results: Results) => Results },
): void {
  const folder = join(reports, 'history/20200101T000000.000Z-00000000');
  cpSync(from, folder, { recursive: true });
  const file = join(folder, 'results.json');
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const target = { ...results.run.target, name };
  const run = { ...results.run, id: earlierRun, finishedAt: '2020-01-01T00:00:00.000Z', target };
  writeFileSync(file, JSON.stringify(more({ ...results, run })));
}
