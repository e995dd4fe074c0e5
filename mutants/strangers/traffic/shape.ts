import type { Entry, Log } from 'har-format';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { Target } from '../../../support/targets/target';
import type { DayHabits } from '../../traffic/long-day/habits';
import type { DayExchange } from '../../traffic/long-day/world';
import type { Random } from '../../traffic/seeded';
import type { TrafficLine } from '../../traffic/traffic-log';

/** The form of a file: a HAR file, only the list of its entries, a line for each exchange, or a list of such lines. */
export type FileForm = 'HAR' | 'HAR entries' | 'log' | 'log list';

/**
 * The shape of recorded traffic: the events of a day, the part that a tool records, and the form of the file. A list holds
 * one layer for each dimension that adds to it, and each layer changes the result of the layers before it.
 */
export interface TrafficShape {
  /** Change how the parties of the day behave. */
  readonly habits: readonly ((own: DayHabits) => DayHabits)[];
  /** Change the exchanges on the wire, one at a time. */
  readonly wire: readonly ((exchange: DayExchange, random: Random) => DayExchange)[];
  /** Choose the exchanges that reach the tool, and their order in the file. */
  readonly kept: readonly ((exchanges: readonly DayExchange[], random: Random) => readonly DayExchange[])[];
  /** Change the tool's record of an exchange, for example by masking a header. */
  readonly recorded: readonly ((wire: WireRecord, random: Random) => WireRecord)[];
  /** Divides the exchanges into files, in the order in which the audit gets the files. Only one dimension has it. */
  readonly divided:
    ((records: readonly WireRecord[], random: Random) => (readonly WireRecord[])[]) | undefined;
  readonly form: FileForm;
  /** Change the entries of HAR files. `wire` is the exchange. */
  readonly entries: readonly ((entry: Entry, random: Random, wire: WireRecord) => Entry)[];
  /** Change the `log` of HAR files. Its entries are complete. */
  readonly logs: readonly ((log: Log) => Log)[];
  /** Change the lines of logs, which at first do not name the sender. `wire` is the exchange. */
  readonly lines: readonly ((line: TrafficLine, random: Random, wire: WireRecord) => TrafficLine)[];
  /** Change the texts of all lines of a log, as a log collector does. */
  readonly collected: readonly ((lines: readonly string[]) => readonly string[])[];
  /** Change the text of a file. */
  readonly texts: readonly ((text: string, form: FileForm) => string)[];
  /** Change the bytes of a file. */
  readonly bytes: readonly ((bytes: Buffer) => Buffer)[];
  /** Change the target of the audit. `exchanges` are those of the day. */
  readonly target: readonly ((target: Target, exchanges: readonly DayExchange[]) => Target)[];
}

export type TrafficPart = Partial<TrafficShape>;

const plainShape: TrafficShape = {
  habits: [],
  wire: [],
  kept: [],
  recorded: [],
  divided: undefined,
  form: 'HAR',
  entries: [],
  logs: [],
  lines: [],
  collected: [],
  texts: [],
  bytes: [],
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
      divided: part.divided ?? whole.divided,
      form: part.form ?? whole.form,
      entries: [...whole.entries, ...(part.entries ?? [])],
      logs: [...whole.logs, ...(part.logs ?? [])],
      lines: [...whole.lines, ...(part.lines ?? [])],
      collected: [...whole.collected, ...(part.collected ?? [])],
      texts: [...whole.texts, ...(part.texts ?? [])],
      bytes: [...whole.bytes, ...(part.bytes ?? [])],
      target: [...whole.target, ...(part.target ?? [])],
    }),
    plainShape,
  );
}
