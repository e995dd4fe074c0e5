import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { sigstoreFileName, dsseFileName } from '../../support/report/pack/envelope';
import { fingerprintOf } from '../../support/contract/public-key';
import { verifyPack } from '../../support/report/pack/verify-pack';
import { temporaryFolder } from './embedded-run';
import type { PackMembers } from './packs';
import {
  changeMembers,
  flipped,
  withForgedManifest,
  signAgain,
  signedPack,
  signer,
  stranger,
  zipTo,
} from './packs';

const json = (members: PackMembers, name: string): Record<string, unknown> =>
  JSON.parse(members.get(name)?.toString() ?? '') as Record<string, unknown>;

test('the signature of a pack', async (t) => {
  const { members } = await signedPack(t);
  const file = join(temporaryFolder(t), 'other.zip');
  const check = async (all: PackMembers, key: KeyObject = signer.publicKey) =>
    verifyPack(await zipTo(file, all), { keys: [key] });
  const wrongWith = async (envelope: unknown) => {
    const text = JSON.stringify(envelope);
    const bundle = JSON.stringify({ ...json(members, sigstoreFileName), dsseEnvelope: envelope });
    const odd = changeMembers(members, { [dsseFileName]: text, [sigstoreFileName]: bundle });
    assert.equal((await check(odd)).signature, 'wrong', text.slice(-200));
  };

  await t.test('is valid as it was made', async () => {
    assert.equal((await check(members)).signature, 'valid');
  });

  await t.test('is wrong with any other byte, and in any other form', async () => {
    const { signatures, ...envelope } = json(members, dsseFileName);
    const [{ sig = '', keyid = '' } = {}] = signatures as { sig?: string; keyid?: string }[];
    const flippedSigs = Array.from({ length: Math.ceil(sig.length / 6) }, (_none, at) =>
      flipped(Buffer.from(sig), at * 6).toString('latin1'),
    );
    const flawed = [
      ...[...flippedSigs, '', sig.replace(/=+$/, ''), `${sig}\n`, ` ${sig}`, `${sig}AAAA`].map((each) => [
        { sig: each, keyid },
      ]),
      [],
      [
        { sig, keyid },
        { sig, keyid },
      ],
      [{ sig, keyid, more: 1 }],
      [{ sig }],
      [{ sig, keyid: 'another' }],
      'none',
    ];
    for (const each of flawed) await wrongWith({ ...envelope, signatures: each });
    await wrongWith({ ...envelope, signatures, more: 1 });
    await wrongWith({ ...envelope, signatures, payloadType: 'text/plain' });
    await wrongWith({ ...envelope, signatures, payload: `${String(envelope.payload)}\n` });
  });

  await t.test('is wrong with a bundle that says otherwise than the envelope', async () => {
    const bundle = json(members, sigstoreFileName);
    for (const other of [{}, { ...bundle, mediaType: 'text/plain' }, { ...bundle, more: 1 }]) {
      const { signature } = await check(
        changeMembers(members, { [sigstoreFileName]: JSON.stringify(other) }),
      );
      assert.equal(signature, 'wrong', JSON.stringify(other).slice(0, 200));
    }
  });

  await t.test('is wrong if another made it, whatever key it names', async () => {
    assert.equal((await check(members, stranger.publicKey)).signature, 'wrong');
    const own = fingerprintOf(signer.publicKey);
    assert.equal((await check(signAgain(members, stranger.privateKey))).signature, 'wrong');
    assert.equal((await check(signAgain(members, stranger.privateKey, own))).signature, 'wrong');
    const keyId = `sha256:${'0'.repeat(64)}`;
    const named = withForgedManifest(members, { signer: { keyId } });
    assert.equal((await check(signAgain(named))).signature, 'wrong');
    assert.equal((await check(signAgain(named, signer.privateKey, keyId))).signature, 'wrong');
  });
});
