import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../../support/contract/operations';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromExchanges, makeExchange, describeConclusion } from '../exchanges';

let clock = 1_000_000;

function message(operation: OperationId, path: string, change: Parameters<typeof makeExchange>[0]): Exchange {
  clock += 10;
  return makeExchange({
    service: 'provider',
    operation,
    url: `https://provider.example${path}`,
    status: 202,
    arrivedAt: clock,
    ...change,
  });
}

const facts = (payer: Partial<PayerFact>) => ({
  scheme: 'https' as const,
  loopback: false,
  payer: {
    envelope: 'jwe' as const,
    correlationId: 'one',
    resources: ['Bundle'],
    providerId: false,
    policyNumber: false,
    documents: 0,
    contents: payer.resources ?? [],
    ...payer,
  },
});

/** A request of the provider, in a call of its own. */
const submit = (
  kind: 'preauth' | 'claim',
  payer: Partial<PayerFact>,
  call: number | undefined,
  status = 202,
): Exchange =>
  message(`${kind}.submit`, `/v1/${kind}/submit`, {
    sender: 'integrator',
    status,
    facts: facts(payer),
    ...(call !== undefined && { call: { method: `${kind}.submit`, answer: call } }),
  });
const answer = (): Exchange =>
  message('preauth.onSubmit', '/v1/preauth/on_submit', {
    sender: 'suite',
    subject: 'integrator',
    facts: facts({ final: true, decision: 'approved' }),
  });
const told = (...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges('CBK-05', exchanges));

test('two open cycles of a kind under one id are a breach that says so', () => {
  const two = [submit('preauth', { imprint: 'a' }, 91), submit('preauth', { imprint: 'b' }, 92, 409)];
  const { breaches } = concludeFromExchanges('CBK-05', two);
  assert.equal(breaches.length, 1);
  assert.match(
    plainTextOrEmpty(breaches[0]?.sent),
    /^#2 .*, while the cycle that #1 had begun was still open$/,
  );
  assert.match(plainTextOrEmpty(breaches[0]?.seen), /^‹text, 3› in both, so that no callback tells which/);
  assert.equal(
    told(submit('preauth', { imprint: 'a' }, 91), submit('preauth', { correlationId: 'two' }, 92)),
    '0 kept, 0 broken',
  );
});

test('an id may serve again once its cycle is over, or for another kind of request', () => {
  assert.equal(told(submit('preauth', {}, 91), answer(), submit('preauth', {}, 92)), '0 kept, 0 broken');
  assert.equal(told(submit('preauth', {}, 91), submit('claim', {}, 92)), '0 kept, 0 broken');
  assert.equal(told(submit('preauth', {}, 91, 400), submit('preauth', {}, 92)), '0 kept, 0 broken');
});

test('what is sent again is no second cycle', () => {
  // In one call, sealed anew or not.
  assert.equal(
    told(submit('preauth', { imprint: 'a' }, 91), submit('preauth', { imprint: 'b' }, 91)),
    '0 kept, 0 broken',
  );
  // In traffic, byte for byte, or the same bundle sealed anew.
  assert.equal(
    told(submit('preauth', { imprint: 'a' }, undefined), submit('preauth', { imprint: 'a' }, undefined)),
    '0 kept, 0 broken',
  );
  assert.equal(
    told(submit('preauth', { digest: 'a' }, undefined), submit('preauth', { digest: 'a' }, undefined)),
    '0 kept, 0 broken',
  );
  assert.equal(
    told(submit('preauth', { digest: 'a' }, undefined), submit('preauth', { digest: 'b' }, undefined)),
    '0 kept, 1 broken',
  );
});

test('the same bytes in another call are told, and not judged', () => {
  const same = [submit('preauth', { imprint: 'a' }, 91), submit('preauth', { imprint: 'a' }, 92)];
  assert.equal(told(...same), 'unjudged, 0 kept, 0 broken');
  assert.match(
    plainTextOrEmpty(concludeFromExchanges('CBK-05', same).unjudged[0]),
    /^#2 .* is #1 byte for byte: sent again, or a second/,
  );
});
