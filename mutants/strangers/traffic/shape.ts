import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { Target } from '../../../support/targets/target';
import type { DayHabits } from '../../traffic/long-day/habits';
import type { DayExchange } from '../../traffic/long-day/world';
import type { Random } from '../../traffic/seeded';

/**
 * The shape of recorded traffic: how a day goes, what of it a tool records, and how the file is written. A list holds
 * one layer for each dimension that adds to it, and each layer changes the result of the layers before it.
 */
export interface TrafficShape {
  /** Change how the parties of the day behave. */
  readonly habits: readonly ((own: DayHabits) => DayHabits)[];
  /** Change what goes over the wire, one exchange at a time. */
  readonly wire: readonly ((exchange: DayExchange, random: Random) => DayExchange)[];
  /** Choose the exchanges that reach the tool, and their order in the file. */
  readonly kept: readonly ((exchanges: readonly DayExchange[], random: Random) => readonly DayExchange[])[];
  /** Change what the tool writes of an exchange, such as a masked header. */
  readonly recorded: readonly ((wire: WireRecord, random: Random) => WireRecord)[];
  /** Writes the files, each as its bytes. Only one dimension has it. */
  readonly written: ((records: readonly WireRecord[], random: Random) => readonly Buffer[]) | undefined;
  readonly target: readonly ((target: Target) => Target)[];
}

export type TrafficPart = Partial<TrafficShape>;

const plainShape: TrafficShape = {
  habits: [],
  wire: [],
  kept: [],
  recorded: [],
  written: undefined,
  target: [],
};

/** Joins the parts of a shape. */
export function shapeOf(parts: readonly TrafficPart[]): TrafficShape {
  return parts.reduce<TrafficShape>(
    (whole, part) => ({
      habits: [...whole.habits, ...(part.habits ?? [])],
      wire: [...whole.wire, ...(part.wire ?? [])],
      kept: [...whole.kept, ...(part.kept ?? [])],
      recorded: [...whole.recorded, ...(part.recorded ?? [])],
      written: part.written ?? whole.written,
      target: [...whole.target, ...(part.target ?? [])],
    }),
    plainShape,
  );
}
