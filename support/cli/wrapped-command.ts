import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { callerPath, findProgram } from '../adapter/child-environment';
import type { HandedOut } from '../mock/handed-out';
import { ConfigurationError } from '../targets/errors';
import { GroupSentinel } from './group-sentinel';
import { descendantsOf, groupOf } from './linux-processes';
import type { SignalCause } from './stop';

const at = 'the command of mock';

/**
 * Milliseconds between SIGTERM and SIGKILL if the mock must end although its command still runs. A command that has got
 * SIGTERM or SIGHUP before also has this time until it gets SIGTERM again.
 */
const graceMs = 5000;

/**
 * A command that the mock starts, such as the tests of a client. It has the standard input and output of this
 * process, and the mock ends when it ends.
 */
export class WrappedCommand {
  readonly #command: readonly string[];
  #child: ChildProcess | undefined;
  #exitCode: number | undefined;
  #gotSignal = false;
  #sentinel: GroupSentinel | undefined;
  /** Whether the command has got SIGTERM or SIGHUP. */
  #mustEnd = false;
  #ending: Promise<void> | undefined;

  /** Throws a ConfigurationError if the program does not exist. */
  constructor(command: readonly string[]) {
    const [program = ''] = command;
    if (findProgram(program) === undefined) throw notStarted(program, 'no such program, or not executable');
    this.#command = command;
  }

