import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenIn, readLine } from '../../mutants/strangers/dimension';
import { recordedDay } from '../../mutants/strangers/traffic/kind';
import { trafficProblems } from '../../mutants/strangers/traffic/judge';
import type { TrafficPart } from '../../mutants/strangers/traffic/shape';
import { shapeOf } from '../../mutants/strangers/traffic/shape';
import { trafficSpace } from '../../mutants/strangers/traffic/space';
import type { Results } from '../../support/judging/results';

const { dimensions, forbidden } = trafficSpace;
const valueWords = dimensions.flatMap(({ values }) => values.map(({ words }) => words));

test('every value of traffic has words, a sentence and a permission, and each seam belongs to one dimension', () => {
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

async function filesOf(line: string): Promise<readonly Buffer[]> {
  const { seed, draw } = readLine(trafficSpace, line);
  const parts: TrafficPart[] = [];
  for (const { value } of chosenIn(trafficSpace, draw)) parts.push((await value.change?.()) ?? {});
  return recordedDay(shapeOf(parts), seed).files;
}

test('a line makes the same files again, and each value is in them', async () => {
  const line =
    'seed 3: begins at some time, some preflights, traffic log, two nodes by chance, log of containerd';
  const files = await filesOf(line);
  assert.deepEqual(await filesOf(line), files);
  assert.equal(files.length, 2);
  assert.match(String(files[0]), /^2026-11-21T04:00:00\.123456789Z stdout F \{"startedAt":/);
  assert.match(String(files[0]), /"method":"OPTIONS"/);
  assert.notDeepEqual(await filesOf(line.replace('seed 3', 'seed 4')), files);
});

const resultsWith = (verdict: string): Results =>
  ({
    run: { faults: [], warnings: [], overall: { service: { verdict: 'no-failure' } } },
    obligations: [{ id: 'HDR-05', verdict, evidence: [1], scenarios: [] }],
  }) as unknown as Results;

test('a planted alarm on right traffic is a problem, also if the plain recording shows it', () => {
  const textsOf = (own: string, plain: string) =>
    trafficProblems(resultsWith(own), resultsWith(plain), []).map(({ text }) => text);
  assert.deepEqual(textsOf('passed', 'passed'), []);
  assert.match(textsOf('failed', 'failed').join(), /^HDR-05 on right traffic: failed/);
  assert.match(textsOf('warning', 'passed').join(), /^HDR-05 on right traffic: warning/);
  assert.match(textsOf('passed', 'not-tested').join(), /^HDR-05 is not-tested on the plain subject/);
});
