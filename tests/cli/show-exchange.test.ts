import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import { showExchange } from '../../support/cli/show-exchange';
import { writeAllureResults } from '../../support/report/allure/results';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { temporaryFolder } from '../report/embedded-run';
import { randomBytes } from '../seed';
import { newman } from '../traffic/forms/newman';
import { exchangesOfRun } from '../traffic/forms/run';
import { conform } from './conform';

/** Traffic with a wrong TIMESTAMP in #21, and in #42 the REQUEST-ID of #5. */
const seen = [
  ...generateTraffic({
    exchanges: 60,
    seed: 3,
    breaks: [
      { id: 'HDR-07', at: 20 },
      { id: 'HDR-05', at: 41 },
    ],
  }),
];
const secret = `canary-${randomBytes(24).toString('hex')}`;

/** A HAR file in which the access token of every request is a canary. */
const har = (exchanges: typeof seen): string =>
  JSON.stringify(harOf(exchanges, { creator: 'generated' })).replaceAll(
    /Bearer [\w.-]+/g,
    `Bearer ${secret}`,
  );

const only = ['--only', 'HDR-05,HDR-07', '--subject', 'integrator'];
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.source;

/** A folder with the traffic of two days, so that both files have an entry of each number. */
function twoDays(t: TestContext): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'monday.har'), har(seen.slice(0, 30)));
  writeFileSync(join(folder, 'tuesday.har'), har(seen.slice(30)));
  return folder;
}

describe('a failure in recorded traffic', () => {
  it('names file, entry and time of each of its exchanges in every report, and the command that shows them', async (t) => {
    const cwd = twoDays(t);
    const summary = join(cwd, 'job.md');
    const { stdout } = await conform(['audit', 'monday.har', 'tuesday.har', '--reports', 'out', ...only], {
      cwd,
      env: { GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: 'true' },
    });
    const of = (file: string, entry: number) => `${file}\\.har, entry ${entry}, ${time}`;
    const later = new RegExp(`in exchange #41 \\(${of('tuesday', 11)}\\)\n`);
    const first = new RegExp(`\n {2}with {6}exchange #5 \\(${of('monday', 5)}\\)\n`);
    const show = /\n {2}show {6}npx conform audit --show tuesday\.har:11\n/;
    const read = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');
    for (const text of [stdout, read('junit.xml')])
      for (const form of [later, first, show]) assert.match(text, form);
    assert.match(stdout.replaceAll('%0A', '\n'), /::error [^]*in exchange #41 \(tuesday\.har, entry 11, /);
    for (const text of [read('summary.md'), readFileSync(summary, 'utf8')])
      assert.match(text, new RegExp(`in exchange 41 \\\\\\(${of('tuesday', 11)}\\\\\\)`));
    const page = read('compliance.html');
    assert.match(page, new RegExp(`#41</a>, ${of('tuesday', 11)}\\)`));
    assert.match(page, new RegExp(`#5</span>.*?\\(${of('monday', 5)}\\)`));
    assert.match(page, /<code>npx conform audit --show tuesday\.har:11<\/code>/);
    await writeAllureResults(join(cwd, 'out'));
    const folder = join(cwd, 'out/allure-results');
    const allure = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.ok(allure.some((text) => text.includes('in exchange #41 (tuesday.har, entry 11, ')));
  });

  it('does not repeat the name of the only file, and names the line of a log', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'one.har'), har(seen));
    writeFileSync(join(cwd, 'one.jsonl'), `\n${trafficLogOf(seen)}`);
    for (const [file, place, seq] of [
      ['one.har', 'entry 41', 41],
      ['one.jsonl', 'line 42', 42],
    ] as const) {
      const { stdout } = await conform(['audit', file, '--reports', 'out', ...only], { cwd });
      assert.match(stdout, new RegExp(`in exchange #${seq} \\(${place}, ${time}\\)\n`));
      assert.ok(stdout.includes(`\n  show      npx conform audit ${file} --show ${seq}\n`), stdout);
      const shown = await conform(['audit', file, '--show', String(seq)], { cwd });
      assert.match(shown.stdout, new RegExp(`^Exchange #${seq} \\(${file}, ${place}, ${time}\\)$`, 'm'));
    }
  });

  it('has the same numbers in several processes, and in shards', async (t) => {
    const cwd = temporaryFolder(t);
    const other = [...generateTraffic({ exchanges: 60, seed: 4, clientId: 'SBX_2' })];
    writeFileSync(join(cwd, 'monday.har'), har(seen));
    writeFileSync(join(cwd, 'tuesday.har'), har(other));
    const files = ['monday.har', 'tuesday.har'];
    const alone = await conform(['audit', ...files, '--reports', 'out', ...only], { cwd });
    for (const shard of ['1', '2'])
      await conform(['audit', ...files, '--shard', `${shard}/2`, '--reports', `parts/${shard}`], { cwd });
    const merged = await conform(['merge', 'parts/1', 'parts/2', '--reports', 'merged', ...only], { cwd });
    // Clients have other names in each audit.
    const told = (text: string) => text.match(/in exchange #[^)]*\)|with {6}exchange.*|show {6}.*/g);
    assert.deepEqual(told(merged.stdout), told(alone.stdout));
    const [, seq = '', place = ''] = /in exchange #(\d+) \((.*?), entry/.exec(alone.stdout) ?? [];
    const { stdout } = await conform(['audit', ...files, '--show', seq], { cwd });
    assert.ok(stdout.includes(`Exchange #${seq} (${place}, entry `), stdout);
  });
});

