import type { Exchange } from '../exchange/exchange';
import type { Results } from './results';

/** The exchanges that results refer to, by `seq`. */
export type Evidence = ReadonlyMap<number, Exchange>;

/** The `seq` of every exchange that a report has to show: evidence, breaches, and the messages of cycles. */
export function referredTo({ obligations, cycles }: Pick<Results, 'obligations' | 'cycles'>): Set<number> {
  return new Set([
    ...obligations.flatMap(({ evidence }) => evidence),
    ...obligations.flatMap(({ breaches = [] }) => breaches.flatMap(({ exchanges }) => exchanges)),
    ...cycles.flatMap(({ steps }) => steps.map(({ seq }) => seq)),
  ]);
}

/** Picks them from a recording that is at hand. */
export function evidenceFrom(results: Results, exchanges: readonly Exchange[]): Evidence {
  const wanted = referredTo(results);
  return new Map(exchanges.filter(({ seq }) => wanted.has(seq)).map((exchange) => [exchange.seq, exchange]));
}
