/**
 * The interval between clock checks, in milliseconds. If a timer fires later than expected by more than this,
 * the process was blocked, and answers may be waiting to be read.
 */
const stepMs = 50;

/**
 * Calls `over` after `limitMs` milliseconds in which this process was able to read incoming data. Returns a
 * function that cancels the call. Time in which this machine was busy or asleep does not count, because it
 * does not make another party late. Data that arrived during that time is read before `over` is called.
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
