import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/** What was seen of a member, whose content was read once, piece by piece. */
export interface Seen {
  bytes: number;
  lines: number;
  /** Empty: it cannot be unpacked, since the packed bytes were changed, or the disk failed. */
  sha256: string;
  /** The whole content, where it was asked for and can be unpacked. */
  content?: Buffer;
}

/** The method of a member that is not packed. */
const stored = 0;

/**
 * Reads a member. The library leaves alone what stands behind the end of a packed content, where a reader of a zip
 * from its front finds other members; and it compares no checksum. Throws where the member is not as large as it
 * declares, packed or unpacked; the message says in which way.
 */
export async function readMember(zip: ZipFile, entry: Entry, isKept: boolean): Promise<Seen> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const engine = entry.compressionMethod === stored ? undefined : createInflateRaw();
  const seen: Seen = { bytes: 0, lines: 0, sha256: '' };
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let checksum = 0;
  try {
    await pipeline(packed, engine ?? new PassThrough(), async (content: AsyncIterable<Buffer>) => {
      for await (const chunk of content) {
        count(seen, chunk);
        if (seen.bytes > entry.uncompressedSize) throw new Error('too many bytes in the stream');
        checksum = crc32(chunk, checksum);
        hash.update(chunk);
        if (isKept) kept.push(chunk);
      }
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) return seen;
    throw error;
  }
  if (seen.bytes < entry.uncompressedSize) throw new Error('not enough bytes in the stream');
  // What the engine took, and not what it was offered.
  if ((engine?.bytesWritten ?? Infinity) < entry.compressedSize)
    throw new Error('bytes stand behind its end');
  if (checksum !== entry.crc32) return seen;
  return { ...seen, sha256: hash.digest('hex'), ...(isKept && { content: Buffer.concat(kept) }) };
}

const lineEnd = 10;

function count(seen: Seen, chunk: Buffer): void {
  seen.bytes += chunk.length;
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) seen.lines += 1;
}
