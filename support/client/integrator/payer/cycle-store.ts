import type { CycleState } from '../../../adapter/protocol';
import type { CycleKind } from '../../../contract/payer-facts';

/** A request cycle (clause 6.1) in its current state. */
export interface KeptCycle {
  readonly kind: CycleKind;
  readonly state: CycleState;
  /** Callbacks that were taken for it; one that comes twice counts twice. */
  readonly callbacks: number;
  /** Whether the payer's query was replied to. */
  readonly replied: boolean;
}

/** Keeps the cycles apart by their correlation id. */
export interface CycleStore {
  open(correlationId: string, kind: CycleKind): void;
  /** Gives up a cycle whose request was not taken. */
  drop(correlationId: string): void;
  /** Notes a callback. What is decided stays so, whatever comes after it; a strange id does no harm. */
  take(correlationId: string, state: Exclude<CycleState, 'pending'>): void;
  replied(correlationId: string): void;
  get(correlationId: string): KeptCycle | undefined;
}

export type CycleStoreMaker = () => CycleStore;

const final: readonly CycleState[] = ['approved', 'rejected', 'answered'];

export const cyclesInMemory: CycleStoreMaker = () => {
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
