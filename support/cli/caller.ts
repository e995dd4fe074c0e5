import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** Milliseconds between two checks. */
const intervalMs = 1000;

/** Ends a watch. */
type Unwatch = () => void;

/**
 * Watches the processes between npm and this one, and calls `end` once when they show that this process should end.
 * npm and npx start a command as `sh -c 'conform' mock`, and pass a signal on only to that shell:
 * - SIGTERM ends the shell, and SIGHUP or SIGKILL ends npm. In either case a process loses its parent.
 * - On SIGINT the shell waits for this process to end, and does not inform it. The only trace is that the shell was
 *   woken up.
 *
 * Does nothing for a command that npm did not start, because such a command may outlive the shell that started it.
 * Without /proc, only the parent of this process is watched. On Windows, nothing is watched.
 */
export function watchCaller(end: (signal: 'SIGINT' | 'SIGTERM') => void, env = process.env): Unwatch {
  if (process.platform === 'win32' || !isForeground(env.npm_lifecycle_script)) return () => undefined;
  const parent = process.ppid;
  const wrappers = wrappersFrom(parent);
  const shells = wrappers
    .filter(({ pid, isShell }) => isShell && hasOneChild(pid))
    .map(({ pid }) => new Sleeper(pid));
  const isLost = (): boolean =>
    process.ppid !== parent || wrappers.some(({ pid, startedBy }) => parentOf(pid) !== startedBy);
  const timer = setInterval(() => {
    const signal = isLost() ? 'SIGTERM' : shells.some((shell) => shell.wasWoken()) ? 'SIGINT' : undefined;
    if (signal === undefined) return;
    clearInterval(timer);
    end(signal);
  }, intervalMs).unref();
  return () => {
    clearInterval(timer);
  };
}

/** Words of a shell that start a program in the background. `&&` and redirections such as `2>&1` are not among them. */
const background = /(?<![&<>])&(?![&>])|\b(?:setsid|disown)\b|daemon/;

/**
 * Whether a script of npm runs `conform` and waits for it. A command in the background may be meant to outlive the
 * shell.
 */
export function isForeground(script = ''): boolean {
  return script.includes('conform') && !background.test(script);
}

/** A process that only waits for the next one: a shell, or a Node that handed over to the pinned one. */
interface Wrapper {
  readonly pid: number;
  readonly startedBy: number;
  readonly isShell: boolean;
}

const shellName = /^(?:ba|da|a|k|z)?sh$/;

/** Returns the processes from `pid` upwards that only wait for this process, without npm itself. */
function wrappersFrom(pid: number): readonly Wrapper[] {
  const [program = '', option] = read(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  const isShell = shellName.test(basename(program)) && option === '-c';
  // A Node that handed over keeps a channel to this process.
  const isWrapper = isShell || (pid === process.ppid && process.channel !== undefined);
  const startedBy = parentOf(pid);
  if (!isWrapper || startedBy === undefined) return [];
  return [{ pid, startedBy, isShell }, ...wrappersFrom(startedBy)];
}

/** Returns the id of a process's parent; `undefined` if the process has ended, or without /proc. */
function parentOf(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The parent follows the state, which follows the program's name in parentheses. The name may contain anything.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Whether a process has one child only. A shell with more children is woken up when any of them ends. */
function hasOneChild(pid: number): boolean {
  return /^\d+ ?$/.test(read(`/proc/${pid}/task/${pid}/children`) ?? '');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
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

  /** Whether the process has got a signal that did not wake up this process as well. */
  wasWoken(): boolean {
    const [count, own] = [this.#sleepCount(), ownCounts()];
    const isAlone = [...own].some(([thread, slept]) => this.#own.get(thread) === slept);
    if (isAlone && this.#count !== undefined) return count !== undefined && count !== this.#count;
    this.#own = own;
    // Read the count again: the processes may have been woken up between the two readings.
    this.#count = this.#sleepCount();
    return false;
  }

  /** Returns how often the process fell asleep; `undefined` unless it sleeps. */
  #sleepCount(): string | undefined {
    const status = read(`/proc/${this.#pid}/status`) ?? '';
    return /^State:\tS/m.test(status) ? countIn(status) : undefined;
  }
}

const countIn = (status: string): string => /^voluntary_ctxt_switches:\t(\d+)/m.exec(status)?.[1] ?? '';

/** Returns how often each thread of this process fell asleep. */
function ownCounts(): ReadonlyMap<string, string> {
  const folder = '/proc/self/task';
  return new Map(readdirSync(folder).map((id) => [id, countIn(read(`${folder}/${id}/status`) ?? '')]));
}
