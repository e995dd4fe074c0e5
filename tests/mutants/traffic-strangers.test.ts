import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { chosenIn, readLine } from '../../mutants/strangers/dimension';
import { recordedDay } from '../../mutants/strangers/traffic/kind';
import { problemsOf } from '../../mutants/strangers/judge';
import type { TrafficPart } from '../../mutants/strangers/traffic/shape';
import { shapeOf } from '../../mutants/strangers/traffic/shape';
import { trafficSpace } from '../../mutants/strangers/traffic/space';
import type { Results } from '../../support/judging/results';
import { openSource } from '../../support/traffic/sources';

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

const entriesOf = async (line: string): Promise<unknown[]> => {
  const [file] = await filesOf(line);
  return (JSON.parse(String(file)) as { log: { entries: unknown[] } }).log.entries;
};

test('a recording of one host has the same exchanges, whatever the address of the host is', async () => {
  const some = await entriesOf('seed 3: registry alone');
  assert.ok(some.length > 0 && some.length < (await entriesOf('seed 3: nothing unusual')).length);
  for (const words of ['one host for all services', 'hosts with ports'])
    assert.equal((await entriesOf(`seed 3: ${words}, registry alone`)).length, some.length);
});

test('a spelling changes JSON, and not what a collector writes before it', async () => {
  const line = 'seed 3: three acts at most, traffic log, spaces behind colons and commas, log in syslog';
  const [file] = await filesOf(line);
  assert.match(String(file), /^Nov 21 04:00:00 node-1 gateway\[7\]: \{"startedAt": /);
});

const small = 'seed 3: one client, three acts at most';

/** For each value, a line without and with a traffic log. */
const linesOfValues = dimensions
  .flatMap(({ values }) => values.slice(1))
  .flatMap(({ words }) => [`${small}, ${words}`, `${small}, traffic log, ${words}`]);

test('the audit accepts the files of every value', async () => {
  const ports = `${small}, hosts with ports, default ports written out, target with default ports`;
  for (const line of [ports, ...linesOfValues]) {
    for (const bytes of await filesOf(line)) {
      const source = await openSource('-', Readable.from([bytes]));
      await assert.doesNotReject(async () => {
        for await (const item of source.items) assert.ok(item);
      }, line);
    }
  }
});

const resultsWith = (verdict: string): Results =>
  ({
    run: { faults: [], warnings: [], overall: { service: { verdict: 'no-failure' } } },
    obligations: [{ id: 'HDR-05', verdict, evidence: [1], scenarios: [] }],
  }) as unknown as Results;

test('a planted alarm on right traffic is a problem, also if the plain recording shows it', () => {
  const textsOf = (own: string, plain: string) =>
    problemsOf(resultsWith(own), resultsWith(plain), []).map(({ text }) => text);
  assert.deepEqual(textsOf('passed', 'passed'), []);
  assert.match(textsOf('failed', 'failed').join(), /^HDR-05 on a right subject: failed/);
  assert.match(textsOf('warning', 'passed').join(), /^HDR-05 on a right subject: warning/);
  assert.match(textsOf('passed', 'not-tested').join(), /^HDR-05 is not-tested on the plain subject/);
});
