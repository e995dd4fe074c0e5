import type { Run } from '../../run/run';
import { searchLogFiles, searchPlanted } from './log-reader';
import { mainJourney } from './main-journey';
import { playServices } from './played-services';
import { tryOptionalJourney, paddingRejectionJourney } from './stimulus-journeys';

/**
 * Makes the integrator log, and searches its log files; its stderr is searched throughout. Clients log more when they
 * fail, so a rejection is part of it.
 */
export async function searchLogs(run: Run): Promise<void> {
  await mainJourney(run);
  await tryOptionalJourney(paddingRejectionJourney(run));
  const played = await playServices(run);
  searchLogFiles(run, (place) => searchPlanted(run, played, place));
}
