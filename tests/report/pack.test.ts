import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import { renderers } from '../../support/report/files';
import { cucumberFileNames } from '../../support/report/messages';
import { signatureNames } from '../../support/report/pack/envelope';
import { readReportSnapshot, requireValidOutputPath } from '../../support/report/pack/pack-sources';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { defaultZipLimits } from '../../support/report/pack/zip';
import { writePack } from '../../support/report/pack/write-pack';
import { ConfigurationError } from '../../support/targets/errors';
import { copyCachedRun } from '../runs/kept';
import { finishRun, readResults, temporaryFolder, overallVerdictTexts } from './embedded-run';
import { manifestIn, signedPack, signer, unzip } from './packs';

test('a pack holds all that a run left, and a signed digest of each', async (t) => {
  const { folder, file, members } = await signedPack(t);
  const names = [
    ...cucumberFileNames,
    'basis.json',
    'recording.jsonl',
    'results.json',
    ...Object.keys(renderers),
  ];
  assert.deepEqual([...members.keys()], [...names.sort(), 'manifest.json', ...signatureNames]);
  for (const name of [...cucumberFileNames, 'basis.json', 'recording.jsonl', 'results.json'])
    assert.deepEqual(members.get(name), readFileSync(join(folder, name)), name);

  const manifest = manifestIn(members);
  const { run, suite } = readResults(folder);
  assert.deepEqual(checkSchema('manifest', manifest), []);
  const { predicate } = manifest;
  assert.deepEqual(
    [
      predicate.run.id,
      overallVerdictTexts({ run: predicate }),
      predicate.suite.digest,
      predicate.run.selfTest,
    ],
    [run.id, { service: 'no failure' }, { sha256: suite.digest.slice(7) }, true],
  );
  for (const { name, digest } of manifest.subject) {
    const content = members.get(name) ?? Buffer.alloc(0);
    assert.equal(digest.sha256, createHash('sha256').update(content).digest('hex'), name);
  }
  assert.deepEqual(
    manifest.subject.map(({ name }) => name),
    names,
  );
  const spki = signer.publicKey.export({ format: 'der', type: 'spki' });
  const keyId = `sha256:${createHash('sha256').update(spki).digest('hex')}`;
  assert.deepEqual(predicate.signer, { keyId });

  const verified = await verifyPack(file, { keys: [signer.publicKey] });
  assert.deepEqual(
    [verified.signature, verified.signedBy, verified.judgedAgain, verified.contradictions],
    ['valid', keyId, true, []],
  );
  assert.ok(isSound(verified, true));
});

test('an unsigned pack says so, and waits for a run that is writing again', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  const file = join(folder, 'evidence-pack.zip');
  const before = readFileSync(join(folder, 'results.json'));
  await writePack(file, await readReportSnapshot(folder));
  const members = await unzip(file);
  assert.deepEqual(
    signatureNames.filter((name) => members.has(name)),
    [],
  );
  assert.equal(manifestIn(members).predicate.signer, undefined);
  assert.equal((await verifyPack(file)).signature, 'absent');

  const packed = readFileSync(file);
  const reports = await readReportSnapshot(folder);
  writeFileSync(join(folder, 'results.json'), Buffer.concat([before, Buffer.from(' ')]));
  await assert.rejects(writePack(file, reports), /was written to while it was read/);
  assert.deepEqual(readFileSync(file), packed);
  assert.deepEqual(
    readdirSync(folder).sort(),
    [
      'evidence-pack.zip',
      'basis.json',
      'recording.jsonl',
      'results.json',
      ...cucumberFileNames,
      ...Object.keys(renderers),
    ].sort(),
  );
});

test('reports that do not fit each other are not packed', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  const recording = join(folder, 'recording.jsonl');
  const text = readFileSync(recording);
  truncateSync(recording, text.length - 40);
  await assert.rejects(readReportSnapshot(folder), /ends too early|is not exchange/);
  writeFileSync(recording, text);
  appendFileSync(recording, '{"seq":99999}\n');
  await assert.rejects(
    readReportSnapshot(folder),
    /holds more than the \d+ exchanges that results\.json counts/,
  );
  writeFileSync(recording, text);
  await readReportSnapshot(folder);
});

test('evidence of two runs is not packed', async (t) => {
  const one = await copyCachedRun('narrowed', t);
  // A run that begins when the first has ended: kept runs may overlap, and times are all that tells messages apart.
  const other = await finishRun(t, { only: ['CRT-02'], nonce: 'another run' });
  const names = async () => (await readReportSnapshot(one.folder)).files;
  assert.deepEqual(await names(), ['results.json', 'recording.jsonl', 'basis.json', ...cucumberFileNames]);
  for (const name of cucumberFileNames) {
    const own = readFileSync(join(one.folder, name));
    copyFileSync(join(other.folder, name), join(one.folder, name));
    await assert.rejects(names(), (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.ok(error.line.includes(`${name}: is of another run than results.json beside it`), error.line);
      return true;
    });
    writeFileSync(join(one.folder, name), own);
  }
  // A page alone does not show of which run it is.
  rmSync(join(one.folder, 'messages.ndjson'));
  assert.deepEqual(await names(), ['results.json', 'recording.jsonl', 'basis.json']);
});

test('reports that no reader would take are not packed', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  const [file, reports] = [join(folder, 'pack.zip'), await readReportSnapshot(folder)];
  for (const [limits, told] of [
    [{ totalBytes: 5000 }, /holds \d+ bytes of reports, and a pack 5000 at most/],
    [{ ratio: 2, ratioFrom: 1000 }, /declares more than 2 times its packed size/],
  ] as const) {
    await assert.rejects(writePack(file, reports, { limits: { ...defaultZipLimits, ...limits } }), told);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('pack.zip')),
      [],
    );
  }
  await writePack(file, reports);
});

test('a member that cannot be read ends the pack, and leaves nothing behind', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  const reports = await readReportSnapshot(folder);
  mkdirSync(join(folder, 'folder'));
  await assert.rejects(
    writePack(join(folder, 'pack.zip'), { ...reports, files: [...reports.files, 'folder'] }),
    (error) => error instanceof ConfigurationError && /cannot be written \(\w+\)/.test(error.line),
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('pack.zip')),
    [],
  );
});

test('a pack takes the place of none of the reports', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  linkSync(join(folder, 'results.json'), join(folder, 'link.zip'));
  for (const [name, told] of [
    ['link.zip', /--pack is one of the reports/],
    [`${'a'.repeat(250)}.zip`, /--pack cannot be written \(ENAMETOOLONG\)/],
    ['results.json', /--pack is one of the reports/],
    ['Recording.JSONL', /--pack is one of the reports/],
    ['plan.html', /--pack is one of the reports/],
    ['.', /--pack is no file/],
    ['none/pack.zip', /there is no such folder/],
  ] as const)
    assert.throws(
      () => {
        requireValidOutputPath(join(folder, name), folder, ['plan.html'], '--pack');
      },
      (error) => error instanceof ConfigurationError && told.test(error.line),
      name,
    );
  requireValidOutputPath(join(folder, 'pack.zip'), folder, ['plan.html'], '--pack');
  // Nor of the copies of a run that stand above its history.
  const root = temporaryFolder(t);
  const run = join(root, 'history/20260301T100100.000Z-00000001');
  mkdirSync(run, { recursive: true });
  assert.throws(() => {
    requireValidOutputPath(join(root, 'results.json'), run, [], '--pack');
  }, /is one of the reports/);
  requireValidOutputPath(join(root, 'pack.zip'), run, [], '--pack');
});
