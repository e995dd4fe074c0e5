import type { HandEvent } from './hand';
import type { RunEvent } from './run';
import type { SetupEvent } from './setup';
import type { TrafficEvent } from './traffic';

/** What the server tells all tabs; the part of the type before the dot is the area. */
export type DeskEvent = AreaBegun | HandEvent | RunEvent | SetupEvent | TrafficEvent;

export type Area = 'hand' | 'run' | 'setup' | 'traffic';

/** What was told of an area before is no longer so. */
export interface AreaBegun {
  readonly type: 'desk.begun';
  readonly area: Area;
}

/** The events that the server has kept, for a tab that has just opened. */
export interface KeptEvents {
  /** Numbers of other processes mean nothing. */
  readonly epoch: string;
  /** The number of the last event that was told. */
  readonly upTo: number;
  readonly events: readonly DeskEvent[];
}

/** Several events in their order. */
export interface EventBatch {
  /** Of each event its number, rising; those between were dropped before they were told. */
  readonly numbers: readonly number[];
  readonly events: readonly DeskEvent[];
}

/** What an answer holds that is no success. */
export interface Refusal {
  readonly error: { readonly message: string; readonly hint?: string };
}
