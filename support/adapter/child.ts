import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from './child-environment';
import type { Fault } from './fault';
import { forgetGroup, signalGroup, watchGroup } from './process-group';

export interface ChildOptions {
  /** The program, and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Added to the few variables that every adapter gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended; `words` are `exit code 3` or `SIGSEGV`. */
export type Ending =
  | { readonly kind: 'ended'; readonly code: number | null; readonly words: string }
  | { readonly kind: 'not-started'; readonly fault: Fault };

/** Milliseconds that an adapter has to go by itself, and then after SIGTERM. */
const grace = { eof: 1000, term: 1500, pipes: 300 };

/** What takes a program's output, as it comes. */
export interface Reader {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** A program with a process group of its own, which ends as a whole. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #pid: number | undefined;
  #stopped: Promise<void> | undefined;
  #gone = false;
  /** Resolves when the program has ended, or could not be started, and all that it wrote has been read. */
  readonly ended: Promise<Ending>;

  constructor({ command: [program = '', ...args], cwd, env }: ChildOptions, reader: Reader) {
    this.#process = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: childEnvironment(env),
      // A group of its own; on Windows it would be a window of its own.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#pid = this.#process.pid;
    if (this.#pid === undefined) {
      this.ended = this.#failure(program, cwd);
      return;
    }
    watchGroup(this.#pid);
    // Broken pipes come with the end of the program, which is told of; without a listener they would end this one.
    for (const each of [this.#process, ...this.#streams]) each.on('error', () => undefined);
    this.#process.stdout.on('data', reader.stdout);
    this.#process.stderr.on('data', reader.stderr);
    this.ended = this.#end(this.#pid);
  }

  write(text: string): void {
    if (this.#pid !== undefined) this.#process.stdin.write(text);
  }

  /** Ends the program and all that it started; resolves when it is gone. `patiently`: it may go by itself first. */
  stop(patiently: boolean): Promise<void> {
    this.#stopped ??= this.#stop(patiently);
    return this.#stopped;
  }

  async #stop(patiently: boolean): Promise<void> {
    if (this.#pid === undefined) return;
    this.#process.stdin.end();
    if (patiently && (await within(grace.eof, this.ended))) return;
    this.#signal('SIGTERM');
    if (await within(grace.term, this.ended)) return;
    this.#signal('SIGKILL');
    await this.ended;
  }

  /** The number of a group that is gone may be another's by now. */
  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#pid !== undefined && !this.#gone) signalGroup(this.#pid, signal);
  }

  get #streams() {
    return [this.#process.stdin, this.#process.stdout, this.#process.stderr];
  }

  #failure(program: string, cwd: string | undefined): Promise<Ending> {
    return new Promise((resolve) =>
      this.#process.once('error', (error) => {
        resolve({ kind: 'not-started', fault: startFault(program, cwd, error) });
      }),
    );
  }

  async #end(pid: number): Promise<Ending> {
    const child = this.#process;
    const closed = new Promise((resolve) => child.once('close', resolve));
    const ending = await new Promise<Ending>((resolve) =>
      child.once('exit', (code, signal) => {
        resolve({ kind: 'ended', code, words: signal ?? `exit code ${code ?? 'unknown'}` });
      }),
    );
    // Whatever it left behind would hold its pipes, and outlive the run.
    this.#signal('SIGKILL');
    this.#gone = true;
    forgetGroup(pid);
    // A descendant that took a group of its own may hold the pipes for ever.
    await within(grace.pipes, closed);
    for (const stream of this.#streams) stream.destroy();
    return ending;
  }
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

function startFault(program: string, cwd: string | undefined, error: NodeJS.ErrnoException): Fault {
  return {
    what: `${JSON.stringify(program)} cannot be started (${error.code ?? error.message})`,
    likely: startHint(cwd, error.code),
  };
}

function startHint(cwd: string | undefined, code: string | undefined): string {
  if (cwd !== undefined && !existsSync(cwd))
    return `there is no folder ${JSON.stringify(cwd)} to start it in`;
  if (code === 'ENOENT')
    return (
      'no such program; no shell reads integrator.command, so it names a program that PATH finds, and each ' +
      'argument apart, as in ["java", "-jar", "adapter.jar"]'
    );
  if (code === 'EACCES') return 'it may not be run: chmod +x, or put its interpreter in front';
  return 'start it by hand to see what it lacks';
}
