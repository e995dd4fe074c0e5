import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingValues } from '../../support/contract/readings';
import type { Exchange, HeaderList } from '../../support/exchange/exchange';
import type { PublicKeyFact } from '../../support/exchange/facts';
import type { Change } from './exchanges';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  describeConclusion,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';

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
      makeExchange({
        operation,
        method: 'GET',
        asked: makeAsked('valid', 'r'),
        body: 'a key',
        facts: { scheme: 'https', loopback: false, ...(publicKey && { publicKey }) },
        ...change,
      });
    const judge = (key: PublicKeyFact | undefined, change?: Change): string =>
      describeConclusion(concludeFromExchanges(id, [answer(key, change)]));

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

    it('judges no key in an answer whose content coding cannot be undone', () => {
      const sealed = { text: '', bytes: 40, sealed: '~a' };
      const withCoding = (headers: HeaderList): Exchange => {
        const exchange = answer(undefined, { headers });
        return {
          ...exchange,
          ...(exchange.response && { response: { ...exchange.response, body: sealed } }),
        };
      };
      const judged = (headers: HeaderList): string =>
        describeConclusion(concludeFromExchanges(id, [withCoding(headers)]));
      assert.equal(judged([['Content-Encoding', 'compress']]), `unjudged, ${none}`);
      assert.equal(judged([]), broken, 'nothing says that the bytes are compressed');
    });

    it('holds whatever the target says', () => {
      const own = operation === 'certificate.identity' ? 'identity' : 'registry';
      const large = { ...right, bits: 4096 };
      const json: PublicKeyFact = { form: 'json', type: 'rsa', bits: 2048, digest: 'd' };
      for (const bits of [4096, { [own]: 4096 }] as const) {
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [answer(large)], { 'key-bits': bits })),
          broken,
        );
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [answer(right)], { 'key-bits': bits })),
          kept,
        );
      }
      for (const form of ['json', { [own]: 'json' }] as const) {
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [answer(json)], { 'certificate-form': form })),
          broken,
        );
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [answer(right)], { 'certificate-form': form })),
          kept,
        );
      }
    });

    it('names a reading where a service departs as its target says, or could say', () => {
      const own = operation === 'certificate.identity' ? 'identity' : 'registry';
      const another = own === 'identity' ? 'registry' : 'identity';
      const causeOf = (key: PublicKeyFact, ...readings: [Partial<ReadingValues>?]): string =>
        plainTextOrEmpty(concludeFromExchanges(id, [answer(key)], ...readings).breaches[0]?.cause);
      const large = { ...right, bits: 4096 };
      const said = /^an RSA key of 4096 bits, as readings.key-bits says: a departure from the document$/;
      const unsaid =
        /^an RSA key of 4096 bits: where that is agreed, extend a field profile that has it, or set readings.key-bits and .*exception$/;
      assert.match(causeOf(large), unsaid);
      assert.match(causeOf(large, { 'key-bits': { [another]: 4096 } }), unsaid);
      assert.match(causeOf(large, { 'key-bits': 4096 }), said);
      assert.match(causeOf(large, { 'key-bits': { [own]: 4096 } }), said);
      for (const readings of [{}, { 'key-bits': 4096 }] as const)
        assert.match(causeOf({ ...right, bits: 1024 }, readings), /^an RSA key of another size/);
      const json: PublicKeyFact = { form: 'json', type: 'rsa', bits: 2048, digest: 'd' };
      assert.match(causeOf({ ...json, bits: 1024 }), /^an RSA key of another size/);
      assert.match(causeOf(json), /^the key comes as JSON: where that is agreed, extend /);
      assert.match(causeOf(json, { 'certificate-form': 'json' }), /^the key comes as JSON, as readings/);
    });

    it('says that Base64 alone is no PEM text', () => {
      const der: PublicKeyFact = { form: 'der', type: 'rsa', bits: 2048, digest: 'd' };
      assert.match(
        plainTextOrEmpty(concludeFromExchanges(id, [answer(der)]).breaches[0]?.cause),
        /BEGIN and END/,
      );
    });

    it('shows of PEM text what it is and how long, in one line', () => {
      const block = `-----BEGIN CERTIFICATE-----\n${'MIIB\n'.repeat(300)}-----END CERTIFICATE-----`;
      const seenOf = (body: string): string =>
        plainTextOrEmpty(
          concludeFromExchanges(id, [answer({ ...right, label: 'CERTIFICATE' }, { body })]).breaches[0]?.seen,
        );
      const about = String.raw`\(pem, CERTIFICATE, rsa, 2048 bits\)$`;
      const shown = new RegExp(String.raw`^200 ‹pem, 1554, CERTIFICATE› ${about}`);
      assert.match(seenOf(`${block}\n`), shown);
      assert.match(seenOf(`the key: ${block}`), new RegExp(String.raw`^200 ‹pem, 1562, .* ${about}`));
    });

    it('counts a breakdown against the service, but not a refusal', () => {
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
      assert.equal(describeConclusion(concludeFromExchanges(id, [withoutAsked(answer(right))])), kept);
      assert.equal(
        describeConclusion(concludeFromExchanges(id, [withoutAsked(answer({ form: 'none' }))])),
        broken,
      );
      for (const status of [401, 500])
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [withoutAsked(answer(undefined, { status }))])),
          none,
        );
    });

    it('leaves the other service and negatives alone', () => {
      assert.equal(judge({ form: 'none' }, { operation: other }), none);
      assert.equal(judge({ form: 'none' }, { asked: makeAsked('negative', 'r') }), none);
    });

    it('says what was found', () => {
      const [shown] = concludeFromExchanges(id, [answer({ ...right, bits: 1024 })]).breaches;
      assert.match(plainTextOrEmpty(shown?.seen), /^200 ‹text, 5› \(pem, PUBLIC KEY, rsa, 1024 bits\)$/);
    });
  });
