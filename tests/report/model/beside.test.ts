import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Evidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { toPlainText } from '../../../support/exchange/text';
import type { GoodCounterpart } from '../../../support/report/model/beside';
import { createCounterpartFinder } from '../../../support/report/model/beside';
import type { Report } from '../../../support/report/model/report';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import type { DifferingRows } from '../sample-results';
import { brokenRow, sampleResults } from '../sample-results';
import { bySeq, exchange, negative, valid } from './exchanges';

const client = (seq: number, changes: Partial<Exchange> = {}): Exchange =>
  exchange(seq, { sender: 'integrator', ...changes });

/** A report in which the first exchanges break an obligation; all of them are its evidence. */
const reporting = (id: string, all: readonly Evidence[], times = 1, others: DifferingRows = {}): Report =>
  reportOf(
    sampleResults({ [id]: { ...brokenRow(id, { times }), evidence: all.map(({ seq }) => seq) }, ...others }),
  );

function good(report: Report, all: readonly Evidence[]): GoodCounterpart | undefined {
  const [{ row } = assert.fail()] = report.causes;
  return createCounterpartFinder({ report, evidence: bySeq(all) }).good(
    row,
    row.breaches?.[0] ?? assert.fail(),
  );
}

const nameOf = (beside: GoodCounterpart | undefined): string | undefined =>
  beside && toPlainText(beside.name);

describe('the good one beside a failing exchange', () => {
  const failing = exchange(1, { asked: negative('wrong-credentials', 'wrong-secret') });
  const twin = exchange(7, { asked: valid('wrong-credentials') });
  const alike = '#5, of the same operation, and no breach names it';

  const refused = { response: { status: 401, headers: [] } };
  const table: readonly [what: string, id: string, others: readonly Evidence[], name: string | undefined][] =
    [
      ['the valid twin of its round', 'SES-08', [exchange(5), twin], '#7, its valid twin'],
      ['no twin of another round', 'SES-08', [exchange(5), { ...twin, asked: valid('other') }], alike],
      ['no twin that was refused', 'SES-08', [{ ...twin, ...refused }, exchange(5)], alike],
      ['no twin of another operation', 'SES-08', [{ ...twin, operation: 'otp.verify' }, exchange(5)], alike],
      ['one of the same operation', 'SES-08', [exchange(5), exchange(6)], alike],
      ['none of another sender', 'SES-08', [client(3), exchange(5)], alike],
    ];
  for (const [what, id, others, name] of table)
    it(`is ${what}`, () => {
      const all = [failing, ...others];
      assert.equal(nameOf(good(reporting(id, all), all)), name);
    });

  it('is a twin that stands beside a breach, and none that a breach of any obligation names', () => {
    const all = [failing, exchange(2), exchange(5), twin];
    const [named = assert.fail()] = brokenRow('SES-09').breaches ?? [];
    const naming = (...exchanges: number[]): Report =>
      reporting('SES-08', all, 1, {
        'SES-09': { ...brokenRow('SES-09'), breaches: [{ ...named, exchanges }] },
      });
    assert.equal(nameOf(good(naming(1, 2, 7), all)), '#7, its valid twin');
    assert.equal(nameOf(good(naming(7, 2), all)), alike);
  });

  it('is nothing where all others may be broken, or where none was judged', () => {
    const first = client(1);
    const all = [first, client(5)];
    const many = sampleResults({ 'HDR-06': { ...brokenRow('HDR-06'), broken: 40, evidence: [1, 5] } });
    assert.equal(nameOf(good(reporting('HDR-06', all), all)), alike);
    assert.equal(good(reportOf(many), all), undefined);
    assert.equal(good(reporting('HDR-06', [first]), all), undefined);
  });

  it('is a refusal as it should be where a refusal fails, and not what was rightly accepted', () => {
    const wrongly = { ...failing, ...refused };
    const other = exchange(4, { asked: negative('another', 'unknown-client'), ...refused });
    const forgotten = exchange(3, refused);
    for (const [others, name] of [
      [[twin, exchange(5)], undefined],
      [[forgotten, twin, other], '#4, of the same operation, and no breach names it'],
    ] as const) {
      const all = [wrongly, ...others];
      assert.equal(nameOf(good(reporting('SES-08', all), all)), name);
    }
  });

  it('is nothing where nothing is alike, or where the failing one is not in the recording', () => {
    const other = client(1, { operation: 'otp.verify' });
    assert.equal(good(reporting('SES-04', [other]), [other]), undefined);
    assert.equal(good(reporting('HDR-06', []), []), undefined);
  });
});

