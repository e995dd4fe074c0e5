import type { Evidence } from '../exchange/evidence';
import type { Text } from '../exchange/text';
import type { CycleSteps } from '../judging/cycle-steps';
import { cyclesOf } from '../judging/cycles';
import { decide } from '../judging/decide';
import type { PlacedBreach, PlaceName } from '../judging/verdict';
import type { Obligation } from '../obligations';
import type { Recorded } from '../report/examples';
import { judgeRecorded } from '../report/examples';

/** A recorded example as evidence, and what the obligation's judge says of it. */
export interface JudgedExample {
  /** What the judge names, in order. */
  readonly evidence: readonly Evidence[];
  /** The places in it that tell about the obligation. */
  readonly places: readonly PlaceName[];
  readonly cycles: readonly CycleSteps[];
  readonly notes: readonly Text[];
  readonly breach?: PlacedBreach;
}

/** What the judge finds is found again each time: no text about it is kept. */
export function judgeExample(obligation: Obligation, recorded: Recorded): JudgedExample {
  const row = decide({ obligation, conclusion: judgeRecorded(obligation, recorded), scenarios: [] });
  const breach = row.breaches?.[0];
  const seqs = breach?.exchanges ?? row.evidence;
  const cycles = cyclesOf(recorded.evidence);
  return {
    evidence: recorded.evidence.filter(({ seq }) => seqs.includes(seq)),
    places: obligation.tells ?? [],
    cycles: cycles.filter(({ steps }) => steps.some(({ seq }) => seqs.includes(seq))),
    notes: row.notes ?? [],
    ...(breach && { breach }),
  };
}
