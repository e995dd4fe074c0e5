import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdapterFault } from './fault';
import { suiteRoot } from '../contract/suite-root';

/** Here lies the pinned Node, among other programs of the suite. */
const ownPrograms = join(suiteRoot, 'node_modules/.bin');

/** npm puts folders in front of PATH; this one of its own comes last of them. */
const npmEnd = /[\\/]node-gyp-bin[\\/]?$/;

/**
 * PATH as it was before npm or npx put the suite's programs in front of it: what an adapter calls `node` is the
 * caller's. What npm did for another package stays, for the caller asked for that.
 */
export function callerPath(path: string, own = ownPrograms): string {
  const suite = realPath(own);
  const isOwn = (entry: string): boolean => entry !== '' && realPath(entry) === suite;
  const kept: string[] = [];
  let run: string[] = [];
  for (const entry of path.split(delimiter)) {
    run.push(entry);
    if (!npmEnd.test(entry)) continue;
    if (!run.some(isOwn)) kept.push(...run);
    run = [];
  }
  return [...kept, ...run].filter((entry) => !isOwn(entry)).join(delimiter);
}

/** The folder itself, whatever links lead to it. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/**
 * What a program needs to start, and no more: the suite's environment holds the secrets of the target, and an
 * adapter gets its own by `initialize`. Proxies are left out too, for their addresses often hold a password.
 */
const passed = new Set(
  [
    ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
    ...['SystemRoot', 'SystemDrive', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
    ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432'],
    ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH'],
    ...['JAVA_HOME', 'M2_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'DOTNET_ROOT'],
    ...['GOROOT', 'GOPATH', 'GOCACHE', 'CARGO_HOME', 'RUSTUP_HOME', 'PYTHONPATH', 'PYTHONHOME'],
    ...['VIRTUAL_ENV', 'GEM_HOME', 'GEM_PATH', 'NODE_PATH'],
  ].map((name) => name.toUpperCase()),
);

/** The environment of an adapter: names known to be harmless, PATH as the caller has it, and what the target adds. */
export function childEnvironment(
  added: Readonly<Record<string, string>> = {},
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(own)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0].toUpperCase()))
    .map(([name, value]) => [name, name.toUpperCase() === 'PATH' ? callerPath(value) : value]);
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...added };
}

function isPassed(name: string): boolean {
  return passed.has(name) || name.startsWith('LC_');
}

/** Where a program is that can be run: on the PATH, or from a folder if its name is a path. It is not run. */
export function findProgram(program: string, cwd = process.cwd()): string | undefined {
  // Windows has it as Path.
  const variables = Object.entries(childEnvironment()).map(([name, value]) => [name.toUpperCase(), value]);
  const { PATH = '' } = Object.fromEntries(variables) as Record<string, string>;
  const folders = /[\\/]/.test(program) ? [cwd] : PATH.split(delimiter);
  return folders
    .flatMap((folder) => filesOf(program).map((file) => resolve(cwd, folder, file)))
    .find(isProgram);
}

/** Windows starts no other file without a shell, `.cmd` and `.bat` among them. */
function filesOf(program: string): string[] {
  if (process.platform !== 'win32' || /\.(exe|com)$/i.test(program)) return [program];
  return [`${program}.exe`, `${program}.com`];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Every process that an adapter starts inherits it, whatever session or group it moves to. */
const markName = 'CONFORM_ADAPTER_PROCESS';

/** What an adapter's environment holds besides, so that its descendants are known by it. */
const markOf = (mark: string): Readonly<Record<string, string>> => ({ [markName]: mark });

/** One that was just being started may be missed in the first round. */
const mostRounds = 5;

/** Ends all processes that inherited a mark. Linux alone shows the environment of a process in its files. */
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

/** Empty for a process that is gone, or another user's. */
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
    // It has gone meanwhile.
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The leaders of groups, with the marks of their processes. */
const living = new Map<number, string>();

/**
 * Sees to it that a group of processes does not outlive this one, which its own group, apart from the terminal's,
 * would let it do. `leader` is the process that the group is named after; `mark` is what all of them inherited.
 */
function watchGroup(leader: number, mark: string): void {
  if (living.size === 0) listen();
  living.set(leader, mark);
}

/** To be called once the leader has gone and its group was ended: its number may be given to another. */
function forgetGroup(leader: number): void {
  if (living.delete(leader) && living.size === 0) stopListening();
}

/** Signals all processes of a group; those that are gone do not matter. On Windows it ends them, whatever the signal. */
function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: no process is left. EPERM: what is left has taken on another user, and is not ours to end.
  }
}

function listen(): void {
  process.on('exit', endAll);
  // First of all, to see the other listeners before they remove themselves.
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

/** A listener keeps a signal from ending this process; without another listener, it is to end all the same. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  stopListening();
  process.kill(process.pid, signal);
}

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
interface Reader {
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
