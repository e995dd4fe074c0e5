import pc from 'picocolors';
import { printableLine } from '../../contract/printable';
import type { Batch } from './live-news';
import type { LiveExchange } from './told';
import { serviceOf } from './told';

/**
 * A line for each exchange, with what it breaks.
 *
 * @param colours whether the terminal shows them; another thread cannot tell
 */
export function linesOf({ exchanges, breaches }: Batch, colours: boolean): string {
  const { red } = pc.createColors(colours);
  const broken = Map.groupBy(breaches, ({ seq }) => seq);
  const lineOf = (each: LiveExchange): string => {
    const { seq, method, path, status, failure = 'no answer', durationMs } = each;
    const ids = broken.get(seq) ?? [];
    const found =
      ids.length === 0 ? '' : `  ${red(ids.map(({ obligation }) => `✗ ${obligation}`).join(' '))}`;
    const line = printableLine(`${method} ${path} ${status ?? failure}`);
    return `${`#${seq}`.padStart(6)}  ${serviceOf(each).padEnd(10)} ${line} ${durationMs} ms${found}`;
  };
  // All at once: a terminal is slow to take them one by one.
  return exchanges.map(lineOf).join('\n');
}
