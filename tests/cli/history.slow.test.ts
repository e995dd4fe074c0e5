import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Entry } from '../../support/report/history/entries';
import { keptIn } from '../../support/report/history/archive';
import { temporaryFolder, readResults, verdictsIn } from '../report/embedded-run';
import { keeping, nthRun, numberIn, publishRun } from '../report/history/scene';
import { writeReports } from '../../support/report/write';
import { conform, conformProcess } from './conform';

/** A folder in which whole runs 1 to 3 and partial run 4 were made, as far as their reports tell. */
function someHistory(t: TestContext): string {
  const cwd = temporaryFolder(t);
  const root = join(cwd, 'reports');
  for (const n of [1, 2, 3]) writeReports(keeping(root), { ...nthRun(n), exchanges: 0 }, []);
  writeReports(keeping(root, 'partial'), { ...nthRun(4), exchanges: 0 }, []);
  return cwd;
}

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe('conform run in a folder of its own', () => {
  it('keeps the whole report from partial runs, and each whole one in the history', async (t) => {
    const cwd = temporaryFolder(t);
    const root = join(cwd, 'reports');
    const whole = await conform(['run', '--self-test', '--subject', 'service'], { cwd });
    assert.deepEqual([whole.code, whole.stderr], [0, '']);
    const before = contents(root);
    const partial = await conform(['run', '--self-test', '--only', 'SES-05'], { cwd });
    assert.equal(partial.code, 0);
    assert.match(
      partial.stdout,
      /^Report: reports\/partial\/compliance\.html; results: reports\/partial\/results\.json/m,
    );
    assert.deepEqual(contents(root), before);
    assert.deepEqual(verdictsIn(readResults(join(root, 'partial'))), { service: 'conforms (partial run)' });

    const again = await conform(['run', '--self-test', '--subject', 'service'], { cwd });
    assert.equal(again.code, 0);
    const [kept, ...more] = keptIn(root);
    assert.deepEqual([contents(kept?.path ?? ''), more], [before, []]);
    // It is compared with the whole run before it, and with no partial one.
    assert.equal(readResults(root).run.changes?.since.id, readResults(kept?.path ?? '').run.id);
  });

  it('mixes nothing and loses nothing where two are made at once', async (t) => {
    const cwd = temporaryFolder(t);
    const args = ['run', '--self-test', '--subject', 'service', '--json'];
    const ended = await Promise.all([conformProcess(args, { cwd }), conformProcess(args, { cwd })]);
    assert.deepEqual(
      ended.map(({ code, stderr }) => [code, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    );
    const root = join(cwd, 'reports');
    const folders = [root, ...keptIn(root).map(({ path }) => path)];
    assert.equal(folders.length, 2);
    const printed = ended.map(({ stdout }) => (JSON.parse(stdout) as { run: { id: string } }).run.id);
    assert.deepEqual(folders.map((folder) => readResults(folder).run.id).sort(), printed.sort());
    for (const folder of folders) {
      // Whatever is packed was found to be of one run.
      const packed = await conform(['report', folder, '--pack', join(cwd, 'pack.zip')], { cwd });
      assert.deepEqual([packed.code, packed.stderr], [0, '']);
    }
  });

  it('refuses a history for a folder that is named, and a limit that is none', async (t) => {
    const cwd = temporaryFolder(t);
    const both = await conform(['run', '--self-test', '--reports', 'here', '--keep', '5'], { cwd });
    assert.equal(both.code, 2);
    assert.match(both.stderr, /'--keep <limit>' cannot be used with option '--reports <dir>'/);
    const limit = await conform(['run', '--self-test', '--keep', 'all'], { cwd });
    assert.equal(limit.code, 2);
    assert.match(limit.stderr, /a number of runs, a size in MB or GB, or both as in 50,500MB/);
    assert.deepEqual(readdirSync(cwd), []);
  });

  it('refuses in one line to replace what is of another program', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'junit.xml'), '<theirs/>');
    const { code, stderr } = await conform(['run', '--self-test', '--reports', '.', '--only', 'SES-05'], {
      cwd,
    });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^error: junit\.xml: would be replaced, and no report .* — move it away, or name another .*\n$/,
    );
    assert.deepEqual(readdirSync(cwd), ['junit.xml']);
  });
});

