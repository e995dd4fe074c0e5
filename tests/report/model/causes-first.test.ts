import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { renderAnnotations } from '../../../support/report/annotations';
import { renderMarkdown } from '../../../support/report/markdown';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import { renderTerminalSummary } from '../../../support/report/summary';
import type { Results } from '../../../support/judging/results';
import { contractObligations } from '../../../support/obligations';
import { brokenRow, sampleResults } from '../sample-results';
import { chainedResults } from './chained';
import { junit, markdown, page, report, terminal, testOf } from './rendered';

const planText = report.planned.map(({ id }) => `# ${id} \n`).join('');

describe('causes first, consequences below', () => {
  it('on a terminal: a cause in full, and a line for each that follows from it', () => {
    const [, below = ''] = /^CBK-03 brings 4 more with it:\n((?: {4}.*\n)+)/m.exec(terminal) ?? [];
    assert.deepEqual(
      below
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().replace(/ {2}.*(?=\(follows)/, ' ')),
      [
        'ENC-14 (follows CBK-03)',
        'FLW-01 (follows CBK-03)',
        'FLW-05 (follows FLW-01)',
        'FLW-10 (follows FLW-05, HDR-05)',
      ],
    );
    assert.match(terminal, /^CBK-03 \[must.*\n {2}sent/m);
    assert.doesNotMatch(terminal, /^FLW-01 \[must/m);
    assert.match(
      terminal,
      /^ {2}FLW-10 {2}failed .*\n {10}follows FLW-05, HDR-05\n {10}Claim: failed\n {10}Plan: not-tested, not requested\n/m,
    );
  });

  it('in lists of all: what follows stands below its cause', () => {
    for (const text of [terminal.replaceAll(/^ {2}(?=[A-Z]{3}-\d\d {2})/gm, '# '), planText]) {
      const places = ['HDR-05', 'CBK-03', 'FLW-01', 'FLW-05', 'FLW-10'].map((id) => text.indexOf(`# ${id} `));
      assert.ok(!places.includes(-1), places.join());
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
    }
  });

  it('on a terminal: then what is open, then what does not apply, then the verdict', () => {
    const order = [
      'CBK-03 brings',
      '5 still open:',
      '3 prevented by: the adapter ended with exit code 1',
      'NullPointerException',
      '→ clear what got in the way',
      '2 not declared: set declarations.ID',
      '1 not applicable:',
      `${contractObligations.all.length - 2} obligations: `,
      'integrator: does not conform',
    ].map((text) => terminal.indexOf(text));
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert.ok(!order.includes(-1), order.join());
    assert.equal(terminal.split('NullPointerException').length, 2, 'an obstacle is told once');
    assert.equal(terminal.match(/^ {2}CBK-07/gm)?.length, 1, 'and what does not apply in one place');
  });

  it('on the page', () => {
    const [, row = ''] = /<tr><th scope="row"><a href="#CBK-03">(.*?)<\/tr>/s.exec(page) ?? [];
    assert.match(row, /clause 5\.1\.6, broken 1 of 3 times.*brings 4 more with it: /s);
    assert.deepEqual(
      [...row.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id),
      ['ENC-14', 'FLW-01', 'FLW-05', 'FLW-10'],
    );
    const isOpen = (id: string) => new RegExp(`id="${id}"[^>]* open`).test(page);
    assert.deepEqual(['CBK-03', 'HDR-05', 'FLW-01', 'ENC-14'].map(isOpen), [true, true, false, false]);
    assert.match(page, /Follows<\/strong> <a href="#FLW-05">FLW-05<\/a>, <a href="#HDR-05">/);
    assert.match(
      page,
      /<strong>prevented 3: <\/strong>the adapter ended with exit code 1 → clear what got in the way, then: /,
    );
    assert.match(
      page,
      /the adapter ended with exit code 1 → clear [^<]*<\/dt><dd><pre class="details">.*NullPointerException/s,
    );
  });

  it('in junit.xml: each names the other', () => {
    assert.match(junit, /name="FLW-05 [^"]*">\s*<failure message="follows FLW-01" type="consequence">/);
    assert.match(junit, /brings 4 more with it: ENC-14, FLW-01, FLW-05, FLW-10<\/failure>/);
  });

  it('in summary.md: below their cause', () => {
    assert.match(
      markdown,
      /### Failures \(2, and 4 that follow\)\n\n- \*\*HDR-05\*\* .*\n- \*\*CBK-03\*\* .*\n {2}- \*\*ENC-14\*\* .*: follows CBK-03\n {2}- \*\*FLW-01\*\*/,
    );
    assert.match(markdown, /### Still open \(5\)\n\n- \*\*CRT-04, CRT-05, CRT-06\*\*: inconclusive, /);
    assert.match(markdown, /### Warnings \(2\)\n\n- \*\*OTP-01\*\*/);
  });

  it('in summary.md: what approved exceptions cover stands last, and marked', () => {
    const waiver = (obligation: string) =>
      ({ obligation, reason: 'known', approver: 'A', expires: '2999-12-31', state: 'used' }) as const;
    const renderWith = (...ids: readonly string[]) =>
      renderMarkdown(reportOf(chainedResults({ waivers: ids.map(waiver) })));
    assert.match(renderWith('CBK-03'), /- \*\*CBK-03\*\* .* \(approved exception\)\n {2}- \*\*ENC-14\*\*/);
    const settled = renderWith('CBK-03', 'ENC-14', 'FLW-01', 'FLW-05', 'FLW-10');
    assert.match(settled, /### Failures \(2, and 4 that follow\)\n\n- \*\*HDR-05\*\* .*\n- \*\*CBK-03\*\* /);
    assert.match(renderWith('HDR-05'), /### Failures \(2, and 4 that follow\)\n\n- \*\*CBK-03\*\*/);
  });

  it('in annotations: those that follow come last', () => {
    const titles = [...renderAnnotations(report).matchAll(/^::error .*?title=([\w-]+)/gm)].map(
      ([, id]) => id,
    );
    assert.deepEqual(titles, ['HDR-05', 'CBK-03', 'FLW-01', 'FLW-05', 'FLW-10']);
  });

  it('in Allure: they have a tag and a category of their own', () => {
    const [cause, consequence] = [testOf('CBK-03'), testOf('FLW-05')];
    assert.match(consequence.statusDetails.message ?? '', /^follows FLW-01\nFLW-05 \[must/);
    assert.match(
      cause.statusDetails.message ?? '',
      /\n\nbrings 4 more with it: ENC-14, FLW-01, FLW-05, FLW-10$/,
    );
    assert.ok(consequence.labels.some(({ name, value }) => name === 'tag' && value === 'follows FLW-01'));
  });
});

describe('what a failure kept from being seen', () => {
  const results = sampleResults({
    'ENC-04': brokenRow('ENC-04'),
    'CRT-09': {
      verdict: 'not-tested',
      reason: { text: 'not seen while ENC-04 is broken' },
      follows: ['ENC-04'],
      observations: 0,
    },
  });
  const told = reportOf(results);
  const shown = stripVTControlCharacters(renderTerminalSummary(told, 'reports'));

  it('is told below it, with its verdict', () => {
    assert.match(shown, /^ENC-04 brings 1 more with it:\n {4}CRT-09 {2}.* \(not-tested, follows ENC-04\)$/m);
    assert.match(
      shown,
      /^ {2}ENC-04 {2}failed .*\n(?: {10}.*\n)* {2}CRT-09 {2}not-tested .*\n {10}follows ENC-04$/m,
    );
    assert.match(renderMarkdown(told), /\n {2}- \*\*CRT-09\*\* .*: not-tested, follows ENC-04\n/);
    assert.match(
      renderCompliance({ report: told, evidence: new Map() }),
      /Follows<\/strong> <a href="#ENC-04">/,
    );
  });

  it('is open, and waits for nothing but that', () => {
    assert.match(
      shown,
      /1 still open:\n {4}1 not seen while ENC-04 is broken\n {6}CRT-09\n {6}→ fix ENC-04 first, then run again\n/,
    );
  });

  it('bears on no exception for the failure', () => {
    const waiver = {
      obligation: 'ENC-04',
      reason: 'known',
      approver: 'A',
      expires: '2999-12-31',
      state: 'used',
    };
    const { run, obligations } = results;
    const other = obligations.map((row) => (row.id === 'FLW-01' ? { ...row, ...brokenRow('FLW-01') } : row));
    const waived = { ...results, obligations: other, run: { ...run, waivers: [waiver] } } as Results;
    // Behind the one that no exception covers, whatever was not seen because of it.
    assert.deepEqual(
      reportOf(waived).causes.map(({ row }) => row.id),
      ['FLW-01', 'ENC-04'],
    );
  });
});

describe('facets', () => {
  it('stand with their verdicts on the page and in Allure', () => {
    const [, facets = ''] = /id="FLW-10".*?<ul class="facets">(.*?)<\/ul>/s.exec(page) ?? [];
    assert.deepEqual(
      [...facets.matchAll(/<li><span class="verdict small ([\w-]+)">\1<\/span> (.*?)<\/li>/g)].map(
        ([, verdict, text]) => [verdict, text],
      ),
      [
        ['failed', 'Claim'],
        ['passed', 'Preauthorization'],
        ['not-tested', 'Plan: not requested'],
        ['not-applicable', 'Notice: no role does it'],
      ],
    );
    assert.match(testOf('HDT-12').description ?? '', /\n\n- x25519: passed\n- weierstrass: passed$/);
  });

  it('stand on a terminal and in junit.xml only where one is missing or broken', () => {
    for (const text of [terminal, junit]) {
      assert.match(text, /Claim: failed\n *Plan: not-tested, not requested/);
      assert.doesNotMatch(text, /Preauthorization: |Notice: |x25519: /);
    }
  });
});
