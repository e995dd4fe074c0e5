import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { AdapterHandlers } from './handlers';
import { answerMessage, tooLongAnswer } from './handlers';
import type { StreamLine } from './lines';
import { LineSplitter } from './lines';
import { maxMessageBytes } from './protocol';

interface ServeOptions {
  /** Maximum size of a message in bytes; 32 MiB by default. */
  readonly maxLine?: number;
}

/**
 * Runs the adapter's side of the protocol over streams. Answers each message before reading the next.
 * Resolves when the input ends, after answering `shutdown`, or when the output is closed. Offers `shutdown`
 * even without a handler for it. Handlers must not print to `output`, which is only for messages.
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
  // Without a listener, a closed output would crash this process.
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

/**
 * Writes a message, and waits until the output can accept another one. Returns false if the output is closed.
 */
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
