import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldsRequestedBy, RequestedFields } from '../../support/scenarios/integrator/requested-fields';

const sealed = [{ name: 'mobile', encrypted: true }];
const plain = [{ name: 'mobile', encrypted: false }];

const sent = (arrivedAt: number, body: object | string, status: number) => ({
  arrivedAt,
  request: {
    method: 'POST',
    url: 'https://identity.example/fields',
    headers: [],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
  response: { status, headers: [], body: Buffer.alloc(0) },
});

function twoCalls(): RequestedFields {
  const told = new RequestedFields();
  told.begin(sealed, 1000);
  told.begin(plain, 2000);
  return told;
}

it('a request belongs to the call that was made when it arrived', () => {
  const told = twoCalls();
  assert.equal(told.of(sent(1500, { mobile: 'a' }, 200)), sealed);
  assert.equal(told.of(sent(2000, { mobile: 'b' }, 200)), plain);
  assert.deepEqual(told.of(sent(500, { mobile: 'c' }, 200)), []);
});

it('a request that failed belongs to its call however late it comes again, with whatever ciphertext', () => {
  const told = twoCalls();
  assert.equal(told.of(sent(1500, { mobile: 'a', loginId: 'b' }, 503)), sealed);
  assert.equal(told.of(sent(2500, { mobile: 'c' }, 200)), plain);
  assert.equal(told.of(sent(2600, { mobile: 'd', loginId: 'e' }, 200)), sealed);
});

it('what was accepted in the end is not taken for a retry any more', () => {
  const told = twoCalls();
  told.of(sent(1500, { mobile: 'a' }, 503));
  told.of(sent(1600, { mobile: 'b' }, 200));
  assert.equal(told.of(sent(2500, { mobile: 'c' }, 200)), plain);
});

it('calls with the same members on top are told apart by those below', () => {
  const told = twoCalls();
  told.of(sent(1500, { fields: { mobile: 'a' } }, 503));
  assert.equal(told.of(sent(2500, { fields: { loginId: 'b' } }, 200)), plain);
  assert.equal(told.of(sent(2600, { fields: { mobile: 'c' } }, 200)), sealed);
});

it('a form belongs to its own call, whatever was refused before it', () => {
  const refused = twoCalls();
  assert.equal(refused.of(sent(1500, 'mobile=a', 415)), sealed);
  assert.equal(refused.of(sent(2500, 'mobile=b', 415)), plain);
  const failed = twoCalls();
  assert.equal(failed.of(sent(1500, 'mobile=a', 503)), sealed);
  assert.equal(failed.of(sent(2500, 'loginId=b', 503)), plain);
  assert.equal(failed.of(sent(2600, 'mobile=c', 200)), sealed);
});

it('a call asks for its fields, a verification for an OTP and its transaction, and any other call for none', () => {
  assert.equal(fieldsRequestedBy('fields.send', { service: 'identity', path: '/x', fields: sealed }), sealed);
  assert.deepEqual(fieldsRequestedBy('otp.verify', { otp: '482913', txnId: 'x' }), [
    { name: 'otp', encrypted: true },
    { name: 'txnId', encrypted: false },
  ]);
  assert.deepEqual(fieldsRequestedBy('session.create', {}), []);
});
