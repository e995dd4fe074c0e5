import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { exitCodeFor } from '../../support/cli/conclude';
import type { Results } from '../../support/judging/results';
import { withChanges } from '../../support/report/runs/changes';
import { runsKeptIn } from '../../support/report/runs/kept';
import { requireReady } from '../../support/report/runs/write-run';
import { defaultKeep } from '../../support/run/keep';
import { conform } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { changed, unzip, zipTo } from '../report/packs';

/**
 * What version 1.0.0 left: its folder of reports after two certifications of its own mock, with a signed pack of the
 * second, and a run at night. SES-08 fails in the last two, as their target states another prefix of error codes.
 */
const made = __dirname;
const certified = join(made, 'certified');
const nightly = join(made, 'nightly');

describe('what version 1.0.0 left', () => {
  it('is listed', async () => {
    const { code, stdout } = await conform(['history', '--reports', certified, '--json']);
    const entries = JSON.parse(stdout) as readonly { readonly run: { readonly id: string } }[];
    assert.equal(code, 0);
    assert.deepEqual(
      entries.map(({ run }) => run.id.slice(0, 8)),
      ['06d9698c', '407f0e41'],
    );
  });

  it('is kept by the first run of this version: both runs, and the pack with its own', (t) => {
    const root = join(temporaryFolder(t), 'reports');
    cpSync(certified, root, { recursive: true });
    requireReady({ root, keep: defaultKeep });
    const [latest, earlier, ...more] = runsKeptIn(root);
    assert.deepEqual(
      [latest, earlier].map((run) => [run?.stamp.slice(-8), run?.kind]),
      [
        ['06d9698c', 'whole'],
        ['407f0e41', 'whole'],
      ],
    );
    assert.deepEqual(
      [more, readdirSync(latest?.path ?? '')],
      [[], readdirSync(certified).filter((name) => name !== 'history')],
    );
    assert.deepEqual(readdirSync(root), readdirSync(certified));
  });

  it('is compared, run with run and answer with answer', async () => {
    const { code, stdout } = await conform(['diff', '407f0e41', 'latest', '--reports', certified]);
    assert.equal(code, 0);
    assert.match(stdout, /^Worse:\n {2}SES-08 {2}passed → failed \(approved exception\) /m);
    assert.match(stdout, /^39 kinds of questions to services were compared, 0 are answered otherwise/m);
    const nights = await conform(['diff', nightly, nightly]);
    assert.match(nights.stdout, /^0 verdicts changed;.*\n[^]*^No regression\.$/m);
  });

  it('is rendered again, in the words of this version', async (t) => {
    const copy = join(temporaryFolder(t), 'reports');
    cpSync(certified, copy, { recursive: true });
    const { code, stderr } = await conform(['report', '--reports', copy]);
    assert.deepEqual([code, stderr], [0, '']);
    for (const file of ['compliance.html', 'junit.xml', 'summary.md'])
      assert.match(readFileSync(join(copy, file), 'utf8'), /SES-08/, file);
    assert.deepEqual(readdirSync(copy).sort(), [...readdirSync(certified), 'compliance.html'].sort());
  });

  it('is a pack whose members and signature hold, and whose verdicts its own version must judge again', async () => {
    const pack = join(certified, 'evidence-pack.zip');
    const { code, stdout } = await conform(['verify', pack, '--key', join(made, 'signer.pem')]);
    assert.equal(code, 3);
    assert.match(stdout, /^✓ all \d+ members are those of the manifest$/m);
    assert.match(stdout, /^✓ signature valid/m);
    assert.match(
      stdout,
      /^! not judged again: that takes gateway-conformance 1\.0\.0 \(sha256:[0-9a-f]{12}\)$/m,
    );
    assert.match(stdout, /\nDo not rely on this pack yet\.\n$/);
    const json = await conform(['verify', pack, '--key', join(made, 'signer.pem'), '--json']);
    const found = JSON.parse(json.stdout) as Record<string, unknown>;
    const odds = ['changed', 'added', 'missing', 'contradictions', 'judgedAgain', 'sound'].map(
      (name) => found[name],
    );
    assert.deepEqual([json.code, found.members, ...odds], [3, 9, [], [], [], [], false, false]);
  });

  it('is a pack whose plan is covered by its digest, though new ones have none', async (t) => {
    const members = await unzip(join(certified, 'evidence-pack.zip'));
    const pack = join(temporaryFolder(t), 'pack.zip');
    for (const [plan, told] of [
      ['{}', '✗ plan.json was changed'],
      [undefined, '✗ plan.json is missing'],
    ] as const) {
      await zipTo(pack, changed(members, { 'plan.json': plan }));
      const { code, stdout } = await conform(['verify', pack]);
      assert.equal(code, 1);
      assert.ok(stdout.includes(told), stdout);
    }
  });

  it('is a pack that is refuted, and not only left open, where something speaks against it', async (t) => {
    const pack = join(temporaryFolder(t), 'pack.zip');
    cpSync(join(certified, 'evidence-pack.zip'), pack);
    const stranger = join(dirname(pack), 'stranger.pem');
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(stranger, publicKey.export({ format: 'pem', type: 'spki' }));
    for (const args of [
      ['--key', stranger],
      ['--reviewer-key', stranger],
    ]) {
      const { code, stdout } = await conform(['verify', pack, ...args]);
      assert.equal(code, 1);
      assert.match(stdout, /\nDo not rely on this pack\.\n$/);
    }
  });
});

