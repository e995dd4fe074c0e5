import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { Subject } from '../support/contract/words';
import type { Specimen } from './mutant';
import type { Trial } from './trial';

/** What a worker is asked for: the trial of a specimen, by its name, or what passes with a recording that forgets. */
export type Job = { readonly specimen: string } | { readonly unrecorded: Subject };

export type Outcome =
  | { readonly trial: Omit<Trial, 'specimen'> }
  | { readonly passed: readonly string[] }
  | { readonly error: string };

interface Waiting {
  readonly job: Job;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Tries specimens out in processes of their own, several at once: a process can have only one run at a time. Each loads
 * the suite once and then takes one job after the other.
 */
export class TrialPool {
  readonly #size: number;
  readonly #queue: Waiting[] = [];
  readonly #workers = new Set<ChildProcess>();
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  async tryOut(specimen: Specimen): Promise<Trial> {
    const outcome = await this.#ask({ specimen: specimen.name });
    if ('trial' in outcome) return { specimen, ...outcome.trial };
    throw new Error(`${specimen.name}: ${'error' in outcome ? outcome.error : 'no trial'}`);
  }

  /** What passes on a subject that keeps the contract although nothing is recorded. */
  async passedUnrecorded(subject: Subject): Promise<readonly string[]> {
    const outcome = await this.#ask({ unrecorded: subject });
    if ('passed' in outcome) return outcome.passed;
    throw new Error('error' in outcome ? outcome.error : 'no answer');
  }

  close(): void {
    this.#closed = true;
    for (const worker of this.#workers) worker.disconnect();
  }

  #ask(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      if (this.#workers.size < this.#size) this.#start();
    });
  }

  #start(): void {
    const worker = fork(join(__dirname, 'worker.ts'), {
      execArgv: ['-r', join(__dirname, '../bin/typescript.cjs')],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#workers.add(worker);
    let current: Waiting | undefined;
    const next = (): void => {
      current = this.#queue.shift();
      if (current !== undefined) worker.send(current.job);
      // An idle worker does not keep the process alive: it ends when its channel does.
      else worker.channel?.unref();
    };
    worker.on('message', (outcome) => {
      current?.resolve(outcome as Outcome);
      next();
    });
    worker.on('exit', (code) => {
      this.#workers.delete(worker);
      current?.reject(new Error(`a worker ended with ${String(code)} in the middle of a trial`));
      // Another worker can do the jobs that have not begun.
      if (this.#queue.length > 0 && !this.#closed) this.#start();
    });
    next();
  }
}
