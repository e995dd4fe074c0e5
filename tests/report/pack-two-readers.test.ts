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

/** In what one member is not as zip tools write it. */
interface Oddity {
  /** Stands behind the end of its packed content, and counts as a part of it. */
  readonly behind?: Buffer;
  /** Takes the place of what its own header says, and the directory says rightly. */
  readonly local?: Partial<Record<'checksum' | 'packed' | 'unpacked', number>>;
  /** Extra field of its own header. */
  readonly field?: Buffer;
  readonly comment?: string;
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
  const own = header([0x04034b50], 20, 0, 8, 0, 0x21, ...sizes, name.length, field.length);
  return {
    checksum,
    packed: packed.length,
    bytes: Buffer.concat([own, Buffer.from(name), field, packed]),
  };
}

/** A zip of the members, one of which is odd. */
function oddZip(members: Members, odd: string, oddity: Oddity): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of members) {
    const { comment = '', ...own } = name === odd ? oddity : {};
    const { checksum, packed, bytes } = localMember(name, content, own);
    const sizes = [[checksum], [packed], [content.length]] as const;
    const lengths = [name.length, 0, comment.length];
    directory.push(
      header([0x02014b50], 20, 20, 0, 8, 0, 0x21, ...sizes, ...lengths, 0, 0, [0], [at]),
      Buffer.from(`${name}${comment}`),
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
    return verifyPack(file, signer.publicKey);
  };
  const refuses = (oddity: Oddity, told: RegExp): Promise<void> =>
    assert.rejects(check(oddity), (error) => {
      assert.ok(error instanceof ConfigurationError, String(error));
      assert.match(error.line, told);
      return true;
    });
  const field = (id: number): Buffer => Buffer.concat([header(id, 9), Buffer.from('\u0001....evil')]);

  await t.test('is sound without any oddity, and with times of a member', async () => {
    for (const oddity of [{}, { field: field(0x5455) }])
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

  await t.test('is refused where a member has a comment, of which no digest knows', async () => {
    await refuses({ comment: 'approved' }, /"recording\.jsonl" has a comment/);
  });

  await t.test('is found changed where others would say that it is damaged', async () => {
    const verified = await check({ checksum: 1 });
    assert.deepEqual([verified.changed, isSound(verified, true)], [[odd], false]);
  });
});
