import type { Entry, LocalFileHeader, ZipFile } from 'yauzl';
import type { ConfigurationError } from '../../targets/errors';

type Refuse = (why: string) => ConfigurationError;

/** Where the directory stands in a zip file, in bytes. */
export interface ZipLayout {
  readonly directoryAt: number;
  readonly directoryBytes: number;
}

/** Sizes and checksum may follow the data of a member, with or without a mark in front, in 32 or 64 bits. */
const descriptorBytes = [12, 16, 20, 24];
const withDescriptor = 0x08;

/**
 * Every byte of a zip file has to belong to one member, or to the directory, and a member's own header has to say what
 * the directory says of it: otherwise two readers can see two different files, and members can share their bytes.
 */
export async function requireCovered(
  zip: ZipFile,
  entries: readonly Entry[],
  { directoryAt, directoryBytes }: ZipLayout,
  refuse: Refuse,
): Promise<void> {
  // A directory may hold more than it counts: readers that go by its size would see other members.
  const listed = entries.reduce((sum, entry) => sum + recordBytes(entry), 0);
  if (listed !== directoryBytes) throw refuse('has a directory that holds more than it counts');
  const inOrder = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  const starts = [...inOrder.map((entry) => entry.relativeOffsetOfLocalHeader), directoryAt];
  if (starts[0] !== 0) throw refuse('has bytes in front of its first member');
  for (const [index, entry] of inOrder.entries()) {
    const header = await headerOf(zip, entry, refuse);
    if (!agree(header, entry)) throw refuse('has a member that goes by two names, or is packed in two ways');
    if (!sameSizes(header, entry)) throw refuse('has a member of two sizes');
    if (!isPlainHeader(header)) throw refuse('has a member that only some readers see by its name');
    const rest = (starts[index + 1] ?? 0) - header.fileDataStart - entry.compressedSize;
    const isFollowed = (entry.generalPurposeBitFlag & withDescriptor) !== 0;
    if (isFollowed ? !descriptorBytes.includes(rest) : rest !== 0)
      throw refuse('has bytes that belong to no member, or to two');
  }
}

const fixedRecordBytes = 46;

function recordBytes({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return fixedRecordBytes + fileNameLength + extraFieldLength + fileCommentLength;
}

async function headerOf(zip: ZipFile, entry: Entry, refuse: Refuse): Promise<LocalFileHeader> {
  try {
    return await zip.readLocalFileHeaderPromise(entry);
  } catch {
    throw refuse('names a member that is not where it should be');
  }
}

function agree(header: LocalFileHeader, entry: Entry): boolean {
  return (
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    header.generalPurposeBitFlag === entry.generalPurposeBitFlag
  );
}

/** A reader from the front goes by a member's own header, unless that leaves them to what follows the data. */
function sameSizes(header: LocalFileHeader, entry: Entry): boolean {
  const isFollowed = (entry.generalPurposeBitFlag & withDescriptor) !== 0;
  return (['crc32', 'compressedSize', 'uncompressedSize'] as const).every(
    (each) => header[each] === entry[each] || (isFollowed && header[each] === 0),
  );
}

/** Of 64-bit sizes, times and owners; another may hold a name in place of the member's own. */
const plainFields = [0x0001, 0x000a, 0x5455, 0x7875];

function isPlainHeader({ extraField }: LocalFileHeader): boolean {
  let at = 0;
  while (at + 4 <= extraField.length) {
    if (!plainFields.includes(extraField.readUInt16LE(at))) return false;
    at += 4 + extraField.readUInt16LE(at + 2);
  }
  return at === extraField.length;
}
