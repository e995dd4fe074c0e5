import { LineSplitter } from '../adapter/lines';
import type { Evidence } from './evidence';

/** Characters at which many readers of lines end one, though JSON does not: NEL and the separators of Unicode. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** One line of a recording. */
export function recordingLine(evidence: Evidence | Omit<Evidence, 'seq'>): string {
  const json = JSON.stringify(evidence).replace(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}

/** No line of a recording comes near it: bodies are cut at 1 MiB. */
const longestLine = 64 * 1024 * 1024;

/**
 * The lines of a recording, which end at a line feed and nowhere else: earlier versions wrote the separators of Unicode
 * as they are. `undefined` stands for a line that is too long to be one.
 */
export async function* linesOfRecording(
  chunks: AsyncIterable<Buffer | string>,
): AsyncGenerator<string | undefined> {
  const splitter = new LineSplitter(longestLine);
  let first = true;
  const textOf = (bytes: Buffer): string => {
    const text = bytes.toString('utf8').replace(/\r$/, '');
    const shown = first ? text.replace(/^\ufeff/, '') : text;
    first = false;
    return shown;
  };
  for await (const chunk of chunks)
    for (const line of splitter.push(Buffer.from(chunk as Buffer)))
      yield line.kind === 'line' ? textOf(line.bytes) : undefined;
  if (splitter.size > 0) yield textOf(splitter.rest);
}
