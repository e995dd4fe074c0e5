import type { Run } from '../../../run/run';
import { attempted } from '../stimulus-journeys';
import { hipJourney, hiuJourney } from './transfer-journeys';

/** Transfers in each role that the target plays. That one of them cannot be made is no reason to judge the other less. */
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
  // Nobody made a transfer: whoever asks for one is told why.
  if (reasons.length === journeys.length) for (const journey of journeys) await journey(run);
}
