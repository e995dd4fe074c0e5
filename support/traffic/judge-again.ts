import type { Evidence } from '../exchange/evidence';
import type { Basis } from '../judging/basis';
import type { Results } from '../judging/results';
import { buildResults } from '../judging/build-results';
import { contractObligations } from '../obligations';
import { judgeRun } from '../run/judge-run';
import { ruleContextOfTarget } from '../judging/scope';
import { trafficResultsInput } from './ended-traffic';
import { CycleEvidence } from './cycle-evidence';
import { ClientLoops } from './clients/client-loops';

/**
 * The results that follow from a recording and what was noted beside it, by the rules of this suite. Recordings of
 * traffic are judged as they come; that of a run is kept in memory, as it was when the run ended.
 */
export async function judgeAgain(basis: Basis, recording: AsyncIterable<Evidence>): Promise<Results> {
  if (basis.run.traffic !== undefined) return judgeTrafficAgain(basis, recording);
  return buildResults(judgeRun(basis, await Array.fromAsync(recording), contractObligations));
}

async function judgeTrafficAgain(basis: Basis, recording: AsyncIterable<Evidence>): Promise<Results> {
  const { profile } = basis.run;
  const playsServices = profile === 'mock';
  const context = { ...ruleContextOfTarget(basis.target), playsServices, txnIds: basis.txnIds };
  const everyRule = profile === 'rejudge' || playsServices;
  const loops = new ClientLoops(basis, context, everyRule);
  const ends = new Set(endsOf(basis));
  const cycles = new CycleEvidence();
  let count = 0;
  for await (const evidence of recording) {
    count += 1;
    cycles.add(evidence);
    loops.take(evidence);
    if (ends.has(count)) loops.endRecording();
  }
  loops.endRecording();
  return buildResults(trafficResultsInput(basis, { ...loops.conclude(), count, evidence: cycles.evidence }));
}

/** Behind which exchange each file of it ended. */
function endsOf({ run: { traffic } }: Basis): number[] {
  let end = 0;
  return (traffic?.files ?? []).map(({ exchanges }) => (end += exchanges));
}
