import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from '../report/embedded-run';
import { changeMembers, manifestIn, signer, stranger, unzip, zipTo } from '../report/packs';
import { conform } from './conform';

const pem = signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const spki = { format: 'pem', type: 'spki' } as const;

/** A folder with the reports of a run, the key of its signer, and the key of someone else. */
async function scene(t: TestContext) {
  const { folder, results } = await copyCachedRun('narrowed', t);
  const keys = temporaryFolder(t);
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(keys, name), content);
    return join(keys, name);
  };
  const key = write('signer.pem', signer.publicKey.export(spki));
  return { folder, results, keys, write, key, other: write('stranger.pem', stranger.publicKey.export(spki)) };
}

test('report --pack and verify fit each other, and verify says what the pack says', async (t) => {
  const { folder, results, key, other } = await scene(t);
  const packed = await conform(['report', '--reports', folder, '--pack'], {
    env: { CONFORM_SIGNING_KEY: pem },
  });
  assert.deepEqual([packed.code, packed.stderr], [0, '']);
  const file = join(folder, 'evidence-pack.zip');
  assert.match(
    packed.stdout,
    /Packed .*evidence-pack\.zip: \d+ files, signed by the key sha256:[0-9a-f]{64}/,
  );

  const good = await conform(['verify', file, '--key', key]);
  assert.deepEqual([good.code, good.stderr], [0, '']);
  assert.ok(good.stdout.includes(results.run.id));
  assert.match(good.stdout, /overall +service: no failure in the 1 of \d+ requirements that were seen$/m);
  assert.match(good.stdout, /^! A self-test of the suite on its own mock: this is not a certificate\.$/m);
  assert.match(
    good.stdout,
    /✓ all \d+ members are those of the manifest\n✓ judged again: \d+ exchanges give the same verdicts and files\n✓ signature valid, by sha256:/,
  );

  const keyless = await conform(['verify', file]);
  assert.equal(keyless.code, 0);
  assert.match(keyless.stdout, /! signature not checked, by sha256:.*: nothing shows who made this pack/);

  const wrong = await conform(['verify', file, '--key', other]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /✗ signature wrong.*\n! no sign-off .*\nDo not rely on this pack\.$/m);
});

test('verify names what is not as it was, in words and as JSON', async (t) => {
  const { folder, key } = await scene(t);
  const file = join(temporaryFolder(t), 'pack.zip');
  const packed = await conform(['report', '--reports', folder, '--pack', file, '--json']);
  assert.equal(packed.code, 0, packed.stderr);
  const told = JSON.parse(packed.stdout) as { pack: { file: string; bytes: number } };
  assert.deepEqual([told.pack.file, told.pack.bytes], [file, readFileSync(file).length]);
  assert.equal(existsSync(join(folder, 'evidence-pack.zip')), false);

  const unsigned = await conform(['verify', file]);
  assert.deepEqual([unsigned.code, unsigned.stdout.includes('! signature absent')], [0, true]);
  const asked = await conform(['verify', file, '--key', key]);
  assert.equal(asked.code, 1);
  assert.match(asked.stdout, /✗ signature absent: nothing shows who made this pack/);

  const members = changeMembers(await unzip(file), {
    'junit.xml': undefined,
    'results.json': '{}',
    'more.txt': 'x',
  });
  await zipTo(file, members);
  const odd = await conform(['verify', file]);
  assert.equal(odd.code, 1);
  for (const line of ['✗ results.json was changed', '✗ more.txt was added', '✗ junit.xml is missing'])
    assert.ok(odd.stdout.includes(line), odd.stdout);
  const json = await conform(['verify', file, '--json']);
  assert.equal(json.code, 1);
  const { sound, ...found } = JSON.parse(json.stdout) as Record<string, unknown>;
  assert.deepEqual(
    [sound, found.changed, found.added, found.missing, found.signature],
    [false, ['results.json'], ['more.txt'], ['junit.xml'], 'absent'],
  );

  // What a product is called must not make up a verdict on the terminal.
  const manifest = manifestIn(members);
  const product = { name: 'A\u001b[2J\n✓ signature valid\u202e' };
  const predicate = { ...manifest.predicate, product };
  await zipTo(file, changeMembers(members, { 'manifest.json': JSON.stringify({ ...manifest, predicate }) }));
  const spoofed = await conform(['verify', file]);
  for (const sign of ['\u001b', '\u202e', '\n✓']) assert.ok(!spoofed.stdout.includes(sign), spoofed.stdout);
});

test('keys of any other kind are refused in one line, and nothing is written', async (t) => {
  const { folder, write, key } = await scene(t);
  await conform(['report', '--reports', folder, '--pack']);
  const file = join(folder, 'evidence-pack.zip');
  const before = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  for (const [name, content, told] of [
    ['private.pem', pem, /--key holds a private key, which only the one who signs may have/],
    [
      'rsa.pem',
      rsa.publicKey.export(spki),
      /--key holds no public Ed25519 or ECDSA P-256 key: it is one of kind rsa/,
    ],
    ['x25519.pem', generateKeyPairSync('x25519').publicKey.export(spki), /of kind x25519/],
    ['garbage.pem', 'canary-482913', /--key holds no public Ed25519 or ECDSA P-256 key —/],
    ['large.pem', Buffer.alloc(100_000), /--key is larger than 65536 bytes — give the PEM file/],
  ] as const) {
    const { code, stdout, stderr } = await conform(['verify', file, '--key', write(name, content)]);
    assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], name);
    assert.match(stderr, told);
    assert.doesNotMatch(stderr, /canary|MC4CAQ|MCowBQ/);
  }
  const missing = await conform(['verify', file, '--key', join(folder, 'none.pem')]);
  assert.deepEqual([missing.code, missing.stderr.includes('cannot be read (ENOENT)')], [2, true]);
  const noPack = await conform(['verify', key]);
  assert.deepEqual([noPack.code, noPack.stderr.includes('is no zip file')], [2, true]);

  const bad = { CONFORM_SIGNING_KEY: rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
  const packed = await conform(['report', '--reports', folder, '--pack'], { env: bad });
  assert.deepEqual([packed.code, packed.stdout], [2, '']);
  assert.match(
    packed.stderr,
    /^error: CONFORM_SIGNING_KEY holds no private Ed25519 or ECDSA P-256 key: it is one of kind rsa — /,
  );
  assert.deepEqual(
    readdirSync(folder).map((name) => readFileSync(join(folder, name))),
    before,
  );
});

test('report renders from what stands in the folder, and refuses what is not whole', async (t) => {
  const { folder } = await scene(t);
  const names = readdirSync(folder);
  const rendered = await conform(['report', '--reports', folder]);
  assert.deepEqual([rendered.code, rendered.stderr], [0, '']);
  assert.deepEqual(readdirSync(folder), names);

  const recording = join(folder, 'recording.jsonl');
  writeFileSync(recording, readFileSync(recording).subarray(0, -30));
  const cut = await conform(['report', '--reports', folder, '--pack']);
  assert.deepEqual([cut.code, cut.stdout], [2, '']);
  assert.match(cut.stderr, /recording\.jsonl:\d+: /);
  assert.equal(existsSync(join(folder, 'evidence-pack.zip')), false);

  const nowhere = join(folder, 'none');
  const missing = await conform(['report', '--reports', nowhere]);
  assert.deepEqual([missing.code, existsSync(nowhere)], [2, false]);
  assert.match(missing.stderr, /none\/results\.json: cannot be read \(ENOENT\) — run npx conform run first/);
});
