import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import type { HistoryEntry } from '../../support/report/runs/find-run';
import { runsInHistory } from '../../support/report/runs/kept-run';
import { temporaryFolder, readResults, overallVerdictTexts } from '../report/embedded-run';
import { destinationAt, nthRun, publishRun } from '../report/runs/scene';
import { sampleOverall } from '../report/sample-results';
import { writeReports } from '../../support/report/runs/write-run';
import { conform, conformProcess } from './conform';

/** A folder in which whole runs 1 to 3 and narrowed run 4 were made, as far as their reports tell. */
function someHistory(t: TestContext): string {
  const cwd = temporaryFolder(t);
  const root = join(cwd, 'reports');
  for (const n of [1, 2, 3])
    writeReports(destinationAt(root), { ...nthRun(n), exchanges: 0 }, [], defaultRedactionSettings);
  const plan = { obligations: ['SES-05'], scenarios: 1, narrowedBy: ['--only'] } as const;
  const overall = { service: sampleOverall('no-failure') };
  const narrowed = nthRun(4, { plan, overall, subjects: ['service'] });
  writeReports(destinationAt(root), { ...narrowed, exchanges: 0 }, [], defaultRedactionSettings);
  return cwd;
}

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe('conform run in a folder of its own', () => {
  it('keeps the whole report from narrowed runs, and each whole one in the history', async (t) => {
    const cwd = temporaryFolder(t);
    const root = join(cwd, 'reports');
    const whole = await conform(['run', '--self-test', '--subject', 'service'], { cwd });
    assert.deepEqual([whole.code, whole.stderr], [0, '']);
    const before = contents(root);
    const narrowed = await conform(['run', '--self-test', '--only', 'SES-05'], { cwd });
    assert.equal(narrowed.code, 0);
    const [folder] =
      /reports\/history\/[\dTZ.]+-[\da-f]{8}(?=\/compliance\.html)/.exec(narrowed.stdout) ?? [];
    assert.ok(folder !== undefined, narrowed.stdout);
    assert.deepEqual(contents(root), before);
    assert.deepEqual(overallVerdictTexts(readResults(join(cwd, folder))), {
      service: 'no failure',
    });

    const again = await conform(['run', '--self-test', '--subject', 'service', '--json'], { cwd });
    assert.equal(again.code, 0);
    const [newest, , first, ...more] = runsInHistory(root).map(({ path }) => path);
    assert.equal(join(cwd, (JSON.parse(again.stdout) as { folder: string }).folder), newest);
    assert.deepEqual([contents(root), contents(first ?? ''), more], [contents(newest ?? ''), before, []]);
    // It is compared with the whole run before it, and with no narrowed one.
    assert.equal(readResults(root).run.changes?.since.id, readResults(first ?? '').run.id);
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
    const folders = runsInHistory(root).map(({ path }) => path);
    assert.equal(folders.length, 2);
    assert.deepEqual(contents(root), contents(folders[0] ?? ''));
    const printed = ended.map(({ stdout }) => (JSON.parse(stdout) as { run: { id: string } }).run.id);
    assert.deepEqual(folders.map((folder) => readResults(folder).run.id).sort(), printed.sort());
    for (const folder of folders) {
      // Whatever is packed was found to be of one run.
      const packed = await conform(['report', folder, '--pack', join(cwd, 'pack.zip')], { cwd });
      assert.deepEqual([packed.code, packed.stderr], [0, '']);
    }
  });

  it('refuses a history for a named folder, and an invalid limit', async (t) => {
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
    const row = (name: string, n: number, told: string): string[] => [
      ...[name, `2026-03-01T10:0${n}:00Z`, `0000000${n}`, 'my-system', 'Product 1.2'],
      told,
    ];
    const whole = 'service: conforms, integrator: conforms';
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(/ {2,}/)),
      [
        row('latest', 3, whole),
        row('narrowed', 4, 'service: no failure in the 12 of 92 requirements that were seen'),
        ['', 'Narrowed by --only: never a certificate.'],
        row('1', 2, whole),
        row('2', 1, whole),
      ],
    );
    const json = JSON.parse((await conform(['history', '--json'], { cwd })).stdout) as HistoryEntry[];
    assert.deepEqual(
      json.map(({ name, path, kind, run }) => [name, existsSync(join(cwd, path)), run?.target, kind]),
      ['latest', 'narrowed', '1', '2'].map((name) => [
        name,
        true,
        'my-system',
        name === 'narrowed' ? name : 'whole',
      ]),
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
    const folder = publishRun(destinationAt(join(cwd, 'reports')), nthRun(1));
    writeFileSync(join(folder, 'results.json'), '{"schemaVersion": 3, "run": ');
    const { code, stdout } = await conform(['history'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^narrowed .* its results cannot be read: reports\/history\/.*00000001$/m);
  });
});

