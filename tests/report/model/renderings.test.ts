import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { environmentInfo } from '../../../support/report/allure/about-run';
import { allureStatuses, obligationTest } from '../../../support/report/allure/obligation-test';
import { renderAnnotations } from '../../../support/report/annotations';
import { renderJunit } from '../../../support/report/junit';
import { renderMarkdown } from '../../../support/report/markdown';
import type { Report } from '../../../support/report/model/report';
import { reportOf } from '../../../support/report/model/report';
import { planOf } from '../../../support/report/pack/plan-file';
import { renderCompliance } from '../../../support/report/page/compliance';
import { renderSummary } from '../../../support/report/summary';
import { chainedResults } from './chained';

const report = reportOf(chainedResults());
const page = renderCompliance({ report, evidence: new Map() });
const terminal = stripVTControlCharacters(renderSummary(report, 'reports'));
const junit = renderJunit(report);
const markdown = renderMarkdown(report);
const testOf = (id: string) => {
  const row = report.planned.find((each) => each.id === id) ?? assert.fail(id);
  return obligationTest(row, report, { steps: [], attachments: [] });
};

const all: Readonly<Record<string, string>> = {
  'the terminal': terminal,
  'the page': page,
  'junit.xml': junit,
  'summary.md': markdown,
  'the annotations': renderAnnotations(report),
  Allure: JSON.stringify(environmentInfo(report)),
};

/** How many obligations each verdict has, as each report says it. */
const countsIn: Readonly<Record<string, (report: Report) => Record<string, number>>> = {
  'the terminal': () => {
    const [, list = ''] = /^\d+ obligations: (.*); \d+ exchanges$/m.exec(terminal) ?? [];
    return Object.fromEntries(
      list
        .split(', ')
        .map((each) => each.split(' ').reverse())
        .map(([name = '', count]) => [name, Number(count)]),
    );
  },
  'the page': () =>
    Object.fromEntries(
      report.counts.map(({ verdict }) => [verdict, page.split(`<details class="row ${verdict}"`).length - 1]),
    ),
  'the table of the page': () => {
    const rows = page.matchAll(
      /<th scope="row"><span class="verdict ([\w-]+)">\1<\/span><\/th>((?:<td class="number">\d+<\/td>)+)/g,
    );
    return Object.fromEntries(
      [...rows].map(([, verdict = '', cells = '']) => [
        verdict,
        [...cells.matchAll(/>(\d+)</g)].reduce((sum, [, count]) => sum + Number(count), 0),
      ]),
    );
  },
  'summary.md': () => {
    const [names = '', , numbers = ''] = markdown.split('\n').filter((line) => line.startsWith('|'));
    const cellsOf = (line: string): string[] =>
      line
        .split('|')
        .slice(2, -1)
        .map((cell) => cell.trim());
    return Object.fromEntries(cellsOf(names).map((name, index) => [name, Number(cellsOf(numbers)[index])]));
  },
  Allure: () => {
    const [, list = ''] = /^\d+: (.*)$/.exec(environmentInfo(report).Obligations ?? '') ?? [];
    return Object.fromEntries(
      list
        .split(', ')
        .map((each) => each.split(' ').reverse())
        .map(([name = '', count]) => [name, Number(count)]),
    );
  },
  'the tests of Allure': () =>
    countBy(
      report.planned.map(({ id }) => testOf(id).labels.filter(({ name }) => name === 'tag')[2]?.value ?? ''),
    ),
};

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, found]) => [name, found.length]),
  );
}

describe('one count and one plan', () => {
  const expected = Object.fromEntries(report.counts.map(({ verdict, count }) => [verdict, count]));

  it('are those of the results, without what was not in the plan', () => {
    const planned = chainedResults().obligations.filter((row) => row.planned);
    assert.deepEqual(expected, countBy(planned.map(({ verdict }) => verdict)));
    assert.ok(Object.keys(expected).length >= 6, JSON.stringify(expected));
  });

  for (const [name, count] of Object.entries(countsIn))
    it(`stand in ${name}`, () => {
      assert.deepEqual(count(report), expected);
    });

  it('stand in junit.xml, by the words of its readers', () => {
    const [, tests, failures, errors, skipped] =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(junit) ?? [];
    assert.deepEqual([tests, failures, errors, skipped].map(Number), [
      report.planned.length,
      expected.failed,
      expected.inconclusive,
      (expected['not-tested'] ?? 0) + (expected['not-applicable'] ?? 0),
    ]);
    assert.equal(
      report.planned.filter(({ verdict }) => allureStatuses[verdict] === 'failed').length,
      expected.failed,
    );
  });

  it('are the plan of an evidence pack, and nothing else of it', () => {
    const plan = planOf(report);
    assert.deepEqual(
      plan.obligations.map(({ id }) => id),
      report.run.plan.obligations,
    );
    assert.doesNotMatch(JSON.stringify(plan), /"(verdict|reason|breaches|why|failures)"/);
  });

  it('leave no share of anything: who does not conform is nowhere 97 %', () => {
    for (const [name, text] of Object.entries(all))
      assert.doesNotMatch(text.replace(/<style>.*?<\/style>/s, ''), /\d ?%(?!\d)/, name);
  });

  it('hide what was not in the plan, and call it that', () => {
    const [, hidden = ''] =
      /<details class="unplanned" id="not-in-plan">(.*?)<section id="readings">/s.exec(page) ?? [];
    assert.deepEqual(
      [...hidden.matchAll(/<details class="row unplanned" id="([\w-]+)"/g)].map(([, id]) => id),
      ['SES-08', 'SES-09'],
    );
    assert.match(page, /2 obligations not in the plan of this run/);
    assert.match(page, /value="unplanned"\/>/);
    assert.match(terminal, /116 of 118 obligations are in the plan of this run\./);
    for (const text of [junit, markdown]) assert.doesNotMatch(text, /SES-08/);
    assert.doesNotMatch(terminal, /SES-08/);
  });
});

