import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { ObligationResult } from '../../support/judging/verdict';
import { notJudged } from '../../support/cli/must-see';
import { sampleResults } from '../report/sample-results';
import { temporaryFolder } from '../report/embedded-run';
import { harText, interleaved, trafficOf } from '../traffic/several';
import { conform } from './conform';
import { mockUntil } from './own-mock';
import { serveProxyInProcess, startConstantService, targetFor } from './own-proxy';

/** Traffic of a client that keeps the contract; it shows HDR-05, and neither SES-08 nor CBK-01. */
const goodTraffic = harText(interleaved(trafficOf([{ clientId: 'SBX_1', exchanges: 12 }])));

interface Given {
  readonly content?: string;
  readonly traffic?: string;
  readonly options?: readonly string[];
}

/** Audits traffic with `--must-see`. Writes `content` to the file `seen.txt`. */
function auditWith(
  t: TestContext,
  mustSee: string,
  { content, traffic = goodTraffic, options = [] }: Given = {},
) {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'traffic.har'), traffic);
  if (content !== undefined) writeFileSync(join(folder, 'seen.txt'), content);
  const args = ['audit', 'traffic.har', '--reports', 'out', '--subject', 'integrator'];
  return conform([...args, '--must-see', mustSee, ...options], { cwd: folder });
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

