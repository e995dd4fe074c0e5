import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { stringify } from 'yaml';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { copyCachedRun } from '../runs/kept';
import { auditContent, generatedHar } from './auditing';
import { conform } from './conform';
import { plainTextOrEmpty } from '../plain';

const only = ['--only', 'HDR-05,HDR-07', '--subject', 'integrator'];

describe('conform audit', () => {
  it('judges a HAR file, and says that it is no certificate', async (t) => {
    const { code, stdout, folder } = await auditContent(t, generatedHar(), only);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^integrator: no failure in the 2 of 92 requirements that were seen$/m);
    assert.match(stdout, /^Narrowed by --only: never a certificate\.$/m);
    assert.match(stdout, /Recorded traffic, judged afterwards/);
    const { run, exchanges } = readResults(folder);
    assert.deepEqual([run.profile, run.selfTest, exchanges], ['audit', false, 60]);
    const { verdict, why = [], scope } = run.overall.integrator ?? {};
    assert.deepEqual([verdict, why.map(({ kind }) => kind)], ['no-failure', ['narrowed', 'traffic']]);
    assert.deepEqual(scope?.requirements, { seen: 2, of: 92 });
    assert.equal(readFileSync(join(folder, 'recording.jsonl'), 'utf8').trim().split('\n').length, 1 + 60);
  });

  it('finds a breach, names its exchange, and exits with 1', async (t) => {
    const { code, stdout } = await auditContent(t, generatedHar([{ id: 'HDR-07', at: 20 }]), only);
    assert.equal(code, 1);
    assert.match(stdout, /HDR-07 \[must, clause 5\.2\][\s\S]*in exchange #21/);
    assert.match(stdout, /again {5}npx conform audit FILE --only HDR-07/);
  });

  it('reads gzip and zstd, and marks of the byte order', async (t) => {
    for (const content of [
      gzipSync(generatedHar()),
      zstdCompressSync(generatedHar()),
      `\ufeff${generatedHar()}`,
    ]) {
      const { code, stdout } = await auditContent(t, content, only, 'traffic.har.gz');
      assert.equal(code, 0, stdout);
    }
  });

  it('takes the clients of another process for a shard alone', async () => {
    const { code, stderr } = await conform(['audit', '--clients', 'out/clients']);
    assert.equal(code, 2);
    assert.match(stderr, /^error: --clients goes with --shard — [^\n]+\n$/);
  });

  it('says of what takes an act that traffic cannot show it', async (t) => {
    const { folder } = await auditContent(t, generatedHar());
    const { obligations } = readResults(folder);
    const row = obligations.find(({ id }) => id === 'CBK-04');
    assert.deepEqual([row?.verdict, row?.reason?.kind], ['not-tested', 'cannot-be-seen']);
    assert.match(plainTextOrEmpty(row?.reason), /recorded traffic cannot show it/);
  });

  it('names what cannot be read by its number, and goes on behind it', async (t) => {
    const har = JSON.parse(generatedHar()) as { log: { entries: unknown[] } };
    const [first] = har.log.entries;
    har.log.entries.splice(3, 0, {
      startedDateTime: 'tomorrow',
      request: (first as { request: object }).request,
    });
    har.log.entries.splice(5, 0, 7, { request: { method: 'GET', url: 'data:text/plain,x' } }, {});
    const { code, stdout } = await auditContent(t, JSON.stringify(har), only);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /60 exchanges, 1 request unknown to the contract, 3 entries that cannot be read/);
    for (const line of [
      'entry 4: startedDateTime is no date before 2200',
      'entry 6: an entry that is no object',
      'entry 8: no request',
    ])
      assert.ok(stdout.includes(line), line);
  });

  it('counts what a cut file holds, and does not call it whole', async (t) => {
    const text = generatedHar();
    const { code, stdout } = await auditContent(t, text.slice(0, text.length / 2), only);
    assert.equal(code, 3, stdout);
    assert.match(stdout, /not read to its end: it ends in the middle, behind entry \d+/);
    const gzip = gzipSync(text);
    const other = await auditContent(t, gzip.subarray(0, gzip.length / 2), only);
    assert.equal(other.code, 3, other.stdout);
    assert.match(other.stdout, /not read to its end: its gzip breaks off/);
  });

  it('reads a body that a tool took apart, and goes on behind bytes that are no UTF-8', async (t) => {
    const har = harOf([...generateTraffic({ exchanges: 60, seed: 3 })], { creator: 'apart' });
    for (const { request } of har.log.entries) {
      const { text = '', mimeType = '' } = request.postData ?? {};
      if (text === '') continue;
      const params = Object.entries(JSON.parse(text) as Record<string, string>);
      request.postData = { mimeType, params: params.map(([name, value]) => ({ name, value })) };
    }
    const bytes = Buffer.from(JSON.stringify(har).replace('"Person 5"', '"Pers\u00e9"'), 'latin1');
    const { code, stdout, folder } = await auditContent(t, bytes, [
      '--only',
      'SES-02,SES-03,OTP-01,HDR-05',
      '--subject',
      'integrator',
    ]);
    assert.equal(code, 0, stdout);
    assert.equal(readResults(folder).exchanges, 60);
  });

  it('judges no body that a tool did not keep', async (t) => {
    const har = harOf([...generateTraffic({ exchanges: 60, seed: 3 })], {
      creator: 'bare',
      withoutBodies: true,
    });
    const { folder } = await auditContent(t, JSON.stringify(har));
    const { obligations } = readResults(folder);
    const rows = new Map(obligations.map((row) => [row.id, row]));
    for (const id of ['SES-02', 'SES-03', 'OTP-01'] as const) {
      assert.equal(rows.get(id)?.verdict, 'inconclusive', id);
      assert.match(plainTextOrEmpty(rows.get(id)?.reason), /keeps no body/, id);
    }
    assert.equal(rows.get('HDR-05')?.verdict, 'passed');
  });

  it('gives one line for what is no traffic at all, and writes nothing', async (t) => {
    for (const [content, told] of [
      ['', /holds neither HAR, nor a traffic log, nor a recording/],
      ['hello', /holds neither HAR, nor a traffic log, nor a recording/],
      ['[1, 2]', /holds neither HAR, nor a traffic log, nor a recording/],
      [Buffer.from([0xff, 0xfe, 0, 1]), /holds neither HAR, nor a traffic log, nor a recording/],
    ] as const) {
      const { code, stderr } = await auditContent(t, content);
      assert.equal(code, 2);
      assert.match(stderr, told);
      assert.equal(stderr.trim().split('\n').length, 1);
    }
    const missing = await conform(['audit', '/nowhere.har']);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /nowhere\.har: there is no such file/);
  });
});

