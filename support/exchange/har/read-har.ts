import { readJson } from '../../contract/json';
import type { ReadJson } from '../../contract/json';
import { EntrySplitter } from './entry-splitter';

/** Why a file could not be read to its end; what came before counts. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

/** Longer than any body that is recorded, in whatever encoding. */
const maxEntryBytes = 16 * 1024 * 1024;

/** An entry as it stands in the file, or why it is passed over. */
export type CutEntry = { readonly text: string } | { readonly flaw: string };

/**
 * The entries of a HAR file, or of lists (`within` is empty), as they come, whatever their size. Throws CutError where
 * it ends too soon.
 */
export async function* cutEntries(
  chunks: AsyncIterable<Buffer>,
  within?: readonly [],
): AsyncGenerator<CutEntry> {
  const splitter = new EntrySplitter(maxEntryBytes, within);
  for await (const chunk of chunks) {
    for (const text of splitter.push(chunk))
      yield text === undefined ? { flaw: `larger than ${maxEntryBytes} bytes` } : { text };
    if (splitter.isEnded && within === undefined) return;
  }
  if (!splitter.isEnded) throw new CutError('it ends in the middle');
}

/** The same, parsed. */
export async function* harEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadJson> {
  for await (const entry of cutEntries(chunks)) yield 'text' in entry ? readJson(entry.text) : entry;
}
