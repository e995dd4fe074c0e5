import { readdirSync } from 'node:fs';
import { hasOneChild, parentOf, readProcFile } from './linux-processes';
import { linksToNpm, waitsForConform } from './npm-chain';

/** Milliseconds between two checks. */
const intervalMs = 1000;

interface CallerEvents {
  /** Called once, when npm or its shell has ended. */
  readonly ended: () => void;
  /** Called each time that npm got a SIGINT which this process did not get. */
  readonly interrupted: () => void;
  /** Returns how many signals this process has handled. */
  readonly signals: () => number;
}

/**
 * Watches npm, if npm or npx started this process, and the processes in between. Returns a function that ends the
 * watch. npm starts a command as `sh -c 'conform' mock`, and passes a signal on only to that shell:
 * - SIGTERM ends the shell, and SIGHUP or SIGKILL ends npm. In either case a process loses its parent.
 * - On SIGINT the shell waits for this process to end, and does not inform it. The only trace is that the shell was
 *   woken up. Ctrl-C leaves this trace too, and reaches this process as well.
 *
 * Does nothing for a command that npm did not start, because such a command may outlive the shell that started it.
 * The shell that started npm may end, too: {@link linksToNpm} ends at npm. Without /proc, only the parent of this
 * process is watched. On Windows, nothing is watched.
 */
export function watchCaller(events: CallerEvents, env = process.env): () => void {
  const watch = process.platform === 'win32' ? undefined : (watchLinks() ?? watchParent(env));
  if (watch === undefined) return () => undefined;
  // The numbers of signals that this process had handled at the last check, and at the check before.
  let handled = [events.signals(), events.signals()] as const;
  const timer = setInterval(() => {
    if (watch.isLost()) {
      clearInterval(timer);
      events.ended();
      return;
    }
    const now = events.signals();
    const isOwn = handled[1] !== now;
    handled = [now, handled[0]];
    if (watch.wasWoken() && !isOwn) events.interrupted();
  }, intervalMs).unref();
  return () => {
    clearInterval(timer);
  };
}

interface Watch {
  /** Whether npm or its shell has ended. */
  readonly isLost: () => boolean;
  /** Whether a signal has woken up the shell since the last call. */
  readonly wasWoken: () => boolean;
}

function watchLinks(): Watch | undefined {
  const links = linksToNpm();
  if (links.length === 0) return undefined;
  const shells = links
    .filter(({ pid, isShell }) => isShell && hasOneChild(pid))
    .map(({ pid }) => new Sleeper(pid));
  return {
    isLost: () => links.some(({ pid, startedBy }) => parentOf(pid) !== startedBy),
    // Ask each shell, because each answer begins a new period.
    wasWoken: () => shells.map((shell) => shell.wasWoken()).includes(true),
  };
}

/** Watches only the parent of this process, on a system without /proc. */
function watchParent(env: NodeJS.ProcessEnv): Watch | undefined {
  if (process.platform === 'linux' || !waitsForConform(env.npm_lifecycle_script)) return undefined;
  const parent = process.ppid;
  return { isLost: () => process.ppid !== parent, wasWoken: () => false };
}

/**
 * A process that sleeps until another one ends. Only a signal that it handles wakes it up, or something that wakes up
 * every process: Ctrl-Z, a pause of the container, a suspended computer. To distinguish these cases, the class also
 * observes the threads of this process. Most of them sleep all the time, so a signal to the other process leaves at
 * least one of them undisturbed.
 */
export class Sleeper {
  readonly #pid: number;
  #count: string | undefined;
  #own: ReadonlyMap<string, string>;

  constructor(pid: number) {
    this.#pid = pid;
    this.#own = ownCounts();
    this.#count = this.#sleepCount();
  }

  /**
   * Whether the process has got a signal since the last call that returned true, or since the start. Ignores signals
   * that woke up every thread of this process as well.
   */
  wasWoken(): boolean {
    const [count, own] = [this.#sleepCount(), ownCounts()];
    const isAlone = [...own].some(([thread, slept]) => this.#own.get(thread) === slept);
    if (isAlone && this.#count !== undefined) {
      if (count === undefined || count === this.#count) return false;
      this.#count = count;
      return true;
    }
    this.#own = own;
    // Read the count again: the processes may have been woken up between the two readings.
    this.#count = this.#sleepCount();
    return false;
  }

  /** Returns how often the process fell asleep; `undefined` unless it sleeps. */
  #sleepCount(): string | undefined {
    const status = readProcFile(`${this.#pid}/status`) ?? '';
    return /^State:\tS/m.test(status) ? countIn(status) : undefined;
  }
}

const countIn = (status: string): string => /^voluntary_ctxt_switches:\t(\d+)/m.exec(status)?.[1] ?? '';

/** Returns how often each thread of this process fell asleep. */
function ownCounts(): ReadonlyMap<string, string> {
  const threads = readdirSync('/proc/self/task');
  return new Map(threads.map((id) => [id, countIn(readProcFile(`self/task/${id}/status`) ?? '')]));
}