describe('every report', () => {
  for (const [name, text] of Object.entries(all))
    it(`says in ${name} for what, and what was not assessed`, () => {
      assert.match(
        text,
        /(conforms?|do not conform) for gateway; identity, registry and dummy payer not assessed/,
      );
      assert.match(
        text,
        /does not conform; assessed: session, identity and registry; health-data transfer and payer flows not assessed/,
      );
    });

  for (const [name, text] of Object.entries(all).filter(([each]) => each !== 'the annotations'))
    it(`names in ${name} product, adapter, contract and edition`, () => {
      for (const each of [
        'Product 1.2',
        'ward-adapter 0.3.1',
        'Sandbox Dummy Payer Interface',
        report.contract.edition,
      ])
        assert.ok(text.includes(each), each);
    });
});

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
      /^ {2}FLW-10 {2}failed .*\n {10}follows FLW-05, HDR-05\n {10}Claim: failed\n {10}Plan: not-tested, nobody asked\n/m,
    );
  });

  it('on a terminal: then what is open, then what does not apply, then the verdict', () => {
    const order = [
      'CBK-03 brings',
      '5 still open:',
      '3 prevented by: the adapter ended with exit code 1',
      'NullPointerException',
      '→ clear what got in the way',
      '2 nobody declares it: set declarations.ID',
      '1 not applicable:',
      '116 obligations: ',
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
    const [, folded = ''] =
      /<details class="consequences"><summary>brings 4 more with it<\/summary>(.*?)<\/details>/s.exec(page) ??
      [];
    assert.deepEqual(
      [...folded.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id),
      ['ENC-14', 'FLW-01', 'FLW-05', 'FLW-10'],
    );
    const isOpen = (id: string) => new RegExp(`id="${id}"[^>]* open`).test(page);
    assert.deepEqual(['CBK-03', 'HDR-05', 'FLW-01', 'ENC-14'].map(isOpen), [true, true, false, false]);
    assert.match(page, /Follows<\/strong> <a href="#FLW-05">FLW-05<\/a>, <a href="#HDR-05">/);
    assert.match(page, /5 still open<\/h3>/);
    assert.match(
      page,
      /<strong>prevented 3: <\/strong>the adapter ended with exit code 1<pre class="details">/,
    );
  });

  it('in junit.xml: each names the other', () => {
    assert.match(junit, /name="FLW-05 [^"]*">\s*<failure message="follows FLW-01" type="consequence">/);
    assert.match(junit, /brings 4 more with it: ENC-14, FLW-01, FLW-05, FLW-10<\/failure>/);
  });

  it('in summary.md: below their cause', () => {
    assert.match(
      markdown,
      /### What prevents a pass \(2, and 4 that follow\)\n\n- \*\*HDR-05\*\* .*\n- \*\*CBK-03\*\* .*\n {2}- \*\*ENC-14\*\* .*: follows CBK-03\n {2}- \*\*FLW-01\*\*/,
    );
    assert.match(markdown, /### Still open \(5\)\n\n- \*\*CRT-04, CRT-05, CRT-06\*\*: inconclusive, /);
    assert.match(markdown, /### Warnings \(2\)\n\n- \*\*OTP-01\*\*/);
  });

  it('in summary.md: of a cause that somebody answers for, what nobody answers for', () => {
    const waiver = (obligation: string) =>
      ({ obligation, reason: 'known', approver: 'A', expires: '2999-12-31', state: 'used' }) as const;
    const renderWith = (...ids: readonly string[]) =>
      renderMarkdown(reportOf(chainedResults({ waivers: ids.map(waiver) })));
    assert.match(renderWith('CBK-03'), /- \*\*CBK-03\*\* .* \(waived\)\n {2}- \*\*ENC-14\*\*/);
    const settled = renderWith('CBK-03', 'ENC-14', 'FLW-01', 'FLW-05', 'FLW-10');
    assert.match(settled, /### What prevents a pass \(1\)\n\n- \*\*HDR-05\*\*/);
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
        ['not-tested', 'Plan: nobody asked'],
        ['not-applicable', 'Notice: no role does it'],
      ],
    );
    assert.match(testOf('HDT-12').description ?? '', /\n\n- x25519: passed\n- weierstrass: passed$/);
  });

  it('stand on a terminal and in junit.xml only where one is missing or broken', () => {
    for (const text of [terminal, junit]) {
      assert.match(text, /Claim: failed\n *Plan: not-tested, nobody asked/);
      assert.doesNotMatch(text, /Preauthorization: |Notice: |x25519: /);
    }
  });
});
