import type { CycleState } from '../../../adapter/protocol';
import type { CycleKind } from '../../../contract/payer-facts';

/** State of one request cycle (clause 6.1). */
export interface KeptCycle {
  readonly kind: CycleKind;
  readonly state: CycleState;
  /** Number of callbacks accepted for this cycle, duplicates included. */
  readonly callbacks: number;
  /** Whether the provider has replied to the payer's query. */
  readonly replied: boolean;
}

export interface CycleStore {
  open(correlationId: string, kind: CycleKind): void;
  /** Removes a cycle whose first request failed or was rejected. */
  drop(correlationId: string): void;
  /**
   * Counts a callback and updates the cycle's state. A final state never changes. Ignores an unknown
   * correlation id.
   */
  take(correlationId: string, state: Exclude<CycleState, 'pending'>): void;
  replied(correlationId: string): void;
  get(correlationId: string): KeptCycle | undefined;
}

export type CycleStoreMaker = () => CycleStore;

const final: readonly CycleState[] = ['approved', 'rejected', 'answered'];

export const createMemoryCycleStore: CycleStoreMaker = () => {
  const cycles = new Map<string, KeptCycle>();
  const change = (id: string, changed: (cycle: KeptCycle) => Partial<KeptCycle>): void => {
    const cycle = cycles.get(id);
    if (cycle !== undefined) cycles.set(id, { ...cycle, ...changed(cycle) });
  };
  return {
    open: (id, kind) => void cycles.set(id, { kind, state: 'pending', callbacks: 0, replied: false }),
    drop: (id) => void cycles.delete(id),
    take: (id, state) => {
      change(id, (cycle) => ({
        callbacks: cycle.callbacks + 1,
        ...(!final.includes(cycle.state) && { state }),
      }));
    },
    replied: (id) => {
      change(id, () => ({ replied: true }));
    },
    get: (id) => cycles.get(id),
  };
};