describe('--must-see', () => {
  it('changes nothing if all of these obligations were judged, in any letter case', async (t) => {
    const { code, stderr } = await auditWith(t, 'hdr-05, SES-01');
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('ends with 3 and names the obligations that were not judged, in one line', async (t) => {
    const { code, stdout, stderr } = await auditWith(t, 'HDR-05,ses-08,cbk-01,ses-08');
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^! 2 of 3 obligations that --must-see names were not judged: SES-08 \([a-z-]+\), CBK-01 \([a-z-]+\)\n$/,
    );
    assert.match(stdout, /^integrator: no failure/m, 'the verdict stays');
  });

  it('keeps standard output for the results with --json', async (t) => {
    const { code, stdout, stderr } = await auditWith(t, 'CBK-01', { options: ['--json'] });
    assert.equal(code, 3);
    assert.equal(linesOf(stderr).length, 1);
    const { run } = JSON.parse(stdout) as { run: { overall: { integrator: { verdict: string } } } };
    assert.equal(run.overall.integrator.verdict, 'no-failure');
  });

  it('counts an obligation of a subject that is not judged as not judged', async (t) => {
    const { code, stderr } = await auditWith(t, 'SES-05');
    assert.equal(code, 3);
    assert.match(stderr, /^! 1 of 1 obligation that --must-see names was not judged: SES-05 \([a-z-]+\)\n$/);
  });

  it('reads a file with one id on each line, with comments', async (t) => {
    const content = '# Our tests show these.\nhdr-05\n\n  SES-01 # the session\r\nCBK-01\n';
    const { code, stderr } = await auditWith(t, 'seen.txt', { content });
    assert.equal(code, 3);
    assert.match(stderr, /: CBK-01 \([a-z-]+\)\n$/);
    const fewer = await auditWith(t, 'seen.txt', { content: content.replace('CBK-01\n', '') });
    assert.deepEqual([fewer.code, fewer.stderr], [0, '']);
  });

  it('refuses an id that no obligation has, with its place and a hint', async (t) => {
    const bad: [string, string | undefined, RegExp][] = [
      ['SES-99', undefined, /^error: --must-see SES-99: unknown obligation — did you mean SES-09\?\n$/],
      [
        'seen.txt',
        'SES-01\nSES-99\n',
        /^error: seen\.txt:2: SES-99: unknown obligation — did you mean SES-09\?\n$/,
      ],
      ['seen.txt', 'SES-01,HDR-05\n', /^error: seen\.txt:1: SES-01,HDR-05: unknown obligation — /],
      [
        'seen.txt',
        '# none yet\n',
        /^error: seen\.txt: --must-see names no obligation — give ids as conform list prints them, /,
      ],
      ['', undefined, /^error: --must-see names no obligation — give ids as conform list prints them, /],
      [
        'absent.txt',
        undefined,
        /^error: absent\.txt: --must-see cannot be read \(ENOENT\) — give ids .*, or a file with one id on each line\n$/,
      ],
      ['.', undefined, /^error: \.: --must-see cannot be read \(EISDIR\) — /],
    ];
    for (const [given, content, says] of bad) {
      const { code, stdout, stderr } = await auditWith(t, given, {
        ...(content !== undefined && { content }),
      });
      assert.deepEqual([code, stdout], [2, ''], given);
      assert.match(stderr, says);
    }
  });

  it('belongs to the merge, and not to a shard', async (t) => {
    const args = ['--shard', '1/2', '--must-see', 'HDR-05', '--reports', join(temporaryFolder(t), 'one')];
    const { code, stderr } = await conform(['audit', 'traffic.har', ...args]);
    assert.equal(code, 2);
    assert.match(stderr, /--shard .*cannot be used with option '--must-see/);
  });

  it('does not hide a failure: the exit code stays 1', async (t) => {
    const broken = trafficOf([{ clientId: 'SBX_1', exchanges: 12, breaks: [{ id: 'HDR-02', at: 3 }] }]);
    const { code, stderr } = await auditWith(t, 'CBK-01', { traffic: harText(interleaved(broken)) });
    assert.equal(code, 1);
    assert.match(stderr, /not judged: CBK-01 /);
  });

  it('holds for a narrowed run', async (t) => {
    const reports = temporaryFolder(t);
    const args = ['run', '--self-test', '--only', 'ENC-10', '--reports', reports];
    const { code, stderr } = await conform([...args, '--must-see', 'enc-10,TOK-03']);
    assert.equal(code, 3);
    assert.match(stderr, /^! 1 of [^\n]* not judged: TOK-03 \(not-tested\)\n$/m);
  });

  it('holds for a mock, and for a mock that nothing reached', async (t) => {
    const seen = await mockUntil(t, { count: 1 }, '--no-tls', '--must-see', 'SES-01');
    await fetch(`${seen.services.gateway ?? ''}/api/hiecm/gateway/v3/certs`);
    assert.equal(await seen.ended, 3);
    const none = temporaryFolder(t);
    const args = ['mock', '--no-tls', '--for', '1', '--out', none, '--reports', none];
    const { code, stderr } = await conform([...args, '--must-see', 'SES-01']);
    assert.equal(code, 3);
    assert.match(stderr, /not judged: SES-01\n$/);
  });

  it('holds for a proxy', async (t) => {
    const target = targetFor(t, await startConstantService(t));
    const args = ['--target', target, '--count', '1', '--reports', temporaryFolder(t)];
    const proxy = await serveProxyInProcess([...args, '--must-see', 'CBK-01,HDR-10']);
    await fetch(`${proxy.url}/elsewhere`);
    assert.notEqual(await proxy.ended, 0);
    assert.match(proxy.output(), /^! \d of [^\n]* not judged: CBK-01 \(/m);
  });
});

describe('an obligation', () => {
  it('was judged with five of the eight verdicts', () => {
    const verdicts = ['passed', 'failed', 'warning', 'observed', 'declared'] as const;
    const others = ['inconclusive', 'not-applicable', 'not-tested'] as const;
    const resultsOf = (verdict: ObligationResult['verdict']) => {
      const results = sampleResults();
      const [first] = results.obligations;
      assert.ok(first);
      return { ids: [first.id], results: { ...results, obligations: [{ ...first, verdict }] } };
    };
    for (const verdict of verdicts) {
      const { ids, results } = resultsOf(verdict);
      assert.deepEqual(notJudged(ids, results), [], verdict);
    }
    for (const verdict of others) {
      const { ids, results } = resultsOf(verdict);
      assert.deepEqual(notJudged(ids, results), [{ id: ids[0], verdict }], verdict);
    }
  });
});
