import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentWrongFor, variantOf } from '../../support/contract/sent-wrong';

describe('what is sent wrong on purpose', () => {
  it('is found by the words of its mistake', () => {
    assert.equal(variantOf('an invented clientId', [{ id: 'TOK-01' }, { id: 'SES-08' }]), 'unknown-client');
  });

  it('is asked for those obligations that it shows', () => {
    assert.throws(() => variantOf('no clientId', [{ id: 'SES-08' }]), /SES-08 with no clientId/);
  });

  it('is nothing where an obligation, or none, has the id', () => {
    assert.deepEqual(sentWrongFor('TOK-01'), {});
    assert.deepEqual(sentWrongFor('constructor'), {});
  });
});
