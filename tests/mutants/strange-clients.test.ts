import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientSpace } from '../../mutants/strangers/client/space';
import { clientShapeOf, stageOfClient } from '../../mutants/strangers/client/shape';
import { chosenIn, readLine } from '../../mutants/strangers/dimension';

const { dimensions, forbidden } = clientSpace;

test('every value of a client has words, a sentence and a permission, and each seam belongs to one dimension', () => {
  const words = dimensions.flatMap(({ values }) => values.map((value) => value.words));
  assert.equal(new Set(words).size, words.length);
  assert.deepEqual(
    words.filter((each) => /[,=]/.test(each)),
    [],
  );
  assert.equal(new Set(dimensions.map(({ seam }) => seam)).size, dimensions.length);
  for (const { name, sentence, values } of dimensions) {
    assert.ok(sentence.length > 20 && values.length > 1, name);
    for (const value of values.slice(1)) assert.ok(value.allowedBy.length > 5, value.words);
  }
  for (const pair of forbidden) for (const each of pair.words) assert.ok(words.includes(each), each);
});

test('a line makes a client with its roles, methods and readings', async () => {
  const line = 'seed 1: a provider that triggers, field.encrypt, messages in plain JSON as agreed';
  const { draw } = readLine(clientSpace, line);
  const changes = chosenIn(clientSpace, draw).flatMap(({ value }) => value.change ?? []);
  const shape = clientShapeOf(await Promise.all(changes.map(async (change) => change())));
  const { target, client } = stageOfClient(shape);
  assert.deepEqual(target.roles, ['session', 'provider', 'trigger']);
  assert.equal(target.readings.envelope, 'json');
  const offered = Object.keys(client?.(() => undefined) ?? {});
  assert.ok(offered.includes('field.encrypt') && offered.includes('dummyPayer.trigger'));
  assert.ok(!offered.includes('otp.verify'));
});
