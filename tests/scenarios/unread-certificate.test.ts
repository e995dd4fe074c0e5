import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings, resolveReadings } from '../../support/contract/readings';
import type { AdapterAnswer, Evidence } from '../../support/exchange/evidence';
import { whyCertificateUnread } from '../../support/run/unread-certificate';
import { makeExchange } from '../obligations/exchanges';

const session = makeExchange({ sender: 'integrator', service: 'gateway', operation: 'session.create' });
const fetched = makeExchange({
  sender: 'integrator',
  service: 'registry',
  operation: 'certificate.registry',
});
const sent = makeExchange({ sender: 'integrator', service: 'registry', operation: 'otp.verify' });
const encrypted: AdapterAnswer = {
  ...{ kind: 'adapter answer', seq: 0, arrivedAt: 0, service: 'registry', method: 'field.encrypt' },
  facts: { adapter: { outcome: 'result', valueBytes: 6 } },
};

const why = (earlier: readonly Evidence[], during: readonly Evidence[], readings = defaultReadings) =>
  whyCertificateUnread('registry', { earlier, during }, readings);

describe('a client that took a certificate and answered an error', () => {
  it('may read another form of it, or other keys, than the readings say', () => {
    const told =
      'it took the registry certificate as PEM, with a key of 2048 bits, and could not go on: if it reads JSON alone, set readings.certificate-form to json, or to {registry: json}; if it takes keys of 4096 bits alone, set readings.key-bits likewise';
    assert.equal(why([], [session, fetched]), told);
    assert.equal(why([session, fetched], []), told, 'it was fetched before');
    assert.equal(why([fetched, { ...sent, service: 'identity' }], []), told, 'another one it can read');
    const agreed = resolveReadings({ 'certificate-form': { registry: 'json' }, 'key-bits': 4096 });
    assert.match(
      why([], [session, fetched], agreed) ?? '',
      /as JSON, with a key of 4096 bits, .*reads PEM alone, set readings\.certificate-form to pem, or to \{registry: pem\}; .* of 2048 bits alone/,
    );
  });

  it('has another reason where it has read it, or where the wire shows one', () => {
    assert.equal(why([], [session]), undefined, 'it has none');
    assert.equal(why([], [{ ...fetched, response: { status: 401, headers: [] } }]), undefined);
    assert.equal(why([fetched], [sent]), undefined, 'it sent what it encrypted');
    assert.equal(why([fetched, sent], []), undefined, 'it had sent such a thing before');
    assert.equal(why([fetched, encrypted], []), undefined, 'it had encrypted a value');
    assert.equal(why([fetched], [{ ...session, response: { status: 503, headers: [] } }]), undefined);
    assert.equal(why([], [{ ...fetched, stimulus: 'key-rotated' }]), undefined, 'a fault is played');
    const failed: AdapterAnswer = { ...encrypted, facts: {} };
    assert.notEqual(why([fetched, failed], []), undefined);
  });
});
