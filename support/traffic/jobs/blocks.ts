import type { Positions } from '../audit';
import type { Stretch, StretchItem } from '../stretch';
import type { Entry } from './messages';

/** How many entries are handed over at once. */
const together = 200;

/** Some are megabytes long: a block of these ends sooner. */
const mostCharacters = 4 * 1024 * 1024;

/** An item with its number among those of all inputs. */
export type Placed = StretchItem & { readonly seq: number };

/** What a worker gets of an item. */
export const entryOf = ({ seq, text, unseen }: Extract<Placed, { readonly text: string }>): Entry => ({
  seq,
  text,
  ...(unseen && { unseen }),
});

/**
 * Gives what a stretch holds some items at a time, and waits for what is done with them.
 *
 * @param most how many items at once; a seam for tests
 */
export async function eachBlock(
  { items }: Stretch,
  positions: Positions,
  tell: () => void,
  act: (block: readonly Placed[]) => Promise<void>,
  most = together,
): Promise<void> {
  let block: Placed[] = [];
  let characters = 0;
  try {
    for await (const item of items) {
      block.push({ ...item, seq: positions.of(item.number, item.from) });
      tell();
      if ('text' in item) characters += item.text.length;
      if (block.length < most && characters < mostCharacters) continue;
      const full = block;
      block = [];
      characters = 0;
      await act(full);
    }
  } finally {
    if (block.length > 0) await act(block);
    positions.endInputs();
  }
}
