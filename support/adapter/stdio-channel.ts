import type { RpcResponse } from './call-results';
import { FaultError, parseRpcResponse, requestText } from './call-results';
import type { AdapterChannel, ChannelOptions } from './channel';
import type { ChildOptions, ProgramEnd } from './child';
import { ChildProgram } from './child';
import type { AdapterFault } from './fault';
import type { PendingCall, RpcTransport } from './json-rpc-caller';
import { JsonRpcCaller } from './json-rpc-caller';
import type { LogText } from './kept-log';
import { KeptLog } from './kept-log';
import type { StreamLine } from './lines';
import { LineSplitter } from './lines';
import type { AdapterMethod } from './protocol';
import { maxMessageBytes } from './protocol';

/**
 * Returns the fault for an answer that no call waits for. `answered` contains the ids of calls that already
 * have an answer.
 */
function strayFault({ id, error }: RpcResponse, answered: ReadonlySet<number>): AdapterFault {
  if (typeof id === 'number' && answered.has(id))
    return { what: `answered call ${id} twice`, likely: 'it answers, and once more from an error handler' };
  if (id === null && error !== undefined && error !== null)
    return {
      what: `could not read the call (error ${error.code})`,
      text: error.message,
      likely: 'it reads by the buffer, not by the line, or has a limit below 32 MiB',
    };
  return {
    what: `answered ${JSON.stringify(id)}, which is the id of no call`,
    likely: 'an answer repeats the id of its call, as the same number; a text "1" is another id than 1',
  };
}

/**
 * Returns the fault for a program that ended unexpectedly. `rest` is the output after the last line end.
 * `asked` is true if a call was pending.
 */
function endFault(words: string, rest: Buffer, asked: boolean): AdapterFault {
  if (rest.length > 0)
    return {
      what: `ended with ${words} in the middle of a line`,
      text: rest.toString('utf8'),
      likely: 'it does not flush stdout before it ends, or does not end its lines',
    };
  if (asked)
    return {
      what: `ended with ${words} before it answered`,
      likely:
        'it does not compile, or nothing caught an error; an adapter stays until shutdown, or until stdin ends',
    };
  return {
    what: `ended with ${words} between two calls`,
    likely: 'an adapter stays until shutdown, or until stdin ends, and answers more than one call',
  };
}

interface Waiting {
  readonly method: AdapterMethod;
  readonly resolve: (answer: RpcResponse) => void;
  readonly reject: (error: FaultError) => void;
}

/**
 * Maximum number of lines that answer no call, such as notifications and empty lines. The suite ignores this
 * many, and reports the next one as a fault.
 */
const unsolicitedLines = 1000;

/** Time in milliseconds to notice the exit of a program after its connections broke. */
const exitNoticeMs = 1000;
/** Time in milliseconds to notice it for a program that still ran after an earlier connection had broken. */
const laterExitNoticeMs = 50;

/**
 * Exchanges messages with a program over its stdin and stdout, one per line. Stops the program after any
 * protocol violation, because later lines cannot be trusted.
 */
class StdioTransport implements RpcTransport {
  readonly #child: ChildProgram;
  readonly #log: KeptLog;
  readonly #splitter: LineSplitter;
  readonly #maxLine: number;
  readonly #waiting = new Map<number, Waiting>();
  /** Ids of calls that timed out. Their late answers are ignored. */
  readonly #late = new Set<number>();
  readonly #answered = new Set<number>();
  #unsolicited = 0;
  /** Whether the program went on after a connection broke. */
  #wentOn = false;
  #fault: AdapterFault | undefined;
  #told = false;
  /**
   * True once the adapter is expected to end. From then on, its exit is not a fault, and its output is
   * ignored.
   */
  #leaving = false;

