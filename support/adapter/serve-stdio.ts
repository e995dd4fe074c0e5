import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { AdapterHandlers } from './handlers';
import { answerMessage, tooLongAnswer } from './handlers';
import type { StreamLine } from './lines';
import { LineSplitter } from './lines';
import { maxMessageBytes } from './protocol';

interface ServeOptions {
  /** Bytes of a message at most; 32 MiB where it is left out. */
  readonly maxLine?: number;
}

/**
 * The adapter's side of the protocol over streams: one message after the other, each answered before the next is
 * read. Resolves when the input ends, when `shutdown` has been answered, or when the output is no longer read.
 * `shutdown` is always offered. Writes nothing but messages; that a handler does not print to the same stream is up to its author.
 */
export async function serveStdio(
  handlers: AdapterHandlers,
  input: Readable,
  output: Writable,
  { maxLine = maxMessageBytes }: ServeOptions = {},
): Promise<void> {
  const state = { leaving: false };
  const watched: AdapterHandlers = {
    ...handlers,
    shutdown: (params) => {
      state.leaving = true;
      return handlers.shutdown?.(params);
    },
  };
  // Without a listener, a reader that has gone would end this process.
  output.on('error', () => undefined);
  const splitter = new LineSplitter(maxLine);
  for await (const chunk of input as AsyncIterable<Buffer | string>)
    for (const line of splitter.push(Buffer.from(chunk))) {
      const answer = await answerTo(line, watched, maxLine);
      if (answer !== undefined && !(await written(output, answer))) return;
      if (state.leaving) return;
    }
}

async function answerTo(
  line: StreamLine,
  handlers: AdapterHandlers,
  maxLine: number,
): Promise<string | undefined> {
  if (line.kind === 'too-long') return tooLongAnswer(maxLine);
  if (line.bytes.toString('latin1').trim() === '') return undefined;
  return answerMessage(handlers, line.bytes);
}

/** Whether the output took a message. */
async function written(output: Writable, message: string): Promise<boolean> {
  if (!output.writable) return false;
  if (output.write(`${message}\n`)) return true;
  const done = new AbortController();
  try {
    await Promise.race([
      once(output, 'drain', { signal: done.signal }),
      once(output, 'close', { signal: done.signal }),
    ]);
    return output.writable;
  } catch {
    return false;
  } finally {
    done.abort();
  }
}
