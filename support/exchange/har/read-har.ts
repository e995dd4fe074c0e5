import { JSONParser } from '@streamparser/json';

/** Why a file could not be read to its end; what came before counts. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The entries of a HAR file as they come, whatever its size. Throws CutError where it is no JSON, or ends too soon. */
export async function* harEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  let ready: unknown[] = [];
  let problem: Error | undefined;
  let ended = false;
  parser.onValue = ({ value }) => {
    ready.push(value);
  };
  parser.onError = (error) => {
    problem = error;
  };
  parser.onEnd = () => {
    ended = true;
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    if (ended) break;
    // A mark of the byte order, as some tools of Windows write.
    feed(parser, isFirst && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk);
    isFirst = false;
    yield* ready;
    ready = [];
    if (problem !== undefined) break;
  }
  if (problem !== undefined) throw new CutError(`it is no JSON: ${problem.message.split('\n')[0] ?? ''}`);
  if (!ended) throw new CutError('it ends in the middle');
}

/** The parser tells its errors by its callback, and throws some besides. */
function feed(parser: JSONParser, chunk: Buffer): void {
  try {
    parser.write(chunk);
  } catch (error) {
    if (error instanceof Error) parser.onError(error);
  }
}
