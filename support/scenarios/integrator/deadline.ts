/** Resolves at an instant of real time (epoch milliseconds); holds no process open. */
export function sleepUntil(instant: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, instant - Date.now())).unref();
  });
}
