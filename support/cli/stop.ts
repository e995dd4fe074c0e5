/** What ends a command that serves: a signal, a time in seconds, or somebody who has seen enough and calls `now`. */
export function untilStopped(seconds?: number): { readonly come: Promise<void>; readonly now: () => void } {
  let now: () => void = () => undefined;
  const come = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, now);
  // What serves keeps the process alive; once it ends, the time must not.
  if (seconds !== undefined) setTimeout(now, seconds * 1000).unref();
  return { come, now };
}
