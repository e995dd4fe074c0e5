import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { callerPath, findProgram } from '../adapter/child-environment';
import type { HandedOut } from '../mock/handed-out';
import { ConfigurationError } from '../targets/errors';
import { GroupSentinel } from './group-sentinel';
import { descendantsOf } from './linux-processes';

const at = 'the command of mock';

/** Milliseconds between SIGTERM and SIGKILL if the mock must end although its command still runs. */
const graceMs = 5000;

/**
 * A command that the mock starts, such as the tests of a client. It has the standard input and output of this
 * process, and the mock ends when it ends.
 */
export class WrappedCommand {
  readonly #command: readonly string[];
  #child: ChildProcess | undefined;
  #exitCode: number | undefined;
  #signals = 0;
  #sentinel: GroupSentinel | undefined;
  /** Whether the command has got SIGTERM or SIGHUP. */
  #mustEnd = false;

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
    const signalsBefore = this.#signals;
    // A signal has ended the mock while it was being started.
    if (signalsBefore > 0) return;
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
    // A signal came while the command was being started.
    if (this.#signals > signalsBefore) signalTree(this.#child, 'SIGTERM');
  }

  /**
   * Passes a signal on to the running command, unless the command gets that signal anyway, or has got a signal that
   * must end it. A repetition kills the command. Returns `false` if the command does not run, so that the signal is
   * meant for this process.
   */
  readonly pass = (signal: NodeJS.Signals, isRepeated = false): boolean => {
    this.#signals += 1;
    if (this.#exitCode !== undefined || this.#child === undefined) return false;
    if (isRepeated) signalTree(this.#child, 'SIGKILL');
    else if (!this.#mustEnd) void this.#passUnlessShared(this.#child, signal);
    // A program may survive SIGINT, such as a watcher of tests.
    if (signal !== 'SIGINT') this.#mustEnd = true;
    return true;
  };

  async #passUnlessShared(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    // A console of Windows sends every signal that Node can receive there to the command as well.
    if (this.#sentinel === undefined || (await this.#sentinel.shares(signal))) return;
    if (this.#exitCode === undefined) signalTree(child, signal);
  }

  /** Ends the command if it still runs, because the mock must end. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#exitCode !== undefined) return;
    const exited = once(child, 'exit');
    signalTree(child, 'SIGTERM');
    const late = setTimeout(() => {
      signalTree(child, 'SIGKILL');
    }, graceMs);
    await exited;
    clearTimeout(late);
  }

  /** Returns the command's exit code if it is not 0, else the given code of the verdict. */
  exitCode(verdict: number): number {
    return this.#exitCode === undefined || this.#exitCode === 0 ? verdict : this.#exitCode;
  }

  readonly #endWithProcess = (): void => {
    if (this.#child !== undefined) signalTree(this.#child, 'SIGTERM');
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

/**
 * Sends a signal to a command and, on Linux, to all processes below it, as a terminal does: a shell does not
 * pass on a signal to the program that it waits for.
 */
function signalTree({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  for (const each of [pid, ...descendantsOf(pid)])
    try {
      process.kill(each, signal);
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
