import type { Run } from '../../run/run';
import { searchLogFiles } from './log-ear';
import { mainJourney } from './main-journey';
import { playServices } from './played-services';
import { attempted, paddingRejectionJourney } from './stimulus-journeys';

/**
 * Brings about what an integrator logs, and searches its log files; its stderr is listened to all along. What fails is
 * logged more than what succeeds, so that a rejection belongs to it.
 */
export async function searchLogs(run: Run): Promise<void> {
  await mainJourney(run);
  await attempted(paddingRejectionJourney(run));
  searchLogFiles(run, await playServices(run));
}