describe('conform audit --show', () => {
  it('refuses a name that two of the files have', async (t) => {
    const cwd = temporaryFolder(t);
    for (const folder of ['a', 'b']) {
      mkdirSync(join(cwd, folder));
      writeFileSync(join(cwd, folder, 'day.har'), har(seen.slice(0, 5)));
    }
    const files = ['a/day.har', 'b/day.har'];
    const { code, stdout, stderr } = await conform(['audit', ...files, '--show', 'day.har:2'], { cwd });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /names several of these files: a\/day\.har, b\/day\.har/);
    const whole = await conform(['audit', ...files, '--show', 'b/day.har:2'], { cwd });
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(whole.stdout, /b\/day\.har, entry 2/);
  });

  it('prints no colour of the file', async (t) => {
    const file = join(temporaryFolder(t), 'day.jsonl');
    writeFileSync(file, `${trafficLogOf(seen.slice(0, 1)).trimEnd()}\n{"note":"\u001b[31mred\n`);
    const stdout = new PassThrough();
    await showExchange([file], { seq: 2 }, { stdin: Readable.from([]), stdout });
    assert.match(String(stdout.read()), /"note":"red/);
  });

  it('prints the entry as it is in its file, with its secrets, and writes no file', async (t) => {
    const cwd = twoDays(t);
    const files = ['monday.har', 'tuesday.har'];
    const before = readdirSync(cwd);
    const { code, stdout, stderr } = await conform(['audit', ...files, '--show', '41'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^WARNING: [^\n]*secrets in the clear\. Do not paste or store it\.\nExchange #41 /);
    assert.ok(stdout.includes(secret));
    const { log } = JSON.parse(har(seen)) as { log: { entries: unknown[] } };
    assert.deepEqual(JSON.parse(stdout.slice(stdout.indexOf('\n{'))), log.entries[40]);
    const same = await conform(['audit', '--show', 'tuesday.har:11'], { cwd });
    assert.equal(same.stdout.replace('Exchange (', 'Exchange #41 ('), stdout);
    assert.deepEqual(readdirSync(cwd), before);
  });

  it('is the only output with a secret of the traffic', async (t) => {
    const cwd = twoDays(t);
    const files = ['monday.har', 'tuesday.har'];
    const audited = await conform(['audit', ...files, '--reports', 'out', '--per-client', ...only], { cwd });
    await conform(['audit', ...files, '--show', '41'], { cwd });
    await conform(['report', '--reports', 'out', '--pack'], { cwd });
    await writeAllureResults(join(cwd, 'out'));
    const artefacts = await artefactsIn(join(cwd, 'out'));
    assert.ok([...artefacts.keys()].some((name) => name.endsWith('.zip/recording.jsonl')));
    assert.deepEqual(
      leaksIn(new Map([...artefacts, ['terminal', audited.stdout + audited.stderr]]), { secret }),
      [],
    );
    const { code, stdout } = await conform(['verify', 'out/evidence-pack.zip'], { cwd });
    assert.equal(code, 0, stdout);
  });

  it('reads standard input once, and gzip', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'day.har.gz');
    writeFileSync(file, gzipSync(har(seen)));
    for (const name of ['-', file]) {
      const stdout = new PassThrough();
      const stdin = Readable.from([gzipSync(har(seen))]);
      assert.equal(await showExchange([name], { seq: 3 }, { stdin, stdout }), 0);
      assert.match(String(stdout.read()), /\nExchange #3 \((?:-|.*day\.har\.gz), entry 3, /);
    }
    assert.deepEqual(readdirSync(folder), ['day.har.gz']);
  });

  it("shows items of newman's report with readable bodies, lines of recordings, and what is not judged", async (t) => {
    const cwd = twoDays(t);
    writeFileSync(join(cwd, 'newman.json'), newman(exchangesOfRun([])));
    const run = await conform(['audit', 'newman.json', '--show', '1'], { cwd });
    assert.match(run.stdout, /^Exchange #1 \(newman\.json, entry 1, .*\)\. It is in the form of HAR, /m);
    assert.match(run.stdout, /"text": "\{\\"accessToken\\"/);
    await conform(['audit', 'monday.har', '--reports', 'out', ...only], { cwd });
    const kept = await conform(['audit', 'out/recording.jsonl', '--show', '3'], { cwd });
    assert.match(kept.stdout, /^This recording .* forms in place of secrets[^]*recording\.jsonl, line 4, /);
    writeFileSync(join(cwd, 'odd.har'), '{"log":{"entries":[{"request":{"method":"GET"}},7x]}}');
    const odd = await conform(['audit', 'odd.har', '--show', '1'], { cwd });
    assert.match(
      odd.stdout,
      /\(odd\.har, entry 1\)\. It is not judged: no request\.method or request\.url\./,
    );
    assert.match((await conform(['audit', 'odd.har', '--show', '2'], { cwd })).stdout, /\n\n7x\n$/);
  });

  it('names what is wrong with a number in one line, and exits with 2', async (t) => {
    const cwd = twoDays(t);
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await conform(['audit', ...args], { cwd });
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1]);
      return stderr;
    };
    const files = ['monday.har', 'tuesday.har'];
    assert.match(await refused(...files, '--show', '99'), /finds no exchange 99: the last one is 60 — /);
    for (const text of ['x', '0', '1.5', 'monday.har:'])
      assert.match(await refused(...files, '--show', text), /the number of an exchange in the report/);
    assert.match(await refused(...files, '--show', 'monday.har:31'), /no entry 31: the last one is 30 — /);
    assert.match(await refused(...files, '--show', 'other.har:3'), /other\.har: --show names none of these/);
    assert.match(await refused('--show', 'other.har:3'), /other\.har: --show there is no such file — /);
    assert.match(await refused('--show', '3'), /names no file — /);
    assert.match(await refused(...files, '--show', '3', '--json'), /cannot be used with/);
    const cut = har(seen).slice(0, -9000);
    writeFileSync(join(cwd, 'cut.har'), cut);
    assert.match(await refused('cut.har', '--show', '60'), /not read to its end: it ends in the middle/);
  });
});
