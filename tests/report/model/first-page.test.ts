import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { renderMarkdown } from '../../../support/report/markdown';
import type { Results } from '../../../support/judging/results';
import type { FirstPage } from '../../../support/report/model/first-page';
import { firstPage } from '../../../support/report/model/first-page';
import type { Report } from '../../../support/report/model/report';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import { renderTerminalSummary } from '../../../support/report/summary';
import { brokenRow, oneOfEach, sampleResults } from '../sample-results';
import { chainedResults } from './chained';
import { cases } from './first-page-cases';

const failuresIn = ({ failures }: FirstPage): string[] =>
  failures.first.map(({ id, expected, got, client: whose, cause, silentSteps }) =>
    [
      `${id}: ${expected}`,
      whose === undefined ? got : `${got} of ${whose}`,
      cause,
      ...(silentSteps === undefined ? [] : [`Only the judge found this: ${silentSteps}`]),
    ].join('. '),
  );

const pageOf = (report: Report): string => renderCompliance({ report, evidence: new Map() });

describe('the first page', () => {
  for (const [name, [results, expected]] of Object.entries(cases))
    it(`says what is so: ${name}`, () => {
      const report = reportOf(results);
      const page = firstPage(report);
      const outcomes = page.outcomes.map(({ sentence, basis }) => [`${sentence}.`, ...basis].join(' '));
      const { notes = [], failed = [] } = expected;
      for (const [texts, patterns] of [
        [page.notes, notes],
        [outcomes, expected.outcomes],
        [failuresIn(page), failed.map((each) => new RegExp(each))],
      ] as const) {
        assert.equal(texts.length, patterns.length, texts.join('\n'));
        for (const [index, pattern] of patterns.entries()) assert.match(texts[index] ?? '', pattern);
      }
      assert.equal(page.failing, expected.failing);
      const html = renderCompliance({ report, evidence: new Map() });
      const [header = ''] = /<header>.*<\/header>/s.exec(html) ?? [];
      for (const text of [...page.notes, page.failing]) assert.ok(header.includes(text), text);
      assert.equal(header.includes('id="clients"'), results.clients !== undefined);
    });

  it('says when the run was, and of recorded traffic when it was sent, where all of it states that', () => {
    const of = (label: string, sent: object = {}) =>
      ({ label, by: 'client id', exchanges: 3, overall: {}, failed: [], broken: [], ...sent }) as const;
    const sent = (first: string, last: string) => ({
      firstAt: `2026-03-0${first}:00.250Z`,
      lastAt: `2026-03-0${last}:11.000Z`,
    });
    const [early, late] = [of('A', sent('1T09:05', '1T09:12')), of('B', sent('1T09:10', '2T10:00'))];
    const timesOf = (clients: Results['clients'], run: Partial<Results['run']> = {}): string[] => {
      const report = reportOf({ ...sampleResults({}, run), ...(clients && { clients }) });
      const told = firstPage(report).about.filter((text) => /\d UTC/.test(text));
      assert.ok(renderMarkdown(report).includes(` · Run: ${told[0]}, `));
      return told;
    };
    const [judged = ''] = timesOf(undefined);
    assert.match(judged, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const both = `sent 2026-03-01 09:05:00 to 2026-03-02 10:00:11 UTC, judged ${judged}`;
    assert.deepEqual(timesOf([late, early]), [both]);
    assert.deepEqual(timesOf([late, early, { ...of('C'), exchanges: 0 }]), [both]);
    assert.deepEqual(timesOf([late, early, of('C')]), [judged]);
    const startedAt = '2026-02-28T23:58:00.000Z';
    assert.deepEqual(timesOf(undefined, { startedAt }), [`2026-02-28 23:58 to ${judged}`]);
  });

  it('is plain data', () => {
    const page = firstPage(reportOf(chainedResults()));
    assert.deepEqual(JSON.parse(JSON.stringify(page)), page);
  });

  it('tells what was declared and what was not tested, and so do terminal and summary.md', () => {
    const report = reportOf(sampleResults(oneOfEach));
    const { declared, notTested, outside } = firstPage(report);
    assert.deepEqual(
      declared.first.map(({ id, said }) => [id, said]),
      [['SES-06', 'Somebody, 2026-01-01: so it is']],
    );
    assert.deepEqual(
      [...notTested.first, ...outside].map(({ verdict, reason, ids, advice }) => [
        verdict,
        reason,
        ids,
        advice,
      ]),
      [
        [
          'inconclusive',
          'the gateway did not answer',
          ['SES-03'],
          'clear what got in the way, then: npx conform run --target my.yaml --only SES-03',
        ],
        [
          'not-tested',
          'not exercised in this run',
          ['SES-04'],
          'find out why nothing showed it, then: npx conform run --target my.yaml --only SES-04',
        ],
        ['not-applicable', 'Session: the target leaves it out', ['SES-02'], undefined],
      ],
    );
    const terminal = stripVTControlCharacters(renderTerminalSummary(report, 'reports'));
    assert.match(terminal, /^ {2}SES-06 {2}declared .*\n {10}declared by Somebody, 2026-01-01: so it is$/m);
    assert.match(terminal, /^2 still open:$/m);
    assert.match(pageOf(report), /<h2>Not tested, and why<\/h2><p>2 still open\.<\/p>/);
    for (const text of [terminal, renderMarkdown(report)])
      for (const { advice = '' } of notTested.first) assert.ok(text.includes(advice), advice);
  });

  it('says that what is open blocks nothing, and so do terminal and summary.md', () => {
    const report = reportOf(sampleResults({ 'SES-03': { verdict: 'not-tested', level: 'should' } }));
    assert.match(
      stripVTControlCharacters(renderTerminalSummary(report, 'x')),
      /^1 still open, not blocking:$/m,
    );
    assert.match(renderMarkdown(report), /^### Still open \(1, not blocking\)$/m);
    assert.match(pageOf(report), /<p>1 still open, not blocking\.<\/p>/);
    assert.doesNotMatch(pageOf(reportOf(sampleResults())), /\d still open/);
  });

  it('says where the warnings of the run stand, and section 3 what to do about each reason', () => {
    const told = (warnings: readonly string[]): string => {
      const report = reportOf(sampleResults(oneOfEach, { warnings }));
      return renderCompliance({ report, evidence: new Map() });
    };
    assert.match(
      told(['a secret expires', 'a log shows a key']),
      /2 warnings about the run itself, in <a href="#run">section 1<\/a>.*<\/header>/s,
    );
    assert.match(told([]), /<section id="run"><h2>1 The run<\/h2>/);
    assert.doesNotMatch(told([]), /about the run itself/);
    const [, section = ''] = told([]).split('<section id="not-tested">');
    assert.match(
      section,
      /not exercised in this run → find out why nothing showed it, then: npx conform run /,
    );
  });

  it('cuts long texts, counts long lists, and leads to the whole', () => {
    const got = `${'x'.repeat(159)}😀${'y'.repeat(9)}`;
    const differing = Object.fromEntries(
      sampleResults()
        .obligations.filter(({ level }) => level === 'must')
        .slice(0, 13)
        .map(({ id }) => [id, brokenRow(id, { got })]),
    );
    const report = reportOf(sampleResults(differing));
    const { failures } = firstPage(report);
    assert.deepEqual([failures.first.length, failures.more], [10, 3]);
    assert.equal(failures.first[0]?.got, `${'x'.repeat(159)}😀…`);
    const html = renderCompliance({ report, evidence: new Map() });
    assert.match(html, /and 3 more, in <a href="#obligations">section 2<\/a>/);
    assert.match(html, /<section id="not-tested"><h2>3 Not tested<\/h2>/);
  });

  it('names each section by the number that it has', () => {
    const everyone = sampleResults().obligations.map(({ id }) => [id, { verdict: 'declared' }] as const);
    const results = sampleResults(Object.fromEntries(everyone), { warnings: ['a log shows a key'] });
    const html = renderCompliance({ report: reportOf(results), evidence: new Map() });
    const named = [...html.matchAll(/<a href="#([\w-]+)">section (\d+)<\/a>/g)];
    assert.deepEqual(new Set(named.map(([, id]) => id)), new Set(['run', 'obligations']));
    for (const [, id, number] of named) assert.ok(html.includes(`<section id="${id}"><h2>${number} `), id);
    const texts = [
      /, see section (\d)\./,
      /#failures \.ids[^;]*section (\d)/,
      /#open \.ids[^;]*section (\d)/,
    ];
    const headings = texts.map(
      (text) => new RegExp(`<h2>${text.exec(html)?.[1]} (.*?)</h2>`).exec(html)?.[1],
    );
    assert.deepEqual(headings, ['Not tested', 'Obligations', 'Not tested']);
  });
});
