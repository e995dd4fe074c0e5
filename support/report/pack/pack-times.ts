import type { Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import type { Basis } from '../../judging/basis';
import type { Manifest } from './statement';

/** How far the clocks of two machines may be apart, in milliseconds. */
const clockMs = 5 * 60_000;

/** What is impossible about the times of a run and its pack; one sentence each. */
export function impossibleTimes({ predicate: { run, packedAt } }: Manifest, now: Date): string[] {
  const inOrder = [
    ['the run started', run.startedAt],
    ['the run ended', run.finishedAt],
    ['the pack was made', packedAt],
  ] as const;
  const future = inOrder
    .filter(([, at]) => Date.parse(at) > now.getTime() + clockMs)
    .map(([what, at]) => `${what} in the future, at ${at}`);
  const reversed = inOrder.slice(1).flatMap(([what, at], index) => {
    const [before, earlier] = inOrder[index] ?? inOrder[0];
    return Date.parse(at) < Date.parse(earlier) ? [`${what} at ${at}, before ${before} at ${earlier}`] : [];
  });
  return [...future, ...reversed];
}

/** Finds exchanges that were not seen while the run lasted, and tells of the first. */
export class ExchangeTimes {
  readonly #from: number;
  readonly #to: number;
  #outside = 0;
  #first: string | undefined;

  /** Traffic of files is older than the run. */
  constructor({ run }: Basis) {
    const isOlder = run.traffic?.files.some(({ form }) => form !== 'wire') === true;
    this.#from = isOlder ? -Infinity : Date.parse(run.startedAt);
    this.#to = Date.parse(run.finishedAt);
  }

  observe(evidence: Evidence): void {
    const why = this.#whyImpossible(evidence);
    if (why === undefined) return;
    this.#outside += 1;
    const name = evidence.kind === undefined ? 'exchange' : sourceOfEvidence(evidence);
    this.#first ??= `recording.jsonl: ${name} #${evidence.seq} ${why}`;
  }

  get impossible(): string[] {
    if (this.#first === undefined) return [];
    return [this.#outside === 1 ? this.#first : `${this.#first}, and ${this.#outside - 1} more like it`];
  }

  #whyImpossible(evidence: Evidence): string | undefined {
    const { arrivedAt } = evidence;
    const endedAt = evidence.kind === undefined ? evidence.answeredAt : arrivedAt;
    if (endedAt < arrivedAt) return `was answered before it arrived, at ${instant(arrivedAt)}`;
    if (arrivedAt >= this.#from && endedAt <= this.#to) return undefined;
    return `is outside of the run, at ${instant(arrivedAt)}`;
  }
}

/** A number from a pack may be no time at all. */
function instant(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString();
}