  /**
   * Starts the command with the caller's environment and these variables. Throws a ConfigurationError if it
   * cannot be started.
   *
   * @param ended called once the command has ended, even if processes that it started still run
   */
  async start(variables: HandedOut, callerEnv: NodeJS.ProcessEnv, ended: () => void): Promise<void> {
    // A signal has ended the mock while it was being started.
    if (this.#gotSignal) return;
    const [program = '', ...args] = this.#command;
    const env = { ...withCallerPath(callerEnv), ...Object.fromEntries(variables) };
    try {
      const child = spawn(program, args, { env, stdio: 'inherit' });
      // Listen at once, because the command may end before this function continues.
      child.once('exit', (code, signal) => {
        this.#exitCode = code ?? exitCodeOfSignal(signal);
        process.off('exit', this.#endWithProcess);
        this.#sentinel?.close();
        ended();
      });
      process.once('exit', this.#endWithProcess);
      await once(child, 'spawn');
      this.#child = child;
      if (process.platform !== 'win32' && this.#exitCode === undefined) this.#sentinel = new GroupSentinel();
    } catch (error) {
      throw notStarted(program, (error as NodeJS.ErrnoException).code ?? (error as Error).message);
    }
  }

  /**
   * Passes a signal on to those processes of the running command that do not get the signal anyway; a repetition kills
   * these processes. Ends the command if the program that started this process has ended. Returns `false` if the
   * command does not run, so that the signal is meant for this process.
   */
  readonly pass = (signal: NodeJS.Signals, cause: SignalCause = 'sent'): boolean => {
    this.#gotSignal = true;
    const child = this.#running;
    if (child === undefined) return false;
    if (cause === 'caller ended') void this.end();
    else void this.#passUnlessShared(child, signal, cause === 'repeated' ? 'SIGKILL' : signal);
    // A program may survive SIGINT, such as a watcher of tests.
    if (signal !== 'SIGINT') this.#mustEnd = true;
    return true;
  };

  async #passUnlessShared(
    child: ChildProcess,
    signal: NodeJS.Signals,
    passed: NodeJS.Signals,
  ): Promise<void> {
    // Look at once: a shell that the signal ends leaves its programs without a parent.
    const outsiders = processesOutsideGroup(child);
    // A console of Windows sends every signal that Node can receive there to the command as well.
    const isShared = this.#sentinel === undefined || (await this.#sentinel.shares(signal));
    if (isShared) signalEach(outsiders, passed);
    else if (this.#running !== undefined) signalEach(processesOf(child), passed);
  }

  /** Ends the command if it still runs, because the mock must end. */
  async end(): Promise<void> {
    if (this.#running !== undefined) await (this.#ending ??= endCommand(this.#running, this.#mustEnd));
  }

  /** The process of the command while it runs. */
  get #running(): ChildProcess | undefined {
    return this.#exitCode === undefined ? this.#child : undefined;
  }

  /** Returns the command's exit code if it is not 0, else the given code of the verdict. */
  exitCode(verdict: number): number {
    return this.#exitCode === undefined || this.#exitCode === 0 ? verdict : this.#exitCode;
  }

  readonly #endWithProcess = (): void => {
    if (this.#child !== undefined) signalEach(processesOf(this.#child), 'SIGTERM');
  };
}

/** The options of the mock that do not fit every command line with or without a command. */
interface OptionsBesides {
  readonly json?: true;
  readonly for?: number;
  readonly count?: number;
  readonly env?: readonly string[];
  readonly variables?: string;
}

/**
 * Returns the command to start; `undefined` if the user names only options. Throws a ConfigurationError if the program
 * does not exist, or if an option does not fit.
 */
export function wrappedCommandOf(
  command: readonly string[],
  { json, for: seconds, count, env, variables }: OptionsBesides,
): WrappedCommand | undefined {
  if (command.length === 0) {
    if (env === undefined || variables !== undefined) return undefined;
    const hint = 'add --variables FILE, or -- and a command';
    throw new ConfigurationError('has no effect without variables', { at: '--env' }, hint);
  }
  if (json === true)
    throw new ConfigurationError(
      'does not fit a command, which has stdout to itself',
      { at: '--json' },
      'read results.json of the report, as in --reports DIR',
    );
  for (const [at, value] of [
    ['--for', seconds],
    ['--count', count],
  ] as const)
    if (value !== undefined)
      throw new ConfigurationError('does not fit a command', { at }, 'the mock ends when its command ends');
  return new WrappedCommand(command);
}

/** Returns the exit code with which a shell reports the end of a program by a signal. */
function exitCodeOfSignal(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** Returns an environment without the suite's own programs in PATH, which npx puts there. */
function withCallerPath(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).map(([name, value = '']) => [
      name,
      name.toUpperCase() === 'PATH' ? callerPath(value) : value,
    ]),
  );
}

/** Sends SIGTERM to a command, then SIGKILL. Resolves when the command has ended. */
async function endCommand(child: ChildProcess, gotSignal: boolean): Promise<void> {
  const ended = once(child, 'exit');
  const send = (signal: NodeJS.Signals): void => {
    signalEach(processesOf(child), signal);
  };
  const waitMs = gotSignal ? graceMs : 0;
  const timers = [setTimeout(send, waitMs, 'SIGTERM'), setTimeout(send, waitMs + graceMs, 'SIGKILL')];
  await ended;
  timers.forEach(clearTimeout);
}

/**
 * Returns the ids of a command and, on Linux, of all processes below it. A signal goes to all of them, as from a
 * terminal: a shell does not pass on a signal to the program that it waits for.
 */
const processesOf = ({ pid }: ChildProcess): number[] =>
  pid === undefined ? [] : [pid, ...descendantsOf(pid)];

/**
 * Returns the ids of a command's processes that a signal to the process group of this process does not reach, such as
 * those below `setsid` or `timeout`. The list is empty without /proc.
 */
function processesOutsideGroup(child: ChildProcess): number[] {
  const own = groupOf('self');
  return processesOf(child).filter((pid) => groupOf(pid) !== own);
}

function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
}

function notStarted(program: string, why: string): ConfigurationError {
  const shell = process.platform === 'win32' ? 'cmd /c npm test' : "sh -c 'first && second'";
  return new ConfigurationError(
    `cannot be started: ${JSON.stringify(program)} (${why})`,
    { at },
    `name a program that PATH finds; for all that only a shell understands, name the shell, as in ${shell}`,
  );
}
