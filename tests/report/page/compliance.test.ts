import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contractObligations } from '../../../support/obligations';
import type { Evidence } from '../../../support/exchange/evidence';
import { evidenceFrom } from '../../../support/report/evidence';
import { renderCompliance } from '../../../support/report/page/compliance';
import { linesOfEvidence } from '../../../support/report/parts/lines';
import { relevantPlacesIn } from '../../../support/report/parts/relevant-places';
import { readReports } from '../../../support/report/runs/read-run';
import { reportOf } from '../../../support/report/model/report';
import type { Results } from '../../../support/judging/results';
import type { ObligationResult, PlacedBreach } from '../../../support/judging/verdict';
import { copyCachedRun } from '../../runs/kept';
import { runOnMutant, product } from '../../runs/on-mutant';

const isMarked = (evidence: Evidence, row: ObligationResult, breach?: PlacedBreach): boolean =>
  Object.values(linesOfEvidence(evidence, relevantPlacesIn(row, evidence, breach)))
    .flat()
    .some(({ marked }) => marked);

test('the page of a self-test', async (t) => {
  const { folder, results } = await copyCachedRun('self-test', t);
  const html = readFileSync(join(folder, 'compliance.html'), 'utf8');

  await t.test(
    'is whole in itself: no address is fetched, and its policy allows what stands in it alone',
    () => {
      assert.doesNotMatch(html, /<(link|img|iframe|object|embed|base|form|audio|video|source)\b/);
      assert.doesNotMatch(html, /\s(src|srcset|action|style|on\w+)=/);
      assert.doesNotMatch(html, /@import|url\(/);
      for (const [, address = ''] of html.matchAll(/\shref="([^"]*)"/g)) assert.match(address, /^#/);
      for (const tag of ['style', 'script']) {
        const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
        const hash = createHash('sha256').update(text).digest('base64');
        assert.ok(html.includes(`sha256-${hash}`), `the policy does not allow its own ${tag}`);
      }
      const targets = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
      const dead = [...html.matchAll(/\shref="#([^"]*)"/g)].filter(([, id]) => !targets.has(id));
      assert.deepEqual(dead, []);
    },
  );

  await t.test('shows each row of a quoted table as a line, and a reading so that its line can end', () => {
    assert.match(html, /client id issued after sandbox approval<br\/>clientSecret \| string/);
    assert.doesNotMatch(html, / \| \| /);
    assert.match(html, /<code>\{ &quot;bytes&quot;: 16, &quot;place&quot;: &quot;appended&quot; \}<\/code>/);
  });

  await t.test('has every obligation, and a telling part in its evidence', async () => {
    const { evidence } = await readReports(folder);
    for (const { id, title } of contractObligations.all) {
      assert.ok(html.includes(`id="${id}"`), `${id} is missing`);
      assert.ok(html.includes(title.replaceAll("'", '&#39;')) || html.includes(title), title);
    }
    const blind = results.obligations.filter(
      (row) =>
        row.evidence.length > 0 &&
        !row.evidence.some((seq) => isMarked(evidence.get(seq) ?? assert.fail(`#${seq}`), row)),
    );
    assert.deepEqual(
      blind.map(({ id }) => id),
      [],
    );
    assert.match(html, /is not a certificate/);
    assert.doesNotMatch(html, /Narrowed by/);
  });
});

for (const name of [
  'otp-in-query',
  'secret-in-header',
  'one-id-for-everything',
  'session-without-timestamp',
  'hip-nonce-of-zeros',
  'jwt-ignored',
  'certificate-for-each-value',
  'hip-named-curves-only',
  'login-id-raw',
  'bundle-beside-content',
  'bearer-in-authorization',
])
  test(`each breach of ${name} is shown with its telling part`, async (t) => {
    const { folder, results } = await runOnMutant(t, name);
    const { evidence } = await readReports(folder);
    const broken = results.obligations.filter(({ breaches = [] }) => breaches.length > 0);
    assert.ok(broken.length > 0);
    for (const row of broken)
      for (const breach of row.breaches ?? []) {
        const shown = breach.exchanges.flatMap((seq) => evidence.get(seq) ?? []);
        assert.ok(
          shown.some((exchange) => isMarked(exchange, row, breach)),
          `${row.id}: nothing tells in ${JSON.stringify(breach)}`,
        );
      }
  });

test('what a header lacks is shown as lacking', async (t) => {
  const { folder, results } = await runOnMutant(t, 'session-without-timestamp');
  const row = results.obligations.find(({ id }) => id === 'HDR-06') ?? assert.fail();
  const [seq = 0] = row.breaches?.[0]?.exchanges ?? [];
  const exchange = (await readReports(folder)).evidence.get(seq) ?? assert.fail();
  const marked = linesOfEvidence(exchange, relevantPlacesIn(row, exchange)).request.filter(
    (line) => line.marked,
  );
  assert.deepEqual(
    marked.map(({ text }) => text),
    ['(no timestamp)'],
  );
});

test('a name that is markup stays a name', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;
  const renamed: Results = {
    ...results,
    run: {
      ...results.run,
      product: { ...product, name: hostile, digest: hostile },
      facility: hostile,
      warnings: [hostile],
      target: { ...results.run.target, name: hostile },
      waivers: [
        { obligation: 'SES-05', reason: hostile, approver: hostile, expires: '2026-12-31', state: 'unused' },
      ],
    },
  };
  const html = renderCompliance({ report: reportOf(renamed), evidence: new Map() });
  assert.equal(html.match(/<script>/g)?.length, 1);
  assert.doesNotMatch(html, /<img/);
  assert.ok(html.includes('&amp;amp;'));
});

