import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from './embedded-run';
import type { Members } from './packs';
import { signedPack, signer } from './packs';

/** A descriptor, which says rightly what it does not say otherwise. */
interface Descriptor {
  readonly marked?: boolean;
  readonly wide?: boolean;
  readonly checksum?: number;
  readonly packed?: number;
  readonly unpacked?: number;
  readonly more?: Buffer;
}

/** In what one member is not as zip tools write it. */
interface Oddity {
  /** Stands behind the end of its packed content, and counts as a part of it. */
  readonly behind?: Buffer;
  /** Takes the place of what its own header says, and the directory says rightly. */
  readonly local?: Partial<Record<'checksum' | 'packed' | 'unpacked', number>>;
  /** Extra field of its own header. */
  readonly field?: Buffer;
  /** Extra field of the directory. */
  readonly directoryField?: Buffer;
  readonly comment?: string;
  /** Stands behind the data of a member whose header leaves sizes open. */
  readonly descriptor?: Descriptor;
  /** Checksum in both headers. */
  readonly checksum?: number;
}

/** A header of the zip format: numbers of two bytes, and, as `[number]`, of four. */
function header(...numbers: readonly (number | readonly [number])[]): Buffer {
  return Buffer.concat(
    numbers.map((each) => {
      const bytes = Buffer.alloc(typeof each === 'number' ? 2 : 4);
      if (typeof each === 'number') bytes.writeUInt16LE(each);
      else bytes.writeUInt32LE(each[0]);
      return bytes;
    }),
  );
}

/** The local header of a member with its packed content. */
function localMember(name: string, content: Buffer, oddity: Oddity = {}) {
  const { behind = Buffer.alloc(0), field = Buffer.alloc(0), local = {} } = oddity;
  const packed = Buffer.concat([deflateRawSync(content), behind]);
  const checksum = oddity.checksum ?? crc32(content);
  const sizes = [
    [local.checksum ?? checksum],
    [local.packed ?? packed.length],
    [local.unpacked ?? content.length],
  ] as const;
  const known = { checksum, packed: packed.length, unpacked: content.length };
  const { descriptor } = oddity;
  const flags = flagsOf(oddity);
  const open = descriptor === undefined ? sizes : ([[0], [0], [0]] as const);
  const own = header([0x04034b50], 20, flags, 8, 0, 0x21, ...open, name.length, field.length);
  const behindData = descriptor === undefined ? Buffer.alloc(0) : described({ ...known, ...descriptor });
  return {
    checksum,
    packed: packed.length,
    bytes: Buffer.concat([own, Buffer.from(name), field, packed, behindData]),
  };
}

/** Whether sizes follow the data. */
const flagsOf = ({ descriptor }: Oddity): number => (descriptor === undefined ? 0 : 8);

function described({ marked, wide, checksum = 0, packed = 0, unpacked = 0, more }: Descriptor): Buffer {
  const sizes = [packed, unpacked].map((size) => (wide === true ? header([size], [0]) : header([size])));
  const mark = marked === false ? Buffer.alloc(0) : header([0x08074b50]);
  return Buffer.concat([mark, header([checksum]), ...sizes, more ?? Buffer.alloc(0)]);
}

/** A zip of the members, one of which is odd. */
function oddZip(members: Members, odd: string, oddity: Oddity): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of members) {
    const { comment = '', directoryField = Buffer.alloc(0), ...own } = name === odd ? oddity : {};
    const { checksum, packed, bytes } = localMember(name, content, own);
    const sizes = [[checksum], [packed], [content.length]] as const;
    const lengths = [name.length, directoryField.length, comment.length];
    directory.push(
      header([0x02014b50], 20, 20, flagsOf(own), 8, 0, 0x21, ...sizes, ...lengths, 0, 0, [0], [at]),
      Buffer.from(name),
      directoryField,
      Buffer.from(comment),
    );
    locals.push(bytes);
    at += bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = header([0x06054b50], 0, 0, members.size, members.size, [listed.length], [at], 0);
  return Buffer.concat([...locals, listed, end]);
}

