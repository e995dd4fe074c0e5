import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { LeakFact } from '../../exchange/facts';
import type { Run } from '../run';
import { mainJourney } from './main-journey';
import { playServices } from './played-services';
import { attempted, paddingRejectionJourney } from './stimulus-journeys';

/**
 * Planted identifiers in the stderr of each of the adapter's processes and in the log files that the target names
 * (clause 6.3.4). What fails is logged more than what succeeds, so that a rejection belongs to what is searched.
 */
export async function leaksInLogs(run: Run): Promise<LeakFact[]> {
  const { leaks, logs } = await playServices(run);
  await mainJourney(run);
  if (run.target.roles.includes('registry')) await attempted(paddingRejectionJourney(run));
  const folder = dirname(resolve(run.target.file ?? '.'));
  const files = run.target.logs.flatMap((glob) => globSync(resolve(folder, glob)));
  return [
    ...leaks.find(logs.map((log) => log()).join('\n'), "the adapter's stderr"),
    ...files.flatMap((file) => leaks.find(readFileSync(file, 'utf8'), `log ${relative(folder, file)}`)),
  ];
}