describe('what is compared', () => {
  const token = { pseudonym: '~abcdefghijklmn', jwt: true, algorithm: 'RS256', issuedAt: 1 };
  const one = client(1, {
    request: { ...client(1).request, headers: [['TIMESTAMP', '2026-03-01']] },
    facts: { scheme: 'https', loopback: false, clockSkewMs: 12, tokens: { 'request:authorization': token } },
  });
  const other = client(2, {
    request: { ...client(2).request, headers: [['timestamp', '2026-03-01T10:00:00.000Z']] },
    facts: {
      scheme: 'https',
      loopback: true,
      clockSkewMs: 99,
      tokens: { 'request:authorization': { ...token, pseudonym: '~nmlkjihgfedcba', issuedAt: 9 } },
    },
  });
  const all = [one, other];

  it('is what tells and what was detected: what differs is marked, and no times or stand-ins are', () => {
    const { rows, same, left } = good(reporting('HDR-06', all), all) ?? assert.fail();
    assert.deepEqual(rows, [
      {
        name: 'request header timestamp',
        differs: true,
        failing: '2026-03-01',
        good: '2026-03-01T10:00:00.000Z',
        tells: true,
      },
      { name: 'loopback', differs: true, failing: 'false', good: 'true', tells: false },
    ]);
    assert.deepEqual(same, [
      'scheme',
      'tokens request:authorization jwt',
      'tokens request:authorization algorithm',
    ]);
    assert.equal(left, 0);
  });

  it('holds no port, and what is missing is missing', () => {
    const bare = client(1);
    const { rows } = good(reporting('HDR-06', [bare, other]), [bare, other]) ?? assert.fail();
    assert.equal(rows[0]?.failing, '(no timestamp)');
    const lines = good(reporting('SES-01', all), all)?.rows.filter(({ name }) => name === 'request line');
    assert.deepEqual(lines, [
      {
        name: 'request line',
        tells: true,
        differs: false,
        failing: 'POST /sessions',
        good: 'POST /sessions',
      },
    ]);
  });

  it('is bounded', () => {
    const members = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`m${index}`, 'x'.repeat(900)]),
    );
    const facts = { scheme: 'https', loopback: false, ...members } as const;
    const big = client(1, { facts });
    const { rows, left } = good(reporting('HDR-06', [big, other]), [big, other]) ?? assert.fail();
    assert.ok(left > 40, String(left));
    assert.ok(JSON.stringify(rows).length < 6000);
  });
});

describe('both on the page', () => {
  const hostile = '</code><script>alert(1)</script><img src=x onerror=alert(1)>\u202E';
  const facts = { scheme: 'https', loopback: false, [hostile]: hostile } as const;
  const failing = client(1, {
    facts,
    scenario: hostile,
    stimulus: hostile,
    request: { ...client(1).request, headers: [['timestamp', hostile]] },
  });
  const all = [failing, client(2)];
  const html = renderCompliance({ report: reporting('HDR-06', all), evidence: bySeq(all) });

  it('are closed, lead to the exchanges, and need no script', () => {
    const [beside = assert.fail()] = /<details class="beside">.*?<\/details>/s.exec(html) ?? [];
    assert.match(
      beside,
      /A good one beside #1: #2, of the same operation, and no breach names it<\/summary>/,
    );
    assert.match(beside, /<a href="#exchange-1">#1<\/a>, which fails/);
    assert.match(beside, /<a href="#exchange-2">#2<\/a>, of the same operation/);
    assert.match(beside, /<th scope="row">request header timestamp<\/th><td><code><mark>/);
    assert.doesNotMatch(html, /<details class="(beside|negatives)" open/);
  });

  it('show hostile texts as texts', () => {
    assert.equal(html.match(/<script>/g)?.length, 1);
    assert.doesNotMatch(html, /<img|\u202E/);
    assert.ok(html.includes('&lt;script>alert(1)&lt;/script>&lt;img src=x onerror=alert(1)>[U+202E]'));
  });

  it('count the negatives that do not stand there', () => {
    const forged = Array.from({ length: 15 }, (_, index) =>
      exchange(index + 1, { asked: negative('wrong-credentials', 'wrong-secret') }),
    );
    const evidence = forged.map(({ seq }) => seq);
    const report = reportOf(sampleResults({ 'SES-08': { evidence, observations: 20 } }));
    const [shown = ''] =
      /<details class="negatives">.*?<\/details>/s.exec(
        renderCompliance({ report, evidence: bySeq(forged) }),
      ) ?? [];
    assert.match(shown, /What was wrong on purpose: 15 tries/);
    assert.equal(shown.match(/<li>/g)?.length, 12);
    assert.match(shown, /and 3 more.*the first of 20 observations/s);
    assert.match(shown, /its valid twin is not among the exchanges of this report/);
  });
});