test('a pack in which two programs could see two contents', async (t) => {
  const { members } = await signedPack(t);
  const file = join(temporaryFolder(t), 'pack.zip');
  const odd = 'recording.jsonl';
  const check = (oddity: Oddity) => {
    writeFileSync(file, oddZip(members, odd, oddity));
    return verifyPack(file, { keys: [signer.publicKey] });
  };
  const refuses = (oddity: Oddity, told: RegExp): Promise<void> =>
    assert.rejects(check(oddity), (error) => {
      assert.ok(error instanceof ConfigurationError, String(error));
      assert.match(error.line, told);
      return true;
    });
  const field = (id: number): Buffer => Buffer.concat([header(id, 9), Buffer.from('\u0001....evil')]);

  await t.test('is sound without any oddity, and with times of a member', async () => {
    for (const oddity of [
      {},
      { field: field(0x5455) },
      { descriptor: {} },
      { descriptor: { marked: false } },
    ])
      assert.ok(isSound(await check(oddity), true), JSON.stringify(oddity));
  });

  await t.test('is refused where a member stands behind the end of another', async () => {
    // Whoever reads from the front, as jar does from a pipe, unpacks it in place of the one that is signed.
    const forged = localMember('compliance.html', Buffer.from('<h1>conforms</h1>')).bytes;
    for (const behind of [forged, Buffer.alloc(1), Buffer.alloc(300_000)])
      await refuses({ behind }, /recording\.jsonl is not what it declares: bytes stand behind its end/);
  });

  await t.test('is refused where both headers of a member have other sizes', async () => {
    for (const member of ['checksum', 'packed', 'unpacked'] as const)
      for (const value of [0, 1000])
        await refuses({ local: { [member]: value } }, /has a member of two sizes/);
  });

  await t.test('is refused where a field of its own header may name a member otherwise', async () => {
    for (const id of [0x7075, 0x6375, 0x554e])
      await refuses({ field: field(id) }, /has a member that only some readers see by its name/);
    await refuses({ field: Buffer.alloc(3) }, /only some readers/);
  });

  await t.test('is refused where what follows a member says otherwise than the directory', async () => {
    for (const member of ['checksum', 'packed', 'unpacked'] as const)
      for (const marked of [true, false])
        await refuses({ descriptor: { marked, [member]: 1000 } }, /has a member of two sizes or checksums/);
    const belongs = /has bytes that belong to no member, or to two/;
    await refuses({ descriptor: { wide: true } }, belongs);
    await refuses({ descriptor: { marked: false, wide: true } }, belongs);
    await refuses({ descriptor: { more: Buffer.alloc(1) } }, belongs);
    await refuses({ descriptor: { marked: false, more: Buffer.alloc(4) } }, /two sizes or checksums/);
  });

  await t.test('is refused where a field holds 64-bit sizes that not all readers read', async () => {
    const sizes = Buffer.concat([header(0x0001, 16), Buffer.alloc(16, 1)]);
    await refuses({ field: sizes }, /has a member that only some readers see by its name/);
    await refuses({ directoryField: sizes }, /"recording\.jsonl" has an extra field/);
  });

  await t.test('is refused where the directory has any field, of which no digest knows', async () => {
    for (const id of [0x5455, 0x7875, 0x7075, 0xcafe])
      await refuses({ directoryField: field(id) }, /"recording\.jsonl" has an extra field/);
    await refuses({ directoryField: Buffer.alloc(3) }, /extra field|cannot be read/);
  });

  await t.test('is refused where a member has a comment, of which no digest knows', async () => {
    await refuses({ comment: 'approved' }, /"recording\.jsonl" has a comment/);
  });

  await t.test('is found changed where others would say that it is damaged', async () => {
    const verified = await check({ checksum: 1 });
    assert.deepEqual([verified.changed, isSound(verified, true)], [[odd], false]);
  });
});
