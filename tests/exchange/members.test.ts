import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { findMember, secondsOf } from '../../support/exchange/members';
import { credentialsIn } from '../../support/exchange/secret-redactor';

describe('a member is found where a person would find it', () => {
  const found: Readonly<Record<string, unknown>> = {
    'under its own name': { accessToken: 't' },
    'in JSON text': '{"accessToken":"t"}',
    'in a wrapper': '{"data":{"accessToken":"t"}}',
    'in JSON inside a JSON string': JSON.stringify('{"accessToken":"t"}'),
    'in snake case': '{"access_token":"t"}',
    'in a list': '[{"accessToken":"t"}]',
    'in a form': 'grant_type=x&access_token=t',
    'nearer to the top before deeper down': '{"old":{"accessToken":"u"},"accessToken":"t"}',
  };
  for (const [what, value] of Object.entries(found))
    it(what, () => {
      assert.equal(findMember(value, 'accessToken'), 't');
    });
});

test('what is not there is not found, whatever the text', () => {
  for (const value of [undefined, null, '', 'accessToken', '<html>', '{"accessToke":"t"}', '{"a":', 7])
    assert.equal(findMember(value, 'accessToken'), undefined);
});

test('a body that is nested without end, or as wide, is looked at in part', () => {
  const deep = `${'{"a":'.repeat(5000)}{"accessToken":"t"}${'}'.repeat(5000)}`;
  assert.equal(findMember(deep, 'accessToken'), undefined);
  const wide = JSON.stringify(Array.from({ length: 100_000 }, () => ({ b: 1 })));
  assert.equal(findMember(wide, 'accessToken'), undefined);
});

test('seconds are numbers, or texts of numbers', () => {
  const read = [1200, '1200', ' 1200 ', '-1', 0.5, '20 minutes', '', null, undefined, Number.NaN].map(
    secondsOf,
  );
  assert.deepEqual(read, [1200, 1200, 1200, -1, 0.5, undefined, undefined, undefined, undefined, undefined]);
});

test('a token is bare without its scheme, once or twice', () => {
  assert.deepEqual(['a.b.c', 'Bearer a.b.c', 'Bearer bearer  a.b.c'].map(credentialsIn), [
    'a.b.c',
    'a.b.c',
    'a.b.c',
  ]);
});
