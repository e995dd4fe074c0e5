import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { defaultZipLimits, withZip } from '../../support/report/pack/zip';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from './embedded-run';
import type { Oddity } from './odd-zips';
import { memberOf, numbers, zipOf } from './odd-zips';
import { changeMembers, manifestIn, signedPack, signer, zipTo } from './packs';

const odd = 'recording.jsonl';
const prefix = Buffer.from('#!/bin/sh\n');
const field = (id: number): Buffer => Buffer.concat([numbers(id, 9), Buffer.from('\u0001....evil')]);
const wideSizes = Buffer.concat([numbers(0x0001, 16), Buffer.alloc(16, 1)]);
/** Whoever reads from the front, as jar does from a pipe, unpacks it in place of the one that is signed. */
const forged = memberOf('compliance.html', Buffer.from('<h1>conforms</h1>')).bytes;

const otherHeader = /"recording\.jsonl" has a header that the directory does not describe/;
const otherFollower = /"recording\.jsonl" is followed by what the directory does not describe/;
const otherRecord = /"recording\.jsonl" has an extra field or a comment, or is no member/;
const stray = /has bytes that belong to no member/;
const noZip = /is no zip file, was cut, or has bytes behind its end/;
const sizes = ['checksum', 'packed', 'unpacked'] as const;

/** By what is told: in what a member is odd. */
const oddMembers: readonly (readonly [RegExp, readonly Oddity[]])[] = [
  [
    otherHeader,
    [
      ...['Recording.jsonl', 'results.json'].map((name) => ({ own: { name } })),
      ...sizes.flatMap((each) => [0, 1000].map((value) => ({ own: { [each]: value } }))),
      // Of times, names and sizes; and one that is cut.
      ...[0x5455, 0x7075, 0x6375, 0x554e].map((id) => ({ own: { field: field(id) } })),
      ...[wideSizes, Buffer.alloc(3)].map((each) => ({ own: { field: each } })),
      ...[{ method: 0 }, { flags: 0x800 }].map((own) => ({ own })),
      { followed: {}, own: { packed: 1000 } },
    ],
  ],
  [
    otherFollower,
    [
      ...sizes.map((each) => ({ followed: { [each]: 1000 } })),
      ...[{ isMarked: false }, { isWide: true }, { isMarked: false, isWide: true }].map((followed) => ({
        followed,
      })),
      { followed: { isMarked: false, more: Buffer.alloc(4) } },
    ],
  ],
  [
    otherRecord,
    [
      ...[0x5455, 0x7875, 0x7075, 0xcafe].map((id) => ({ listed: { field: field(id) } })),
      ...[wideSizes, Buffer.alloc(3)].map((each) => ({ listed: { field: each } })),
      ...[{ comment: 'approved' }, { disk: 1 }].map((listed) => ({ listed })),
      { field: field(0x5455) },
    ],
  ],
  [stray, [{ listed: { start: 0 } }, { listed: { start: 1 } }, { followed: { more: Buffer.alloc(1) } }]],
  [
    /recording\.jsonl is not what it declares: bytes stand behind its end/,
    [forged, Buffer.alloc(1), Buffer.alloc(300_000)].map((behind) => ({ behind })),
  ],
  [/recording\.jsonl is not what it declares: too many bytes/, [{ unpacked: 1000 }]],
  [/recording\.jsonl is not what it declares: not enough bytes/, [{ unpacked: 1_000_000 }]],
  [/"recording\.jsonl" declares more than \d+ times its packed size/, [{ unpacked: 0xf0000000 }]],
  [
    /is a link or a device/,
    [0o120777, 0o060644, 0o040755].map((mode) => ({ listed: { attributes: mode * 0x10000 } })),
  ],
  [/"recording\.jsonl" is encrypted/, [{ flags: 1 }, { listed: { flags: 1 } }]],
  [
    /"recording\.jsonl" is packed in a way that packs are not/,
    [{ method: 12 }, { listed: { method: 12 } }, ...[0x20, 0x40, 0x2000].map((flags) => ({ flags }))],
  ],
  [
    /is a folder, or leads elsewhere/,
    ['../x.json', '..', 'a/../../b.json', '/etc/pass', './a.json', 'a//b.json', 'folder/'].map((name) => ({
      name,
    })),
  ],
  [/leads elsewhere/, ['C:/x.json', 'a\\b.json', 'x.json:ads'].map((name) => ({ name }))],
  [
    /has a name that is not plain text/,
    ['', 'a\u0000.json', '\u001b[2J.js', 'r\u00e9sultats'].map((name) => ({ name })),
  ],
  [/holds "results\.json" twice/i, ['results.json', 'RESULTS.json'].map((name) => ({ name }))],
];

