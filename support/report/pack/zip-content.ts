import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/** A member whose packed bytes cannot be unpacked: somebody changed them, or the disk did. */
export class DamagedMember extends Error {
  override readonly name = 'DamagedMember';
}

/** A member that is not as large as it declares, packed or unpacked; the message says in which way. */
export class OddMember extends Error {
  override readonly name = 'OddMember';
}

/**
 * Calls `take` with the content of a member, piece by piece. The library leaves alone what stands behind the end of a
 * packed content, where whoever reads a zip from its front finds other members; and it compares no checksum.
 * Throws a DamagedMember or an OddMember; what was taken until then is worth nothing.
 */
export async function readContent(zip: ZipFile, entry: Entry, take: (chunk: Buffer) => void): Promise<void> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  let [bytes, checksum] = [0, 0];
  const count = async (content: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) throw new OddMember('too many bytes in the stream');
      checksum = crc32(chunk, checksum);
      take(chunk);
    }
  };
  const unread = await unpack(packed, entry, count);
  if (bytes < entry.uncompressedSize) throw new OddMember('not enough bytes in the stream');
  if (unread > 0) throw new OddMember('bytes stand behind its end');
  if (checksum !== entry.crc32) throw new DamagedMember(entry.fileName);
}

/** The method of a member that is not packed. */
const stored = 0;

/** How many of the packed bytes are behind the end of the content. */
async function unpack(
  packed: Readable,
  entry: Entry,
  count: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<number> {
  if (entry.compressionMethod === stored) {
    await pipeline(packed, count);
    return 0;
  }
  const inflate = createInflateRaw();
  try {
    await pipeline(packed, inflate, count);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') ? new DamagedMember(entry.fileName) : error;
  }
  // What the engine took, and not what it was offered.
  return entry.compressedSize - inflate.bytesWritten;
}
