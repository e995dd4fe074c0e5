import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/** Ways to stop a command that serves, such as a proxy or a mock. */
export interface ServingEnd {
  /** Resolves when the command should stop. */
  readonly come: Promise<unknown>;
  /**
   * Stops the command without an error, for example because the user pressed Ctrl-C or a limit was reached.
   */
  readonly now: () => void;
  /** Stops the command with an error: `come` rejects with this error. */
  readonly because: (error: Error) => void;
}

/**
 * A {@link ServingEnd} that signals trigger as well. The command calls `release` after it has printed its
 * results.
 */
interface Stop extends ServingEnd {
  /**
   * Removes the signal handlers, so that a signal ends the process again. After a stop by a signal, keeps the
   * handlers, and keeps the process alive until repetitions of that signal have arrived.
   */
  readonly release: () => void;
  /** Returns the signal that stopped the command, if one did. */
  readonly signal: () => NodeJS.Signals | undefined;
}

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time in milliseconds after the first signal within which further signals count as repetitions. A single
 * Ctrl-C can arrive three times: from the terminal, from npx, and from a Node process that started this one.
 */
const sameStopMs = 1000;
/** Time in milliseconds within which all repetitions of one Ctrl-C arrive. */
const repeatsMs = 500;

let isStopping = false;

/** Whether a signal has stopped a command of this process, which still prints its verdict. */
export const isStopHandled = (): boolean => isStopping;

/**
 * Handles signals for a serving command: the first signal stops the command but not the process, so that a
 * verdict can follow. A signal more than {@link sameStopMs} after the first ends the process.
 *
 * @param pass receives each signal, except repetitions. Returns whether it dealt with the signal; if so, the
 *   signal stops nothing here.
 */
export function handleStopSignals(pass?: (signal: NodeJS.Signals) => boolean): Stop {
  const ending = createServingEnd();
  let stoppedAt: number | undefined;
  let stoppedBy: NodeJS.Signals | undefined;
  const unheard = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    const again = stoppedAt !== undefined && performance.now() - stoppedAt > sameStopMs;
    const isRepeated = stoppedAt !== undefined && !again;
    stoppedAt ??= performance.now();
    stoppedBy ??= signal;
    isStopping = true;
    if (isRepeated || pass?.(signal) === true) return;
    ending.now();
    if (!again) return;
    unheard();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    // Keep the handlers, because a repetition of the Ctrl-C must not kill the process and change its exit
    // code. The timer keeps the process alive until all repetitions have arrived.
    if (stoppedAt === undefined) unheard();
    else setTimeout(() => undefined, Math.max(0, stoppedAt + repeatsMs - performance.now()));
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return { ...ending, release, signal: () => stoppedBy };
}

/**
 * Calls `act` when a signal is about to end this process, for example to remove an unfinished file. Then lets other
 * handlers, or Node's default, end the process by that signal. The returned function removes the
 * handlers.
 */
export function beforeEndBySignal(act: (signal: NodeJS.Signals) => void): () => void {
  const unheard = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    unheard();
    act(signal);
    // A handler keeps Node from ending the process, so send the signal again now that this handler is removed.
    process.kill(process.pid, signal);
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return unheard;
}

/** Runs `act`. If a signal ends this process meanwhile, prints one line with the signal and `consequence`. */
export async function describingEnd<Value>(
  surroundings: Surroundings,
  consequence: string,
  act: () => Promise<Value>,
): Promise<Value> {
  const unheard = beforeEndBySignal((signal) => {
    printErrorLine(surroundings, `Stopped by ${signal}: ${consequence}.`);
  });
  try {
    return await act();
  } finally {
    unheard();
  }
}

/** Returns a {@link ServingEnd} that ignores signals. */
export function createServingEnd(): ServingEnd {
  const { promise: come, resolve, reject: because } = Promise.withResolvers<undefined>();
  // Avoids an unhandled rejection if `because` is called before anything awaits `come`.
  come.catch(() => undefined);
  const now = (): void => {
    resolve(undefined);
  };
  return { come, now, because };
}
