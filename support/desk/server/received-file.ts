import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../targets/errors';
import { requireFile } from './require-file';

/** A file that a page hands over. */
export interface Received {
  /** The folder of the desk. */
  readonly folder: string;
  /** What the person calls it, for messages. */
  readonly name: string;
  readonly mostBytes: number;
}

/**
 * Writes a body to a file, uses that, and removes it, whatever comes of it. Throws a ConfigurationError for a body that is
 * larger than allowed: the rest is not written.
 */
export async function withReceived<Value>(
  body: unknown,
  { folder, name, mostBytes }: Received,
  use: (file: string) => Promise<Value>,
): Promise<Value> {
  const given = requireFile(body);
  const file = join(folder, `received-${randomUUID()}`);
  // Before anything is read: a body that breaks off at once must not leave a file that is made after it.
  const opened = await open(file, 'wx', 0o600);
  try {
    await pipeline(given, atMost(mostBytes, name), opened.createWriteStream());
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

function atMost(mostBytes: number, name: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= mostBytes) done(null, chunk);
      else
        done(
          new ConfigurationError(
            `is larger than ${mostBytes} bytes`,
            { file: name },
            'hand over a smaller one',
          ),
        );
    },
  });
}
