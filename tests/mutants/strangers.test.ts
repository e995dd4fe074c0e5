import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenIn, lineOf, offerOf, plainDraw, readLine, readOnly } from '../../mutants/strangers/dimension';
import type { Draw, Space } from '../../mutants/strangers/dimension';
import { drawer, pairsIn } from '../../mutants/strangers/draw';
import { problemsOf } from '../../mutants/strangers/judge';
import { knownFaults } from '../../mutants/strangers/known';
import { serviceSpace } from '../../mutants/strangers/service/space';
import { strangersOf } from '../../mutants/strangers/seeds';
import { shrink } from '../../mutants/strangers/shrink';
import { linesOfTotals, sumOf } from '../../mutants/strangers/totals';
import { trafficSpace } from '../../mutants/strangers/traffic/space';
import type { Results } from '../../support/judging/results';

const { dimensions, forbidden } = serviceSpace;
const valueWords = dimensions.flatMap(({ values }) => values.map(({ words }) => words));
const indexOf = (name: string): number => dimensions.findIndex((each) => each.name === name);

/** A space of eight dimensions with three values each, without forbidden pairs. */
const small: Space<object> = {
  dimensions: Array.from({ length: 8 }, (_, index) => ({
    name: `d${index}`,
    sentence: '',
    seam: `s${index}`,
    values: ['a', 'b', 'c'].map((value) => ({ words: `${value}${index}`, allowedBy: 'all' })),
  })),
  forbidden: [],
};

