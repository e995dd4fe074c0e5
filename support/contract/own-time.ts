/** Milliseconds between two looks at the clock; a turn of this process that takes longer has kept answers waiting. */
const stepMs = 50;

/**
 * Calls `over` after so many milliseconds in which this process could read what came; gives what ends that. A machine that
 * was busy or asleep makes no one else late: that time does not count, and what came meanwhile is read first.
 */
export function afterOwnTime(limitMs: number, over: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    const nextMs = Math.min(leftMs, stepMs);
    const due = performance.now() + nextMs;
    timer = setTimeout(() => {
      const isLate = performance.now() > due + stepMs;
      if (leftMs > nextMs) wait(leftMs - nextMs);
      else if (isLate) wait(stepMs);
      else over();
    }, nextMs);
  };
  wait(limitMs);
  return () => {
    clearTimeout(timer);
  };
}
