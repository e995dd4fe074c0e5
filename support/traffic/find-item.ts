import { basename } from 'node:path';
import { lineNumberOf } from '../exchange/recording';
import type { TrafficItem, TrafficSource } from './sources';
import { inputGroups, InputGroup, Positions } from './time-order';

/** Selects an exchange: by its number in the report, or by a file and the entry or line in it. */
export type ExchangePlace =
  | { readonly seq: number; readonly file?: never }
  | { readonly file: string; readonly number: number; readonly seq?: never };

/** An item of the inputs as it is in its file, with its number in the report. */
export interface FoundItem {
  readonly seq: number;
  readonly source: TrafficSource;
  readonly item: TrafficItem;
}

/** The end of a search without a result. */
export interface NotFound {
  /** The number of the last item, or its place in the named file; 0 without any. */
  readonly last: number;
  /** The first reason why an input was not read to its end. */
  readonly cut?: string | undefined;
}

/**
 * Finds an item in the inputs. Reads the inputs in the order in which an audit reads them, so that the numbers are those
 * of the report. Holds only one item of each input at a time.
 */
export async function findItem(
  sources: readonly TrafficSource[],
  wanted: ExchangePlace,
): Promise<FoundItem | NotFound> {
  const positions = new Positions();
  let [last, cut] = [0, undefined as string | undefined];
  let unreadable: FoundItem | undefined;
  for (const inputs of inputGroups(sources)) {
    const group = new InputGroup(inputs);
    for await (const item of group.items) {
      const source = inputs[item.from] ?? inputs[0];
      const found = { seq: positions.of(item.number, item.from), source, item };
      // An unreadable line may have the number of the line after it, which then counts.
      if (unreadable !== undefined && found.seq > unreadable.seq) return unreadable;
      const number = numberOf(found, wanted);
      last = number ?? last;
      if (number !== (wanted.seq ?? wanted.number)) continue;
      if ('text' in item) return found;
      unreadable = found;
    }
    cut ??= [...group.cuts.values()][0]?.message;
    positions.endInputs();
  }
  return unreadable ?? { last, cut };
}

/** Returns the number of an item in the report or in the wanted file; `undefined` for an item of another file. */
function numberOf({ seq, source, item }: FoundItem, { file }: ExchangePlace): number | undefined {
  if (file === undefined) return seq;
  return isNamed(source.name, file) ? lineNumberOf(item) : undefined;
}

/** Returns whether a text names a file: by the name that the user gave, or by the last part of that name. */
export const isNamed = (name: string, text: string): boolean => name === text || basename(name) === text;
