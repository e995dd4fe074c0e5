import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { conclude, tell } from '../exchanges';
import {
  answered,
  approved,
  called,
  queried,
  rejected,
  replied,
  sent,
  strange,
  submitted,
  triggered,
} from './cycles';
import { plain } from '../../plain';

const decided = (...exchanges: Exchange[]) =>
  conclude('FLW-12', [submitted('claim', 'one'), triggered('claim', 'Approve', 'one'), ...exchanges]);
const asked = (...exchanges: Exchange[]) =>
  conclude('FLW-13', [submitted('claim', 'one'), triggered('claim', 'Query', 'one'), ...exchanges]);
const interim = () => answered('claim', 'one', {});
const final = () => answered('claim', 'one', approved);

test('any number of interim answers may come before the final one', () => {
  assert.equal(tell(decided(final())), '1 kept, 0 broken');
  assert.equal(tell(decided(interim(), final())), '1 kept, 0 broken');
  assert.equal(tell(decided(interim(), interim(), interim(), final())), '1 kept, 0 broken');
  assert.equal(tell(decided(final(), interim())), '1 kept, 0 broken');
  assert.equal(tell(decided(interim(), answered('claim', 'one', rejected))), '0 kept, 1 broken');
});

test('an interim answer alone decides nothing, and is told as one', () => {
  const { breaches } = decided(interim(), interim());
  assert.match(plain(breaches[0]?.seen), /^an interim answer alone, in #3$/);
  const wordless = decided(answered('claim', 'one', { final: true }));
  assert.match(plain(wordless.breaches[0]?.seen), /^no decision in #3$/);
});

test('before and after a query, interim answers are no decision', () => {
  const query = () => queried('one');
  const reply = () => replied('one');
  assert.equal(tell(asked(query(), reply(), final())), '1 kept, 0 broken');
  assert.equal(tell(asked(interim(), query(), interim(), reply(), interim(), final())), '1 kept, 0 broken');
  assert.equal(tell(asked(query(), final(), reply(), final())), '0 kept, 1 broken');
  assert.match(plain(asked(query(), reply(), interim()).breaches[0]?.seen), /interim answer alone/);
});

test('what cannot be read is no missing answer: it is not judged, whatever else was kept', () => {
  const { observations, breaches, unjudged } = decided(
    answered('claim', 'one', strange),
    submitted('preauth', 'two'),
    triggered('preauth', 'Reject', 'two'),
    answered('preauth', 'two', rejected),
  );
  assert.deepEqual([observations, breaches], [0, []]);
  assert.match(
    plain(unjudged[0]),
    /^what #3 \(POST \/v1\/claim\/on_submit\) says cannot be read \(alg dir and enc A256GCM/,
  );
});

test('the path of an answer is judged although what it says cannot be read', () => {
  assert.equal(tell(decided(answered('preauth', 'one', strange))), '0 kept, 1 broken');
});

test('an answer that a known key should open, and does not, is a breach that says so', () => {
  const flaw = 'no known key opens its JWE';
  const { breaches } = decided(answered('claim', 'one', { envelope: 'unreadable', flaw }));
  assert.match(plain(breaches[0]?.seen), /^#3: no known key opens its JWE$/);
});

test('where the id stands in what cannot be read, the answer that is missing is not judged', () => {
  const nameless = called('/v1/claim/on_submit', strange, 'claim.onSubmit');
  assert.equal(tell(decided(nameless)), 'unjudged, 0 kept, 0 broken');
  assert.match(plain(decided().breaches[0]?.seen), /^none in time/);
});

test('plan data that cannot be read is not judged', () => {
  const request = sent('insurancePlan.request', '/v1/insuranceplan/request', 'one');
  const answer = called('/v1/insuranceplan/on_request', { correlationId: 'one', ...strange });
  assert.equal(tell(conclude('FLW-14', [request, answer])), 'unjudged, 0 kept, 0 broken');
});

test('a JWT that cannot be judged keeps CBK-02 from passing by others', () => {
  const token = (callbackToken: { valid: boolean; unjudged?: string }) => {
    const callback = final();
    return { ...callback, facts: { ...callback.facts, callbackToken } };
  };
  const strangeToken = token({ valid: false, unjudged: 'its alg EdDSA is none that is offered' });
  const { observations, unjudged } = conclude('CBK-02', [token({ valid: true }), strangeToken]);
  assert.equal(observations, 0);
  assert.match(plain(unjudged[0]), /cannot be verified: its alg EdDSA/);
});
