import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { Readable, pipeline } from 'node:stream';
import type { InflateRaw } from 'node:zlib';
import { crc32, createInflateRaw } from 'node:zlib';
import { LineSplitter } from '../../adapter/lines';
import { ConfigurationError } from '../../targets/errors';
import type { ZipMember, ZipFile, ZipLimits } from './zip-layout';
import { zipMembersOf, stored } from './zip-layout';

export const defaultZipLimits: ZipLimits = {
  totalBytes: 4 * 1024 ** 3,
  entries: 1000,
  textBytes: 64 * 1024 ** 2,
  // Recordings shrink to a tenth or so; zeros to a thousandth.
  ratio: 200,
  ratioFrom: 1024 ** 2,
};

/** What was seen of a member, whose content was read once, piece by piece. */
export interface SeenMember {
  bytes: number;
  /** Empty: it cannot be unpacked, since the packed bytes were changed. */
  sha256: string;
  /** The whole content, where it was asked for and can be unpacked. */
  content?: Buffer;
}

/** A zip file whose members can be read one after another, as streams. */
export interface OpenZip {
  readonly names: readonly string[];
  readonly refuse: ZipFile['refuse'];
  /** @param isKept whether the whole content of a member is wanted, which has to be small */
  read(name: string, isKept?: boolean): Promise<SeenMember>;
  /** Gives the lines of a member that was read before, one after another; they end at a line feed alone. */
  lines(name: string): AsyncGenerator<string>;
}

/**
 * Opens a zip file, looks at all that it declares before anything is unpacked, and closes it after `use`. Nothing is
 * ever written. Throws a ConfigurationError for what is no zip, is larger than the limits, or could deceive a reader.
 * @param name the name of the file in messages
 */
export async function withZip<Value>(
  file: string,
  use: (zip: OpenZip) => Promise<Value>,
  { limits = defaultZipLimits, name = file }: { readonly limits?: ZipLimits; readonly name?: string } = {},
): Promise<Value> {
  const refuse: ZipFile['refuse'] = (why) =>
    new ConfigurationError(why, { file: name }, 'ask for the pack again, as conform report --pack wrote it');
  const descriptor = openFile(file, name);
  try {
    const read: ZipFile['read'] = (from, bytes) => {
      const found = Buffer.alloc(bytes);
      readSync(descriptor, found, 0, bytes, from);
      return found;
    };
    return await use(openZip({ size: fstatSync(descriptor).size, read, limits, refuse }));
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

function openZip(opened: ZipFile): OpenZip {
  const { limits, refuse, read } = opened;
  const members = new Map(zipMembersOf(opened).map((member) => [member.name, member]));
  const memberOf = (name: string): ZipMember => {
    const member = members.get(name);
    if (member === undefined) throw refuse(`holds no ${name}`);
    return member;
  };
  return {
    names: [...members.keys()],
    refuse,
    async read(name, isKept = false) {
      const member = memberOf(name);
      if (isKept && member.unpacked > limits.textBytes)
        throw refuse(`${name} is larger than ${limits.textBytes} bytes`);
      return seenOf(member, unpack(member, read), isKept).catch((error: unknown) => {
        throw refuse(`${name} is not what it declares: ${(error as Error).message}`);
      });
    },
    async *lines(name) {
      const splitter = new LineSplitter(limits.textBytes);
      for await (const chunk of unpack(memberOf(name), read) as AsyncIterable<Buffer>)
        for (const line of splitter.push(chunk)) {
          if (line.kind === 'too-long') throw new Error(`a line is longer than ${limits.textBytes} bytes`);
          yield line.bytes.toString();
        }
      if (splitter.size > 0) yield splitter.rest.toString();
    },
  };
}

const chunkBytes = 256 * 1024;

function unpack({ from, packed, method }: ZipMember, read: ZipFile['read']): Readable | InflateRaw {
  const chunks = function* (): Generator<Buffer> {
    for (let done = 0; done < packed; done += chunkBytes)
      yield read(from + done, Math.min(chunkBytes, packed - done));
  };
  const content = Readable.from(chunks());
  // Its reader gets the errors.
  return method === stored ? content : pipeline(content, createInflateRaw(), () => undefined);
}

/**
 * Looks at a content. Throws where it is not as large as the member declares, packed or unpacked; the message says in
 * which way. What stands behind the end of a packed content, a reader of a zip from its front takes for other members.
 */
async function seenOf(
  member: ZipMember,
  content: Readable | InflateRaw,
  isKept: boolean,
): Promise<SeenMember> {
  const seen: SeenMember = { bytes: 0, sha256: '' };
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let checksum = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      seen.bytes += chunk.length;
      if (seen.bytes > member.unpacked) throw new Error('too many bytes in the stream');
      checksum = crc32(chunk, checksum);
      hash.update(chunk);
      if (isKept) kept.push(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) return seen;
    throw error;
  }
  if (seen.bytes < member.unpacked) throw new Error('not enough bytes in the stream');
  // What the engine took, and not what it was offered.
  if ('bytesWritten' in content && content.bytesWritten < member.packed)
    throw new Error('bytes stand behind its end');
  if (checksum !== member.checksum) return seen;
  return { ...seen, sha256: hash.digest('hex'), ...(isKept && { content: Buffer.concat(kept) }) };
}
