import type { Evidence } from '../exchange/evidence';
import { exchangesNamedIn } from '../exchange/text';
import type { Results } from '../judging/results';
import type { FoundSignOff } from './sign-off/sign-off';

/** What results refer to, by `seq`. */
export type EvidenceBySeq = ReadonlyMap<number, Evidence>;

/** What every report is rendered from. */
export interface ReportSources {
  readonly results: Results;
  readonly evidence: EvidenceBySeq;
  /** Absent: they were not reviewed. */
  readonly signOff?: FoundSignOff | undefined;
}

/** The `seq` of everything that a report has to show: evidence, breaches, the messages of cycles, and refusals. */
export function referencedSeqs({
  obligations,
  cycles,
  run,
}: Pick<Results, 'obligations' | 'cycles' | 'run'>): Set<number> {
  return new Set([
    ...obligations.flatMap(({ evidence }) => evidence),
    ...obligations.flatMap(({ breaches = [] }) => breaches.flatMap(({ exchanges }) => exchanges)),
    ...obligations.flatMap(({ reason, notes = [], disagreement }) =>
      [reason?.text ?? '', ...notes, disagreement?.judge ?? ''].flatMap(exchangesNamedIn),
    ),
    ...cycles.flatMap(({ steps }) => steps.map(({ seq }) => seq)),
    ...(run.afterRefusals ?? []).flatMap(({ exchanges }) => exchanges),
  ]);
}

/** Picks them from a recording that is at hand. */
export function evidenceFrom(results: Results, all: readonly Evidence[]): EvidenceBySeq {
  const wanted = referencedSeqs(results);
  return new Map(all.filter(({ seq }) => wanted.has(seq)).map((each) => [each.seq, each]));
}
