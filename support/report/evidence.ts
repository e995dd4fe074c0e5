import type { Exchange } from '../exchange/exchange';
import { namedIn } from '../exchange/text';
import type { Results } from '../judging/results';

/** The exchanges that results refer to, by `seq`. */
export type Evidence = ReadonlyMap<number, Exchange>;

/** What every report is rendered from. */
export interface Rendered {
  readonly results: Results;
  readonly evidence: Evidence;
}

/** The `seq` of every exchange that a report has to show: evidence, breaches, and the messages of cycles. */
export function referredTo({ obligations, cycles }: Pick<Results, 'obligations' | 'cycles'>): Set<number> {
  return new Set([
    ...obligations.flatMap(({ evidence }) => evidence),
    ...obligations.flatMap(({ breaches = [] }) => breaches.flatMap(({ exchanges }) => exchanges)),
    ...obligations.flatMap(({ reason = '', notes = [] }) => [reason, ...notes].flatMap(namedIn)),
    ...cycles.flatMap(({ steps }) => steps.map(({ seq }) => seq)),
  ]);
}

/** Picks them from a recording that is at hand. */
export function evidenceFrom(results: Results, exchanges: readonly Exchange[]): Evidence {
  const wanted = referredTo(results);
  return new Map(exchanges.filter(({ seq }) => wanted.has(seq)).map((exchange) => [exchange.seq, exchange]));
}
