import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../targets/errors';

/** A file that a page hands over. */
export interface Received {
  /** The folder of the desk. */
  readonly folder: string;
  /** What the person calls it, for messages. */
  readonly name: string;
  readonly mostBytes: number;
  /** What to do with one that is larger. */
  readonly ifLarger: string;
}

/** The query of an address that takes a file: what the person calls it. */
export const nameQuery = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 4096 } },
} as const;

/**
 * Writes a body to a file of our own naming, a piece at a time, and gives its path: who asks for it removes it. Throws a
 * ConfigurationError for a body that is no file, empty, or larger than allowed; nothing is left then, or where it breaks
 * off.
 */
export async function receive(body: unknown, { folder, ...about }: Received): Promise<string> {
  const given = requireFile(body);
  refuseAtOnce(given, about);
  const file = join(folder, `received-${randomUUID()}`);
  // Before anything is read: a body that breaks off at once must not leave a file that is made after it.
  const opened = await open(file, 'wx', 0o600);
  try {
    await pipeline(given, allowed(about), opened.createWriteStream());
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return file;
}

/** The same for as long as the file is used; it is removed whatever comes of that. */
export async function withReceived<Value>(
  body: unknown,
  received: Received,
  use: (file: string) => Promise<Value>,
): Promise<Value> {
  const file = await receive(body, received);
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** A body that is a file, as it comes. */
function requireFile(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new ConfigurationError('is no file', { at: 'body' }, 'send it as application/octet-stream');
}

type Limit = Omit<Received, 'folder'>;

/** Browsers say how large a file is: none is read halfway only to be refused then. */
function refuseAtOnce(given: Readable, limit: Limit): void {
  if (!(given instanceof IncomingMessage)) return;
  if (Number(given.headers['content-length']) > limit.mostBytes) throw tooLarge(limit);
}

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
  new ConfigurationError(`is larger than ${sizeText(mostBytes)}`, { file: name }, ifLarger);

const units = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
] as const;

function sizeText(bytes: number): string {
  const [name, size] = units.find(([, each]) => bytes % each === 0) ?? ['bytes', 1];
  return `${bytes / size} ${name}`;
}
