import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import { afterOwnTime } from '../../contract/own-time';

/** Waits until something has happened, which a `change` may tell, at most so many milliseconds; tells whether it has. */
export async function waitFor(
  changes: EventEmitter,
  happened: () => boolean,
  limitMs: number,
): Promise<boolean> {
  const over = new AbortController();
  const end = afterOwnTime(limitMs, () => {
    over.abort();
  });
  try {
    while (!happened()) await once(changes, 'change', over);
    return true;
  } catch {
    return happened();
  } finally {
    end();
  }
}
