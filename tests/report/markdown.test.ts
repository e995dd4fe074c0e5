import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { Results } from '../../support/judging/results';
import { escapeMarkdown, renderMarkdown } from '../../support/report/markdown';
import { reportOf } from '../../support/report/model/report';
import { brokenRow, sampleOverall, oneOfEach, sampleResults, sampleTarget } from './sample-results';

const render = (results: Results): string => renderMarkdown(reportOf(results));
const bare = /(?<!\\)[|`*_[\]<>]/;

describe('summary.md', () => {
  it('begins with what came of it, in words', () => {
    const text = render(
      sampleResults(oneOfEach, {
        overall: {
          service: sampleOverall('incomplete', true),
          integrator: sampleOverall('does-not-conform', true),
        },
        selfTest: true,
        plan: { ...sampleResults().run.plan, narrowedBy: ['--only'] },
      }),
    );
    assert.deepEqual(text.split('\n').slice(0, 4), [
      '**Service: the test is incomplete; assessed: session; health-data transfer as HIP not assessed**\\',
      '**Integrator: does not conform; assessed: session; health-data transfer as HIP not assessed**\\',
      'Narrowed by --only: never a certificate.\\',
      'A self-test of the suite on its own mock: this is not a certificate.',
    ]);
  });

  it('counts the plan, and names the failures with clause, what was expected, what was got and why perhaps', () => {
    const text = render(sampleResults(oneOfEach));
    assert.doesNotMatch(text, /narrowed|self-test/i);
    const total = contractObligations.all.length;
    assert.match(
      text,
      new RegExp(
        `^\\| obligations \\| passed \\| failed \\| warning \\|.*\\n\\| ---: .*\\n\\| ${total} \\| ${total - 7} (\\| 1 ){7}\\|$`,
        'm',
      ),
    );
    assert.match(
      text,
      /### Failures \(1\)\n\n- \*\*SES-01\*\* .* \(clause 4\.1\): expected something; got GET &amp; &lt;b&gt;, in exchange 1; likely cause: a mistake; broken 2 of 3 times$/m,
    );
    assert.match(
      text,
      /### Still open \(2\)\n\n- \*\*SES-03\*\* .*: inconclusive, the gateway did not answer for 10 s → .* SES-03\n- \*\*SES-04\*\* .*: not-tested, /,
    );
    assert.match(text, /### Warnings \(1\)\n\n- \*\*ENC-14\*\*/);
    assert.match(
      text,
      /### Declared \(1\)\n\n- \*\*SES-06\*\* .* \(clause .*\): Somebody, 2026-01-01: so it is$/m,
    );
  });

  it('names who declared an obligation that evidence refutes', () => {
    const declaredBy = 'Somebody, 2026-01-01: so it is.';
    const told = render(
      sampleResults({
        'HDT-03': brokenRow('HDT-03'),
        'HDT-19': { ...brokenRow('HDT-19'), declaredBy, follows: ['HDT-03'] },
      }),
    );
    const refuted = 'declared by Somebody, 2026-01-01: so it is, refuted by HDT-03';
    assert.match(told, new RegExp(`### Declared \\(1\\)\n\n- \\*\\*HDT-19\\*\\* .*: ${refuted}$`, 'm'));
    assert.match(told, new RegExp(`^  - \\*\\*HDT-19\\*\\* .*: ${refuted}$`, 'm'));
    const alone = render(sampleResults({ 'HDT-19': { ...brokenRow('HDT-19'), declaredBy } }));
    assert.match(alone, /declared by Somebody, 2026-01-01: so it is, refuted by exchange 1$/m);
    const doubted = render(
      sampleResults({ 'HDT-19': { ...brokenRow('HDT-19', { verdict: 'warning' }), declaredBy } }),
    );
    assert.match(doubted, /questioned by exchange 1$/m);
  });

  it('caps a long list, and says how many more there are', () => {
    const musts = contractObligations.judged.filter(({ level }) => level === 'must').slice(0, 33);
    const results = sampleResults(Object.fromEntries(musts.map(({ id }) => [id, brokenRow(id)])));
    const text = render(results);
    assert.match(text, /### Failures \(33\)/);
    assert.equal(text.match(/^- \*\*/gm)?.length, 20);
    assert.match(text, /^- and 13 more, in the other reports$/m);
  });

  it('tells changes, waivers, and readings of the target', () => {
    const sample = sampleResults(
      { 'SES-01': brokenRow('SES-01'), 'SES-02': brokenRow('SES-02') },
      {
        changes: {
          since: { id: 'x', finishedAt: '2026-02-01T08:30:00.000Z', version: '1.1' },
          obligations: [{ id: 'SES-01', from: 'passed', to: 'failed' }],
        },
        waivers: [
          { obligation: 'SES-01', reason: 'known', approver: 'A. B.', expires: '2026-12-31', state: 'used' },
        ],
        warnings: ['a certificate expires on 2026-03-05'],
      },
    );
    const [first, ...others] = sample.readings;
    assert.ok(first);
    const text = render({ ...sample, readings: [{ ...first, source: 'target' }, ...others] });
    assert.match(
      text,
      /### Changes since the report of version 1\.1 of 2026-02-01 08:30 UTC \(1\)\n\n- \*\*SES-01\*\* passed → \*\*failed\*\*/,
    );
    assert.match(
      text,
      /### Approved exceptions \(1\)\n\n- \*\*SES-01\*\* used, until 2026-12-31, by A\. B\.: known/,
    );
    // What an exception covers stands behind what is to be fixed.
    assert.match(
      text,
      /### Failures \(2\)\n\n- \*\*SES-02\*\* .*\n- \*\*SES-01\*\* .* \(approved exception\)$/m,
    );
    assert.match(text, /### Warnings \(1\)\n\n- a certificate expires on 2026-03-05/);
    assert.ok(text.includes(`### Readings other than the default (1)\n\n- ${first.id} = `));
  });

  it('says at once that a waiver fails the run, whatever the overall verdict is', () => {
    const waiver = { obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2026-12-31' } as const;
    const textFor = (state: 'used' | 'unused' | 'expired'): string =>
      render(sampleResults({}, { waivers: [{ ...waiver, state }] }));
    assert.doesNotMatch(textFor('used'), /fails? the run/);
    for (const state of ['unused', 'expired'] as const) {
      assert.match(
        textFor(state),
        /^\*\*Service: conforms\*\*\\\n.*\nUnused or expired exceptions fail the run\.\n\n/,
      );
      assert.match(
        textFor(state),
        new RegExp(`^- \\*\\*SES-01\\*\\* ${state}, .*: known \\(.*exception fails the run`, 'm'),
      );
    }
  });

  it('says so where nothing changed', () => {
    const since = { id: 'x', finishedAt: '2026-02-01T08:30:00.000Z' };
    const text = render(sampleResults({}, { changes: { since, obligations: [] } }));
    assert.match(text, /^Nothing changed since the report of 2026-02-01 08:30 UTC\.$/m);
  });

  it('shows every text as it stands, whatever of Markdown or HTML is in it', () => {
    const name = 'a|b <script>x</script> `c` *d* [e](https://evil.example/) @everybody ![f](x)\n# g';
    const escaped = escapeMarkdown(name);
    assert.doesNotMatch(escaped, bare);
    assert.doesNotMatch(escaped, /[@\n]|:\/\/|(?<!\\)!|(?<![\\&])#/);
    const text = render(
      sampleResults(
        { 'SES-01': brokenRow('SES-01', { got: name }) },
        { product: { name, version: name }, target: { ...sampleTarget, name, file: null } },
      ),
    );
    assert.equal(text.split(escapeMarkdown(name.replace('\n', ' ↵ '))).length, 5);
    const tables = text.split('\n\n').filter((each) => each.startsWith('|'));
    assert.equal(tables.length, 2, 'verdicts, and requirements');
    for (const table of tables)
      assert.equal(new Set(table.split('\n').map((line) => line.split('|').length)).size, 1, table);
  });

  it('does not grow with what was sent', () => {
    const got = 'x'.repeat(100_000);
    const text = render(sampleResults({ 'SES-01': brokenRow('SES-01', { got }) }));
    assert.ok(text.length < 2000, String(text.length));
  });
});
