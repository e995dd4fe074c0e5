import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById as operationOf } from '../../support/contract/operations';
import type { Change } from './exchanges';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  refusalBody,
  describeConclusion,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';

describe('what the document leaves open', () => {
  for (const [id, round, operation] of [
    ['SES-11', 'session-body', 'session.create'],
    ['HDR-13', 'v3-headers', 'certificate.identity'],
  ] as const) {
    const { service } = operationOf(operation);
    const open = (change: Change, variant = 'odd') =>
      makeExchange({ service, operation, ...change, asked: makeAsked('open', round, variant) });
    const notes = (...changes: Change[]): readonly string[] =>
      concludeFromExchanges(
        id,
        changes.map((change) => open(change)),
      ).notes.map(plainTextOrEmpty);

    it(`${id} notes status, shape and code, and judges none of them`, () => {
      assert.deepEqual(notes({ status: 200, body: { accessToken: 'x' } }), ['odd: accepted with 200']);
      assert.deepEqual(notes({ status: 400, body: refusalBody('no', ' SVC-1001 ') }), [
        'odd: refused with 400, the error envelope, code SVC-1001',
      ]);
      assert.deepEqual(notes({ status: 422, body: [{ code: 'none', message: 'b' }] }), [
        'odd: refused with 422, a JSON array, code none',
      ]);
      assert.deepEqual(notes({ status: 400, body: { reason: 1, details: 2 } }), [
        'odd: refused with 400, an object {details, reason}',
      ]);
      assert.deepEqual(notes({ status: 500, body: 'oops' }), [
        'odd: refused with 500, a body that is not JSON',
      ]);
      const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`member${at}`, '']));
      const [note = ''] = notes({ status: 400, body: many });
      assert.ok(note.length < 300 && note.endsWith(', 390 more}'), note.slice(0, 400));
      assert.deepEqual(notes({ status: 503 }), ['odd: refused with 503, no body']);
      assert.deepEqual(notes({ status: 400, body: '5' }), ['odd: refused with 400, a JSON value']);
      assert.equal(
        describeConclusion(concludeFromExchanges(id, [open({ status: 500 })])),
        '1 kept, 0 broken',
      );
    });

    it(`${id} notes the same answer once, and counts it twice`, () => {
      const { notes: told, observations } = concludeFromExchanges(id, [
        open({ status: 503 }),
        open({ status: 503 }),
      ]);
      assert.deepEqual([told.length, observations], [1, 2]);
    });

    it(`${id} leaves open what got no answer`, () => {
      assert.equal(
        describeConclusion(concludeFromExchanges(id, [open({ failure: 'timeout' })])),
        'unjudged, 0 kept, 0 broken',
      );
    });

    it(`${id} leaves other rounds alone`, () => {
      const others = [
        makeExchange({ service, operation, asked: makeAsked('open', 'reachability') }),
        makeExchange({ service, operation, asked: makeAsked('negative', round) }),
        makeExchange({ service, operation }),
      ];
      assert.equal(describeConclusion(concludeFromExchanges(id, others)), '0 kept, 0 broken');
    });
  }
});

describe('SEC-02: certificates', () => {
  const judge = (...changes: Change[]): string =>
    describeConclusion(
      concludeFromExchanges(
        'SEC-02',
        changes.map((change) => makeExchange(change)),
      ),
    );

  it('every answer over TLS is evidence, whatever it says', () => {
    assert.equal(judge({ status: 200 }, { status: 500 }, { status: 401 }), '3 kept, 0 broken');
  });

  it('a handshake that failed breaks it', () => {
    assert.equal(judge({ failure: 'tls' }), '0 kept, 1 broken');
    const failed = makeExchange({ failure: 'tls', url: 'https://gateway.example:8443/x' });
    const of = (code: string) =>
      concludeFromExchanges('SEC-02', [
        { ...failed, failure: { kind: 'tls', code, message: `${code} line\nmore` } },
      ]).breaches[0];
    assert.match(plainTextOrEmpty(of('CERT_HAS_EXPIRED')?.cause), /expired/);
    assert.match(plainTextOrEmpty(of('ERR_TLS_CERT_ALTNAME_INVALID')?.cause), /another host name/);
    assert.match(plainTextOrEmpty(of('SELF_SIGNED_CERT_IN_CHAIN')?.cause), /tls\.ca/);
    assert.match(plainTextOrEmpty(of('UNABLE_TO_VERIFY_LEAF_SIGNATURE')?.cause), /tls\.ca/);
    assert.match(plainTextOrEmpty(of('EPROTO')?.cause), /does not speak TLS/);
    assert.equal(of('EPROTO')?.seen, 'EPROTO: EPROTO line more');
    assert.match(plainTextOrEmpty(of('EPROTO')?.sent), /gateway\.example:8443/);
  });

  it('other failures and plain http show nothing', () => {
    for (const failure of ['unreachable', 'timeout', 'reset'] as const)
      assert.equal(judge({ failure }), '0 kept, 0 broken', failure);
    assert.equal(judge({ facts: { scheme: 'http', loopback: true } }), '0 kept, 0 broken');
  });
});

describe('LIM-01: limits', () => {
  it('notes each that was met', () => {
    const { notes, evidence } = concludeFromExchanges('LIM-01', [
      makeExchange({ status: 200 }),
      makeExchange({ status: 429, body: 'slow down', headers: [['Retry-After', '7']] }),
      makeExchange({ status: 413 }),
      makeExchange({ status: 200, headers: [['X-RateLimit-Limit', '60']] }),
    ]);
    assert.deepEqual(notes, [
      'POST /api, answered 429 slow down, retry-after: 7',
      'POST /api, answered 413 without a body',
      'POST /api, answered 200, x-ratelimit-limit: 60',
    ]);
    assert.deepEqual(evidence, [2, 3, 4]);
  });

  it('says how far the run went where none was met, each time the same', () => {
    const exchanges = [
      makeExchange({ sent: 'x'.repeat(569) }),
      makeExchange(),
      makeExchange({ failure: 'timeout' }),
    ].map(withoutAsked);
    const { notes, evidence, observations } = concludeFromExchanges('LIM-01', exchanges);
    assert.deepEqual(notes, ['no limit was met in 2 requests with bodies of up to 569 bytes']);
    assert.deepEqual([evidence, observations], [[2], 1]);
  });

  it('notes nothing where nothing was answered', () => {
    assert.equal(concludeFromExchanges('LIM-01', [makeExchange({ failure: 'timeout' })]).observations, 0);
    assert.equal(concludeFromExchanges('LIM-01', []).observations, 0);
  });
});
