import type fc from 'fast-check';

/** A way in for what others wrote, and a property that has to hold of whatever comes in there. */
export interface FuzzTarget {
  readonly name: string;
  readonly property: fc.IRawProperty<unknown>;
  /** How many inputs one run of the property makes. */
  readonly inputs: number;
  /** Leaves nothing behind. */
  close?(): void;
}

/** What an input may take, on a busy machine; in milliseconds. */
const longestMs = 10_000;

/** Throws where an act takes longer than any input may. */
export async function inTime<Value>(act: () => Promise<Value> | Value): Promise<Value> {
  const startedAt = performance.now();
  const value = await act();
  const took = performance.now() - startedAt;
  if (took > longestMs) throw new Error(`it took ${Math.round(took)} ms`);
  return value;
}
