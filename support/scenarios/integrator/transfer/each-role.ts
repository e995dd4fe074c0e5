import type { Run } from '../../../run/run';
import { attempted } from '../stimulus-journeys';
import { hipJourney, hiuJourney } from './transfer-journeys';

/** Transfers in each role that the target plays. Where one cannot be made, the other is judged all the same. */
export async function transfersOfEachRole(run: Run): Promise<void> {
  const { roles } = run.target;
  const journeys = [
    ...(roles.includes('hip') ? [hipJourney] : []),
    ...(roles.includes('hiu') ? [hiuJourney] : []),
  ];
  const reasons: string[] = [];
  for (const journey of journeys) {
    const reason = await attempted(journey(run));
    if (reason !== undefined) reasons.push(reason);
  }
  // No transfer was made: the first journey throws again and gives the reason.
  if (reasons.length === journeys.length) for (const journey of journeys) await journey(run);
}
