import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sigstoreFileName, dsseFileName } from '../../support/report/pack/envelope';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from './embedded-run';
import { sampleOverall } from './sample-results';
import { randomUUID } from '../seed';
import type { PackMembers } from './packs';
import {
  changeMembers,
  flipped,
  manifestIn,
  withForgedManifest,
  signAgain,
  signedPack,
  signer,
  stranger,
  unzip,
  zipTo,
} from './packs';

const json = (members: PackMembers, name: string): Record<string, unknown> =>
  JSON.parse(members.get(name)?.toString() ?? '') as Record<string, unknown>;

test('a pack that was tampered with', async (t) => {
  const { file: original, members } = await signedPack(t);
  const file = join(temporaryFolder(t), 'other.zip');
  const check = async (all: Iterable<readonly [string, Buffer]>, key: KeyObject = signer.publicKey) => {
    const verified = await verifyPack(await zipTo(file, all), { keys: [key] });
    return { ...verified, sound: isSound(verified, true) };
  };
  /** What was found, without the manifest. */
  const found = async (all: Iterable<readonly [string, Buffer]>, key?: KeyObject) => {
    const { sound, changed: other, added, missing, contradictions, signature } = await check(all, key);
    assert.equal(sound, false);
    const odds = { changed: other, added, missing, contradictions, signature };
    return Object.fromEntries(Object.entries(odds).filter(([, value]) => value.length > 0));
  };

  await t.test('and packed again as it was is sound, in any order', async () => {
    assert.equal((await check(members)).sound, true);
    assert.equal((await check([...members].reverse())).sound, true);
  });

  const contents = [...members.keys()].filter((name) => !name.startsWith('manifest.'));
  for (const name of contents) {
    await t.test(`one byte of ${name} is found, wherever it stands`, async () => {
      const content = members.get(name) ?? Buffer.alloc(0);
      for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
        const { changed: told, signature } = await found(
          changeMembers(members, { [name]: flipped(content, at) }),
        );
        assert.deepEqual([told, signature], [[name], 'valid']);
      }
      const { changed: longer } = await found(
        changeMembers(members, { [name]: Buffer.concat([content, Buffer.from('\n')]) }),
      );
      assert.deepEqual(longer, [name]);
    });

    await t.test(`so it is under a key, where the manifest was made to match`, async () => {
      const text = members.get(name)?.toString().replace(/\w/, '$& ') ?? '';
      const forged = withForgedManifest(changeMembers(members, { [name]: text }));
      assert.equal((await check(forged)).signature, 'wrong');
      assert.equal((await check(signAgain(forged, stranger.privateKey))).signature, 'wrong');
    });

    await t.test(`${name} left out is found`, async () => {
      assert.deepEqual(await found(changeMembers(members, { [name]: undefined })), {
        missing: [name],
        signature: 'valid',
      });
    });

    await t.test(`${name} under another name is found`, async () => {
      const renamed = changeMembers(members, { [name]: undefined, 'other.txt': members.get(name) });
      assert.deepEqual(await found(renamed), { missing: [name], added: ['other.txt'], signature: 'valid' });
    });
  }

  await t.test('a byte of the manifest is found: the signature no longer fits', async () => {
    const manifest = members.get('manifest.json')?.toString() ?? '';
    for (const text of [
      manifest.replace('"packedAt": "2', '"packedAt": "1'),
      `${manifest}\n`,
      manifest.trim(),
    ])
      assert.equal((await check(changeMembers(members, { 'manifest.json': text }))).signature, 'wrong', text);
  });

  await t.test('two members that changed places are found, and one that was added', async () => {
    const [one, other] = ['basis.json', 'messages.ndjson'] as const;
    const swapped = changeMembers(members, { [one]: members.get(other), [other]: members.get(one) });
    assert.deepEqual((await found(swapped)).changed, [other, one].sort());
    const more = changeMembers(members, { 'readme.txt': 'trust me' });
    assert.deepEqual(await found(more), { added: ['readme.txt'], signature: 'valid' });
  });

  await t.test('a signature that was taken off is found, with and without a key', async () => {
    const off = changeMembers(members, { [dsseFileName]: undefined, [sigstoreFileName]: undefined });
    assert.deepEqual(await found(off), { missing: [dsseFileName, sigstoreFileName], signature: 'absent' });
    const { missing, signature } = await verifyPack(await zipTo(file, off));
    assert.deepEqual([missing, signature], [[dsseFileName, sigstoreFileName], 'absent']);
    const manifest = manifestIn(members);
    const { signer: none, ...predicate } = manifest.predicate;
    const denied = changeMembers(off, { 'manifest.json': JSON.stringify({ ...manifest, predicate }) });
    assert.ok(none !== undefined);
    assert.deepEqual(await found(denied), { signature: 'absent' });
    assert.ok(isSound(await verifyPack(await zipTo(file, denied)), false), 'nothing is left to tell it by');
    const put = changeMembers(denied, { [dsseFileName]: members.get(dsseFileName) });
    assert.deepEqual((await found(put)).added, [dsseFileName]);
    const half = changeMembers(members, { [sigstoreFileName]: undefined });
    assert.deepEqual(await found(half), { missing: [sigstoreFileName], signature: 'valid' });
  });

  await t.test('without a key, no one is named as its maker', async () => {
    const verified = await verifyPack(await zipTo(file, signAgain(members)));
    assert.equal(verified.signature, 'not-checked');
    assert.ok(isSound(verified, false));
  });

  await t.test('a manifest that lies about its results is found, even signed', async () => {
    for (const [lie, told] of [
      [
        { target: { name: 'another', environment: 'sandbox' } },
        /target: the manifest says \{"name":"another"\}, and results\.json \{"name":"embedded/,
      ],
      [
        { overall: { service: sampleOverall('conforms') } },
        /overall: .*\{"service":\{"verdict":"conforms","why":\[\].*results\.json \{"service":\{"verdict":"no-failure"/,
      ],
      [{ overall: {} }, /overall: the manifest says/],
      [{ verdicts: {} }, /verdicts: the manifest says \{\}, and results\.json \{"SES-01"/],
      [{ counts: { ...manifestIn(members).predicate.counts, passed: 118 } }, /counts: .*"passed":118/],
      [{ exchanges: 1 }, /exchanges: the manifest says 1/],
      [{ nonce: 'of-another' }, /nonce: the manifest says "of-another", and results\.json nothing/],
      [
        { product: { name: 'Better' } },
        /product: the manifest says \{"name":"Better"\}, and results\.json null/,
      ],
      [
        { run: { ...manifestIn(members).predicate.run, selfTest: false } },
        /run: the manifest says \{"selfTest":false\}/,
      ],
      [{ run: { ...manifestIn(members).predicate.run, id: randomUUID() } }, /run: the manifest says \{"id":/],
    ] as const) {
      const { contradictions, signature, sound } = await check(signAgain(withForgedManifest(members, lie)));
      assert.deepEqual([contradictions.length, signature, sound], [1, 'valid', false]);
      assert.match(contradictions[0] ?? '', told);
    }
  });

  await t.test('so are members that do not fit each other', async () => {
    const lines = members.get('recording.jsonl')?.toString().split('\n') ?? [];
    const results = json(members, 'results.json');
    for (const [change, told] of [
      [{ 'recording.jsonl': [lines[0], ...lines.slice(2)].join('\n') }, /is not exchange 1 of a recording/],
      [
        { 'results.json': JSON.stringify({ ...results, counts: {} }) },
        /results\.json does not keep to schemas/,
      ],
      [{ 'results.json': '{}' }, /results\.json is not results of this suite/],
    ] as const) {
      const { contradictions, sound } = await check(
        signAgain(withForgedManifest(changeMembers(members, change))),
      );
      assert.equal(sound, false);
      assert.match(contradictions.join('\n'), told);
    }
  });

  await t.test('what every pack has is missing, though the manifest is content', async () => {
    for (const name of ['recording.jsonl', 'results.json', 'basis.json', 'compliance.html']) {
      const without = signAgain(withForgedManifest(changeMembers(members, { [name]: undefined })));
      assert.deepEqual((await check(without)).missing, [name]);
    }
  });

  await t.test('a byte of the file that is another is found, or leaves every member as it was', async () => {
    const bytes = readFileSync(original);
    let noticed = 0;
    // Contents are alike wherever they are hit; the directory, at the end, is not.
    const directoryAt = bytes.readUInt32LE(bytes.length - 6);
    const [coarse, fine] = [Math.ceil(bytes.length / 300), 7];
    for (let at = 0; at < bytes.length; at += at < directoryAt ? coarse : fine) {
      writeFileSync(file, flipped(bytes, at));
      const sound = await verifyPack(file, { keys: [signer.publicKey] }).then(
        (verified) => isSound(verified, true),
        (error: unknown) => {
          assert.ok(error instanceof ConfigurationError, String(error));
          return false;
        },
      );
      // Dates and versions of the zip say nothing about the members.
      if (sound) assert.deepEqual(await unzip(file), members, `byte ${at}`);
      else noticed += 1;
    }
    assert.ok(noticed > 100);
  });
});