const countPairs = (draws: readonly Draw[]): number[] => {
  const counts = new Map<string, number>();
  for (const pair of draws.flatMap(pairsIn)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return [...counts.values()];
};

const drawsOf = <Part>(space: Space<Part>, first: number, count: number): Draw[] => {
  const drawOf = drawer(space);
  return Array.from({ length: count }, (_, index) => drawOf(first + index));
};

test('every value has words, a sentence and a permission, and each seam belongs to one dimension', () => {
  assert.equal(new Set(valueWords).size, valueWords.length);
  // A line separates them by commas.
  assert.deepEqual(
    valueWords.filter((words) => /[,=]/.test(words)),
    [],
  );
  assert.equal(new Set(dimensions.map(({ seam }) => seam)).size, dimensions.length);
  for (const { name, sentence, values } of dimensions) {
    assert.ok(sentence.length > 20 && values.length > 1, name);
    for (const { words, allowedBy } of values.slice(1)) assert.ok(allowedBy.length > 5, words);
  }
  for (const { words, reason } of forbidden) {
    assert.ok(reason.length > 20);
    for (const each of words) assert.ok(valueWords.includes(each), each);
  }
});

test('draws cover all pairs of values, and each of them about equally often', () => {
  const counts = countPairs(drawsOf(small, 256, 60));
  // 28 pairs of dimensions have 9 pairs of values each, and a draw has one of them: 6 or 7 in 60 draws on average.
  assert.equal(counts.length, 252);
  assert.ok(
    Math.min(...counts) >= 5 && Math.max(...counts) <= 9,
    `${Math.min(...counts)} to ${Math.max(...counts)}`,
  );
});

test('a block of draws covers every pair of service values that is not forbidden', () => {
  const draws = drawsOf(serviceSpace, 512, 90);
  const sizes = dimensions.map(({ values }) => values.length);
  const all = sizes.reduce(
    (sum, size, index) => sum + size * sizes.slice(index + 1).reduce((a, b) => a + b, 0),
    0,
  );
  assert.ok(
    countPairs(draws).length >= 0.98 * (all - forbidden.length),
    `${countPairs(draws).length} of ${all}`,
  );
  for (const draw of draws) {
    const drawn = chosenIn(serviceSpace, draw).map(({ value }) => value.words);
    for (const { words } of forbidden)
      assert.ok(!words.every((each) => drawn.includes(each)), words.join(' and '));
  }
});

test('a seed makes the same subject again, and so does its line', () => {
  const drawOf = drawer(serviceSpace);
  const draw = drawOf(81_723);
  assert.notDeepEqual(drawOf(81_724), draw);
  assert.deepEqual(drawOf(81_723), draw);
  assert.deepEqual(drawer(serviceSpace)(81_723), draw);
  assert.deepEqual(readLine(serviceSpace, `FAIL  ${lineOf(serviceSpace, { draw, seed: 81_723 })}`), {
    draw,
    seed: 81_723,
    fault: undefined,
  });
  assert.equal(lineOf(serviceSpace, { seed: 1, draw: plainDraw(serviceSpace) }), 'seed 1: nothing unusual');
  assert.throws(() => readLine(serviceSpace, 'seed 1: no such words'), /no value is called "no such words"/);
});

test('a value that is asked for is in every draw, and what is forbidden beside it in none', () => {
  const fixed = readOnly(serviceSpace, 'coding=gzip,certificate form=both certificates in JSON');
  const drawOf = drawer(serviceSpace, fixed);
  for (let seed = 0; seed < 20; seed += 1) {
    const draw = drawOf(seed);
    assert.match(lineOf(serviceSpace, { seed: 1, draw: draw }), /both certificates in JSON.*gzip/);
    assert.equal(draw[indexOf('PEM lines')], 0);
  }
  assert.throws(() => readOnly(serviceSpace, 'coding=zip'), /coding is one of: bodies as they are; gzip/);
  assert.throws(() => readOnly(serviceSpace, 'codings=gzip'), /no dimension is called "codings"/);
});

test('a subject with a fault has a value for each dimension that does not exclude it', () => {
  const faults = [
    { name: 'first', breaks: [], excludes: [] },
    { name: 'second', breaks: [], excludes: [{ words: ['a3', 'b3'], reason: 'they leave no occasion' }] },
  ];
  const strangerOf = strangersOf({ space: small, faults }, { only: '', fault: true });
  const lines = Array.from({ length: 40 }, (_, seed) => lineOf(small, strangerOf(seed)));
  assert.match(lines[1] ?? '', /^seed 1 with second: /);
  assert.deepEqual(readLine(small, lines[1] ?? ''), strangerOf(1));
  assert.ok(lines.some((line) => /first: .*b3/.test(line)));
  for (const line of lines.filter((each) => each.includes('second'))) assert.match(line, /c3/);
});

test('jobs add up their totals', () => {
  const one = {
    tried: 3,
    misjudged: [7],
    withoutOccasion: 1,
    faults: ['x'],
    pairs: ['p', 'q'],
    hidden: { r: 2 },
    known: { k: 1 },
  };
  const other = {
    tried: 2,
    misjudged: [],
    withoutOccasion: 0,
    faults: ['x'],
    pairs: ['q'],
    hidden: { r: 1 },
    known: {},
  };
  const about = { subjects: 'services', withFault: true, again: 'npm run strangers -- --fault' };
  assert.deepEqual(linesOfTotals(sumOf([one, other]), about, 7.4), [
    '',
    'hidden 3 times: r',
    'known fault shown 1 times: k',
    '5 services, 1 faults, 1 without occasion, 3 rows hidden, 2 pairs of values, 7 s',
    'Again: npm run strangers -- --fault --seed 7 --count 1',
    '3 passed, 1 failed',
  ]);
});

test('a failing subject shrinks to the dimensions of its false alarm', async () => {
  const draw = drawer(serviceSpace, readOnly(serviceSpace, 'repeated headers=Vary twice,coding=br'))(7);
  const alarms = ['repeated headers', 'coding'].map(indexOf);
  let tried = 0;
  const failsBy = (indexes: readonly number[]) => (each: Draw) => {
    tried += 1;
    return Promise.resolve(indexes.every((index) => each[index] === draw[index]));
  };
  const one = await shrink(draw, failsBy(alarms.slice(0, 1)));
  assert.equal(lineOf(serviceSpace, { seed: 1, draw: one }), 'seed 1: Vary twice');
  assert.ok(tried < 30, String(tried));
  assert.equal(
    lineOf(serviceSpace, { seed: 1, draw: await shrink(draw, failsBy(alarms)) }),
    'seed 1: br, Vary twice',
  );
});

test('a subject is compared with the plain one that offers the same', () => {
  const draw = readLine(serviceSpace, 'seed 1: no registry, gzip, plain http on loopback').draw;
  assert.equal(
    lineOf(serviceSpace, { seed: 1, draw: offerOf(serviceSpace, draw) }),
    'seed 1: no registry, plain http on loopback',
  );
});

type Row = Results['obligations'][number];

const resultsWith = (
  rows: readonly Partial<Row>[],
  warnings: readonly string[] = [],
  verdict = 'conforms',
): Results =>
  ({
    run: { faults: [], warnings, overall: { service: { verdict } } },
    obligations: rows.map((row) => ({ evidence: [1], scenarios: [], ...row })),
  }) as unknown as Results;

test('another verdict is a problem, unless a value allows it or departs from the document', () => {
  const plain = resultsWith([{ id: 'SES-05', verdict: 'passed' }]);
  const open = resultsWith([{ id: 'SES-05', verdict: 'inconclusive' }]);
  const textsOf = (results: Results, ...values: Parameters<typeof problemsOf>[2]) =>
    problemsOf(results, plain, values).map(({ text }) => text);
  assert.deepEqual(textsOf(plain), []);
  assert.match(textsOf(open).join(), /^SES-05 is passed on the plain subject, and here inconclusive/);
  assert.deepEqual(textsOf(open, { allows: { 'SES-05': ['inconclusive'] } }), []);
  const departs = { by: 'session-status', breaks: ['SES-05'] } as const;
  assert.match(textsOf(plain, { departs }).join(), /^SES-05 is to fail by session-status/);
  const warned = resultsWith([{ id: 'SES-05', verdict: 'passed' }], ['steps and judge disagree']);
  assert.deepEqual(textsOf(warned), ['warning of the run: steps and judge disagree']);
});

/** A breach with a cause that names a departure, but without a mark. */
const unmarked: NonNullable<Row['breaches']>[number] = {
  exchanges: [1],
  sent: 'POST',
  expected: '200',
  seen: '202',
  places: [],
  cause: {
    text: 'the session comes with status 202, as readings.session-status says: a departure from the document',
  },
};

test('a failure is a problem even if the plain subject has it too', () => {
  const failing = resultsWith([{ id: 'SES-05', verdict: 'failed' }]);
  const told = problemsOf(failing, failing, []).map(({ text }) => text);
  assert.equal(told.length, 1);
  assert.match(told.join(), /^SES-05 on a right subject: failed/);
});

test('an overall verdict that is missing is a problem', () => {
  const plain = resultsWith([]);
  const told = problemsOf({ ...plain, run: { ...plain.run, overall: {} } }, plain, []);
  assert.deepEqual(
    told.map(({ text }) => text),
    ['the service is unjudged, and the plain one is conforms'],
  );
});

test('a row may only fail by exactly the departures that are drawn', () => {
  const plain = resultsWith([{ id: 'SES-05', verdict: 'passed' }]);
  const departs = { by: 'session-status', breaks: ['SES-05'] } as const;
  const told = (...breaches: NonNullable<Row['breaches']>): string =>
    problemsOf(resultsWith([{ id: 'SES-05', verdict: 'failed', breaches }]), plain, [{ departs }])
      .map(({ text }) => text)
      .join();
  assert.equal(told({ ...unmarked, departures: ['session-status'] }), '');
  const more = /^SES-05 fails by something else than session-status/;
  assert.match(told(), more);
  assert.match(told(unmarked), more);
  assert.match(told({ ...unmarked, departures: ['key-bits'] }), more);
  assert.match(told({ ...unmarked, departures: ['key-bits', 'session-status'] }), more);
  assert.match(told({ ...unmarked, departures: ['session-status'] }, unmarked), more);
});

test('an overall verdict is only as bad as what the values explain', () => {
  const plain = resultsWith([{ id: 'SES-12', verdict: 'passed' }]);
  const allows = { 'SES-12': ['inconclusive'] } as const;
  const told = (verdict: Row['verdict'], overall: string): string =>
    problemsOf(resultsWith([{ id: 'SES-12', verdict }], [], overall), plain, [{ allows }])
      .map(({ text }) => text)
      .join();
  assert.equal(told('passed', 'conforms'), '');
  assert.equal(told('inconclusive', 'incomplete'), '');
  assert.match(told('inconclusive', 'does-not-conform'), /^the service is does-not-conform/);
  assert.match(told('passed', 'incomplete'), /^the service is incomplete, and the plain one is conforms/);
});

test('the list of known faults is no longer than it was', () => {
  assert.ok(knownFaults.length <= 8);
  const trafficWords = trafficSpace.dimensions.flatMap(({ values }) => values.map(({ words }) => words));
  for (const { words, reason, since } of knownFaults) {
    for (const each of words) assert.ok([...valueWords, ...trafficWords].includes(each), each);
    assert.ok(reason.length > 20 && /^\d{4}-\d\d-\d\d$/.test(since));
  }
});
