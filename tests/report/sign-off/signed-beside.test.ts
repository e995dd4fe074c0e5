import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { before, describe, test } from 'node:test';
import { verifyPack } from '../../../support/library';
import type { Envelope } from '../../../support/report/pack/envelope';
import { createSigstoreBundle, createDsseEnvelope, signedBytes } from '../../../support/report/pack/envelope';
import { readReportSnapshot } from '../../../support/report/pack/pack-sources';
import { keySigner, signBy } from '../../../support/report/pack/sign';
import { fingerprintOf } from '../../../support/contract/public-key';
import { checkReview } from '../../../support/report/pack/review';
import { verifyPack as verifyZip } from '../../../support/report/pack/verify-pack';
import { type Packing, writePack } from '../../../support/report/pack/write-pack';
import { conform } from '../../cli/conform';
import { copyCachedRun } from '../../runs/kept';
import { temporaryFolder } from '../embedded-run';
import { changeMembers, withForgedManifest, signAgain, signer, stranger, unzip, zipTo } from '../packs';

const reviewer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const today = new Date().toISOString().slice(0, 10);
const remarks = 'a short run';
const said = { name: 'A. Reviewer', decision: 'accepted', remarks, date: today };

describe('a pack that a reviewer signs off with a key of their own', { timeout: 120_000 }, () => {
  let folder: string;
  before(async () => {
    ({ folder } = await copyCachedRun('narrowed'));
  });

  /** A pack by its maker, and the files of all keys. */
  async function scene(t: TestContext, packing: Packing = { signer: keySigner(signer.privateKey) }) {
    const place = temporaryFolder(t);
    const file = join(place, 'pack.zip');
    await writePack(file, await readReportSnapshot(folder), packing);
    const keyFile = (name: string, key: KeyObject): string => {
      const type = key.type === 'private' ? 'pkcs8' : 'spki';
      writeFileSync(join(place, name), key.export({ format: 'pem', type }));
      return join(place, name);
    };
    const own = keyFile('reviewer.key', reviewer.privateKey);
    return {
      ...{ file, beside: `${file}.sign-off.sigstore.json`, keyFile, own },
      maker: keyFile('maker.pem', signer.publicKey),
      reviewerKey: keyFile('reviewer.pem', reviewer.publicKey),
      verify: (...more: string[]) => conform(['verify', file, ...more]),
      signOff: (...more: string[]) =>
        conform(['verify', file, '--sign-off', 'accepted', '--by', said.name, '--remarks', remarks, ...more]),
    };
  }

  test('names reviewer and key to those who have it, and is only stated to all others', async (t) => {
    const { file, beside, own, maker, reviewerKey, verify, signOff } = await scene(t);
    const alone = await verify('--key', maker);
    assert.deepEqual([alone.code, alone.stderr], [0, '']);
    assert.match(alone.stdout, /! no sign-off of a reviewer stands beside it: only its maker signed$/m);
    const lacking = await verify('--reviewer-key', reviewerKey);
    assert.equal(lacking.code, 1);
    assert.match(lacking.stdout, /✗ no sign-off .*only its maker signed\nDo not rely on this pack\.$/m);
    assert.deepEqual((await verifyPack(file)).reviewer, { signature: 'absent' });

    const bytes = readFileSync(file);
    const signed = await signOff('--sign', own, '--key', maker);
    assert.deepEqual([signed.code, signed.stderr], [0, '']);
    const line = `signed off beside it: accepted, by A. Reviewer on ${today}`;
    const keyId = fingerprintOf(reviewer.publicKey);
    assert.ok(signed.stdout.includes(`✓ ${line}, signed by ${keyId}\n! remarks: ${remarks}`), signed.stdout);
    assert.ok(readFileSync(file).equals(bytes));
    assert.ok(!readFileSync(beside, 'utf8').includes('PRIVATE'));

    const known = await verify('--key', maker, '--reviewer-key', maker, '--reviewer-key', reviewerKey);
    assert.deepEqual([known.code, known.stdout.includes(`✓ ${line}, signed by ${keyId}`)], [0, true]);
    const unknown = await verify('--key', maker);
    assert.equal(unknown.code, 0);
    const stated = `! ${line}: stated, not checked; name the public key of ${keyId} with --reviewer-key`;
    assert.ok(unknown.stdout.includes(stated), unknown.stdout);
    const { reviewer: told, ...rest } = await verifyPack(file, { reviewerKey });
    assert.deepEqual([rest.sound, told], [true, { signature: 'valid', signedBy: keyId, signOff: said }]);
    const json = JSON.parse((await verify('--json')).stdout) as { sound: boolean; reviewer: typeof told };
    assert.deepEqual([json.sound, json.reviewer.signature], [true, 'not-checked']);
    assert.ok(!('sealed' in json));
    assert.ok(readdirSync(join(file, '..')).every((name) => !name.endsWith('.tmp')));
  });

  test('is refused with the key of another, who cannot put a decision in its place unasked', async (t) => {
    const { file, beside, own, maker, keyFile, reviewerKey, verify, signOff } = await scene(t);
    await signOff('--sign', own);
    const first = readFileSync(beside, 'utf8');
    const other = await verify('--reviewer-key', keyFile('other.pem', stranger.publicKey));
    assert.equal(other.code, 1);
    assert.match(other.stdout, /✗ the sign-off beside it does not count: it is not signed by this key/);
    assert.equal((await verifyPack(file, { reviewerKey: maker })).reviewer.signOff, undefined);

    const byStranger = ['--sign', keyFile('other.key', stranger.privateKey)];
    const refused = await signOff(...byStranger);
    assert.deepEqual([refused.code, refused.stdout, readFileSync(beside, 'utf8')], [2, '', first]);
    assert.match(refused.stderr, /stands there already: the sign-off of another key.* — add --replace/);
    assert.equal((await signOff(...byStranger, '--replace')).code, 0);
    assert.equal((await verify('--reviewer-key', reviewerKey)).code, 1);
    // The twin: the same key may decide again.
    await signOff('--sign', own, '--replace');
    const again = await verify('--sign-off', 'rejected', '--by', said.name, '--sign', own);
    assert.deepEqual([again.code, again.stdout.includes('beside it: rejected, by')], [0, true]);
  });

  test('says that only its maker signed where it is the same key, named or not', async (t) => {
    const { keyFile, maker, verify, signOff } = await scene(t);
    const signed = await signOff('--sign', keyFile('maker.key', signer.privateKey));
    assert.equal(signed.code, 0, signed.stderr);
    const words = /! signed off beside it: .*the key of the pack: only its maker signed/;
    for (const { stdout } of [signed, await verify(), await verify('--reviewer-key', maker)])
      assert.match(stdout, words);
    // A command that signs need not name its key.
    const { signOff: signNameless, ...nameless } = await scene(t, {
      signer: { sign: (bytes) => signBy(signer.privateKey, bytes) },
    });
    await signNameless('--sign', nameless.keyFile('maker.key', signer.privateKey));
    assert.match((await nameless.verify('--reviewer-key', nameless.maker)).stdout, words);
    const unsigned = await scene(t, {});
    assert.match((await unsigned.verify()).stdout, /! no sign-off of a reviewer stands beside it$/m);
  });

  /** A bundle as anyone can make one, over another statement. */
  const bundleWith = (text: string, change: (said: string) => string, key?: KeyObject): string => {
    const { dsseEnvelope } = JSON.parse(text) as { dsseEnvelope: Envelope };
    const payload = Buffer.from(change(Buffer.from(dsseEnvelope.payload, 'base64').toString()));
    const signature =
      key === undefined
        ? Buffer.from(dsseEnvelope.signatures[0].sig, 'base64')
        : signBy(key, signedBytes(payload));
    return JSON.stringify(
      createSigstoreBundle(createDsseEnvelope(payload, signature, dsseEnvelope.signatures[0].keyid)),
    );
  };
  const rejecting = (text: string): string => text.replace('"accepted"', '"rejected"');

  test('is refused where the file beside it was changed or is about another pack', async (t) => {
    const { file, beside, own, reviewerKey, verify, signOff } = await scene(t);
    await signOff('--sign', own);
    const text = readFileSync(beside, 'utf8');
    const over = (from: string | RegExp, to: string): string =>
      bundleWith(text, (all) => all.replace(from, to), reviewer.privateKey);
    const cases: readonly (readonly [what: string, text: string, words: RegExp])[] = [
      ['an edited decision', bundleWith(text, rejecting), /^is not signed by this key/],
      ['one signed by another', bundleWith(text, rejecting, stranger.privateKey), /^is not signed by this/],
      ['another type', over('sign-off:v1', 'other'), /^holds no statement of type/],
      ['more members', over('{', '{"x":1,'), /^holds no statement of type/],
      ['a member twice', over('{', '{"_type":"x",'), /^has a member twice/],
      ['an unknown member', over('"version":1', '"version":1,"x":1'), /^does not keep to .*sign-off\.schema/],
      ['no remarks', over(/"remarks":"[^"]*",/, ''), /without remarks/],
      ['another manifest', over(/"sha256":"../, '"sha256":"zz'), /^is about another pack/],
      ['another hint', text.replace(/"hint": "sha256:../, '"hint": "sha256:zz'), /^is no Sigstore bundle/],
      ['extra members of the bundle', text.replace('{', '{"x":1,'), /^is no Sigstore bundle/],
      ['a member of the bundle twice', text.replace('{', '{"mediaType":"x",'), /^has a member twice/],
      ['a sentence as key', text.replaceAll(/sha256:\w+/g, 'a key'), /^names no key$/],
      ['garbage', 'canary', /^is no Sigstore bundle/],
    ];
    const verified = await verifyZip(file);
    for (const [what, changedText, words] of cases) {
      writeFileSync(beside, changedText);
      const { signature, signatureFlaw = '', ...rest } = checkReview(file, verified, [reviewer.publicKey]);
      assert.deepEqual([signature, rest], ['wrong', { file: beside }], what);
      assert.match(signatureFlaw, words, what);
    }
    const { code, stdout } = await verify();
    assert.equal(code, 1);
    assert.match(
      stdout,
      /✗ the sign-off beside it does not count: it is no Sigstore bundle v0\.3 of one public key\nDo not rely on/,
    );
    assert.equal((await verifyPack(file)).reviewer.signOff, undefined);
    writeFileSync(beside, bundleWith(text, rejecting));
    assert.match((await verify()).stdout, /! signed off beside it: rejected, .*: stated, not checked/);
    writeFileSync(beside, text);
    assert.equal((await verify('--reviewer-key', reviewerKey)).code, 0);
  });

  test('is neither signed nor stays signed where the pack was changed', async (t) => {
    const { file, beside, own, reviewerKey, verify, signOff } = await scene(t);
    const members = await unzip(file);
    await signOff('--sign', own);
    const odd = changeMembers(members, { 'results.json': '{}' });
    for (const [pack, words] of [
      [odd, /as it was before it was changed/],
      [
        signAgain(withForgedManifest(members, { packedAt: '2026-11-20T00:00:00.000Z' })),
        /about another pack/,
      ],
    ] as const) {
      await zipTo(file, pack);
      const { code, stdout } = await verify('--reviewer-key', reviewerKey);
      assert.equal(code, 1);
      assert.match(stdout, words);
    }
    await zipTo(file, odd);
    const standing = readFileSync(beside, 'utf8');
    const refused = await signOff('--sign', own, '--replace');
    assert.deepEqual([refused.code, readFileSync(beside, 'utf8')], [1, standing]);
    assert.match(refused.stdout, /✗ not signed off: the pack does not verify\nDo not rely on this pack\.$/m);
  });

  test('is not signed where it verifies, and is no certificate of what was asked for', async (t) => {
    const { beside, own, signOff } = await scene(t);
    const { code, stdout } = await signOff('--sign', own, '--conforms');
    assert.deepEqual([code, existsSync(beside)], [1, false]);
    assert.match(stdout, /✗ not signed off: the pack is no such certificate\n✗ no certificate: /);
    assert.doesNotMatch(stdout, /does not verify/);
  });

  test('takes name and key, and a decision that can stand, or writes nothing', async (t) => {
    const { beside, own, keyFile, maker, reviewerKey, verify, signOff } = await scene(t);
    const decide = ['--sign-off', 'accepted'];
    const by = ['--by', 'A. Reviewer'];
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const [args, words] of [
      [[...decide, '--sign', own], /--sign-off lacks --by — say who decides with --by NAME, and/],
      [[...decide, ...by], /--sign-off lacks --sign — .* name the file of their private key with --sign KEY/],
      [['--sign', own], /--sign goes with --sign-off — add --sign-off/],
      [['--replace'], /--replace goes with --sign-off/],
      [['--sign-off', 'approved', ...by, '--sign', own], /Allowed choices are accepted, /],
      [[...decide, ...by, '--sign', own, '--reviewer-key', reviewerKey], /cannot be used with/],
      [
        [...decide, ...by, '--sign', own],
        /the sign-off accepts a run in which not every subject conforms, without remarks/,
      ],
      [[...decide, ...by, '--sign', own, '--condition', 'x', '--remarks', 'x'], /--condition goes with/],
      [[...decide, '--by', ' ', '--sign', own, '--remarks', 'x'], /sign-off\.name .* — say who decides/],
      [
        [...decide, ...by, '--sign', maker],
        /--sign holds no private .* key: it is a public one — give the PEM/,
      ],
      [[...decide, ...by, '--sign', keyFile('rsa.key', rsa.privateKey)], /--sign holds no .* of kind rsa/],
      [[...decide, ...by, '--sign', `${own}.none`], /--sign cannot be read \(ENOENT\)/],
    ] as const) {
      const { code, stdout, stderr } = await verify(...args);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], args.join(' '));
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /PRIVATE KEY-----\n|MIGHAgEA/);
    }
    assert.equal(existsSync(beside), false);
    const { code } = await signOff('--sign', own);
    assert.deepEqual([code, existsSync(beside)], [0, true]);
  });
});
