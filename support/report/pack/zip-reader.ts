import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Entry, ZipFile } from 'yauzl';
import { fromFdPromise } from 'yauzl';
import { ConfigurationError } from '../../targets/errors';
import { linesOf } from './member-lines';
import type { Directory, Refuse } from './zip-checks';
import { requireCovered, requireMembers } from './zip-checks';
import type { Seen } from './zip-content';
import { readMember } from './zip-content';
import type { ZipLimits } from './zip-limits';
import { defaultZipLimits } from './zip-limits';

/** A zip file whose members can be read one after another, as streams. */
export interface OpenZip {
  readonly names: readonly string[];
  readonly refuse: Refuse;
  /** @param isKept whether the whole content of a member is wanted, which has to be small */
  read(name: string, isKept?: boolean): Promise<Seen>;
  /** Gives the lines of a member that was read before, one after another. */
  lines(name: string): AsyncGenerator<string>;
}

/**
 * Opens a zip file, looks at all that it declares before anything is unpacked, and closes it after `use`. Nothing is
 * ever written. Throws a ConfigurationError for what is no zip, is larger than the limits, or could deceive a reader:
 * names that lead elsewhere, links, encrypted or doubled members, bytes that belong to none.
 * @param name the name of the file in messages
 */
export async function withZip<Value>(
  file: string,
  use: (zip: OpenZip) => Promise<Value>,
  { limits = defaultZipLimits, name = file }: { readonly limits?: ZipLimits; readonly name?: string } = {},
): Promise<Value> {
  const refuse: Refuse = (why) =>
    new ConfigurationError(why, { file: name }, 'ask for the pack again, as conform report --pack wrote it');
  const descriptor = openFile(file, name);
  try {
    const directory = readEnd(descriptor, refuse);
    const unreadable = (error: unknown): never => {
      throw refuse(`is no zip file that can be read: ${tell(error)}`);
    };
    // The library never closes the descriptor: it is asked not to, and is left open.
    const zip = await fromFdPromise(descriptor, { autoClose: false, strictFileNames: true }).catch(
      unreadable,
    );
    if (zip.entryCount > limits.entries)
      throw refuse(`holds ${zip.entryCount} members, and a pack ${limits.entries} at most`);
    const entries = await Array.fromAsync(zip.eachEntry()).catch(unreadable);
    requireMembers(entries, limits, refuse);
    const read = (from: number, bytes: number): Buffer => {
      const found = Buffer.alloc(bytes);
      readSync(descriptor, found, 0, bytes, from);
      return found;
    };
    await requireCovered(zip, entries, { directory, read, refuse });
    return await use(openZip(zip, entries, limits, refuse));
  } finally {
    closeSync(descriptor);
  }
}

/** A pipe or a device is not even opened: it may never end. */
function openFile(file: string, name: string): number {
  let why = 'is no file';
  try {
    if (statSync(file).isFile()) return openSync(file, 'r');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    why = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
  }
  throw new ConfigurationError(why, { file: name }, 'name a zip file that conform report --pack wrote');
}

/** The record that ends a zip file, and in front of it the one that leads to 64-bit sizes, where there is one. */
const [endBytes, locatorBytes] = [22, 20];

/** The end record has to be the very end of the file; the library searches for it, as for one among other bytes. */
function readEnd(descriptor: number, refuse: Refuse): Directory {
  const { size } = fstatSync(descriptor);
  // Zeros stand for what a short file lacks.
  const tail = Buffer.alloc(locatorBytes + endBytes);
  const held = Math.min(size, tail.length);
  readSync(descriptor, tail, tail.length - held, held, size - held);
  const end = tail.subarray(locatorBytes);
  if (end.readUInt32LE(0) !== 0x06054b50)
    throw refuse('is no zip file, was cut, or has bytes behind its end');
  if (tail.readUInt32LE(0) === 0x07064b50) throw refuse('is a zip file of more than 4 GiB: no pack is');
  const [bytes, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (start + bytes + endBytes !== size) throw refuse('has bytes that belong to no member');
  return { start, bytes };
}

function openZip(zip: ZipFile, entries: readonly Entry[], limits: ZipLimits, refuse: Refuse): OpenZip {
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
  const entryOf = (name: string): Entry => {
    const entry = byName.get(name);
    if (entry === undefined) throw refuse(`holds no ${name}`);
    return entry;
  };
  return {
    names: [...byName.keys()],
    refuse,
    async read(name, isKept = false) {
      const entry = entryOf(name);
      if (isKept && entry.uncompressedSize > limits.textBytes)
        throw refuse(`${name} is larger than ${limits.textBytes} bytes`);
      return readMember(zip, entry, isKept).catch((error: unknown) => {
        throw refuse(`${name} is not what it declares: ${tell(error)}`);
      });
    },
    async *lines(name) {
      yield* linesOf(await zip.openReadStreamPromise(entryOf(name)), limits.textBytes);
    },
  };
}

/** What the library says may hold a name out of the file. */
function tell(error: unknown): string {
  return error instanceof Error ? error.message.replace(/[^ -~]/g, '?').slice(0, 120) : 'unknown';
}
