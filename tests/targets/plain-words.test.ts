import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeProblems } from '../../support/targets/shape-problem';
import { shapeWords } from '../../support/targets/check';

/** A target file in which every text that has a form of its own has another one. */
const formless = {
  name: 'a',
  edition: 'x',
  services: { gateway: 'x', identity: 'x', registry: 'x', dummyPayer: 'x', provider: 'x' },
  mock: { listen: 'x', publicUrl: 'x' },
  participants: { provider: 'x', payer: 'x' },
  paths: { identity: '/', nationalId: '/' },
  callback: { listen: 'x', publicUrl: 'x' },
  integrator: { url: 'x', env: { 'A B': 'x' } },
  declarations: { x: {}, 'TOK-08': { by: 'me', date: 'x', statement: 'x' } },
};

test('no message of a target file shows a pattern, or speaks of strings and integers', () => {
  const found = shapeProblems('target', formless).filter(({ keyword }) => keyword === 'pattern');
  assert.equal(found.length, 17);
  for (const problem of found) {
    const [message, hint] = shapeWords(problem);
    assert.doesNotMatch(`${message} ${hint}`, /pattern|string|\[|\^|wrong form|init/, problem.path.join('.'));
  }
});

test('what a schema demands is said in plain words, with what stands there', () => {
  const told = (value: object): unknown[] =>
    shapeProblems('target', { name: 'a', ...value }).map((each) => [
      each.path.join('.'),
      ...shapeWords(each),
    ]);
  assert.deepEqual(told({ otp: 'one', services: [], mock: { tls: 'yes' }, integrator: { roles: 'hip' } }), [
    ['mock.tls', 'must be true or false, is "yes"', 'conform init writes an example'],
    ['integrator.roles', 'must be a list', 'conform init writes an example'],
    [
      'services',
      'must hold members, is a list',
      'an address like https://host/path, without a slash at the end',
    ],
    ['otp', 'must hold members', 'conform init writes an example'],
  ]);
});
