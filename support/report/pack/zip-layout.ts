import type { ConfigurationError } from '../../targets/errors';

/** What a pack may cost its reader. */
export interface ZipLimits {
  /** Unpacked, all members together, in bytes. */
  readonly totalBytes: number;
  readonly entries: number;
  /** Of a member that is read as one text, unpacked, in bytes. */
  readonly textBytes: number;
  /** How many times its packed size a member may be, once it is larger than `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** A file that may be a zip file. */
export interface ZipFile {
  readonly size: number;
  /** Zeros stand for what is not there. */
  readonly read: (from: number, bytes: number) => Buffer;
  readonly limits: ZipLimits;
  /** Makes the error that tells why it is none that can be read. */
  readonly refuse: (why: string) => ConfigurationError;
}

/** What the directory says of a member. */
interface Entry {
  /** With the name at its end. */
  readonly record: Buffer;
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly attributes: number;
  /** Of its own header. */
  readonly start: number;
}

/** An entry whose packed content begins at `from`. */
export interface ZipMember extends Entry {
  readonly from: number;
}

const marks = { record: 'PK\x01\x02', header: 'PK\x03\x04', end: 'PK\x05\x06', follower: 'PK\x07\x08' };
const [recordBytes, endBytes] = [46, 22];

/** The method of a member that is not packed. */
export const stored = 0;
const deflated = 8;

/**
 * The members of a zip file, each byte of which is the one that its directory gives, or content: otherwise two readers
 * could see two files, or two members share their bytes. Throws for any other, and for members that deceive or exhaust.
 */
export function zipMembersOf(opened: ZipFile): ZipMember[] {
  const { read, refuse } = opened;
  const { entries, from } = directoryOf(opened);
  requireHarmless(entries, opened);
  let at = 0;
  const members = entries.map((entry) => {
    if (entry.start !== at) throw refuse('has bytes that belong to no member, or to two');
    const { header, follower } = around(entry, at, opened);
    if (!read(at, header.length).equals(header))
      throw refuse(`${shown(entry)} has a header that the directory does not describe`);
    const member = { ...entry, from: at + header.length };
    at = member.from + entry.packed + follower.length;
    if (!read(at - follower.length, follower.length).equals(follower))
      throw refuse(`${shown(entry)} is followed by what the directory does not describe`);
    return member;
  });
  if (at !== from) throw refuse('has bytes that belong to no member, or to two');
  return members;
}

/** What a zip file lists. Its end record has to be the very end of the file, and the directory to reach up to it. */
function directoryOf(opened: ZipFile): { readonly entries: Entry[]; readonly from: number } {
  const { size, limits, refuse, read } = opened;
  const end = read(Math.max(0, size - endBytes), endBytes);
  const [count, bytes, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  // One disk, on which all members are, and no comment.
  const rest = [Buffer.alloc(4), end.subarray(10, 12), end.subarray(10, 20), Buffer.alloc(2)];
  if (!end.equals(Buffer.concat([Buffer.from(marks.end), ...rest])))
    throw refuse('is no zip file, was cut, or has bytes behind its end');
  if (from + bytes + endBytes !== size) throw refuse('has bytes that belong to no member');
  if (count > limits.entries) throw refuse(`holds ${count} members, and a pack ${limits.entries} at most`);
  let at = from;
  const entries = Array.from({ length: count }, () => {
    const entry = entryAt(at, opened);
    if (!isPlain(entry)) throw refuse(`${shown(entry)} has an extra field or a comment, or is no member`);
    at += entry.record.length;
    return entry;
  });
  if (at !== size - endBytes) throw refuse('has a directory that holds more than it counts');
  return { entries, from };
}

function entryAt(at: number, { read }: ZipFile): Entry {
  const nameBytes = read(at, recordBytes).readUInt16LE(28);
  const record = read(at, recordBytes + nameBytes);
  const two = (offset: number): number => record.readUInt16LE(offset);
  const four = (offset: number): number => record.readUInt32LE(offset);
  return {
    ...{ record, name: record.toString('latin1', recordBytes), flags: two(8), method: two(10) },
    ...{ checksum: four(16), packed: four(20), unpacked: four(24), attributes: four(38), start: four(42) },
  };
}

/** No extra field, of which some readers take sizes or a name; no comment, of which no digest knows; one disk. */
const isPlain = ({ record }: Entry): boolean =>
  record.toString('latin1', 0, 4) === marks.record && record.subarray(30, 36).equals(Buffer.alloc(6));

/** What has to stand in front of the content of a member, and behind it. */
function around({ record, flags }: Entry, at: number, { read }: ZipFile) {
  const rest = [record.subarray(6, 30), Buffer.alloc(2), record.subarray(recordBytes)];
  const header = Buffer.concat([Buffer.from(marks.header), ...rest]);
  const isFollowed = (flags & 8) !== 0;
  if (!isFollowed) return { header, follower: Buffer.alloc(0) };
  // Checksum and sizes: what its writer did not know yet is left open in the header.
  for (const field of [14, 18, 22])
    if (read(at + field, 4).readUInt32LE() === 0) header.writeUInt32LE(0, field);
  const follower = Buffer.concat([Buffer.from(marks.follower), record.subarray(16, 28)]);
  return { header, follower };
}

/** What is refused of one member, whatever its content; the first that applies. */
const harms: readonly (readonly [why: string, applies: (entry: Entry) => boolean])[] = [
  ['has a name that is not plain text', ({ name }) => !/^[ -~]+$/.test(name)],
  ['is a folder, or leads elsewhere', ({ name }) => /(^|\/)\.{0,2}(\/|$)/.test(name)],
  ['leads elsewhere', ({ name }) => /[:\\]/.test(name)],
  // By the mode that Unix has for a file; systems without modes write none.
  ['is a link or a device', ({ attributes }) => ![0, 0o100000].includes((attributes >>> 16) & 0o170000)],
  ['is encrypted', ({ flags }) => (flags & 1) !== 0],
  // Flags may say how well it is packed, that checksum and sizes follow, and that its name is UTF-8.
  [
    'is packed in a way that packs are not',
    ({ flags, method }) => (flags & ~0x80e) !== 0 || ![stored, deflated].includes(method),
  ],
];

/** A name from an untrusted file, fit for a terminal. */
const shown = ({ name }: Entry): string => JSON.stringify(name.replace(/[^ -~]/g, '?').slice(0, 80));

/** Refuses members that could deceive the program that unpacks them, or exhaust it. */
function requireHarmless(entries: readonly Entry[], { limits, refuse }: ZipFile): void {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    const { packed, unpacked } = entry;
    const [why] = harms.find(([, applies]) => applies(entry)) ?? [];
    if (why !== undefined) throw refuse(`${shown(entry)} ${why}`);
    // Many a file system takes names that differ in case alone for one.
    if (names.size === names.add(entry.name.toLowerCase()).size) throw refuse(`holds ${shown(entry)} twice`);
    total += unpacked;
    if (total > limits.totalBytes)
      throw refuse(`declares more than ${limits.totalBytes} bytes, once it is unpacked`);
    if (unpacked > limits.ratioFrom && unpacked / Math.max(1, packed) > limits.ratio)
      throw refuse(`${shown(entry)} declares more than ${limits.ratio} times its packed size`);
  }
}
