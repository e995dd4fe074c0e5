import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { verifyPack } from '../../support/report/pack/verify-pack';
import { defaultZipLimits } from '../../support/report/pack/zip-limits';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from './embedded-run';
import { changed, manifestIn, signedPack, zipTo } from './packs';

const [localMark, directoryMark] = [0x04034b50, 0x02014b50];

/** Offsets at which a four-byte mark of the zip format stands. */
function marksIn(bytes: Buffer, mark: number): number[] {
  const wanted = Buffer.alloc(4);
  wanted.writeUInt32LE(mark);
  const found: number[] = [];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

/** Both headers of every member whose name it is. */
function headersOf(bytes: Buffer, name: string) {
  const isNamed = (at: number, nameAt: number) =>
    bytes.toString('latin1', at + nameAt, at + nameAt + name.length) === name;
  const [local = -1] = marksIn(bytes, localMark).filter((at) => isNamed(at, 30));
  const [directory = -1] = marksIn(bytes, directoryMark).filter((at) => isNamed(at, 46));
  assert.ok(local >= 0 && directory >= 0, name);
  return { local, directory };
}

test('a file that is no pack, or means harm', async (t) => {
  const { members } = await signedPack(t);
  const folder = temporaryFolder(t);
  const file = join(folder, 'pack.zip');
  const good = readFileSync(await zipTo(file, members));
  await verifyPack(file);

  const refuses = async (told: RegExp, limits = defaultZipLimits): Promise<void> => {
    await assert.rejects(verifyPack(file, { limits }), (error) => {
      assert.ok(error instanceof ConfigurationError, String(error));
      assert.match(error.line, told);
      assert.doesNotMatch(error.line, /[^ -~–—…]/);
      return true;
    });
    assert.deepEqual(readdirSync(folder), ['pack.zip'], 'something was written');
  };
  const refusesBytes = (bytes: Buffer, told: RegExp): Promise<void> => {
    writeFileSync(file, bytes);
    return refuses(told);
  };

  await t.test('is refused where it is no zip, or none of its own', async () => {
    const none = /is no zip file, was cut, or has bytes behind its end/;
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('PK'),
      Buffer.alloc(5000),
      good.subarray(0, -1),
      good.subarray(0, 500),
    ])
      await refusesBytes(bytes, none);
    await refusesBytes(Buffer.concat([good, Buffer.from('garbage')]), none);
    await refusesBytes(Buffer.concat([Buffer.from('garbage'), good]), /belong to no member|is no zip file/);
    await zipTo(file, members, { comment: 'hello' });
    await refuses(none);
    await zipTo(file, []);
    await refuses(/is no evidence pack: it holds no manifest\.json/);
    await zipTo(file, changed(members, { 'manifest.json': undefined }));
    await refuses(/is no evidence pack: it holds no manifest\.json/);
  });

  await t.test('is refused where its manifest is none', async () => {
    const { subject, predicate, ...types } = manifestIn(members);
    const rest = { ...types, predicate };
    const old = { formatVersion: 1, suite: predicate.suite, files: [] };
    const text = (odd: object): string => JSON.stringify({ ...rest, subject, ...odd });
    const stating = (odd: object): string => text({ predicate: { ...predicate, ...odd } });
    for (const [manifest, told] of [
      ['no JSON', /manifest\.json is not JSON/],
      ['null', /is no statement of type urn:gateway-conformance:evidence-pack:v1/],
      ['[]', /is no statement of type/],
      [
        JSON.stringify(old),
        /is of an older form, which cannot be judged again — verify it with version 0\.1\.0/,
      ],
      [text({ predicateType: 'urn:gateway-conformance:evidence-pack:v2' }), /is no statement of type/],
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
    ] as const) {
      await zipTo(file, changed(members, { 'manifest.json': manifest }));
      await refuses(told);
    }
  });

  await t.test('is refused where a name leads elsewhere', async () => {
    for (const [name, told] of [
      ['../x.json', /invalid relative path/],
      ['..', /invalid relative path/],
      ['a/../../b.json', /invalid relative path/],
      ['/etc/pass', /absolute path/],
      ['C:/x.json', /absolute path/],
      ['a\\b.json', /invalid characters in fileName/],
      ['./a.json', /"\.\/a\.json" is a folder, or leads elsewhere/],
      ['a//b.json', /is a folder, or leads elsewhere/],
      ['folder/', /is a folder, or leads elsewhere/],
      ['x.json:ads', /leads elsewhere/],
      ['a\u0000.json', /has a name that is not plain text/],
      ['\u001b[2J.js', /has a name that is not plain text/],
      ['r\u00e9sultats', /has a name that is not plain text/],
    ] as const) {
      // Of the same length, and put in by hand: the library would not write it.
      const stand = 'z'.repeat(Buffer.byteLength(name));
      await zipTo(file, [...members, [stand, Buffer.from('x')]]);
      const bytes = readFileSync(file);
      const { local, directory } = headersOf(bytes, stand);
      bytes.write(name, local + 30);
      bytes.write(name, directory + 46);
      await refusesBytes(bytes, told);
    }
  });

  await t.test('is refused where two members go by one name, or one by two', async () => {
    await zipTo(file, [...members, ['results.json', Buffer.from('{}')]]);
    await refuses(/holds "results\.json" twice/);
    await zipTo(file, [...members, ['RESULTS.json', Buffer.from('{}')]]);
    await refuses(/holds "RESULTS\.json" twice/);
    const bytes = Buffer.from(good);
    bytes.write('Results', headersOf(bytes, 'results.json').local + 30);
    await refusesBytes(bytes, /goes by two names/);
  });

  await t.test('is refused where a member is a link, encrypted, or packed in another way', async () => {
    for (const mode of [0o120777, 0o060644, 0o040755]) {
      await zipTo(file, members, { mode });
      await refuses(/is a link or a device/);
    }
    const encrypted = Buffer.from(good);
    const { local, directory } = headersOf(good, 'plan.json');
    encrypted.writeUInt16LE(encrypted.readUInt16LE(directory + 8) | 1, directory + 8);
    await refusesBytes(encrypted, /"plan\.json" is encrypted/);
    const strange = Buffer.from(good);
    strange.writeUInt16LE(12, directory + 10);
    await refusesBytes(strange, /"plan\.json" is packed in a way that packs are not/);
    const twofold = Buffer.from(good);
    twofold.writeUInt16LE(0, local + 8);
    await refusesBytes(twofold, /packed in two ways/);
  });

  await t.test('is refused where bytes belong to no member, or to two', async () => {
    const bytes = Buffer.from(good);
    const [first, second] = [headersOf(bytes, 'plan.json'), headersOf(bytes, 'recording.jsonl')];
    bytes.writeUInt32LE(bytes.readUInt32LE(first.directory + 42), second.directory + 42);
    await refusesBytes(bytes, /belong to no member, or to two|goes by two names/);

    // Put in front, with every offset moved: what zip -A makes of a self-extracting archive.
    const prefix = Buffer.from('#!/bin/sh\n');
    const moved = Buffer.concat([prefix, good]);
    for (const at of marksIn(moved, directoryMark))
      moved.writeUInt32LE(moved.readUInt32LE(at + 42) + prefix.length, at + 42);
    moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + prefix.length, moved.length - 6);
    await refusesBytes(moved, /has bytes in front of its first member/);

    const end = good.readUInt32LE(good.length - 6);
    const between = Buffer.concat([good.subarray(0, end), prefix, good.subarray(end)]);
    between.writeUInt32LE(end + prefix.length, between.length - 6);
    await refusesBytes(between, /has bytes that belong to no member/);
    const behind = Buffer.concat([good.subarray(0, -22), prefix, good.subarray(-22)]);
    await refusesBytes(behind, /has bytes that belong to no member/);
    // Or counted as a part of the directory, as a member would be that only some readers see.
    behind.writeUInt32LE(behind.readUInt32LE(behind.length - 10) + prefix.length, behind.length - 10);
    await refusesBytes(behind, /has a directory that holds more than it counts/);
  });

  await t.test('is refused by what it declares, before anything is unpacked', async () => {
    const bytes = Buffer.from(good);
    for (const name of ['plan.json', 'results.json'])
      bytes.writeUInt32LE(0xf0000000, headersOf(bytes, name).directory + 24);
    await refusesBytes(bytes, /declares more than \d+ (bytes|times)/);

    // 64-bit sizes, which not all readers read.
    const zip = new ZipFile();
    for (const [name, content] of members)
      zip.addReadStream(Readable.from([content]), name, {
        forceZip64Format: name === 'plan.json',
        forceDosTimestamp: true,
        compress: true,
      });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(file));
    await refuses(/"plan\.json" has an extra field/);
  });

  await t.test('is refused where it unpacks to more than it declares, or too much', async () => {
    const zeros = Buffer.alloc(8 * 1024 ** 2);
    await zipTo(file, changed(members, { zeros }));
    await refuses(/"zeros" declares more than 200 times its packed size/);
    const limits = { ...defaultZipLimits, ratio: Infinity };
    await refuses(/declares more than 4000000 bytes/, { ...limits, totalBytes: 4_000_000 });
    assert.deepEqual((await verifyPack(file, { limits })).added, ['zeros']);

    const bytes = readFileSync(file);
    const { local, directory } = headersOf(bytes, 'zeros');
    for (const at of [local + 22, directory + 24]) bytes.writeUInt32LE(1000, at);
    await refusesBytes(bytes, /zeros is not what it declares: too many bytes in the stream/);

    await zipTo(file, members);
    await refuses(/(plan|results|basis)\.json is larger than 20000 bytes/, { ...limits, textBytes: 20_000 });
    await refuses(/holds \d+ members, and a pack 3 at most/, { ...limits, entries: 3 });
  });

  await t.test('is found changed where a member cannot be unpacked', async () => {
    const bytes = Buffer.from(good);
    const { local } = headersOf(bytes, 'recording.jsonl');
    bytes.fill(0xff, local + 60, local + 90);
    writeFileSync(file, bytes);
    assert.deepEqual((await verifyPack(file)).changed, ['recording.jsonl']);
  });

  await t.test('is not even opened where it is a pipe', { skip: process.platform === 'win32' }, async () => {
    const pipe = join(temporaryFolder(t), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(verifyPack(pipe), /is no file/);
    await assert.rejects(verifyPack(folder), /is no file/);
    await assert.rejects(verifyPack(join(folder, 'none.zip')), /there is no such file/);
  });
});
