import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingValues } from '../../support/contract/readings';
import type { PublicKeyFact } from '../../support/exchange/facts';
import type { Change } from './exchanges';
import { asked, conclude, exchange, tell, unasked } from './exchanges';
import { plain } from '../plain';

const right: PublicKeyFact = { form: 'pem', label: 'PUBLIC KEY', type: 'rsa', bits: 2048, digest: 'd' };
const kept = '1 kept, 0 broken';
const broken = '0 kept, 1 broken';
const none = '0 kept, 0 broken';

for (const [id, operation, other] of [
  ['CRT-01', 'certificate.identity', 'certificate.registry'],
  ['CRT-02', 'certificate.registry', 'certificate.identity'],
] as const)
  describe(id, () => {
    const answer = (publicKey: PublicKeyFact | undefined, change: Change = {}) =>
      exchange({
        operation,
        method: 'GET',
        asked: asked('valid', 'r'),
        body: 'a key',
        facts: { scheme: 'https', loopback: false, ...(publicKey && { publicKey }) },
        ...change,
      });
    const judge = (key: PublicKeyFact | undefined, change?: Change): string =>
      tell(conclude(id, [answer(key, change)]));

    it('takes a PUBLIC KEY block with an RSA key of 2048 bits, and nothing else', () => {
      assert.equal(judge(right), kept);
      const wrong: readonly (PublicKeyFact | undefined)[] = [
        undefined,
        { form: 'none' },
        { ...right, form: 'json' },
        { ...right, label: 'RSA PUBLIC KEY' },
        { ...right, label: 'CERTIFICATE' },
        { ...right, flaw: 'text besides the PEM block' },
        { ...right, type: 'ec' },
        { ...right, bits: 1024 },
        { ...right, bits: 4096 },
      ];
      for (const key of wrong) assert.equal(judge(key), broken, JSON.stringify(key));
    });

    it('follows the readings', () => {
      const large = conclude(id, [answer({ ...right, bits: 4096 })], { 'key-bits': 4096 });
      assert.equal(tell(large), kept);
      assert.equal(tell(conclude(id, [answer(right)], { 'key-bits': 4096 })), broken);
      const json: PublicKeyFact = { form: 'json', type: 'rsa', bits: 2048, digest: 'd' };
      assert.equal(tell(conclude(id, [answer(json)], { 'certificate-form': 'json' })), kept);
      assert.equal(tell(conclude(id, [answer(right)], { 'certificate-form': 'json' })), broken);
    });

    it('follows readings of its own service', () => {
      const own = operation === 'certificate.identity' ? 'identity' : 'registry';
      const another = own === 'identity' ? 'registry' : 'identity';
      const large = answer({ ...right, bits: 4096 });
      assert.equal(tell(conclude(id, [large], { 'key-bits': { [own]: 4096 } })), kept);
      assert.equal(tell(conclude(id, [large], { 'key-bits': { [another]: 4096 } })), broken);
      const json = answer({ form: 'json', type: 'rsa', bits: 2048, digest: 'd' });
      const forms = { [own]: 'json', [another]: 'pem' } as const;
      assert.equal(tell(conclude(id, [json], { 'certificate-form': forms })), kept);
      assert.equal(tell(conclude(id, [answer(right)], { 'certificate-form': forms })), broken);
    });

    it('names a reading only where setting it helps', () => {
      const own = operation === 'certificate.identity' ? 'identity' : 'registry';
      const causeOf = (key: PublicKeyFact, ...readings: [Partial<ReadingValues>?]): string =>
        plain(conclude(id, [answer(key)], ...readings).breaches[0]?.cause);
      const large = { ...right, bits: 4096 };
      assert.match(
        causeOf(large),
        /^the modulus has 4096 bits: where 4096 are agreed, set readings.key-bits$/,
      );
      assert.match(
        causeOf(right, { 'key-bits': 4096 }),
        /2048 bits, as the document says: set readings.key-bits back/,
      );
      assert.match(causeOf(right, { 'key-bits': { [own]: 4096 } }), /readings.key-bits/);
      for (const readings of [{}, { 'key-bits': 4096 }] as const)
        assert.equal(causeOf({ ...right, bits: 1024 }, readings), 'the modulus has 1024 bits');
      const der: PublicKeyFact = { form: 'der', type: 'rsa', bits: 2048, digest: 'd' };
      assert.match(causeOf(der), /BEGIN and END/);
      assert.doesNotMatch(causeOf(der, { 'certificate-form': 'json' }), /BEGIN and END/);
    });

    it('counts a breakdown against the service, and a refusal against nobody', () => {
      for (const change of [
        { status: 500 },
        { failure: 'timeout' },
        { failure: 'reset' },
        { failure: 'malformed' },
      ] as const)
        assert.equal(judge(undefined, change), broken, JSON.stringify(change));
      for (const change of [
        { status: 401 },
        { status: 404 },
        { status: 429 },
        { failure: 'unreachable' },
      ] as const)
        assert.equal(judge(undefined, change), 'unjudged, 0 kept, 0 broken', JSON.stringify(change));
    });

    it('judges every 200 in traffic that the suite did not ask for', () => {
      assert.equal(tell(conclude(id, [unasked(answer(right))])), kept);
      assert.equal(tell(conclude(id, [unasked(answer({ form: 'none' }))])), broken);
      for (const status of [401, 500])
        assert.equal(tell(conclude(id, [unasked(answer(undefined, { status }))])), none);
    });

    it('leaves the other service and negatives alone', () => {
      assert.equal(judge({ form: 'none' }, { operation: other }), none);
      assert.equal(judge({ form: 'none' }, { asked: asked('negative', 'r') }), none);
    });

    it('says what was found', () => {
      const [shown] = conclude(id, [answer({ ...right, bits: 1024 })]).breaches;
      assert.equal(shown?.seen, '200 a key (pem, PUBLIC KEY, rsa, 1024 bits)');
      assert.match(plain(shown.cause), /1024 bits/);
    });
  });
