import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../../targets/errors';
import { requireFile } from '../require-file';

/** The largest file that is taken, in bytes. */
export const mostBytes = 2 * 1024 ** 3;

/**
 * Writes what is uploaded to a file of our own naming in a folder, a piece at a time, and gives its path. Throws a
 * ConfigurationError where it is larger than `most` bytes or empty; nothing is left then, or where it breaks off.
 */
export async function receive(upload: unknown, folder: string, most = mostBytes): Promise<string> {
  const body = requireFile(upload);
  const file = join(folder, `dropped-${randomUUID()}`);
  // Before anything is read: an upload that breaks off at once must not leave a file that is made after it.
  const opened = await open(file, 'wx', 0o600);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw tooLarge(most);
      yield chunk;
    }
  };
  try {
    await pipeline(body, counted, opened.createWriteStream());
    if (bytes === 0) throw new ConfigurationError('is empty', {}, 'choose a file that holds traffic');
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return file;
}

/** Told before anything is read, too, where the browser says how large it is. */
export const tooLarge = (most: number): ConfigurationError =>
  new ConfigurationError(
    `is larger than ${most >= 1024 ** 3 ? `${most / 1024 ** 3} GiB` : `${most} bytes`}`,
    {},
    'judge it where it is: npx conform audit FILE',
  );
