import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { finishLasting } from '../report/embedded-run';
import { signer, stranger } from '../report/packs';
import { conform } from './conform';

const pem = signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const spki = { format: 'pem', type: 'spki' } as const;
const nonce = 'a1b2c3d4e5f6';

let folder = '';
let pack = '';

before(async () => {
  ({ folder } = await finishLasting({ only: ['SES-05', 'SES-08'], nonce }));
  pack = join(folder, 'evidence-pack.zip');
  writeFileSync(join(folder, 'signer.pem'), signer.publicKey.export(spki));
  writeFileSync(join(folder, 'stranger.pem'), stranger.publicKey.export(spki));
  const { code, stderr } = await conform(['report', '--reports', folder, '--pack'], {
    env: { CONFORM_SIGNING_KEY: pem },
  });
  assert.equal(code, 0, stderr);
});

/** Verifies by a policy; by default one that the pack meets. */
async function verifyBy(members: Readonly<Record<string, unknown>>, more: readonly string[] = []) {
  const policy = {
    name: 'release',
    keys: ['signer.pem'],
    maxAgeDays: 1,
    subjects: ['service'],
    obligations: ['SES-05', 'SES-08'],
    allowPartial: true,
    allowSelfTest: true,
    nonce,
    ...members,
  };
  const file = join(folder, 'policy.yaml');
  // JSON is YAML; members that are undefined are left out.
  writeFileSync(file, JSON.stringify(policy));
  return conform(['verify', pack, '--policy', file, ...more]);
}

describe('a policy for packs', () => {
  it('is met by a pack that has all that it demands', async () => {
    const { code, stdout, stderr } = await verifyBy({});
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /✓ signature valid, by sha256:/);
    assert.match(stdout, /✓ policy release is met$/m);
  });

  for (const [what, members, told] of [
    ['signed by another', { keys: ['stranger.pem'] }, /✗ signature wrong/],
    ['too old', { maxAgeDays: 0.000001 }, /✗ policy release: the run is 0 days old/],
    [
      'of a subject that was not judged',
      { subjects: ['integrator'] },
      /integrator: not judged, and must conform/,
    ],
    [
      'without an obligation',
      { obligations: ['HDR-05'] },
      /HDR-05 is not-tested, and must be passed or declared/,
    ],
    ['partial', { allowPartial: undefined }, /✗ policy release: the run is partial/],
    ['of the suite itself', { allowSelfTest: false }, /the service under test is the suite's own/],
    ['of another product', { product: { name: 'Ward' } }, /product\.name is not named, and must be Ward/],
    [
      'made for another',
      { nonce: 'of-another-one' },
      /the run was made for the nonce a1b2c3d4e5f6, and not for of-another-one/,
    ],
  ] as const)
    it(`is not met by a pack that is ${what}`, async () => {
      const { code, stdout, stderr } = await verifyBy(members);
      assert.deepEqual([code, stderr], [1, '']);
      assert.match(stdout, told);
    });

  it('accepts one of several keys, and refuses a key that is not among them', async () => {
    assert.equal((await verifyBy({ keys: ['stranger.pem', 'signer.pem'] })).code, 0);
    const { code, stderr } = await verifyBy({}, ['--key', join(folder, 'stranger.pem')]);
    assert.equal(code, 2);
    assert.match(stderr, /stranger\.pem: --key is not one of the keys of the policy/);
  });

  it('is refused in one line where it is none', async () => {
    for (const [members, told] of [
      [{ name: undefined }, /policy\.yaml:1: .*name is missing|name.*missing/],
      [{ maxAgeDay: 1 }, /maxAgeDay/],
      [{ obligations: ['ABC-99'] }, /names ABC-99, an unknown obligation/],
      [{ keys: ['none.pem'] }, /none\.pem: keys cannot be read \(ENOENT\)/],
      [{ accept: ['failed'] }, /accept/],
    ] as const) {
      const { code, stdout, stderr } = await verifyBy(members);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], JSON.stringify(members));
      assert.match(stderr, told);
    }
  });

  it('leads to a Verification Summary Attestation about the pack', async () => {
    const file = join(folder, 'vsa.json');
    for (const [members, result, levels] of [
      [{}, 'PASSED', ['CONFORMANCE_SERVICE']],
      [{ maxAgeDays: 0.000001 }, 'FAILED', ['FAILED']],
    ] as const) {
      await verifyBy(members, ['--vsa', file]);
      const vsa = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly _type: string;
        readonly predicateType: string;
        readonly subject: readonly unknown[];
        readonly predicate: Readonly<Record<string, unknown>>;
      };
      const sha256 = createHash('sha256').update(readFileSync(pack)).digest('hex');
      assert.deepEqual(
        [vsa._type, vsa.predicateType, vsa.subject],
        [
          'https://in-toto.io/Statement/v1',
          'https://slsa.dev/verification_summary/v1',
          [{ name: 'evidence-pack.zip', digest: { sha256 } }],
        ],
      );
      const { verificationResult, verifiedLevels, timeVerified, policy } = vsa.predicate;
      assert.deepEqual([verificationResult, verifiedLevels], [result, levels]);
      assert.match(String(timeVerified), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, 'policy.yaml')))
        .digest('hex');
      assert.deepEqual(policy, { uri: 'file:policy.yaml', digest: { sha256: digest } });
    }
    const alone = await conform(['verify', pack, '--vsa', join(folder, 'none.json')]);
    assert.deepEqual([alone.code, existsSync(join(folder, 'none.json'))], [2, false]);
  });
});

