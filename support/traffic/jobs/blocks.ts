import type { Positions } from '../audit';
import type { Stretch, StretchItem } from '../stretch';

/** How many entries are handed over at once. */
const together = 500;

/** An item with its number among those of all inputs. */
export type Placed = StretchItem & { readonly seq: number };

/** Gives what a stretch holds some items at a time, and waits for what is done with them. */
export async function eachBlock(
  { items }: Stretch,
  positions: Positions,
  tell: () => void,
  act: (block: readonly Placed[]) => Promise<void>,
): Promise<void> {
  let block: Placed[] = [];
  for await (const item of items) {
    block.push({ ...item, seq: positions.of(item.number, item.from) });
    tell();
    if (block.length < together) continue;
    const full = block;
    block = [];
    await act(full);
  }
  if (block.length > 0) await act(block);
  positions.endInputs();
}
