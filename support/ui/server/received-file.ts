import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../targets/errors';

/** A file that a page hands over. */
interface Received {
  readonly folder: string;
  /** What the person calls it, for messages alone. */
  readonly name: string;
  readonly mostBytes: number;
  /** What to do with one that is larger. */
  readonly ifLarger: string;
}

/**
 * Writes a body to a file of our own naming, and gives its path: who asks for it removes it. Throws a ConfigurationError
 * for one that is empty, or larger than allowed; nothing is left then, or where it breaks off.
 */
export async function receive(body: IncomingMessage, { folder, ...about }: Received): Promise<string> {
  // Browsers say how large a file is: none is read halfway only to be refused then.
  if (Number(body.headers['content-length']) > about.mostBytes) throw tooLarge(about);
  const file = join(folder, `received-${randomUUID()}`);
  // Before anything is read: a body that breaks off at once must not leave a file that is made after it.
  const opened = await open(file, 'wx', 0o600);
  try {
    await pipeline(body, allowed(about), opened.createWriteStream());
  } catch (error) {
    await rm(file, { force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    throw goneCodes.includes(code) ? brokenOff() : error;
  }
  return file;
}

/** Who sent it went away. */
const goneCodes = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];
const brokenOff = () => Object.assign(new Error('the file broke off'), { statusCode: 400 });

type Limit = Omit<Received, 'folder'>;

const allowed = (limit: Limit) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit.mostBytes) throw tooLarge(limit);
      yield chunk;
    }
    if (bytes === 0) throw new ConfigurationError('is empty', { file: limit.name }, 'choose another file');
  };

const tooLarge = ({ name, mostBytes, ifLarger }: Limit): ConfigurationError =>
  new ConfigurationError(`is larger than ${mostBytes / 1024 ** 2} MiB`, { file: name }, ifLarger);
