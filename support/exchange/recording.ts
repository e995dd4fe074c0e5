import type { Exchange } from './exchange';

/** The ordered exchanges of a run, whatever made them. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  append(exchange: Omit<Exchange, 'seq'>): Exchange;
}

/** A recording that is kept in memory; `seq` counts from 1. */
export function createRecording(): Recording {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    append(draft) {
      const exchange = { seq: exchanges.length + 1, ...draft };
      exchanges.push(exchange);
      return exchange;
    },
  };
}
