import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import {
  payerAnswer,
  approvedFact,
  payerCallback,
  payerQuery,
  rejectedFact,
  replied,
  sent,
  unreadableFact,
  providerSubmission,
  providerTrigger,
} from './cycles';
import { plainTextOrEmpty } from '../../plain';

const decided = (...exchanges: Exchange[]) =>
  concludeFromExchanges('FLW-12', [
    providerSubmission('claim', 'one'),
    providerTrigger('claim', 'Approve', 'one'),
    ...exchanges,
  ]);
const asked = (...exchanges: Exchange[]) =>
  concludeFromExchanges('FLW-13', [
    providerSubmission('claim', 'one'),
    providerTrigger('claim', 'Query', 'one'),
    ...exchanges,
  ]);
const interim = () => payerAnswer('claim', 'one', {});
const final = () => payerAnswer('claim', 'one', approvedFact);

test('any number of interim answers may come before the final one', () => {
  assert.equal(describeConclusion(decided(final())), '1 kept, 0 broken');
  assert.equal(describeConclusion(decided(interim(), final())), '1 kept, 0 broken');
  assert.equal(describeConclusion(decided(interim(), interim(), interim(), final())), '1 kept, 0 broken');
  assert.equal(describeConclusion(decided(final(), interim())), '1 kept, 0 broken');
  assert.equal(
    describeConclusion(decided(interim(), payerAnswer('claim', 'one', rejectedFact))),
    '0 kept, 1 broken',
  );
});

test('an interim answer alone decides nothing, and is told as one', () => {
  const { breaches } = decided(interim(), interim());
  assert.match(plainTextOrEmpty(breaches[0]?.seen), /^an interim answer alone, in #3$/);
  const wordless = decided(payerAnswer('claim', 'one', { final: true }));
  assert.match(plainTextOrEmpty(wordless.breaches[0]?.seen), /^no decision in #3$/);
});

test('before and after a query, interim answers are no decision', () => {
  const query = () => payerQuery('one');
  const reply = () => replied('one');
  assert.equal(describeConclusion(asked(query(), reply(), final())), '1 kept, 0 broken');
  assert.equal(
    describeConclusion(asked(interim(), query(), interim(), reply(), interim(), final())),
    '1 kept, 0 broken',
  );
  assert.equal(describeConclusion(asked(query(), final(), reply(), final())), '0 kept, 1 broken');
  assert.match(
    plainTextOrEmpty(asked(query(), reply(), interim()).breaches[0]?.seen),
    /interim answer alone/,
  );
});

test('what cannot be read is no missing answer: it is not judged, whatever else was kept', () => {
  const { observations, breaches, unjudged } = decided(
    payerAnswer('claim', 'one', unreadableFact),
    providerSubmission('preauth', 'two'),
    providerTrigger('preauth', 'Reject', 'two'),
    payerAnswer('preauth', 'two', rejectedFact),
  );
  assert.deepEqual([observations, breaches], [0, []]);
  assert.match(
    plainTextOrEmpty(unjudged[0]),
    /^what #3 \(POST \/v1\/claim\/on_submit\) says cannot be read \(alg dir and enc A256GCM/,
  );
});

test('the path of an answer is judged although what it says cannot be read', () => {
  assert.equal(
    describeConclusion(decided(payerAnswer('preauth', 'one', unreadableFact))),
    '0 kept, 1 broken',
  );
});

test('an answer that a known key should open, and does not, is a breach that says so', () => {
  const flaw = 'no known key opens its JWE';
  const { breaches } = decided(payerAnswer('claim', 'one', { envelope: 'unreadable', flaw }));
  assert.match(plainTextOrEmpty(breaches[0]?.seen), /^#3: no known key opens its JWE$/);
});

test('where the id stands in what cannot be read, the answer that is missing is not judged', () => {
  const nameless = payerCallback('/v1/claim/on_submit', unreadableFact, 'claim.onSubmit');
  assert.equal(describeConclusion(decided(nameless)), 'unjudged, 0 kept, 0 broken');
  assert.match(plainTextOrEmpty(decided().breaches[0]?.seen), /^none in time/);
});

test('plan data that cannot be read is not judged', () => {
  const request = sent('insurancePlan.request', '/v1/insuranceplan/request', 'one');
  const answer = payerCallback('/v1/insuranceplan/on_request', { correlationId: 'one', ...unreadableFact });
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-14', [request, answer])),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a JWT that cannot be judged keeps CBK-02 from passing by others', () => {
  const token = (callbackToken: { valid: boolean; unjudged?: string }) => {
    const callback = final();
    return { ...callback, facts: { ...callback.facts, callbackToken } };
  };
  const strangeToken = token({ valid: false, unjudged: 'its alg EdDSA is none that is offered' });
  const { observations, unjudged } = concludeFromExchanges('CBK-02', [token({ valid: true }), strangeToken]);
  assert.equal(observations, 0);
  assert.match(plainTextOrEmpty(unjudged[0]), /cannot be verified: its alg EdDSA/);
});

test('an answer under a new id is named by the workflow id of its cycle', () => {
  const id = '3f2c9a10-7b4e-4d21-9c55-0a1b2c3d4e5f';
  const workflowId = id.replace('3f', '5f');
  const exchanges = [
    sent('preauth.submit', '/v1/preauth/submit', id, workflowId),
    providerTrigger('preauth', 'Approve', id),
    payerAnswer('preauth', id.replace('3f', '4f'), { ...approvedFact, workflowId }),
  ];
  const [breach] = concludeFromExchanges('FLW-12', exchanges).breaches;
  assert.match(
    plainTextOrEmpty(breach?.seen),
    /^no callback of this cycle: #\d+ .*, with the workflow id of the cycle, but with a new correlation id/,
  );
  const [unfollowed] = concludeFromExchanges('DPY-08', exchanges).breaches;
  assert.match(plainTextOrEmpty(unfollowed?.seen), /, with the workflow id of the triggered cycle$/);
});

test('an answer whose id is in other letters is named, and not reported as missing', () => {
  const correlationId = '3f2c9a10-7b4e-4d21-9c55-0a1b2c3d4e5f';
  const exchanges = [
    providerSubmission('preauth', correlationId.toUpperCase()),
    providerTrigger('preauth', 'Approve', correlationId.toUpperCase()),
    payerAnswer('preauth', correlationId, approvedFact),
  ];
  const [breach] = concludeFromExchanges('FLW-12', exchanges).breaches;
  assert.match(
    plainTextOrEmpty(breach?.seen),
    /^no callback of this cycle: #\d+ .*, with the correlation id in other letters/,
  );
  assert.equal(
    plainTextOrEmpty(breach?.cause),
    'the correlation id is sent in other letters than those of the cycle: upper and lower case differ',
  );
  assert.equal(concludeFromExchanges('CBK-01', exchanges).breaches.length, 1);
});
