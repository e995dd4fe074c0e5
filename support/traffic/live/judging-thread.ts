import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EnvironmentError } from '../../contract/outcome';
import type { Audited } from '../../judging/results';
import type { Front } from '../proxy/fronts';
import type { Passed } from '../passed';
import { Batches } from './batches';
import type { Earlier, LiveBeginning, LiveEnd, News, Order, Question, Replies } from './messages';
import { Room } from './room';
import { errorFrom } from '../told-error';
import type { LiveTold } from './told';

/** So much may wait to be judged. A client that asks more quickly than that goes on waits for an answer. */
const mostWaiting = 16 * 1024 * 1024;

/** TypeScript is compiled in each thread by itself, as in the program. */
const execArgv = extname(__filename) === '.ts' ? ['-r', join(__dirname, '../../../bin/typescript.cjs')] : [];

/** What the thread tells in between. */
export interface Hearing {
  readonly print: (lines: string) => void;
  /** Takes what came as data; lines of it are not printed then. */
  readonly tell?: (told: LiveTold) => void;
  /** Nothing more can be recorded or judged. */
  readonly fail: (error: Error) => void;
}

interface Waiting {
  readonly resolve: (reply: Replies[Question['kind']]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread beside the one that passes on. All that went through is handed over to it as bytes, in order; there it is
 * redacted, recorded and judged. Nothing unredacted is written.
 */
export class JudgingThread {
  readonly room = new Room(mostWaiting);
  readonly #worker: Worker;
  readonly #fronts: readonly Front[];
  readonly #batches: Batches;
  readonly #waiting: Waiting[] = [];
  readonly #hearing: Hearing;
  #error: Error | undefined;
  /** Where the recording is. */
  file: string;
  /** How much was recorded, what was gone on with included. */
  count = 0;
  /** How much was handed over. */
  handed = 0;
  /** How much of it could not be judged. */
  unjudged = 0;
  /** How much of the rest neither the contract nor the far side knows. */
  unmapped = 0;
  #done = 0;

  constructor(beginning: LiveBeginning, hearing: Hearing) {
    this.file = beginning.file;
    this.#fronts = beginning.fronts;
    this.#hearing = hearing;
    this.#batches = new Batches((bytes) => {
      this.#post({ kind: 'passed', bytes }, [bytes.buffer]);
    });
    this.#worker = new Worker(join(__dirname, `live-worker${extname(__filename)}`), {
      workerData: { ...beginning, asData: hearing.tell !== undefined },
      execArgv,
    });
    this.#worker.on('message', (news: News) => {
      this.#hear(news);
    });
    this.#worker.on('error', (error: unknown) => {
      this.#break(error);
    });
    this.#worker.on('exit', () => {
      this.#break(new Error('it ended'));
    });
  }

  /** How much waits to be judged. */
  get waiting(): number {
    return this.handed - this.#done;
  }

  /** Takes what went through; the connection of the client does not wait for what becomes of it. */
  take(front: Front, passed: Passed): void {
    if (this.#error !== undefined) return;
    this.handed += 1;
    this.room.take(this.#batches.add(this.#fronts.indexOf(front), passed));
  }

  /** Rejects where the recording cannot be opened. */
  async open(): Promise<void> {
    try {
      await this.#ask({ kind: 'open' });
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  /** Judges an earlier recording, and goes on behind it. */
  async continue(earlier: Earlier): Promise<Audited> {
    const audited = await this.#ask({ kind: 'continue', earlier });
    this.count += audited.exchanges;
    return audited;
  }

  /** Goes on under another name. */
  async moveTo(file: string): Promise<void> {
    await this.#ask({ kind: 'move', file });
    this.file = file;
  }

  /** Has all that was handed over stand in its file, so that it can be read. */
  async flush(): Promise<void> {
    await this.#ask({ kind: 'flush' });
  }

  /** Judges all that was handed over, and writes what is left. */
  end(): Promise<LiveEnd> {
    return this.#ask({ kind: 'end' });
  }

  finish(): Promise<void> {
    return this.#close();
  }

  /** Writes what can be written of it; nothing is printed from then on. */
  async abandon(): Promise<void> {
    await this.#ask({ kind: 'abandon' }).catch(() => undefined);
    await this.#close();
  }

  async #close(): Promise<void> {
    this.#error ??= new Error('it was closed');
    await this.#worker.terminate();
  }

  #ask<Of extends Question>(question: Of): Promise<Replies[Of['kind']]> {
    if (this.#error !== undefined) return Promise.reject(this.#error);
    this.#batches.flush();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
      this.#post(question);
    });
  }

  #post(order: Order, given: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, given);
  }

  #hear(news: News): void {
    if (news.kind === 'lines') this.#hearing.print(news.text);
    else if (news.kind === 'told') this.#hearing.tell?.(news.told);
    else if (news.kind === 'reply') this.#waiting.shift()?.resolve(news.reply);
    else if (news.kind === 'refusal') this.#waiting.shift()?.reject(errorFrom(news.error));
    else if (news.kind === 'broken') this.#hearing.fail(errorFrom(news.error));
    else {
      this.count += news.recorded;
      this.unjudged += news.unjudged;
      this.unmapped += news.unmapped;
      this.#done += news.recorded + news.unjudged;
      this.room.free(news.bytes);
    }
  }

  /** The thread is no more: what it wrote stays. */
  #break(why: unknown): void {
    if (this.#error !== undefined) return;
    const { code, message = String(why) } = why as Partial<NodeJS.ErrnoException>;
    this.#error = new EnvironmentError(
      `the thread that records and judges broke down (${code ?? message}): what it wrote until then is kept`,
    );
    for (const each of this.#waiting.splice(0)) each.reject(this.#error);
    this.#hearing.fail(this.#error);
  }
}
