import type { Entry, LocalFileHeader, ZipFile } from 'yauzl';
import { parseExtraFields } from 'yauzl';
import type { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { ZipLimits } from './zip-limits';

/** Makes the error that tells why a zip file is none that can be read. */
export type Refuse = (why: string) => ConfigurationError;

/** Where the directory stands in a zip file, in bytes. */
export interface Directory {
  readonly start: number;
  readonly bytes: number;
}

type Reasons<About extends readonly unknown[]> = readonly (readonly [
  why: string,
  applies: (...about: About) => boolean,
])[];

/** What is refused of one member, from what the directory says of it; the first that applies. */
const inDirectory: Reasons<[Entry]> = [
  ['has a name that is not plain text', ({ fileName }) => !/^[ -~]+$/.test(fileName)],
  ['has two names', ({ fileName, fileNameRaw }) => fileName !== fileNameRaw.toString('latin1')],
  ['is a folder, or leads elsewhere', ({ fileName }) => /(^|\/)\.{0,2}(\/|$)/.test(fileName)],
  ['leads elsewhere', ({ fileName }) => /[:\\]/.test(fileName)],
  // By the mode that Unix has for a file; systems without modes write none.
  [
    'is a link or a device',
    (entry) => ![0, 0o100000].includes((entry.externalFileAttributes >>> 16) & 0o170000),
  ],
  // No digest knows of it.
  ['has a comment', ({ fileCommentLength }) => fileCommentLength > 0],
  // Other sizes, other names: what one reader goes by, and another does not read.
  ['has an extra field', ({ extraFieldLength }) => extraFieldLength > 0],
  ['is encrypted', (entry) => entry.isEncrypted()],
  ['is packed in a way that packs are not', (entry) => !entry.canDecodeFileData()],
];

/** Refuses members that could deceive the program that unpacks them, or exhaust it. */
export function requireMembers(entries: readonly Entry[], limits: ZipLimits, refuse: Refuse): void {
  const names = new Set<string>();
  let total = 0;
  for (const entry of entries) {
    // A name from an untrusted file, fit for a terminal.
    const name = JSON.stringify(entry.fileName.replace(/[^ -~]/g, '?').slice(0, 80));
    const [why] = inDirectory.find(([, applies]) => applies(entry)) ?? [];
    if (why !== undefined) throw refuse(`${name} ${why}`);
    // Many a file system takes names that differ in case alone for one.
    if (names.size === names.add(entry.fileName.toLowerCase()).size) throw refuse(`holds ${name} twice`);
    total += entry.uncompressedSize;
    if (total > limits.totalBytes)
      throw refuse(`declares more than ${limits.totalBytes} bytes, once it is unpacked`);
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    if (entry.uncompressedSize > limits.ratioFrom && ratio > limits.ratio)
      throw refuse(`${name} declares more than ${limits.ratio} times its packed size`);
  }
}

const isFollowed = ({ generalPurposeBitFlag }: Entry): boolean => (generalPurposeBitFlag & 0x08) !== 0;

/** Sizes and checksum may follow the data of a member, with or without a mark in front. Those of 64 bits no pack needs. */
const descriptorMark = Buffer.from('PK\x07\x08', 'latin1');

/** Whether what follows the data of a member says of it what the directory says. */
function isDescriptorOf({ crc32, compressedSize, uncompressedSize }: Entry, bytes: Buffer): boolean {
  const wanted = Buffer.alloc(12);
  for (const [index, value] of [crc32, compressedSize, uncompressedSize].entries())
    wanted.writeUInt32LE(value, index * 4);
  return bytes.equals(wanted) || bytes.equals(Buffer.concat([descriptorMark, wanted]));
}

/** Of times and owners; another may hold sizes, or a name in place of the member's own. */
const plainFields = [0x000a, 0x5455, 0x7875];

/** What is refused of a member's own header, by which readers from the front go; `rest` are the bytes behind its data. */
const inHeader: Reasons<[header: LocalFileHeader, entry: Entry, rest: Buffer]> = [
  [
    'has a member that goes by two names, or is packed in two ways',
    (header, entry) =>
      !header.fileName.equals(entry.fileNameRaw) ||
      header.compressionMethod !== entry.compressionMethod ||
      header.generalPurposeBitFlag !== entry.generalPurposeBitFlag,
  ],
  [
    'has a member of two sizes',
    (header, entry) =>
      (['crc32', 'compressedSize', 'uncompressedSize'] as const).some(
        (each) => header[each] !== entry[each] && !(isFollowed(entry) && header[each] === 0),
      ),
  ],
  ['has a member that only some readers see by its name', ({ extraField }) => !isPlain(extraField)],
  [
    'has bytes that belong to no member, or to two',
    (_header, entry, rest) => !(isFollowed(entry) ? [12, 16] : [0]).includes(rest.length),
  ],
  [
    'has a member of two sizes or checksums',
    (_header, entry, rest) => isFollowed(entry) && !isDescriptorOf(entry, rest),
  ],
];

function isPlain(extraField: Buffer): boolean {
  const fields = attempt(() => parseExtraFields(extraField)) ?? [];
  const known = fields.filter(({ id }) => plainFields.includes(id));
  return known.reduce((sum, { data }) => sum + 4 + data.length, 0) === extraField.length;
}

/** A zip file that is open. */
interface Opened {
  readonly directory: Directory;
  readonly read: (from: number, bytes: number) => Buffer;
  readonly refuse: Refuse;
}

/** More than any descriptor has. */
const mostBehind = 24;

/**
 * Every byte of a zip file has to belong to one member, or to the directory, and a member's own header has to say what
 * the directory says of it: otherwise two readers can see two different files, and members can share their bytes.
 */
export async function requireCovered(
  zip: ZipFile,
  entries: readonly Entry[],
  { directory, read, refuse }: Opened,
): Promise<void> {
  // A directory may hold more than it counts: readers that go by its size would see other members.
  const listed = entries.reduce((sum, entry) => sum + recordBytes(entry), 0);
  if (listed !== directory.bytes) throw refuse('has a directory that holds more than it counts');
  const inOrder = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  const starts = [...inOrder.map((entry) => entry.relativeOffsetOfLocalHeader), directory.start];
  if (starts[0] !== 0) throw refuse('has bytes in front of its first member');
  for (const [index, entry] of inOrder.entries()) {
    const header = await zip.readLocalFileHeaderPromise(entry).catch(() => {
      throw refuse('names a member that is not where it should be');
    });
    const from = header.fileDataStart + entry.compressedSize;
    const rest = (starts[index + 1] ?? 0) - from;
    if (rest < 0 || rest > mostBehind) throw refuse('has bytes that belong to no member, or to two');
    const [why] = inHeader.find(([, applies]) => applies(header, entry, read(from, rest))) ?? [];
    if (why !== undefined) throw refuse(why);
  }
}

function recordBytes({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return 46 + fileNameLength + extraFieldLength + fileCommentLength;
}
