import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CutError } from '../exchange/har/read-har';

/** Traffic shrinks to a twentieth or so, and one letter over and over to a thousandth. */
const most = { ratio: 200, fromBytes: 64 * 1024 * 1024 };

/** Undoes gzip. Throws CutError where it breaks off, or was made to exhaust its reader. */
export async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [packed, unpacked] = [0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  };
  try {
    // The reader gets its errors.
    const plain = pipeline(counted(), createGunzip({ chunkSize: 1 << 18 }), () => undefined);
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > most.fromBytes && unpacked > packed * most.ratio)
        throw new CutError(`its gzip unpacks to more than ${most.ratio} times its size`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CutError) throw error;
    throw new CutError(`its gzip breaks off (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