describe('conform audit --rejudge', () => {
  it('comes to the verdicts of the run itself, without the system', async (t) => {
    const { folder } = await copyCachedRun('self-test', t);
    const only = ['SES-05', 'HDR-05', 'ENC-11', 'FLW-05', 'CBK-04'];
    const verdicts = (each: string) =>
      readResults(each)
        .obligations.filter(({ id }) => only.includes(id))
        .map(({ id, verdict }) => [id, verdict]);
    const again = join(folder, 'again');
    const recording = join(folder, 'recording.jsonl');
    const { code, stdout } = await conform([
      'audit',
      recording,
      '--rejudge',
      '--only',
      only.join(),
      '--reports',
      again,
    ]);
    assert.equal(code, 0, stdout);
    assert.deepEqual(verdicts(again), verdicts(folder));
    assert.match(stdout, /An old recording, judged by the current rules/);
  });

  it('judges each stage of an encryption by itself', async (t) => {
    const { folder } = await copyCachedRun('self-test', t);
    const stages = ['--only', 'HDT-05,HDT-06,HDT-07,HDT-08'];
    const recording = readFileSync(join(folder, 'recording.jsonl'), 'utf8');
    const asRun = await auditContent(t, recording, ['--rejudge', ...stages], 'recording.jsonl');
    for (const id of ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-08'])
      assert.match(asRun.stdout, new RegExp(`${id} {2}passed`));
    const mistake = '"mistake":{"id":"salt-last-20","stage":"mix","text":"this; the document that"}';
    const mixed = recording.replace('"opens":"whole"', `"opens":"mistaken",${mistake}`);
    assert.notEqual(mixed, recording);
    const { stdout } = await auditContent(t, mixed, ['--rejudge', ...stages], 'recording.jsonl');
    assert.match(stdout, /HDT-06 {2}failed/);
    for (const id of ['HDT-05', 'HDT-07', 'HDT-08']) assert.match(stdout, new RegExp(`${id} {2}passed`));
  });

  it('names a line that is no exchange, and goes on', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const lines = readFileSync(join(folder, 'recording.jsonl'), 'utf8').trim().split('\n');
    const content = [...lines.slice(0, 2), 'no JSON', '{"seq":1}', ...lines.slice(2)].join('\n');
    const { stdout } = await auditContent(t, content, ['--rejudge', '--only', 'SES-05'], 'recording.jsonl');
    assert.match(stdout, /line 3: no JSON/);
    assert.match(stdout, /line 4: no exchange/);
    assert.match(stdout, /SES-05 {2}passed/);
  });

  it('refuses a recording of an unknown form in one line', async (t) => {
    const { folder } = await copyCachedRun('self-test', t);
    const [, ...exchanges] = readFileSync(join(folder, 'recording.jsonl'), 'utf8').split('\n');
    const recording = join(temporaryFolder(t), 'recording.jsonl');
    for (const [head, stated] of [
      ['{"kind":"recording","form":3,"names":[]}', 'form 3'],
      ['{"kind":"recording","names":[]}', 'no form'],
      [undefined, 'no form'],
    ] as const)
      for (const args of [['--rejudge'], []]) {
        writeFileSync(recording, [...(head === undefined ? [] : [head]), ...exchanges].join('\n'));
        const reports = temporaryFolder(t);
        const { code, stderr } = await conform(['audit', recording, ...args, '--reports', reports]);
        assert.equal(code, 2);
        const told = `recording.jsonl: is a recording with ${stated}, and this suite reads form 2 — use the version `;
        assert.ok(stderr.includes(told), stderr);
        assert.equal(stderr.trim().split('\n').length, 1);
      }
  });

  it('tells what a recording does not hold under the readings of a target', async (t) => {
    const { folder } = await copyCachedRun('self-test', t);
    const recording = readFileSync(join(folder, 'recording.jsonl'), 'utf8');
    const target = join(temporaryFolder(t), 'target.yaml');
    writeFileSync(target, stringify({ name: 'other', readings: { 'encrypted-members': ['pin'] } }));
    const judged = await auditContent(t, recording, ['--rejudge', '--target', target], 'recording.jsonl');
    const rows = new Map(readResults(judged.folder).obligations.map((row) => [row.id, row]));
    for (const id of ['ENC-01', 'CRT-07']) {
      const { verdict, reason } = rows.get(id) ?? {};
      const told = { kind: 'not-kept', text: 'not kept under these readings: encrypted-members' };
      assert.deepEqual([verdict, reason], ['not-tested', told]);
    }
    assert.equal(rows.get('HDR-05')?.verdict, 'passed');
  });

  it('is for recordings of this suite alone', async (t) => {
    const { code, stderr } = await auditContent(t, generatedHar(), ['--rejudge']);
    assert.equal(code, 2);
    assert.match(stderr, /is HAR, and no recording of this suite — leave --rejudge out/);
  });
});
