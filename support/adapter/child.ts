import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment, programToStart } from './child-environment';
import type { AdapterFault } from './fault';

/**
 * The environment variable that marks an adapter's processes. Every descendant inherits it, even in
 * another session or group.
 */
const markName = 'CONFORM_ADAPTER_PROCESS';

const markOf = (mark: string): Readonly<Record<string, string>> => ({ [markName]: mark });

/**
 * Maximum number of searches for marked processes. A repeated search finds processes that an earlier one
 * missed because they were just starting.
 */
const mostRounds = 5;

/**
 * Kills all processes with this mark in their environment. Works only on Linux, which shows environments in
 * /proc.
 */
function endMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < mostRounds; round += 1) {
    const found = marked(mark);
    for (const pid of found) end(pid);
    if (found.length === 0) return;
  }
}

function marked(mark: string): number[] {
  const wanted = `\0${markName}=${mark}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `\0${environmentOf(name)}`.includes(wanted))
    .map(Number);
}

/** Returns an empty string if the process has ended or belongs to another user. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The running process groups. Maps the pid of each group's leader to the mark of the group's processes. */
const living = new Map<number, string>();

/**
 * Registers a process group, so that it is killed when this process ends. A signal from the terminal, such as
 * Ctrl-C, does not reach the group. `leader` is the pid of the group's first process. All processes of the
 * group inherited `mark`.
 */
function watchGroup(leader: number, mark: string): void {
  if (living.size === 0) listen();
  living.set(leader, mark);
}

/**
 * Removes a group that has ended from the registered groups, because the system may reuse the leader's pid.
 */
function forgetGroup(leader: number): void {
  if (living.delete(leader) && living.size === 0) stopListening();
}

/**
 * Sends a signal to all processes of a group. Does nothing if the group has ended. On Windows, either signal
 * ends the processes immediately.
 */
function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: all processes have ended. EPERM: the remaining processes run as another user, so we cannot end them.
  }
}

function listen(): void {
  process.on('exit', endAll);
  // Run our listener first, so that `onSignal` also counts `once` listeners, which are removed when they are
  // called.
  for (const signal of signals) process.prependListener(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', endAll);
  for (const signal of signals) process.off(signal, onSignal);
}

function endAll(): void {
  for (const [leader, mark] of living) {
    signalGroup(leader, 'SIGKILL');
    endMarked(mark);
  }
}

/**
 * Ends the registered groups and then this process, unless another listener handles the signal. Because a
 * listener disables the signal's default action, this function removes the listener and sends the signal
 * again.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  stopListening();
  process.kill(process.pid, signal);
}

export interface ChildOptions {
  /** The program and its arguments, started without a shell. The program `node` is the suite's own Node. */
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Environment variables, in addition to the few that every adapter receives. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The outcome of running a program. `words` describes it, for example as `exit code 3` or `SIGSEGV`. */
export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly words: string }
  | { readonly kind: 'not-started'; readonly fault: AdapterFault };

/** Milliseconds to wait after closing stdin, after SIGTERM, and for the pipes to close. */
const grace = { eof: 1000, term: 1500, pipes: 300 };

interface Reader {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** A program in its own process group. When the program ends, its remaining descendants are killed. */
export class ChildProgram {
  /** `undefined` if the program could not be started. */
  readonly #process: ChildProcessWithoutNullStreams | undefined;
  readonly #mark = randomUUID();
  #stopped: Promise<void> | undefined;
  #gone = false;
  /**
   * Resolves when the program could not be started, or when it has ended and its output has been read. Waits
   * only briefly if surviving descendants keep the pipes open.
   */
  readonly ended: Promise<ProgramEnd>;
  /** Resolves as soon as the program has exited, or could not be started. */
  readonly #exited: Promise<unknown>;

  constructor(options: ChildOptions, reader: Reader) {
    const started = start(options, this.#mark);
    if (started instanceof Promise) {
      this.#exited = started;
      this.ended = started.then((error) => ({ kind: 'not-started', fault: startFault(options, error) }));
      return;
    }
    this.#process = started;
    // Without a listener, a broken pipe would crash this process. Ignore the error: `ended` reports the end
    // of the program.
    for (const each of [started, ...streamsOf(started)]) each.on('error', () => undefined);
    started.stdout.on('data', reader.stdout);
    started.stderr.on('data', reader.stderr);
    this.#exited = new Promise((resolve) => started.once('exit', resolve));
    this.ended = this.#end(started);
  }

  /** Returns whether the program has exited, or exits within this number of milliseconds. */
  exitsWithin(ms: number): Promise<boolean> {
    return within(ms, this.#exited);
  }

  write(text: string): void {
    this.#process?.stdin.write(text);
  }

  endInput(): void {
    this.#process?.stdin.end();
  }

  /**
   * Closes stdin, then ends the program and its descendants. If `patiently` is true, first gives the program
   * a second to exit by itself. Resolves when the program has ended.
   */
  stop(patiently: boolean): Promise<void> {
    this.#stopped ??= this.#stop(patiently);
    return this.#stopped;
  }

  async #stop(patiently: boolean): Promise<void> {
    this.endInput();
    if (patiently && (await within(grace.eof, this.ended))) return;
    this.#signal('SIGTERM');
    if (await within(grace.term, this.ended)) return;
    this.#signal('SIGKILL');
    await this.ended;
  }

  /** Does nothing once the group has ended, because the system may have reused its id for another group. */
  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#process?.pid !== undefined && !this.#gone) signalGroup(this.#process.pid, signal);
  }

  async #end(started: ChildProcessWithoutNullStreams): Promise<ProgramEnd> {
    const { pid = 0 } = started;
    watchGroup(pid, this.#mark);
    const closed = new Promise((resolve) => started.once('close', resolve));
    const ending = await new Promise<ProgramEnd>((resolve) =>
      started.once('exit', (code, signal) => {
        resolve({ kind: 'ended', code, words: signal ?? `exit code ${code ?? 'unknown'}` });
      }),
    );
    // Kill remaining descendants, which would otherwise keep the pipes open and outlive the run.
    this.#signal('SIGKILL');
    this.#gone = true;
    forgetGroup(pid);
    // Also end descendants that moved to another group or session: the signal above did not reach them.
    endMarked(this.#mark);
    // Wait only briefly, because descendants that were not found may keep the pipes open forever.
    await within(grace.pipes, closed);
    for (const stream of streamsOf(started)) stream.destroy();
    return ending;
  }
}

/**
 * Starts the program. If that fails, returns a promise of the error, because Node throws some errors and
 * emits others later.
 */
function start(
  { command: [program = '', ...args], cwd, env }: ChildOptions,
  mark: string,
): ChildProcessWithoutNullStreams | Promise<NodeJS.ErrnoException> {
  try {
    const started = spawn(programToStart(program), args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...childEnvironment(env), ...markOf(mark) },
      // Run the program in its own process group. On Windows, `detached` would open a console window instead.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (started.pid !== undefined) return started;
    return new Promise((resolve) => started.once('error', resolve));
  } catch (error) {
    return Promise.resolve(error as NodeJS.ErrnoException);
  }
}

function streamsOf({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams) {
  return [stdin, stdout, stderr];
}

async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  const late = delay(ms, false, { signal: settled.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    settled.abort();
  }
}

function startFault(
  { command: [program = ''], cwd }: ChildOptions,
  error: NodeJS.ErrnoException,
): AdapterFault {
  return {
    what: `${JSON.stringify(program)} cannot be started (${error.code ?? error.message})`,
    likely: startHint(program, cwd, error.code),
  };
}

function startHint(program: string, cwd: string | undefined, code: string | undefined): string {
  if (cwd !== undefined && !existsSync(cwd))
    return `there is no folder ${JSON.stringify(cwd)} to start it in`;
  const file = resolve(cwd ?? '', program);
  if (code === 'ENOENT' && /[\\/]/.test(program))
    return existsSync(file)
      ? 'the interpreter in its first line (#!) is not there'
      : `there is no file ${JSON.stringify(file)}`;
  if (code === 'ENOENT')
    return (
      'no such program; no shell reads integrator.command, so it names a program that PATH finds, and each ' +
      'argument apart, as in ["java", "-jar", "adapter.jar"]'
    );
  if (code === 'EACCES') return 'it may not be run: chmod +x, or put its interpreter in front';
  return 'start it by hand to see what it lacks';
}