test('a file that is no pack, or means harm', async (t) => {
  const { members } = await signedPack(t);
  const folder = temporaryFolder(t);
  const file = join(folder, 'pack.zip');
  const good = zipOf(members);

  const refuses = async (bytes: Buffer, told: RegExp, limits = defaultZipLimits): Promise<void> => {
    writeFileSync(file, bytes);
    await assert.rejects(verifyPack(file, { limits }), (error) => {
      assert.ok(error instanceof ConfigurationError, String(error));
      assert.match(error.line, told);
      assert.doesNotMatch(error.line, /[^ -~–—…]/);
      return true;
    });
    assert.deepEqual(readdirSync(folder), ['pack.zip'], 'something was written');
  };
  const check = (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return verifyPack(file, { keys: [signer.publicKey] });
  };

  await t.test('is sound without any oddity, and where sizes follow a member', async () => {
    // As zip does into a pipe: it knows the size before, and no more.
    const unpacked = members.get(odd)?.length ?? 0;
    for (const oddity of [{}, { followed: {} }, { followed: {}, own: { unpacked } }, { flags: 0x800 }])
      assert.ok(isSound(await check(zipOf(members, { [odd]: oddity })), true), JSON.stringify(oddity));
  });

  for (const [told, oddities] of oddMembers)
    await t.test(`is refused where a member is odd: ${told.source}`, async () => {
      for (const oddity of oddities) await refuses(zipOf(members, { [odd]: oddity }), told);
    });

  await t.test('is refused where it is no zip, none of its own, or has bytes of no member', async () => {
    for (const bytes of [
      ...[Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(5000)],
      ...[good.subarray(0, -1), good.subarray(0, 500), Buffer.concat([good, prefix])],
      readFileSync(await zipTo(file, members, { comment: 'hello' })),
    ])
      await refuses(bytes, noZip);
    for (const bytes of [Buffer.from('PK\x05\x06'), Buffer.concat([prefix, good])])
      await refuses(bytes, stray);
    // Put in front, with every offset moved: what zip -A makes of a self-extracting archive.
    for (const layout of [{ front: prefix }, { gap: prefix }, { tail: prefix }])
      await refuses(zipOf(members, {}, layout), stray);
    // Or counted as a part of the directory, as a member would be that only some readers see.
    for (const layout of [{ tail: prefix, isTailCounted: true }, { more: -1 }])
      await refuses(zipOf(members, {}, layout), /has a directory that holds more than it counts/);
    await refuses(zipOf(members, {}, { more: 1 }), /or is no member/);
    for (const all of [new Map(), changeMembers(members, { 'manifest.json': undefined })])
      await refuses(zipOf(all), /is no evidence pack: it holds no manifest\.json/);
    // 64-bit sizes, which not all readers read.
    await refuses(readFileSync(await zipTo(file, members, { forceZip64Format: true })), /has an extra field/);
  });

  await t.test(
    'is refused by any bit of it that is no content, but for what tells of systems and modes',
    async () => {
      const small = new Map([
        ['a', Buffer.from('one')],
        ['b.json', Buffer.from('two')],
      ]);
      const bytes = zipOf(small, { a: { followed: {} } });
      const contents = [...small.values()].map((each) =>
        bytes.indexOf(memberOf('', each).bytes.subarray(30)),
      );
      const isContent = (at: number) => contents.some((from) => at >= from && at < from + 5);
      // The version that made it, whether it is text, and its mode.
      const free = [4, 5, 36, 37, 38, 39, 40, 41].flatMap((at) =>
        [...small.keys()].map((name) => bytes.lastIndexOf(Buffer.from(name)) - 46 + at),
      );
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const at = bit >> 3;
        if (isContent(at) || free.includes(at)) continue;
        const other = Buffer.from(bytes);
        other.writeUInt8(other.readUInt8(at) ^ (1 << (bit & 7)), at);
        writeFileSync(file, other);
        await assert.rejects(
          withZip(file, () => Promise.resolve()),
          ConfigurationError,
          `bit ${bit}`,
        );
      }
    },
  );

  await t.test('is refused where its manifest is none', async () => {
    const { subject, predicate, ...types } = manifestIn(members);
    const rest = { ...types, predicate };
    const text = (more: object): string => JSON.stringify({ ...rest, subject, ...more });
    const stating = (more: object): string => text({ predicate: { ...predicate, ...more } });
    for (const [manifest, told] of [
      ['no JSON', /manifest\.json is not JSON/],
      ['null', /is no statement of type urn:gateway-conformance:evidence-pack:v1/],
      ['[]', /is no statement of type/],
      [
        text({ predicateType: 'urn:gateway-conformance:evidence-pack:v2' }),
        /is no statement of type .* — name a pack that conform report --pack wrote, or use the version of the suite that wrote it/,
      ],
      [text({ _type: 'https://in-toto.io/Statement/v0.1' }), /manifest\.schema\.json: \/_type/],
      [JSON.stringify(rest), /manifest\.schema\.json: \/subject is missing/],
      [text({ subject: [] }), /manifest\.schema\.json: \/subject must/],
      [text({ more: 1 }), /\/more is not allowed here/],
      [text({ subject: [...subject, subject[0]] }), /names a member twice/],
      [text({ subject: [{ ...subject[0], name: 'manifest.json' }] }), /\/subject\/0\/name must NOT be valid/],
      [stating({ packedAt: '2026-11-22T10:00:00+05:30' }), /\/predicate\/packedAt must match/],
      [stating({ packedAt: 'tomorrow' }), /\/predicate\/packedAt/],
      [stating({ more: 1 }), /\/predicate\/more is not allowed here/],
      [stating({ review: 'fine' }), /\/predicate\/review must/],
    ] as const)
      await refuses(zipOf(changeMembers(members, { 'manifest.json': manifest })), told);
  });

  await t.test('is refused where it unpacks to too much', async () => {
    const zeros = zipOf(changeMembers(members, { zeros: Buffer.alloc(8 * 1024 ** 2) }));
    await refuses(zeros, /"zeros" declares more than 200 times its packed size/);
    const limits = { ...defaultZipLimits, ratio: Infinity };
    await refuses(zeros, /declares more than 4000000 bytes/, { ...limits, totalBytes: 4_000_000 });
    assert.deepEqual((await verifyPack(file, { limits })).added, ['zeros']);
    await refuses(good, /(plan|results|basis)\.json is larger than 20000 bytes/, {
      ...limits,
      textBytes: 20_000,
    });
    await refuses(good, /holds \d+ members, and a pack 3 at most/, { ...limits, entries: 3 });
  });

  await t.test(
    'is found changed where a member cannot be unpacked, or others would say it is damaged',
    async () => {
      const bytes = Buffer.from(good);
      const [at, name] = [bytes.indexOf(odd), Buffer.from(odd)];
      bytes.fill(0xff, at + name.length + 15, at + name.length + 45);
      for (const each of [bytes, zipOf(members, { [odd]: { checksum: 1 } })]) {
        const verified = await check(each);
        assert.deepEqual([verified.changed, isSound(verified, true)], [[odd], false]);
      }
    },
  );

  await t.test('is not even opened where it is a pipe', { skip: process.platform === 'win32' }, async () => {
    const pipe = join(temporaryFolder(t), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(verifyPack(pipe), /is no file/);
    await assert.rejects(verifyPack(folder), /is no file/);
    await assert.rejects(verifyPack(join(folder, 'none.zip')), /there is no such file/);
  });
});
