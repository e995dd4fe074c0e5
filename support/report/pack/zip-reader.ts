import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Entry, ZipFile } from 'yauzl';
import { fromFdPromise } from 'yauzl';
import { ConfigurationError } from '../../targets/errors';
import { DamagedMember, readContent } from './zip-content';
import type { ZipLayout } from './zip-layout';
import { requireCovered } from './zip-layout';
import type { ZipLimits } from './zip-limits';
import { defaultZipLimits, refused } from './zip-limits';
import { requireMembers } from './zip-members';

/** A zip file whose members can be read one after another, as streams. */
export interface OpenZip {
  readonly names: readonly string[];
  /** Calls `take` with the content of a member, piece by piece. */
  read(name: string, take: (chunk: Buffer) => void): Promise<void>;
  /** The whole content of a member that is small. */
  readText(name: string): Promise<Buffer>;
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
  const descriptor = openFile(file, name);
  try {
    const layout = requireEnd(descriptor, name);
    const zip = await open(descriptor, name);
    if (zip.entryCount > limits.entries)
      throw refused(`holds ${zip.entryCount} members, and a pack ${limits.entries} at most`, name);
    const entries = await listEntries(zip, name);
    requireMembers(entries, limits, (why) => refused(why, name));
    await requireCovered(zip, entries, layout, (why) => refused(why, name));
    return await use(openZip(zip, entries, limits, name));
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

const endBytes = 22;
const locatorBytes = 20;

/** Where the directory of a zip file stands; its end record has to be the very end of the file. */
function requireEnd(descriptor: number, name: string): ZipLayout {
  const { size } = fstatSync(descriptor);
  const tail = Buffer.alloc(endBytes + locatorBytes);
  if (size >= endBytes) readSync(descriptor, tail, { position: Math.max(0, size - tail.length) });
  const end = size < tail.length ? tail.subarray(size - endBytes, size) : tail.subarray(locatorBytes);
  if (size < endBytes || end.readUInt32LE(0) !== 0x06054b50)
    throw refused('is no zip file, was cut, or has bytes behind its end', name);
  if (size >= tail.length && tail.readUInt32LE(0) === 0x07064b50)
    throw refused('is a zip file of more than 4 GiB: no pack is', name);
  const [directoryBytes, directoryAt] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (directoryAt + directoryBytes + endBytes !== size)
    throw refused('has bytes that belong to no member', name);
  return { directoryAt, directoryBytes };
}

/** The library never closes the descriptor: it is asked not to, and is left open. */
async function open(descriptor: number, name: string): Promise<ZipFile> {
  try {
    return await fromFdPromise(descriptor, { autoClose: false, strictFileNames: true });
  } catch (error) {
    throw refused(`is no zip file that can be read: ${tell(error)}`, name);
  }
}

async function listEntries(zip: ZipFile, name: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw refused(`is no zip file that can be read: ${tell(error)}`, name);
  }
  return entries;
}

function openZip(zip: ZipFile, entries: readonly Entry[], limits: ZipLimits, file: string): OpenZip {
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
  const read: OpenZip['read'] = async (name, take) => {
    const entry = byName.get(name);
    if (entry === undefined) throw refused(`holds no ${name}`, file);
    try {
      await readContent(zip, entry, take);
    } catch (error) {
      if (error instanceof DamagedMember) throw error;
      throw refused(`${name} is not what it declares: ${tell(error)}`, file);
    }
  };
  return {
    names: [...byName.keys()],
    read,
    async readText(name) {
      if ((byName.get(name)?.uncompressedSize ?? 0) > limits.textBytes)
        throw refused(`${name} is larger than ${limits.textBytes} bytes`, file);
      const chunks: Buffer[] = [];
      await read(name, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks);
    },
  };
}

const longest = 120;

/** What the library says may hold a name out of the file. */
function tell(error: unknown): string {
  return error instanceof Error ? error.message.replace(/[^ -~]/g, '?').slice(0, longest) : 'unknown';
}
