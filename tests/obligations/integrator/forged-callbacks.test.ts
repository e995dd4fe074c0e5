import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { forgedRounds } from '../../../support/exchange/rounds';
import { unsignedRefused } from '../../../support/obligations/callback/forged';
import { embeddedTarget } from '../../../support/run/targets';
import { plainTextOrEmpty } from '../../plain';
import type { Change } from '../exchanges';
import { concludeFromExchanges, describeConclusion, makeAsked, makeExchange } from '../exchanges';

const round = forgedRounds.decision;
const page = '<!doctype html><html><head><title>Error</title></head></html>';

const callback = (valid: boolean, change: Change) =>
  makeExchange({
    sender: 'suite',
    subject: 'integrator',
    service: 'provider',
    url: 'https://client.example/v1/preauth/on_submit',
    ...change,
    facts: { scheme: 'https', loopback: false, callbackToken: { valid } },
  });

const twin = callback(true, { asked: makeAsked('valid', round, ''), status: 202 });

/** Concludes CBK-04 for a forged callback with this answer, and its valid twin. */
const concludeForged = (change: Change) =>
  concludeFromExchanges('CBK-04', [
    callback(false, { asked: makeAsked('negative', round, 'no JWT'), ...change }),
    twin,
  ]);

test('a forged callback is refused by a status of the client itself, with any body', () => {
  for (const change of [
    { status: 400 },
    { status: 401 },
    { status: 401, body: page },
    { status: 403, body: { error: 'no' } },
    { status: 403, body: 'Forbidden', headers: [['content-type', 'text/html']] },
    { status: 422 },
  ] as const)
    assert.equal(describeConclusion(concludeForged(change)), '1 kept, 0 broken', JSON.stringify(change));
});

test('a refusal that may have another reason than the JWT leaves the check open', () => {
  for (const change of [
    ...[407, 408, 409, 421, 423, 425, 429, 502, 503, 504].map((status) => ({ status })),
    { status: 403, body: page },
  ]) {
    const concluded = concludeForged(change);
    assert.equal(describeConclusion(concluded), 'unjudged, 0 kept, 0 broken', JSON.stringify(change));
    assert.match(plainTextOrEmpty(concluded.unjudged[0]), /the reason may be another than the JWT: /);
  }
});

test('a forged callback that is accepted, or breaks the client, is a breach', () => {
  for (const change of [{ status: 200 }, { status: 200, body: page }, { status: 500 }])
    assert.equal(describeConclusion(concludeForged(change)), '0 kept, 1 broken', JSON.stringify(change));
});

test('equal refusals are noted once', () => {
  const forged = ['no JWT', 'alg none'].map((variant) =>
    callback(false, { asked: makeAsked('negative', round, variant), status: 401 }),
  );
  const { notes } = concludeFromExchanges('CBK-04', [...forged, twin]);
  assert.deepEqual(notes.map(plainTextOrEmpty), ['no JWT, alg none: refused with 401, no body']);
});

/** The forgeries of a round with this answer, and their valid twin. */
const roundOf = (name: string, status: number) => [
  ...['no JWT', 'alg none'].map((variant) =>
    callback(false, { asked: makeAsked('negative', name, variant), status }),
  ),
  callback(true, { asked: makeAsked('valid', name, ''), status: 202 }),
];

test('a client that refuses forged decisions alone breaks the rule, and the cause names that', () => {
  for (const kind of ['query', 'prompt'] as const) {
    const sent = [...roundOf(forgedRounds.decision, 401), ...roundOf(forgedRounds[kind], 202)];
    const concluded = concludeFromExchanges('CBK-04', sent);
    assert.equal(describeConclusion(concluded), '2 kept, 2 broken', kind);
    for (const { cause } of concluded.breaches)
      assert.match(plainTextOrEmpty(cause), /no JWT is looked at in this kind of callback/);
    const facets = concluded.facets?.filter(({ name }) => name === kind || name === 'decision');
    assert.deepEqual(
      facets?.map(({ name, broken }) => [name, broken]),
      [
        ['decision', 0],
        [kind, 2],
      ],
    );
  }
});

test('forged data are judged as forged decisions are', () => {
  const concluded = concludeFromExchanges('CBK-04', roundOf(forgedRounds.answer, 202));
  assert.equal(describeConclusion(concluded), '0 kept, 2 broken');
  assert.equal(
    describeConclusion(concludeFromExchanges('CBK-04', roundOf(forgedRounds.answer, 401))),
    '2 kept, 0 broken',
  );
  assert.deepEqual(
    concluded.facets?.filter(({ name }) => name === 'answer').map(({ broken }) => broken),
    [2],
  );
});

/** The kinds of callbacks that must be forged, for an adapter with these methods. */
const kindsToForge = (...capabilities: readonly string[]): string[] =>
  (unsignedRefused.facetsOf?.({ ...embeddedTarget, offer: { capabilities: [...capabilities] } }) ?? [])
    .filter(({ name, ruledOut }) => Object.hasOwn(forgedRounds, name) && ruledOut === undefined)
    .map(({ name }) => name);

test('a kind of callback that the client cannot get is no part of the rule', () => {
  assert.deepEqual(kindsToForge('preauth.submit'), ['decision', 'query', 'prompt']);
  assert.deepEqual(kindsToForge('claim.submit', 'insurancePlan.request'), ['decision', 'query', 'prompt']);
  assert.deepEqual(kindsToForge('eligibility.check'), ['answer', 'prompt']);
  assert.deepEqual(kindsToForge(), ['prompt']);
});

test('a client that accepts one forgery of a kind looks at the JWT of that kind', () => {
  const [none = twin, , valid = twin] = roundOf(forgedRounds.query, 401);
  const accepted = callback(false, {
    asked: makeAsked('negative', forgedRounds.query, 'alg none'),
    status: 202,
  });
  const { breaches } = concludeFromExchanges('CBK-04', [none, accepted, valid]);
  assert.match(plainTextOrEmpty(breaches[0]?.cause), /^the algorithm is taken from the JWT/);
});

const ofCycle = (exchange: Exchange): Exchange => ({
  ...exchange,
  facts: {
    ...exchange.facts,
    payer: {
      envelope: 'jwe',
      correlationId: 'one',
      resources: [],
      providerId: false,
      policyNumber: false,
      documents: 0,
      contents: [],
    },
  },
});

/** The state that a client reports after a refused forgery of a decision. */
const approvedState: AdapterAnswer = {
  kind: 'adapter answer',
  seq: 90,
  arrivedAt: 2_000_000_000_000,
  method: 'cycle.get',
  facts: { cycle: { correlationId: 'one', state: 'approved' } },
};

/** Concludes CBK-04 for a client that reports a cycle as approved after a refused forgery. */
const concludeReported = (...others: readonly Exchange[]) =>
  concludeFromExchanges('CBK-04', [
    ofCycle(callback(false, { asked: makeAsked('negative', round, 'no JWT'), status: 401 })),
    ...others,
    approvedState as unknown as Exchange,
    ofCycle(twin),
  ]);

test('a state is held against a client only if no valid callback had been sent in the cycle', () => {
  assert.equal(describeConclusion(concludeReported()), '1 kept, 1 broken');
  // The client has triggered the payer by itself, and the payer has approved.
  const approved = ofCycle(callback(true, { status: 202, arrivedAt: 1_000_000 }));
  assert.equal(describeConclusion(concludeReported(approved)), '1 kept, 0 broken');
});
