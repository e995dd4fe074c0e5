import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError, withoutSubclass } from '../../support/contract/outcome';

class UnreachableError extends EnvironmentError {}

test('Cucumber gets the class that it reports in place of a subclass, with the same content', () => {
  const error = new UnreachableError('nothing answers', 'irregular', { adapterCode: -32603 });
  const plain = withoutSubclass(error);
  assert.ok(plain instanceof EnvironmentError);
  assert.equal(plain.constructor, EnvironmentError);
  const { message, kind, details, stack } = plain;
  assert.deepEqual(
    [message, kind, details, stack],
    ['nothing answers', 'irregular', { adapterCode: -32603 }, error.stack],
  );
});

test('all other errors stay as they are', () => {
  for (const error of [new EnvironmentError('x'), new TypeError('x'), undefined, 'x'])
    assert.equal(withoutSubclass(error), error);
});