  constructor(options: ChildOptions, log: KeptLog, maxLine: number) {
    this.#log = log;
    this.#maxLine = maxLine;
    this.#splitter = new LineSplitter(maxLine);
    this.#child = new ChildProgram(options, {
      stdout: (chunk) => {
        this.#read(chunk);
      },
      stderr: (chunk) => {
        log.push(chunk);
      },
    });
    void this.#child.ended.then((ending) => {
      this.#onEnd(ending);
    });
  }

  get ended(): boolean {
    return this.#fault !== undefined || this.#leaving;
  }

  log(): LogText {
    return this.#log.text;
  }

  unfinished(): number {
    return this.#splitter.size;
  }

  async isGone(): Promise<boolean> {
    const waitMs = this.#wentOn ? laterExitNoticeMs : exitNoticeMs;
    if (!(await this.#child.exitsWithin(waitMs))) {
      this.#wentOn = true;
      return false;
    }
    // Then the exit is already noted as a fault, unless the suite asked for it.
    await this.#child.ended;
    return true;
  }

  ask({ signal, ...asked }: PendingCall): Promise<RpcResponse> {
    const { id, method } = asked;
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        this.#told = true;
        reject(new FaultError(this.#fault));
        return;
      }
      const text = requestText(asked);
      this.#waiting.set(id, { method, resolve, reject });
      signal.addEventListener('abort', () => {
        if (this.#waiting.delete(id)) this.#late.add(id);
      });
      this.#child.write(`${text}\n`);
    });
  }

  abandon(): void {
    this.#leaving = true;
    void this.#child.stop(false);
  }

  async close(): Promise<AdapterFault | undefined> {
    this.#leaving = true;
    this.#rejectAll({
      what: 'was closed before it answered',
      likely: 'the run ended in the middle of a call',
    });
    await this.#child.stop(this.#fault === undefined);
    return this.#told ? undefined : this.#fault;
  }

  #read(chunk: Buffer): void {
    for (const line of this.#splitter.push(chunk)) {
      if (this.#fault !== undefined || this.#leaving) return;
      try {
        this.#take(line);
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
        this.#break(error.fault);
      }
    }
  }

  #take(line: StreamLine): void {
    if (line.kind === 'too-long')
      throw new FaultError({
        what: `wrote a line of more than ${this.#maxLine} bytes`,
        likely: 'it does not end its lines, or writes something else than messages to stdout',
      });
    const blank = line.bytes.length <= 1 && line.bytes.toString('latin1').trim() === '';
    const answer = blank ? 'unsolicited' : parseRpcResponse(line.bytes);
    if (answer !== 'unsolicited') {
      this.#settle(answer);
      return;
    }
    this.#unsolicited += 1;
    if (this.#unsolicited > unsolicitedLines)
      throw new FaultError({
        what: `wrote more than ${unsolicitedLines} lines that answer nothing`,
        likely: 'notifications, or empty lines; each call has one line as its answer',
      });
  }

  #settle(answer: RpcResponse): void {
    const id = typeof answer.id === 'number' ? answer.id : undefined;
    if (id !== undefined && this.#late.delete(id)) {
      this.#answered.add(id);
      return;
    }
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) throw new FaultError(strayFault(answer, this.#answered));
    this.#waiting.delete(id);
    this.#answered.add(id);
    if (waiting.method === 'shutdown' && (answer.error ?? null) === null) this.#leaving = true;
    waiting.resolve(answer);
  }

  #onEnd(ending: ProgramEnd): void {
    if (this.#fault !== undefined) return;
    if (ending.kind === 'not-started') {
      this.#break(ending.fault);
      return;
    }
    const rest = this.#splitter.rest;
    const [only] = this.#waiting.values();
    // The adapter may exit on `shutdown` without answering.
    if (only?.method === 'shutdown' && this.#waiting.size === 1 && ending.code === 0 && rest.length === 0) {
      this.#leaving = true;
      this.#waiting.clear();
      only.resolve({ id: null });
    }
    if (this.#leaving) this.#told = true;
    this.#break(endFault(ending.words, rest, this.#waiting.size > 0));
  }

  /**
   * Rejects the pending calls and stops the program. If no call is pending, the next call or `close` reports
   * the fault.
   */
  #break(fault: AdapterFault): void {
    this.#fault = fault;
    if (this.#waiting.size > 0) this.#told = true;
    this.#rejectAll(fault);
    void this.#child.stop(false);
  }

  #rejectAll(fault: AdapterFault): void {
    for (const { reject } of this.#waiting.values()) reject(new FaultError(fault));
    this.#waiting.clear();
  }
}

export interface StdioChannelOptions extends ChannelOptions, ChildOptions {
  /** Maximum size of a line in bytes; 32 MiB by default. */
  readonly maxLine?: number;
  /** Receives the adapter's stderr in pieces, which may end in the middle of a word. */
  readonly stderrListener?: (text: string) => void;
}

const logBytes = { first: 16 * 1024, last: 64 * 1024 };

/**
 * Starts an adapter, and exchanges messages with it over stdin and stdout, one per line. The adapter and its
 * descendants end on `close()`, after a fault, or with this process. If the adapter cannot be started, the
 * first call reports the fault.
 */
export function openStdioChannel(options: StdioChannelOptions): AdapterChannel {
  const log = new KeptLog(logBytes, options.stderrListener);
  return new JsonRpcCaller(new StdioTransport(options, log, options.maxLine ?? maxMessageBytes), options);
}
