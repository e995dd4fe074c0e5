import type { Positions } from '../audit';
import type { Item, Source } from '../sources';

/** How many entries are handed over at once. */
const together = 500;

/** An item with its number among those of all inputs. */
export type Placed = Item & { readonly seq: number };

/** Gives what a source holds some items at a time, and waits for what is done with them. */
export async function eachBlock(
  source: Source,
  positions: Positions,
  tell: () => void,
  act: (block: readonly Placed[]) => Promise<void>,
): Promise<void> {
  let block: Placed[] = [];
  try {
    for await (const item of source.items) {
      block.push({ ...item, seq: positions.of(item.number) });
      tell();
      if (block.length < together) continue;
      const full = block;
      block = [];
      await act(full);
    }
  } finally {
    if (block.length > 0) await act(block);
    positions.endInput();
  }
}
