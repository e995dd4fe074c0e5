import { constants } from 'node:os';

/** A closing that can be asked for twice. */
export function onceOnly(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

/** An interrupted run closes what it opened, then ends as the signal would have ended it. Gives what undoes that. */
export function closeOnSignal(close: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  // Stays in place until all is closed: a library that finds itself the only listener left ends the process at once.
  const end = (signal: NodeJS.Signals): void => {
    void close().finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
