import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliberateMistakes } from '../../support/contract/deliberate-mistakes';
import type { Explanation } from '../../support/explain/explanation';
import { contractObligations, nearTo } from '../../support/obligations';
import { mistakesOfObligation } from '../../support/report/mistakes';
import { conform } from './conform';

const { all } = contractObligations;

async function explained(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await conform(['explain', ...args]);
  assert.deepEqual([code, stderr], [0, ''], stderr);
  return stdout;
}

test('an explanation quotes, tells what shows it, and shows the rows that break it and how it is run', async () => {
  const text = await explained('hdr-05');
  assert.match(text, /^HDR-05 \[must, clause 5\.2\] REQUEST-ID is new for every request$/m);
  assert.match(text, /“UUID v4, lowercase, new for every request”/);
  assert.match(
    text,
    /The id of a retry after a gateway error {2}features\/headers\/request-headers\.feature:\d+/,
  );
  const rows = mistakesOfObligation('HDR-05');
  assert.ok(rows.length > 1);
  assert.match(text, /^Examples that break it {2}features\/mistakes\/headers\.feature:\d+$/m);
  for (const { name, cause } of rows) assert.ok(text.includes(`\n  ${name}: ${cause}\n`), name);
  assert.match(text, /^ {2}npx conform run --target target\.yaml --only HDR-05$/m);
  assert.doesNotMatch(text, /^(Right|Wrong|Other mistakes)|generate/m);
});

test('what else is right is listed with the specimen or the row that shows it', async () => {
  const text = await explained('CRT-06');
  assert.match(text, /^Also right$/m);
  assert.match(text, /^ {2}the path has a query {2}specimen certificates-with-a-query$/m);
  const row = /^ {2}Content-Length is 0 {2}features\/mistakes\/certificate\.feature:\d+$/m;
  assert.match(text, row);
  // The row keeps the rule, so it is not among the mistakes.
  assert.doesNotMatch(text, /A fetch with Content-Length/);
  const [told] = JSON.parse(await explained('--json', 'CRT-06')) as Explanation[];
  assert.deepEqual(told?.latitude, contractObligations.get('CRT-06').latitude);
  assert.deepEqual(
    told.rightExamples.map(({ name }) => name),
    ['A fetch with Content-Length: 0'],
  );
});

test('if nothing else is right, the reason is given', async () => {
  assert.match(
    await explained('SES-03'),
    /^Also right\n {2}nothing is listed: the document gives exactly one/m,
  );
});

test('what is sent wrong on purpose is told with its mistakes, and facets in words', async () => {
  const text = await explained('SES-08');
  assert.match(text, /^Sent wrong on purpose$/m);
  for (const [name, mistake] of Object.entries(deliberateMistakes['SES-08']))
    assert.ok(text.includes(`  ${name}: ${mistake}`), name);
  assert.match(text, /facets +passes only if seen in each: credentials \(wrong secret; unknown client\)/);
});

test('it says where recorded traffic can show a breach of what the suite shows', async () => {
  const seenIn = async (id: string): Promise<string | undefined> =>
    /^ {2}seen +(.*(?:\n {12}.*)*)/m.exec(await explained(id))?.[1]?.replace(/\s+/g, ' ');
  const active = 'active: the suite does something first, and watches what follows';
  assert.equal(await seenIn('SES-08'), active);
  const both = all.filter(({ breaksInTraffic }) => breaksInTraffic === true);
  assert.deepEqual(
    both.map(({ id }) => id),
    ['ENC-01', 'ENC-02'],
  );
  for (const { id } of both)
    assert.equal(
      await seenIn(id),
      `${active}; recorded traffic can show a breach, but never that it is kept`,
    );
});

test('an outline is one line with the number of its rows, and a scenario without a table has none', async () => {
  const text = await explained('HDT-12');
  assert.match(text, /^ {2}The HIU receives <change>, 14 rows {2}features\S+\.feature:\d+$/m);
  assert.match(text, /^ {4}the integrator receives <change>$/m);
  assert.equal(text.match(/The HIU receives/g)?.length, 1);
  assert.doesNotMatch(await explained('SES-05'), /\brows?\b/);
  const [told] = JSON.parse(await explained('--json', 'CRT-03')) as Explanation[];
  assert.deepEqual(
    told?.scenarios.map(({ name, rows, steps }) => [name, rows, steps[0]]),
    [['The certificate of <service> with <mistake>', 2, 'a session was created with the right credentials']],
  );
});

test('what the target declares says so, and runs nothing', async () => {
  const text = await explained('TOK-08');
  assert.match(text, /declared: it cannot be seen from outside, so the target declares it/);
  assert.match(text, /Nothing is run: the target file says declarations: \{ TOK-08: \{ by: …/);
  assert.doesNotMatch(text, /^(Right|Wrong|Shown by)/m);
});

test('several ids are explained in their order, for people and for machines', async () => {
  const ids = all.map(({ id }) => id);
  const text = await explained(...ids.slice(0, 40), ids.slice(40).join(',').toLowerCase());
  assert.deepEqual(
    [...text.matchAll(/^([A-Z]{3}-\d\d) \[/gm)].map(([, id]) => id),
    ids,
  );
  // Some examples are about such words.
  assert.doesNotMatch(text.replace(/^Examples that break it[^]*?\n\n/gm, ''), /undefined|\[object|NaN/);
  const told = JSON.parse(await explained('--json', ...ids)) as Explanation[];
  for (const { id, scenarios, wrongExamples, right, recordExamples } of told) {
    const isJudged = contractObligations.get(id).judge !== undefined;
    if (isJudged) assert.ok(scenarios.length > 0, id);
    const shown = [wrongExamples.length > 0, right !== undefined, recordExamples !== undefined];
    assert.equal(shown.filter((each) => each).length, isJudged ? 1 : 0, id);
  }
});

test('an id that there is not ends with one line and what is near to it', async () => {
  const { code, stdout, stderr } = await conform(['explain', 'HDR-05', 'HDR-15']);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^error: explain HDR-15: unknown obligation — did you mean .*\bHDR-05\b.*\?\n$/);
  const far = await conform(['explain', 'nothing']);
  assert.equal(far.code, 2);
  assert.match(far.stderr, /^error: .*npx conform list shows them all\n$/);
});

test('near is what one slip makes of an id', () => {
  for (const slip of ['HDR05', 'HDR-5', 'HD-05', 'HDRR-05', 'hdr_05', 'HDR-055', 'HDX-05'])
    assert.ok(nearTo(slip, all).includes('HDR-05'), slip);
  for (const other of ['', 'X', 'HRT-59', 'HDR']) assert.deepEqual(nearTo(other, all), [], other);
});
