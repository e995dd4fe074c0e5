import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ToldError } from '../told-error';
import { errorFrom } from '../told-error';
import type { Answers, Beginning, Work } from './messages';

interface Waiting {
  readonly resolve: (answer: Answers[Work['kind']]) => void;
  readonly reject: (error: unknown) => void;
}

/** Does what it is asked for, one after the other. */
export interface Hand {
  ask<Of extends Work>(work: Of): Promise<Answers[Of['kind']]>;
  close(): Promise<void>;
}

/** Workers in threads of their own, each of which does what it is asked for in turn. */
export class Crew {
  readonly #members: readonly Hand[];

  /** @param start a seam for tests */
  constructor(size: number, beginning: Beginning, start: (beginning: Beginning) => Hand = inThread) {
    this.#members = Array.from({ length: size }, () => start(beginning));
  }

  get size(): number {
    return this.#members.length;
  }

  ask<Of extends Work>(member: number, work: Of): Promise<Answers[Of['kind']]> {
    const asked = this.#members[member % this.size];
    if (asked === undefined) throw new Error('a crew without members');
    return asked.ask(work);
  }

  askAll<Of extends Work>(work: Of): Promise<Answers[Of['kind']][]> {
    return Promise.all(this.#members.map((each) => each.ask(work)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((each) => each.close()));
  }
}

/** TypeScript is compiled in each thread by itself, as in the program. */
const isSource = extname(__filename) === '.ts';
const execArgv = isSource ? ['-r', join(__dirname, '../../../bin/typescript.cjs')] : [];

/** Of each thread, for young objects: V8 would take 48, and an audit would be no faster. */
const maxYoungGenerationSizeMb = 8;

const inThread = (beginning: Beginning): Hand => new Member(beginning);

class Member implements Hand {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];

  constructor(beginning: Beginning) {
    this.#worker = new Worker(join(__dirname, `worker${extname(__filename)}`), {
      workerData: beginning,
      execArgv,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    this.#worker.on('message', (message: { answer: Answers[Work['kind']] } | { error: ToldError }) => {
      const next = this.#waiting.shift();
      if ('error' in message) next?.reject(errorFrom(message.error));
      else next?.resolve(message.answer);
    });
    this.#worker.on('error', (error) => {
      for (const each of this.#waiting.splice(0)) each.reject(error);
    });
  }

  ask<Of extends Work>(work: Of): Promise<Answers[Of['kind']]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage(work);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