describe('conform history', () => {
  it('lists the latest reports and those before them', async (t) => {
    const cwd = someHistory(t);
    const { code, stdout } = await conform(['history'], { cwd });
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(/ {2,}/)),
      [3, 4, 2, 1].map((n, index) => [
        ['latest', 'partial', '1', '2'][index],
        `2026-03-01T10:0${n}:00Z`,
        `0000000${n}`,
        'my-system',
        'Product 1.2',
        'service: conforms, integrator: conforms',
      ]),
    );
    const json = JSON.parse((await conform(['history', '--json'], { cwd })).stdout) as Entry[];
    assert.deepEqual(
      json.map(({ name, path, run }) => [name, existsSync(join(cwd, path)), run?.target, run?.partial]),
      ['latest', 'partial', '1', '2'].map((name) => [name, true, 'my-system', false]),
    );
  });

  it('says so where there is nothing, and tells what it cannot read', async (t) => {
    const cwd = temporaryFolder(t);
    const none = await conform(['history'], { cwd });
    assert.deepEqual(none, {
      code: 0,
      stdout: 'No reports in reports: npx conform run writes the first.\n',
      stderr: '',
    });
    publishRun(keeping(join(cwd, 'reports')), nthRun(1));
    writeFileSync(join(cwd, 'reports/results.json'), '{"schemaVersion": 2, "run": ');
    const { code, stdout } = await conform(['history'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^latest .* its results cannot be read: reports$/m);
  });
});

describe('an entry of the history', () => {
  it('is named by its number, by its id, by its name or by its path', async (t) => {
    const cwd = someHistory(t);
    const [newest] = keptIn(join(cwd, 'reports'));
    for (const name of ['1', '00000002', newest?.path ?? '']) {
      const { code, stdout } = await conform(['report', name, '--json'], { cwd });
      const { folder } = JSON.parse(stdout) as { folder: string };
      assert.deepEqual(
        [code, join(cwd, 'reports/history', folder.split('/').at(-1) ?? '')],
        [0, newest?.path],
      );
    }
    const { stdout } = await conform(['report', 'partial', '--json'], { cwd });
    assert.equal((JSON.parse(stdout) as { folder: string }).folder, 'reports/partial');
    for (const [name, message] of [
      ['9', /has no report 9: .* — npx conform history lists what there is/],
      ['00000009', /has no report 00000009/],
      ['0000', /has 4 runs whose id begins with 0000 — write more of the id/],
      ['000', /has no report 000/],
      ['./1', /1\/results\.json: cannot be read \(ENOENT\)/],
    ] as const) {
      const refused = await conform(['report', name], { cwd });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, message);
    }
  });

  it('is compared by diff: with the latest, or with the one before it by itself', async (t) => {
    const cwd = someHistory(t);
    const sides = async (...names: string[]): Promise<unknown[]> => {
      const { code, stdout, stderr } = await conform(['diff', ...names, '--json'], { cwd });
      assert.deepEqual([code, stderr], [0, '']);
      const { old, now } = JSON.parse(stdout) as Record<'old' | 'now', { id: string }>;
      return [old, now].map(({ id }) => Number(id.slice(0, 8)));
    };
    assert.deepEqual(await sides(), [2, 3]);
    assert.deepEqual(await sides('2'), [1, 3]);
    assert.deepEqual(await sides('2', '1'), [1, 2]);
    assert.deepEqual(await sides('latest', 'partial'), [3, 4]);
    const alone = temporaryFolder(t);
    writeReports(keeping(join(alone, 'reports')), { ...nthRun(1), exchanges: 0 }, []);
    const { code, stderr } = await conform(['diff'], { cwd: alone });
    assert.equal(code, 2);
    assert.match(stderr, /^error: reports: keeps no earlier whole run of my-system — name two reports/);
  });
});

it('audits keep their reports, and no recording but the latest', async (t) => {
  const cwd = temporaryFolder(t);
  await conform(['run', '--self-test', '--only', 'SES-05'], { cwd });
  for (let times = 0; times < 2; times += 1) {
    const { code } = await conform(['audit', 'reports/partial/recording.jsonl'], { cwd });
    assert.notEqual(code, 2);
  }
  const [kept] = keptIn(join(cwd, 'reports'));
  const has = (folder: string): boolean => existsSync(join(cwd, folder, 'recording.jsonl'));
  assert.deepEqual(
    [has('reports/audit'), existsSync(join(kept?.path ?? '', 'recording.jsonl'))],
    [true, false],
  );
  assert.ok(existsSync(join(kept?.path ?? '', 'results.json')));

  // What is kept still tells verdicts; what would take the recording says where it went.
  const diff = await conform(['diff', '1', 'audit'], { cwd });
  assert.equal(diff.code, 0);
  assert.match(diff.stdout, /Answers are not compared/);
  const report = await conform(['report', '1'], { cwd });
  assert.equal(report.code, 2);
  assert.match(report.stderr, /recordings of traffic are not kept in the history/);
});

it('a report that another process made ready is put into its place by whoever reads', async (t) => {
  const cwd = someHistory(t);
  const root = join(cwd, 'reports');
  const other = temporaryFolder(t);
  publishRun(keeping(other), nthRun(5));
  const ready = `.ready-${String(Date.now()).padStart(15, '0')}-whole-${nthRun(5).run.id}`;
  cpSync(other, join(root, ready), { recursive: true });
  const { stdout } = await conform(['history'], { cwd });
  assert.match(stdout, /^latest {3}2026-03-01T10:05:00Z/m);
  assert.equal(numberIn(root), 5);
  assert.equal(keptIn(root).length, 3);
});
