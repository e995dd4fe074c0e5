import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Status } from 'allure-js-commons';
import { environmentInfo } from '../../../support/report/allure/about';
import { allureStatuses } from '../../../support/report/allure/results';
import type { Report } from '../../../support/report/model/report';
import { reportOf } from '../../../support/report/model/report';
import type { Results } from '../../../support/judging/results';
import { whyNoCertificate } from '../../../support/report/pack/certificate';
import { renderTerminalSummary } from '../../../support/report/summary';
import { contractObligations } from '../../../support/obligations';
import { renderings } from '../renderings';
import { sampleResults } from '../sample-results';
import { chainedResults } from './chained';
import { junit, markdown, page, report, terminal, testOf } from './rendered';

/** Returns the results in each rendering, with the name of the rendering. */
const renderedIn = (results: Results): [string, string][] =>
  Object.entries(renderings).map(([name, render]) => [name, render(results)]);

const all = renderedIn(chainedResults());

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
      (expected['not-tested'] ?? 0) + (expected['not-applicable'] ?? 0) + (expected.declared ?? 0),
    ]);
    assert.equal(
      report.planned.filter(({ verdict }) => allureStatuses[verdict] === Status.FAILED).length,
      expected.failed,
    );
  });

  it('are beside the table of requirements, on the page and in the summary', () => {
    const { must, all: sum } = chainedResults().requirements;
    const numbers = ({ passed, broken, notSeen, notConcerned, all }: typeof must): number[] => [
      passed,
      broken,
      notSeen,
      notConcerned,
      all,
    ];
    const [, table = ''] = /<table class="requirements">(.*?)<\/table>/s.exec(page) ?? [];
    const rows = [...table.matchAll(/<tr><th scope="row">(\w+)<\/th>(.*?)<\/tr>/gs)].map(
      ([, level = '', cells = '']) => [
        level,
        [...cells.matchAll(/>(\d+)</g)].map(([, each]) => Number(each)),
      ],
    );
    assert.deepEqual(
      rows.map(([level]) => level),
      ['must', 'should', 'observe', 'all'],
    );
    assert.deepEqual([rows[0]?.[1], rows[3]?.[1]], [numbers(must), numbers(sum)]);
    for (const row of [`| must | ${numbers(must).join(' | ')} |`, `| all | ${numbers(sum).join(' | ')} |`])
      assert.ok(markdown.includes(row), row);
  });

  it('leave no share of anything: who does not conform is nowhere 97 %', () => {
    for (const [name, text] of all)
      assert.doesNotMatch(text.replace(/<style>.*?<\/style>/s, ''), /\d ?%(?!\d)/, name);
  });

  it('hide what was not in the plan, and call it that', () => {
    const [, hidden = ''] =
      /<details class="unplanned" id="not-in-plan">(.*?)<section id="readings">/s.exec(page) ?? [];
    assert.deepEqual(
      [...hidden.matchAll(/<details class="row unplanned" id="([\w-]+)"/g)].map(([, id]) => id),
      ['SES-08', 'SES-09'],
    );
    assert.equal(page.split('class="row unplanned"').length - 1, 2, 'and nowhere else');
    assert.match(page, /2 obligations not in the plan of this run/);
    assert.match(page, /value="unplanned"\/>/);
    const total = contractObligations.all.length;
    assert.ok(terminal.includes(`${total - 2} of ${total} obligations are in the plan of this run.`));
    for (const text of [junit, markdown]) assert.doesNotMatch(text, /SES-08/);
    assert.doesNotMatch(terminal, /SES-08/);
  });
});

describe('every report', () => {
  for (const [name, text] of all)
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

  it('says that a run was resumed, and since when it counts', () => {
    const results = sampleResults({}, { resumed: true });
    for (const [name, text] of renderedIn(results))
      assert.match(text, /interrupted and resumed: it was begun 2026-03-01 10:00:00 UTC/, name);
    assert.deepEqual(whyNoCertificate(results, {}, new Date(results.run.finishedAt)), []);
  });

  it('lists of traffic, on the terminal, what it showed: what was not tested stands below, once', () => {
    const open = {
      'HDR-05': {
        verdict: 'not-tested',
        reason: { kind: 'not-exercised', text: 'not exercised in this run' },
      },
    } as const;
    const told = (run: Partial<Results['run']>): string[] =>
      renderTerminalSummary(reportOf(sampleResults(open, run)), 'reports').match(/^.*HDR-05.*$/gm) ?? [];
    assert.match(told({})[0] ?? '', /^ {2}HDR-05 {2}not-tested /);
    const traffic = { note: 'Recorded traffic: no certificate', files: [] };
    assert.doesNotMatch(told({ traffic }).join('\n'), /^ {2}HDR-05 /m);
    assert.match(
      renderTerminalSummary(reportOf(sampleResults({}, { traffic })), 'reports'),
      /^ {2}HDR-05 {2}passed /m,
    );
  });

  for (const [name, text] of all.filter(([each]) => each !== 'the annotations'))
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

describe('a run that selected no obligation', () => {
  const nothing = { ...report, planned: [], counts: [] };

  it('says so on the terminal, in a sentence', () => {
    const text = renderTerminalSummary(nothing, 'reports');
    assert.match(text, /^No obligation was selected, so nothing was judged; \d+ exchanges?$/m);
    assert.doesNotMatch(text, /: ;/);
  });

  it('has the count in Allure', () => {
    assert.equal(environmentInfo(nothing).Obligations, '0');
  });
});
