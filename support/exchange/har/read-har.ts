import { isAscii } from 'node:buffer';
import { JSONParser } from '@streamparser/json';

/** Why a file could not be read to its end; what came before counts. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

/** The entries of a HAR file as they come, whatever its size. Throws CutError where it is no JSON, or ends too soon. */
export async function* harEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  let ready: unknown[] = [];
  let problem: string | undefined;
  parser.onValue = ({ value }) => {
    ready.push(value);
  };
  parser.onError = (error) => {
    problem ??= error.message.split('\n')[0] ?? 'unknown';
  };
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    try {
      // Decoded, a mark of the byte order is gone, as some tools of Windows write; and bytes that are no UTF-8 become the
      // sign for that, and the rest of the file goes on. A character may be cut at the end of a chunk: from the first
      // that is not plain on, all of it is decoded.
      if (!isAscii(chunk)) decoder ??= new TextDecoder();
      parser.write(decoder?.decode(chunk, { stream: true }) ?? chunk);
    } catch (error) {
      // Some errors go to the callback, and some are thrown.
      problem ??= error instanceof Error ? error.message : String(error);
    }
    yield* ready;
    ready = [];
    if (parser.isEnded || problem !== undefined) break;
  }
  if (problem !== undefined) throw new CutError(`it is no JSON: ${problem}`);
  if (!parser.isEnded) throw new CutError('it ends in the middle');
}
