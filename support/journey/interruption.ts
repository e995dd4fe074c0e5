/** A closing that can be asked for twice. */
export function onceOnly(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

/** An interrupted run closes what it opened before it ends. Gives what undoes the arrangement. */
export function closeOnSignal(close: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  // Stays in place until all is closed: a library that finds itself the only listener left ends the process at once.
  const end = (signal: NodeJS.Signals): void => {
    void close().finally(() => {
      forget();
      process.kill(process.pid, signal);
    });
  };
  const forget = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return forget;
}
