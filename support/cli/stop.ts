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
   * handlers, and keeps the process alive until the echoes of that signal have arrived.
   */
  readonly release: () => void;
  /** Returns the reason, if a signal stopped the command. */
  readonly reason: () => StopReason | undefined;
}

interface StopReason {
  readonly signal: NodeJS.Signals;
  /** The beginning of a line, such as `Stopped by SIGTERM`. */
  readonly text: string;
}

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time in milliseconds after a signal within which the same signal is an echo of it. A single Ctrl-C can arrive three
 * times: from the terminal, from npm, and from a Node process that started this one. `timeout` signals both the program
 * that it started and the group.
 */
const sameStopMs = 1000;
/** Time in milliseconds after a signal within which the same signal, unless it is an echo, is a repetition. */
const repetitionMs = 5000;
/** Time in milliseconds within which all echoes of one Ctrl-C arrive. */
const echoesMs = 500;

let handled = 0;

/** Returns how many signals this process has handled instead of ending by them. */
export const countHandledSignals = (): number => handled;

/** The program that started this process, such as `npx`, if its end is the reason to stop. */
let endedCaller: string | undefined;
/** Whether the next SIGTERM is the one that {@link stopAfterCaller} sends. */
let isCallersSignal = false;

/** Sends SIGTERM to this process, because the program that started it has ended. */
export function stopAfterCaller(name: string): void {
  endedCaller = name;
  isCallersSignal = true;
  process.kill(process.pid, 'SIGTERM');
}

/** Returns the beginning of the line that names the reason of a stop, such as `Stopped by SIGTERM`. */
export function describeStop(signal: NodeJS.Signals): string {
  return signal === 'SIGTERM' && endedCaller !== undefined
    ? `Stopped because ${endedCaller} ended`
    : `Stopped by ${signal}`;
}

/** The reason for a signal. `caller ended`: the program that started this process, such as `npx`, has ended. */
export type SignalCause = 'sent' | 'repeated' | 'caller ended';

interface StopOptions {
  /** Prints a line with the reason when a signal stops the command. */
  readonly surroundings?: Surroundings;
  /**
   * Receives each signal, except echoes. Returns whether it dealt with the signal; if so, the signal stops nothing
   * here.
   */
  readonly pass?: ((signal: NodeJS.Signals, cause: SignalCause) => boolean) | undefined;
  /** Called when a second signal is about to end the process. May end the process itself. */
  readonly giveUp?: (signal: NodeJS.Signals) => void;
}

/**
 * Handles signals for a command that ends in an orderly way: the first signal that `pass` does not deal with stops the
 * command but not the process, so that a verdict can follow. Further signals within {@link sameStopMs} are part of this
 * stop. A later one ends the process. The end of the caller is never an echo and never ends the process.
 */
export function handleStopSignals({ surroundings, pass, giveUp }: StopOptions = {}): Stop {
  const ending = createServingEnd();
  const arrivals = new SignalArrivals();
  /** When the last signal arrived that stopped this command, or would have stopped it. */
  let stoppedAt: number | undefined;
  let reason: StopReason | undefined;
  const unheard = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const setReason = (signal: NodeJS.Signals): void => {
    if (reason !== undefined) return;
    reason = { signal, text: describeStop(signal) };
    if (surroundings !== undefined) printErrorLine(surroundings, `${reason.text}.`);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    handled += 1;
    const cause = arrivals.add(signal);
    if (cause === 'echo') return;
    const isOfCaller = cause === 'caller ended';
    if (pass?.(signal, cause) === true) {
      // A signal that only the command gets does not stop this process yet.
      if (isOfCaller) setReason(signal);
      return;
    }
    const now = performance.now();
    const isLate = stoppedAt !== undefined && now - stoppedAt > sameStopMs;
    if (stoppedAt === undefined || isLate) stoppedAt = now;
    setReason(signal);
    ending.now();
    if (!isLate || isOfCaller) return;
    unheard();
    giveUp?.(signal);
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    // Keep the handlers, because an echo of the Ctrl-C must not kill the process and change its exit code. The timer
    // keeps the process alive until all echoes have arrived.
    if (arrivals.lastAt === undefined) unheard();
    else setTimeout(() => undefined, Math.max(0, arrivals.lastAt + echoesMs - performance.now()));
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return { ...ending, release, reason: () => reason };
}

/** The signals that arrived, to distinguish a new one from an echo and from a repetition. */
class SignalArrivals {
  /** When the last signal arrived that was not an echo. */
  lastAt: number | undefined;
  readonly #lastAt = new Map<NodeJS.Signals, number>();

  add(signal: NodeJS.Signals): SignalCause | 'echo' {
    const now = performance.now();
    const age = now - (this.#lastAt.get(signal) ?? -Infinity);
    const isOfCaller = isCallersSignal && signal === 'SIGTERM';
    if (isOfCaller) isCallersSignal = false;
    else if (age <= sameStopMs) return 'echo';
    this.#lastAt.set(signal, now);
    this.lastAt = now;
    if (isOfCaller) return 'caller ended';
    return age <= repetitionMs ? 'repeated' : 'sent';
  }
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

/** Runs `act`. If a signal ends this process meanwhile, prints one line with the reason and `consequence`. */
export async function describingEnd<Value>(
  surroundings: Surroundings,
  consequence: string,
  act: () => Promise<Value>,
): Promise<Value> {
  const unheard = beforeEndBySignal((signal) => {
    printErrorLine(surroundings, `${describeStop(signal)}: ${consequence}.`);
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
