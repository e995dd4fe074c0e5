import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { LeakFact } from '../../exchange/facts';
import type { Run } from '../run';
import { mainJourney } from './main-journey';
import { playServices } from './played-services';

/** Planted identifiers in the adapter's stderr and in the log files that the target names (clause 6.3.4). */
export async function leaksInLogs(run: Run): Promise<LeakFact[]> {
  const { leaks } = await playServices(run);
  const { log } = await mainJourney(run);
  const folder = dirname(resolve(run.target.file ?? '.'));
  const files = run.target.logs.flatMap((glob) => globSync(resolve(folder, glob)));
  return [
    ...leaks.find(log, "the adapter's stderr"),
    ...files.flatMap((file) => leaks.find(readFileSync(file, 'utf8'), `log ${relative(folder, file)}`)),
  ];
}
