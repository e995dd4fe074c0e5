import { SingleBar } from 'cli-progress';
import { printableLine } from '../contract/printable';
import type { ReadWatch } from '../traffic/first-pass';
import type { TrafficSource } from '../traffic/sources';
import type { Surroundings } from './surroundings';

const barEveryMs = 200;

/** Shows a progress bar on stderr, if stderr is a terminal and the input has a known size. */
export const progressBarOn =
  ({ stderr }: Surroundings): ReadWatch =>
  (source, act) =>
    withBar(stderr, source, act);

async function withBar<Value>(
  stderr: Surroundings['stderr'],
  source: Pick<TrafficSource, 'name' | 'size' | 'read'>,
  act: (tell: () => void) => Promise<Value>,
): Promise<Value> {
  const { size, name } = source;
  if (stderr.isTTY !== true || size === undefined) return act(() => undefined);
  const format = `${printableLine(name)} {bar} {percentage}% | {value}/{total} MiB | {rate} MiB/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: stderr, clearOnComplete: true, hideCursor: true });
  const inMiB = (bytes: number) => Math.round(bytes / 1024 / 1024);
  bar.start(inMiB(size), 0, { rate: '…' });
  const startedAt = Date.now();
  let shownAt = startedAt;
  try {
    return await act(() => {
      const now = Date.now();
      if (now - shownAt < barEveryMs) return;
      shownAt = now;
      const read = source.read();
      bar.update(inMiB(read), { rate: inMiB((read * 1000) / (now - startedAt)) });
    });
  } finally {
    bar.stop();
  }
}

/**
 * Reports the number of bytes read so far to the parent process, if there is one. Sends at most one message
 * every 200 ms.
 */
export function tellingParent(): ReadWatch {
  let [before, toldAt] = [0, 0];
  return async (source, act) => {
    const told = await act(() => {
      const now = Date.now();
      if (now - toldAt < barEveryMs) return;
      toldAt = now;
      process.send?.(before + source.read());
    });
    before += source.read();
    return told;
  };
}
