import { crc32, deflateRawSync } from 'node:zlib';
import type { PackMembers } from './packs';

/** What both headers of a member say of it. */
interface Said {
  readonly name?: string;
  readonly flags?: number;
  readonly method?: number;
  readonly checksum?: number;
  readonly packed?: number;
  readonly unpacked?: number;
  readonly field?: Buffer;
}

/** In what a member is not as zip tools write it. */
export interface Oddity extends Said {
  /** Stands behind the end of its packed content, and counts as a part of it. */
  readonly behind?: Buffer;
  /** What its own header alone says. */
  readonly own?: Said;
  /** What the directory alone says. */
  readonly listed?: Said & {
    readonly comment?: string;
    readonly disk?: number;
    readonly attributes?: number;
    readonly start?: number;
  };
  /** Stands behind its content, and its headers say so: as it should be with this in place of what is right. */
  readonly followed?: Said & {
    readonly isMarked?: boolean;
    readonly isWide?: boolean;
    readonly more?: Buffer;
  };
}

/** In what a zip file as a whole is not. */
interface Layout {
  readonly front?: Buffer;
  /** Between its members and the directory. */
  readonly gap?: Buffer;
  /** Behind the directory, and whether it counts as a part of that. */
  readonly tail?: Buffer;
  readonly isTailCounted?: boolean;
  /** How many more members are counted than there are. */
  readonly more?: number;
}

const none = Buffer.alloc(0);

/** Numbers of two bytes and, as `[number]`, of four. */
export function numbers(...all: readonly (number | readonly [number])[]): Buffer {
  const parts = all.map((each) => {
    const bytes = Buffer.alloc(typeof each === 'number' ? 2 : 4);
    bytes.writeUIntLE(typeof each === 'number' ? each : each[0], 0, bytes.length);
    return bytes;
  });
  return Buffer.concat(parts);
}

const sizesOf = ({ checksum = 0, packed = 0, unpacked = 0 }: Said) =>
  [[checksum], [packed], [unpacked]] as const;

function followerOf(right: Said, { isMarked = true, isWide, more = none, ...odd }: Oddity['followed'] & {}) {
  const [checksum, ...sizes] = sizesOf({ ...right, ...odd });
  const wide = isWide ? sizes.map(([size]) => numbers([size], [0])) : [numbers(...sizes)];
  return Buffer.concat([isMarked ? numbers([0x08074b50]) : none, numbers(checksum), ...wide, more]);
}

/** A member with its own header, and its record in the directory. */
export function memberOf(name: string, content: Buffer, oddity: Oddity = {}, at = 0) {
  const { behind = none, own = {}, listed = {}, followed, ...both } = oddity;
  const data = Buffer.concat([deflateRawSync(content), behind]);
  const right = { checksum: crc32(content), packed: data.length, unpacked: content.length };
  const flags = followed === undefined ? 0 : 8;
  const said = { name, flags, method: 8, field: none, ...right, ...both };
  const mine = { ...said, ...(followed && { checksum: 0, packed: 0, unpacked: 0 }), ...own };
  const theirs = { ...said, comment: '', disk: 0, attributes: 0, start: at, ...listed };
  const head = (each: typeof said): Buffer =>
    numbers(
      20,
      each.flags,
      each.method,
      0,
      0x21,
      ...sizesOf(each),
      Buffer.byteLength(each.name),
      each.field.length,
    );
  const { comment, disk, attributes, start } = theirs;
  const more = numbers(comment.length, disk, 0, [attributes], [start]);
  const follower = followed === undefined ? none : followerOf(right, followed);
  return {
    bytes: Buffer.concat([
      numbers([0x04034b50]),
      head(mine),
      Buffer.from(mine.name),
      mine.field,
      data,
      follower,
    ]),
    record: Buffer.concat([
      ...[numbers([0x02014b50], 20), head(theirs), more, Buffer.from(theirs.name), theirs.field],
      Buffer.from(comment),
    ]),
  };
}

/** A zip file of the members, some of which are odd. */
export function zipOf(
  members: PackMembers,
  odd: Readonly<Record<string, Oddity>> = {},
  { front = none, gap = none, tail = none, isTailCounted = false, more = 0 }: Layout = {},
): Buffer {
  const locals = [front];
  const records: Buffer[] = [];
  let at = front.length;
  for (const [name, content] of members) {
    const { bytes, record } = memberOf(name, content, odd[name], at);
    locals.push(bytes);
    records.push(record);
    at += bytes.length;
  }
  const directory = Buffer.concat(records);
  const count = members.size + more;
  const listed = directory.length + (isTailCounted ? tail.length : 0);
  const end = numbers([0x06054b50], 0, 0, count, count, [listed], [at + gap.length], 0);
  return Buffer.concat([...locals, gap, directory, tail, end]);
}
