/** What ends that which serves. */
export interface ServingEnd {
  /** Resolves when the end is asked for. */
  readonly come: Promise<unknown>;
  /** Asks for it: the user has seen enough. */
  readonly now: () => void;
  /** Ends it for a reason: `come` rejects. */
  readonly because: (error: Error) => void;
}

/** What a command that serves waits for, and keeps until all is told. */
interface Stop extends ServingEnd {
  /** Signals end the process again, as they do by default, unless one was what ended the command. */
  readonly release: () => void;
}

/** What asks a process to end. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One Ctrl-C arrives up to three times: from the terminal, from npx, and from a Node that has handed over. */
const sameStopMs = 1000;
/** Those follow each other within this time. */
const repeatsMs = 500;

/**
 * What ends a command that serves: a signal, or a user who has seen enough. The signal does not end the process, so
 * that a verdict can follow; another one, later than a second, does.
 */
export function untilStopped(): Stop {
  const ending = endedByHand();
  let stoppedAt: number | undefined;
  const unheard = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    const again = stoppedAt !== undefined && performance.now() - stoppedAt > sameStopMs;
    stoppedAt ??= performance.now();
    ending.now();
    if (!again) return;
    unheard();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    // The same Ctrl-C may yet arrive once more, and must not take the exit code of a process that is about to end.
    if (stoppedAt === undefined) unheard();
    else setTimeout(() => undefined, Math.max(0, stoppedAt + repeatsMs - performance.now()));
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return { ...ending, release };
}

/** An end that no signal asks for. */
export function endedByHand(): ServingEnd {
  const { promise: come, resolve, reject: because } = Promise.withResolvers<undefined>();
  // It may come before anyone waits for it.
  come.catch(() => undefined);
  const now = (): void => {
    resolve(undefined);
  };
  return { come, now, because };
}