describe('the nonce of a certifier', () => {
  it('is in results, recording, page, pack and what verify says', async () => {
    for (const name of ['results.json', 'basis.json', 'compliance.html', 'recording.jsonl'])
      assert.ok(readFileSync(join(folder, name), 'utf8').includes(nonce), name);
    const { code, stdout } = await conform(['verify', pack, '--nonce', nonce]);
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}nonce +a1b2c3d4e5f6$/m);
    assert.match(stdout, /✓ the nonce is right: the run was made for it/);
  });

  it('is demanded: another one refuses the pack, and so does none', async (t) => {
    const other = await conform(['verify', pack, '--nonce', 'of-another-one']);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /✗ the nonce: the run was made for a1b2c3d4e5f6, and not for of-another-one/);
    const { folder: without } = await finishLasting({ only: ['SES-05'] });
    await conform(['report', '--reports', without, '--pack']);
    const none = await conform(['verify', join(without, 'evidence-pack.zip'), '--nonce', nonce]);
    assert.equal(none.code, 1);
    assert.match(none.stdout, /✗ the nonce: the run was made without one, and not for a1b2c3d4e5f6/);
    const audited = await conform([
      'audit',
      join(without, 'recording.jsonl'),
      '--nonce',
      nonce,
      '--reports',
      join(without, 'audit'),
    ]);
    assert.equal(audited.code, 2);
    assert.match(audited.stderr, /recording\.jsonl: --nonce was recorded without a nonce — record again/);
    t.diagnostic('an old recording is not taken for a new one');
  });

  it('is refused where it is too short, or no plain word', async () => {
    for (const text of ['short', 'with blanks in it', '--odd-one'])
      assert.equal((await conform(['run', '--self-test', `--nonce=${text}`])).code, 2, text);
  });
});

describe('a pack of traffic', () => {
  it('is judged again by what its files held, with and without a nonce', async () => {
    const recording = join(folder, 'recording.jsonl');
    for (const more of [[], ['--nonce', nonce], ['--rejudge'], ['--rejudge', '--nonce', nonce]]) {
      const reports = join(folder, `audit${more.length}${more[0] ?? ''}`);
      await conform(['audit', recording, recording, ...more, '--reports', reports]);
      assert.equal((await conform(['report', '--reports', reports, '--pack'])).code, 0);
      const { code, stdout } = await conform(['verify', join(reports, 'evidence-pack.zip')]);
      assert.match(stdout, /✓ judged again: \d+ exchanges give the same verdicts and files/);
      assert.equal(code, 0, stdout);
    }
  });
});
