import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestForForgeries } from '../../support/scenarios/integrator/payer/staged-cycles';

test('forgeries go into the first cycle of a fixed order that the client can begin', () => {
  const cases = [
    [['plan', 'eligibility', 'preauth', 'claim'], 'preauth', 'preauth'],
    [['plan', 'eligibility', 'claim'], 'claim', 'claim'],
    [['plan', 'eligibility'], 'eligibility', undefined],
    [['plan'], 'plan', undefined],
    [[], undefined, undefined],
  ] as const;
  for (const [requests, answered, queried] of cases) {
    assert.equal(requestForForgeries('final answer', requests), answered);
    assert.equal(requestForForgeries('query', requests), queried);
  }
});