describe('an entry of the history', () => {
  it('is named by its number, by its id, by its name or by its path', async (t) => {
    const cwd = someHistory(t);
    const [narrowed, , before] = runsInHistory(join(cwd, 'reports'));
    for (const name of ['1', '00000002', before?.path ?? '']) {
      const { code, stdout } = await conform(['report', name, '--json'], { cwd });
      const { folder } = JSON.parse(stdout) as { folder: string };
      assert.deepEqual(
        [code, join(cwd, 'reports/history', folder.split('/').at(-1) ?? '')],
        [0, before?.path],
      );
    }
    const { stdout } = await conform(['report', 'narrowed', '--json'], { cwd });
    assert.equal(join(cwd, (JSON.parse(stdout) as { folder: string }).folder), narrowed?.path);
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
    assert.deepEqual(await sides('latest', 'narrowed'), [3, 4]);
    const alone = temporaryFolder(t);
    writeReports(
      destinationAt(join(alone, 'reports')),
      { ...nthRun(1), exchanges: 0 },
      [],
      defaultRedactionSettings,
    );
    const { code, stderr } = await conform(['diff'], { cwd: alone });
    assert.equal(code, 2);
    assert.match(stderr, /^error: reports: keeps no earlier whole run of my-system — name two reports/);
  });
});

it('audits keep their reports, each with its recording, and say where they are', async (t) => {
  const cwd = temporaryFolder(t);
  const root = join(cwd, 'reports');
  const { stdout } = await conform(['run', '--self-test', '--only', 'SES-05', '--json'], { cwd });
  const { folder } = JSON.parse(stdout) as { folder: string };
  for (let times = 0; times < 2; times += 1) {
    const { code } = await conform(['audit', join(folder, 'recording.jsonl')], { cwd });
    assert.notEqual(code, 2);
  }
  const diff = await conform(['diff', '1', 'audit'], { cwd });
  assert.equal(diff.code, 0, diff.stderr);
  assert.match(diff.stdout, /kinds of questions to services were compared/);
  assert.deepEqual(
    runsInHistory(root).map(({ kind, path }) => [kind, existsSync(join(path, 'recording.jsonl'))]),
    [
      ['audit', true],
      ['audit', true],
      ['narrowed', true],
    ],
  );
  // No whole run came, of which there could be copies.
  assert.deepEqual(readdirSync(root), ['history']);
});

it('a report that is packed, or rendered again, stands in the folder of its run and above it', async (t) => {
  const cwd = temporaryFolder(t);
  const root = join(cwd, 'reports');
  const written = await conform(['run', '--self-test', '--subject', 'service', '--json'], { cwd });
  const { folder } = JSON.parse(written.stdout) as { folder: string };
  writeFileSync(join(cwd, folder, 'summary.md'), 'of an earlier version');
  const { code, stdout } = await conform(['report', '--pack', '--json'], { cwd });
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { folder: string }).folder, folder);
  assert.deepEqual(contents(join(cwd, folder)), contents(root));
  assert.ok(existsSync(join(root, 'evidence-pack.zip')));
  assert.doesNotMatch(readFileSync(join(root, 'summary.md'), 'utf8'), /earlier version/);
});
