import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Time in milliseconds within which a program such as `timeout` signals the group after it has signalled a process. */
const groupDelayMs = 200;
/** Time in milliseconds within which a running program answers. A stopped one, as after Ctrl-Z, does not answer. */
const answerMs = 1000;

/**
 * A small program in the process group of this process. It distinguishes a signal to the whole group, such as Ctrl-C
 * in a terminal or the signal of `timeout`, from a signal to this process only: a signal to the group ends the program.
 * Needs a POSIX shell; not for Windows.
 */
export class GroupSentinel {
  #program = startProgram();
  #isClosed = false;

  /**
   * Resolves to whether the whole group also gets a signal that this process has just got. Resolves to `false` if the
   * program does not answer.
   */
  async shares(signal: NodeJS.Signals): Promise<boolean> {
    const program = this.#program;
    const { child, ended } = program;
    const answered = new Promise<'answered'>((resolve) => {
      child.stdout?.once('data', () => {
        resolve('answered');
      });
    });
    await Promise.race([delay(groupDelayMs), ended]);
    // The program answers each line.
    child.stdin?.write('\n');
    const answeredOrEnded = new AbortController();
    const late = delay(answerMs, 'late' as const, { signal: answeredOrEnded.signal });
    const answer = await Promise.race([answered, ended, late]);
    // Do not let the timer keep this process alive.
    answeredOrEnded.abort();
    if (answer === 'answered') return false;
    // SIGKILL ends a stopped program as well.
    if (answer === 'late') child.kill('SIGKILL');
    if (!this.#isClosed && this.#program === program) this.#program = startProgram();
    return answer === signal;
  }

  /** Ends the program, and starts no other. */
  close(): void {
    this.#isClosed = true;
    this.#program.child.stdin?.destroy();
  }
}

interface Program {
  readonly child: ChildProcess;
  /** Resolves to the signal that ended the program; `null` if it ended without a signal, or could not be started. */
  readonly ended: Promise<NodeJS.Signals | null>;
}

function startProgram(): Program {
  // When this process ends, the program reads the end of its input, and ends.
  const child = spawn('/bin/sh', ['-c', 'while read -r line; do echo; done'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('error', () => {
      resolve(null);
    });
    child.once('exit', (_code, signal) => {
      resolve(signal);
    });
  });
  // Ignore errors: the program may have ended.
  child.stdin.on('error', () => undefined);
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref();
  return { child, ended };
}
