import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces';
import { checkSchema } from '../../support/contract/schemas';
import { leftOutByGentleProbes } from '../../support/exchange/reason';
import { renderJunit } from '../../support/report/junit';
import { reportOf } from '../../support/report/model/report';
import type { Results } from '../../support/judging/results';
import { copyCachedRun } from '../runs/kept';
import { brokenRow, sampleOverall, oneOfEach, sampleResults } from './sample-results';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** The document as a tree; throws where it is not well-formed. */
function parse(xml: string): Element {
  return elementOf(create(xml).root());
}

function elementOf(builder: XMLBuilder): Element {
  const node = builder.node as unknown as {
    nodeName: string;
    textContent: string | null;
    attributes: Iterable<{ name: string; value: string }>;
  };
  const children: Element[] = [];
  builder.each((child) => {
    if (child.node.nodeName !== '#text') children.push(elementOf(child));
  });
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return { name: node.nodeName, attributes, children, text: node.textContent ?? '' };
}

const counted = { failures: 'failure', errors: 'error', skipped: 'skipped' } as const;
const allowed: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['testsuite'],
  testsuite: ['properties', 'testcase'],
  properties: ['property'],
  testcase: ['failure', 'error', 'skipped', 'system-out'],
};

/** What the schema of JUnit's readers demands: elements in their places, required attributes, counts that are right. */
function checkJunit(element: Element): void {
  for (const child of element.children) {
    assert.ok(allowed[element.name]?.includes(child.name), `${child.name} in ${element.name}`);
    checkJunit(child);
  }
  if (element.name === 'testcase') {
    assert.ok(element.attributes.name && element.attributes.classname);
    assert.ok(element.children.length <= 1);
  }
  if (!element.name.startsWith('testsuite')) return;
  const cases = casesIn(element);
  assert.equal(element.attributes.tests, String(cases.length), element.attributes.name);
  for (const [attribute, name] of Object.entries(counted))
    assert.equal(
      element.attributes[attribute],
      String(cases.filter(({ children }) => children[0]?.name === name).length),
    );
}

function casesIn(element: Element): Element[] {
  return element.name === 'testcase' ? [element] : element.children.flatMap(casesIn);
}

function caseOf(root: Element, id: string): Element {
  const found = casesIn(root).find(({ attributes }) => attributes.name?.startsWith(`${id} `));
  assert.ok(found, id);
  return found;
}

function checked(results: Results): Element {
  assert.deepEqual(checkSchema('results', results), []);
  const root = parse(renderJunit(reportOf(results)));
  checkJunit(root);
  return root;
}

