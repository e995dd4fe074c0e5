import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from './child-environment';
import { endMarked, markOf } from './descendants';
import type { AdapterFault } from './fault';
import { forgetGroup, signalGroup, watchGroup } from './process-group';

export interface ChildOptions {
  /** The program, and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Added to the few variables that every adapter gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended; `words` are `exit code 3` or `SIGSEGV`. */
export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly words: string }
  | { readonly kind: 'not-started'; readonly fault: AdapterFault };

/** Milliseconds that an adapter has to go by itself, and then after SIGTERM. */
const grace = { eof: 1000, term: 1500, pipes: 300 };

/** What takes a program's output, as it comes. */
export interface Reader {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** A program with a process group of its own, which ends as a whole. */
export class Child {
  /** Undefined: it could not be started. */
  readonly #process: ChildProcessWithoutNullStreams | undefined;
  /** What each of its processes inherits. */
  readonly #mark = randomUUID();
  #stopped: Promise<void> | undefined;
  #gone = false;
  /** Resolves when the program has ended, or could not be started, and all that it wrote has been read. */
  readonly ended: Promise<ProgramEnd>;

  constructor(options: ChildOptions, reader: Reader) {
    const started = start(options, this.#mark);
    if (started instanceof Promise) {
      this.ended = started.then((error) => ({ kind: 'not-started', fault: startFault(options, error) }));
      return;
    }
    this.#process = started;
    // Broken pipes come with the end of the program, which is told of; without a listener they would end this one.
    for (const each of [started, ...streamsOf(started)]) each.on('error', () => undefined);
    started.stdout.on('data', reader.stdout);
    started.stderr.on('data', reader.stderr);
    this.ended = this.#end(started);
  }

  write(text: string): void {
    this.#process?.stdin.write(text);
  }

  /** Nothing more is written to it. */
  endInput(): void {
    this.#process?.stdin.end();
  }

  /** Ends the program and all that it started; resolves when it is gone. `patiently`: it may go by itself first. */
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

  /** The number of a group that is gone may be another's by now. */
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
    // Whatever it left behind would hold its pipes, and outlive the run.
    this.#signal('SIGKILL');
    this.#gone = true;
    forgetGroup(pid);
    // Some take a group, or a session, of their own.
    endMarked(this.#mark);
    // Where they cannot be found they may hold the pipes for ever.
    await within(grace.pipes, closed);
    for (const stream of streamsOf(started)) stream.destroy();
    return ending;
  }
}

/** A program that runs, or the error that came in its place: node throws some of them, and sends others. */
function start(
  { command: [program = '', ...args], cwd, env }: ChildOptions,
  mark: string,
): ChildProcessWithoutNullStreams | Promise<NodeJS.ErrnoException> {
  try {
    const started = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...childEnvironment(env), ...markOf(mark) },
      // A group of its own; on Windows it would be a window of its own.
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

/** Whether a promise resolves in time. */
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
  if (code === 'ENOENT' && /^(node|npm|npx)$/.test(program))
    return `the PATH of your shell finds no ${program}; adapters run under your own Node, and not under that of the suite`;
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
