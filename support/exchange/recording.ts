import type { Evidence } from './evidence';
import type { Exchange } from './exchange';

/** The ordered evidence of a run, whatever brought it. */
export interface Recording {
  readonly evidence: readonly Evidence[];
  /** Those of it that crossed a wire. */
  readonly exchanges: readonly Exchange[];
  /** Takes what has no number yet: an exchange, where nothing else is said. */
  append<Of extends Evidence = Exchange>(draft: Omit<Of, 'seq'>): Of;
}

/** A recording that is kept in memory; `seq` counts from 1. */
export function createRecording(): Recording {
  const evidence: Evidence[] = [];
  const exchanges: Exchange[] = [];
  return {
    evidence,
    exchanges,
    append<Of extends Evidence>(draft: Omit<Of, 'seq'>) {
      const seq = evidence.length + 1;
      // Its own number, in front, whatever one it had before.
      const next = Object.assign({ seq }, draft, { seq }) as unknown as Evidence;
      evidence.push(next);
      if (next.kind === undefined) exchanges.push(next);
      return next as Of;
    },
  };
}