describe('junit.xml', () => {
  it('has a case for each obligation, and the counts of the results', () => {
    const results = sampleResults(oneOfEach);
    const { counts } = results;
    const { attributes, children } = checked(results);
    assert.deepEqual(
      [attributes.tests, attributes.failures, attributes.errors, attributes.skipped].map(Number),
      [
        results.obligations.length,
        counts.failed,
        counts.inconclusive,
        counts['not-applicable'] + counts['not-tested'] + counts.declared,
      ],
    );
    assert.equal(attributes.time, '7.250');
    const names = children.map((suite) => suite.attributes.name);
    assert.deepEqual(
      [names.slice(0, 2), new Set(names).size],
      [['integrator: session', 'service: session'], names.length],
    );
  });

  it('tells each verdict in the way that its readers know', () => {
    const root = checked(sampleResults(oneOfEach));
    const [failure] = caseOf(root, 'SES-01').children;
    assert.equal(failure?.name, 'failure');
    assert.equal(
      failure.attributes.message,
      'SES-01 [must, clause 4.1] Gateway sessions come from POST on the v3 path',
    );
    for (const word of [
      'sent',
      'expected',
      'got       GET & <b>, in exchange #1',
      'the others are in results.json',
      'likely',
      'again',
    ])
      assert.ok(failure.text.includes(word), word);
    const said = Object.keys(oneOfEach).map((id) => {
      const [child] = caseOf(root, id).children;
      return [id, child?.name, child?.attributes.message ?? child?.text.split('\n')[0]];
    });
    assert.deepEqual(said.slice(1), [
      ['SES-02', 'skipped', 'not-applicable: the target leaves it out'],
      ['SES-03', 'error', 'the gateway did not answer'],
      ['SES-04', 'skipped', 'not-tested, not-exercised: not exercised in this run'],
      ['SES-05', 'system-out', 'observed'],
      ['SES-06', 'skipped', 'declared by Somebody, 2026-01-01: so it is'],
      ['ENC-14', 'system-out', 'warning'],
    ]);
    assert.match(caseOf(root, 'ENC-14').text, /got {7}nothing/);
    assert.deepEqual(caseOf(root, 'SES-07').children, []);
  });

  it('tells what a setting left out from what does not concern the target', () => {
    const reason = leftOutByGentleProbes('it may lock the account');
    const root = checked(
      sampleResults({
        'SES-08': { verdict: 'not-tested', reason },
        'SES-09': { verdict: 'not-applicable', reason: { text: 'the target names no registry' } },
      }),
    );
    assert.deepEqual(
      ['SES-08', 'SES-09'].map((id) => caseOf(root, id).children[0]?.attributes.message),
      [
        'not-tested, left-out by limits.probes: gentle: limits.probes is gentle: it may lock the account',
        'not-applicable: the target names no registry',
      ],
    );
  });

  it('leaves out what is outside the plan, and says what narrowed the run', () => {
    const outside = {
      planned: false,
      verdict: 'not-tested',
      reason: { kind: 'left-out', text: 'left out of this run', by: '--only' },
    } as const;
    const plan = { ...sampleResults().run.plan, narrowedBy: ['--only'] as const };
    const results = sampleResults(
      { 'SES-01': outside },
      { overall: { integrator: sampleOverall('no-failure', true) }, plan, selfTest: true },
    );
    const root = checked(results);
    assert.equal(casesIn(root).length, results.obligations.length - 1);
    const properties = new Map(
      root.children[0]?.children[0]?.children.map(({ attributes: { name, value } }) => [name, value]),
    );
    assert.deepEqual(
      ['overall integrator', 'narrowed by', 'self-test', 'product', 'digest of the suite'].map((name) =>
        properties.get(name),
      ),
      [
        'no failure in the 12 of 92 requirements that were seen',
        '--only',
        'true',
        'Product 1.2',
        results.suite.digest,
      ],
    );
  });

  it('skips a failure that is waived, and only that', () => {
    const waiver = { reason: 'known', approver: 'A. B.', expires: '2026-12-31' };
    const differing = { 'SES-01': brokenRow('SES-01'), 'SES-02': brokenRow('SES-02') };
    const root = checked(
      sampleResults(differing, {
        waivers: [
          { ...waiver, obligation: 'SES-01', state: 'used' },
          { ...waiver, obligation: 'SES-02', state: 'expired' },
          { ...waiver, obligation: 'SES-03', state: 'unused' },
        ],
      }),
    );
    const [skipped] = caseOf(root, 'SES-01').children;
    assert.deepEqual(
      [skipped?.name, skipped?.attributes.message],
      ['skipped', 'approved exception until 2026-12-31 by A. B.: known'],
    );
    assert.deepEqual(
      ['SES-02', 'SES-03'].map((id) => caseOf(root, id).children[0]?.name),
      ['failure', undefined],
    );
  });

  it('fails where the run does, though no obligation failed', () => {
    const waiver = { reason: 'known', approver: 'A. B.', expires: '2026-12-31' };
    const root = checked(
      sampleResults(
        {},
        {
          faults: ['a hook broke\nin line 3'],
          waivers: [
            { ...waiver, obligation: 'SES-02', state: 'expired' },
            { ...waiver, obligation: 'SES-03', state: 'unused' },
          ],
        },
      ),
    );
    const { failures, errors, skipped } = root.attributes;
    assert.deepEqual([failures, errors, skipped], ['2', '1', '0']);
    assert.deepEqual(
      root.children[0]?.children
        .slice(1)
        .map(({ attributes, children: [child] }) => [attributes.name, child?.name, child?.attributes.type]),
      [
        ['Fault of the suite 1', 'error', 'fault'],
        ['Approved exception for SES-02', 'failure', 'waiver'],
        ['Approved exception for SES-03', 'failure', 'waiver'],
      ],
    );
    assert.match(casesIn(root)[2]?.text ?? '', /^unused, until 2026-12-31, by A\. B\.: .*fails the run/);
  });

  it('stays XML whatever an integrator sends or calls itself', () => {
    const got = 'a\u0000b\u001f]]>\ud800 <!-- &amp; &nbsp; &#65; \ufffe "quoted" 😀 \u009b';
    const product = { name: '<x y="z">&lt;&\u0007', version: "'" };
    const results = sampleResults({ 'SES-01': brokenRow('SES-01', { got }) }, { product });
    checked(results);
    // Read as text: the parser at hand would take &amp;#65; for A.
    const xml = renderJunit(reportOf(results));
    assert.ok(
      xml.includes('a\ufffdb\ufffd]]&gt;\ufffd &lt;!-- &amp;amp; &amp;nbsp; &amp;#65; \ufffd "quoted" 😀'),
    );
    assert.ok(xml.includes('value="&lt;x y=&quot;z&quot;&gt;&amp;lt;&amp;\ufffd \'"'), xml.slice(0, 1000));
    assert.doesNotMatch(xml, /&(?!(?:amp|lt|gt|quot);)/);
  });
});

test('the junit.xml of a run has the counts of its results', async (t) => {
  const { results } = await copyCachedRun('observed', t);
  assert.deepEqual(
    casesIn(checked(results)).map(({ attributes }) => attributes.name?.slice(0, 6)),
    results.run.plan.obligations,
  );
});