describe('the first night of another version', () => {
  const before = JSON.parse(readFileSync(join(nightly, 'results.json'), 'utf8')) as Results;
  const [known] = before.obligations.filter(({ id }) => id === 'SES-08');
  const [waiver] = before.run.waivers ?? [];
  const id = '7b0c4d52-1c7e-4a37-9a66-3f1d2a9d5b10';

  it('is alarmed by an obligation that is new and failed, and by none that is new and kept', async (t) => {
    assert.ok(known !== undefined);
    const diff = (verdict: 'failed' | 'passed') => {
      const fresh = { ...known, id: 'SES-99', title: 'A demand that was overlooked', verdict };
      const plan = { ...before.run.plan, obligations: [...before.run.plan.obligations, fresh.id] };
      const now = {
        ...before,
        suite: { ...before.suite, version: '2.0.0' },
        run: { ...before.run, id, plan },
        obligations: [...before.obligations, fresh],
      };
      const file = join(temporaryFolder(t), 'results.json');
      writeFileSync(file, JSON.stringify(now));
      return conform(['diff', join(nightly, 'results.json'), file]);
    };
    const failed = await diff('failed');
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /^Worse:\n {2}SES-99 {2}new in this version → failed {2}A demand that was /m);
    assert.match(failed.stdout, /^A regression\.$/m);
    const kept = await diff('passed');
    assert.equal(kept.code, 0);
    assert.doesNotMatch(kept.stdout, /SES-99/);
  });

  it('is warned of an exception that the new version finds unused, until the version after it', () => {
    assert.equal(waiver?.state, 'used');
    const nightOf = (version: string, night: string): Results => ({
      ...before,
      suite: { ...before.suite, version },
      run: { ...before.run, id: night, overall: {}, waivers: [{ ...waiver, state: 'unused' }] },
    });
    const failsIn = (results: Results): boolean => exitCodeFor(results) === 1;
    const same = withChanges(nightOf('1.0.0', id), before);
    assert.ok(failsIn(same), 'the suite is the same: the system changed');
    const first = withChanges(nightOf('2.0.0', id), before);
    assert.deepEqual([first.run.changes?.unusedBySuite, failsIn(first)], [['SES-08'], false]);
    const second = withChanges(nightOf('2.0.0', '0e5a7c1e-6a56-4f0b-8f0e-2d8a3f9b6c21'), first);
    assert.ok(!failsIn(second));
    const next = withChanges(nightOf('2.1.0', '5f3d0a9c-9d39-4a4e-a5a5-0b6c3e8d7f32'), second);
    assert.ok(failsIn(next));
  });
});
