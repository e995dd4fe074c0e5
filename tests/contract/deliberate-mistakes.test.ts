import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliberateMistakesOf, variantOfMistake } from '../../support/contract/deliberate-mistakes';

describe('what is sent wrong on purpose', () => {
  it('is found by the words of its mistake', () => {
    assert.equal(
      variantOfMistake('an invented clientId', [{ id: 'TOK-01' }, { id: 'SES-08' }]),
      'unknown-client',
    );
  });

  it('is asked for those obligations that it shows', () => {
    assert.throws(() => variantOfMistake('no clientId', [{ id: 'SES-08' }]), /SES-08 with no clientId/);
  });

  it('is nothing where an obligation, or none, has the id', () => {
    assert.deepEqual(deliberateMistakesOf('TOK-01'), {});
    assert.deepEqual(deliberateMistakesOf('constructor'), {});
  });
});
