/**
 * The interval between clock checks, in milliseconds. If a timer fires more than this late, the process was
 * blocked, and incoming data may be waiting to be read.
 */
const stepMs = 50;

/**
 * Calls `over` after `limitMs` milliseconds, counting only time in which this process could read incoming
 * data. Time in which this machine was busy or asleep does not count, because the other party is not
 * responsible for it. Data that arrived during that time is read before `over` is called. Returns a function
 * that cancels the call.
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
