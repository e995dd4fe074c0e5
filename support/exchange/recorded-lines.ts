import { LineSplitter } from '../adapter/lines';
import type { StreamLine } from '../adapter/lines';
import { isHeaderLine } from './recording-header';

/** Two bodies of 1 MiB, each byte of them written as `\u0000`, and a third of that for the rest. */
const maxLineBytes = 16 * 1024 * 1024;

/** A line of a recording, or the news that it is longer than any that is written. */
export type RecordedLine = {
  /** Counts from 1, without the header. */
  readonly number: number;
  /** Where it stands in its file, where that is another number. */
  readonly line?: number;
} & ({ readonly text: string } | { readonly flaw: string });

/** By which number a person finds it. */
export const lineOf = ({
  number,
  line = number,
}: {
  readonly number: number;
  readonly line?: number;
}): number => line;

/**
 * The lines of a recording as its bytes come, whatever its size; blank ones are passed over, and so is a header in front. They end
 * at line feeds alone: JSON may hold the other characters that end a line elsewhere, as U+2028.
 */
export async function* recordedLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxLineBytes,
): AsyncGenerator<RecordedLine> {
  const splitter = new LineSplitter(maxBytes);
  let [number, at] = [0, 0];
  for await (const chunk of withLineEnd(chunks))
    for (const line of splitter.push(chunk)) {
      const read = textOf(line);
      at += 1;
      if (at === 1 && read !== undefined && isHeaderLine(read)) continue;
      number += 1;
      const stands = at === number ? {} : { line: at };
      if (read === undefined) yield { number, ...stands, flaw: `longer than ${maxBytes} bytes` };
      else if (read !== '') yield { number, ...stands, text: read };
    }
}

async function* withLineEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  yield Buffer.from('\n');
}

/** A mark of the byte order in front is a blank, too. */
function textOf(line: StreamLine): string | undefined {
  return line.kind === 'too-long' ? undefined : line.bytes.toString('utf8').trim();
}
