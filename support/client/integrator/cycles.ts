/** A request cycle (clause 6.1), as far as it has come. */
export interface Cycle {
  readonly state: 'pending' | 'answered';
  /** Callbacks that were taken for it; one that comes twice counts twice. */
  readonly callbacks: number;
}

/** Keeps the cycles apart by their correlation id. */
export interface CycleStore {
  open(correlationId: string): void;
  /** Gives up a cycle whose request was not taken. */
  drop(correlationId: string): void;
  /** Notes a callback; one for a cycle that is not known does no harm. */
  answer(correlationId: string): void;
  get(correlationId: string): Cycle | undefined;
}

export type CycleStoreMaker = () => CycleStore;

export const cyclesInMemory: CycleStoreMaker = () => {
  const cycles = new Map<string, Cycle>();
  return {
    open: (id) => void cycles.set(id, { state: 'pending', callbacks: 0 }),
    drop: (id) => void cycles.delete(id),
    answer: (id) => {
      const cycle = cycles.get(id);
      if (cycle) cycles.set(id, { state: 'answered', callbacks: cycle.callbacks + 1 });
    },
    get: (id) => cycles.get(id),
  };
};