test('a name cannot hide characters, or turn those of others around', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const name = 'Ward\u0000 \u202Emrofnoc\u202C \uD800 مستشفى';
  const renamed: Results = { ...results, run: { ...results.run, product: { name } } };
  const html = renderCompliance({ report: reportOf(renamed), evidence: new Map() });
  assert.ok(html.includes('Ward[U+0000] [U+202E]mrofnoc[U+202C] [U+D800] مستشفى'));
  assert.doesNotMatch(html, /[\0\u202A-\u202E]/);
});

test('however long a name is, it pushes no verdict off the first screen', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const name = 'certified '.repeat(1000).trim();
  const renamed: Results = { ...results, run: { ...results.run, product: { name } } };
  const html = renderCompliance({ report: reportOf(renamed), evidence: new Map() });
  assert.ok((/<h1>(.*?)<\/h1>/s.exec(html)?.[1]?.length ?? 0) < 150);
  assert.ok(html.includes(`<dd>${name}</dd>`));
});

test('whatever a run is called, it ends no style sheet', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const id = `x"; } </style><script>alert(1)</script>\\`;
  const html = renderCompliance({
    report: reportOf({ ...results, run: { ...results.run, id } }),
    evidence: new Map(),
  });
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  assert.match(style, /@bottom-left \{ content: "run x\\22 \\3b {2}\\7d {2}\\3c \\2f style/);
  assert.match(style, /mark \{ -webkit-print-color-adjust/);
  assert.doesNotMatch(html, /<script>alert/);
});

test('a narrowed run is called no certificate, what changed and what is waived is told', async (t) => {
  const { results } = await copyCachedRun('certificates', t);
  const changed: Results = {
    ...results,
    run: {
      ...results.run,
      changes: {
        since: { id: results.run.id, finishedAt: '2026-11-20T10:00:00.000Z', version: '4.1' },
        obligations: [{ id: 'SES-05', from: 'failed', to: 'passed' }],
      },
      waivers: [
        {
          obligation: 'CRT-02',
          reason: 'a fix is under way',
          approver: 'B. Reviewer',
          expires: '2026-12-31',
          state: 'unused',
        },
      ],
    },
  };
  const html = renderCompliance({ report: reportOf(changed), evidence: evidenceFrom(changed, []) });
  assert.match(
    html,
    new RegExp(
      `Narrowed by --only: never a certificate\\..*2 of ${contractObligations.all.length} obligations are in the plan of this run`,
      's',
    ),
  );
  assert.match(html, /Compared with the report of version 4\.1 of 2026-11-20 10:00 UTC/);
  assert.match(html, /href="#SES-05">SES-05<\/a> was .*failed.* is .*passed/);
  assert.match(
    html,
    /unused, until 2026-12-31, by B\. Reviewer: a fix is under way; the failure did not occur, and an unused exception fails/,
  );
  assert.match(
    html,
    /No failure in the 2 of \d+ requirements that were seen<.*None of 2 demands in the plan that apply is broken, but not everything was checked/,
  );
  assert.match(html, /Failures<\/h2><p>No failure was seen, but not everything was checked\./);
  const alone = renderCompliance({ report: reportOf(results), evidence: new Map() });
  assert.match(alone, /There was no earlier report/);
  assert.doesNotMatch(alone, /Approved exceptions/);
});
