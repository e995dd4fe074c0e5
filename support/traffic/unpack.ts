import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { CutError } from '../exchange/har/read-har';

/** Traffic shrinks to a twentieth or so, and one letter over and over to a thousandth. */
const most = { ratio: 200, fromBytes: 64 * 1024 * 1024 };

const chunkSize = 1 << 18;

interface Packing {
  readonly name: string;
  /** The bytes with which it begins (RFC 1952, section 2.3.1; RFC 8878, section 3.1.1). */
  readonly magic: readonly number[];
  readonly undo: () => Transform;
}

const packings: readonly Packing[] = [
  { name: 'gzip', magic: [0x1f, 0x8b], undo: () => createGunzip({ chunkSize }) },
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd], undo: () => createZstdDecompress({ chunkSize }) },
];

/** How a file is packed, by its first bytes; `undefined` for one that is not. */
export function packingOf(first: Buffer): Packing | undefined {
  return packings.find(({ magic }) => magic.every((byte, index) => first[index] === byte));
}

/** Undoes a packing. Throws CutError where it breaks off, or was made to exhaust its reader. */
export async function* unpack(
  chunks: AsyncIterable<Buffer>,
  { name, undo }: Packing,
): AsyncGenerator<Buffer> {
  let [packed, unpacked] = [0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  };
  try {
    // The reader gets its errors.
    const plain = pipeline(counted(), undo(), () => undefined);
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > most.fromBytes && unpacked > packed * most.ratio)
        throw new CutError(`its ${name} unpacks to more than ${most.ratio} times its size`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CutError) throw error;
    throw new CutError(`its ${name} breaks off (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
