import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../targets/errors';

interface Received {
  readonly folder: string;
  /** Name of the file on the user's computer, used only in messages */
  readonly name: string;
  readonly mostBytes: number;
  /** Hint in the error message for a file that is too large */
  readonly ifLarger: string;
}

/**
 * Writes a request body to a new file and returns its path. The caller must remove the file. Throws a
 * ConfigurationError if the body is empty or too large. Removes the file after any error.
 */
export async function receiveUpload(body: IncomingMessage, { folder, ...about }: Received): Promise<string> {
  // Browsers send the size first, so a file that is too large can be refused before it is read.
  if (Number(body.headers['content-length']) > about.mostBytes) throw tooLarge(about);
  const file = join(folder, `received-${randomUUID()}`);
  // Create the file before reading the body. If the upload breaks off at once, a stream could create the file
  // only after the removal below.
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

/** Error codes that Node.js reports if the sender disconnects */
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
