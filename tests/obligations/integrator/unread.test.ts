import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges, makeExchange, describeConclusion } from '../exchanges';
import { unreadableFact } from '../payer/cycles';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromEvidence as concludeAbout, defaultRuleContext } from './judge';

const read = {
  envelope: 'jwe',
  resources: ['Bundle'],
  providerId: true,
  policyNumber: true,
  documents: 1,
} as const;

const message = (path: string, payer: Partial<PayerFact>, change: Parameters<typeof makeExchange>[0] = {}) =>
  makeExchange({
    sender: 'integrator',
    service: 'provider',
    url: `https://provider.example${path}`,
    status: payer.unoffered === true || payer.flaw !== undefined ? 400 : 202,
    facts: {
      scheme: 'https',
      loopback: false,
      payer: { contents: payer.resources ?? read.resources, ...read, ...payer },
    },
    ...change,
  });

const prompt = (id: string): Exchange =>
  message(
    '/v1/paymentnotice/request',
    { correlationId: id },
    { sender: 'suite', subject: 'integrator', status: 202 },
  );
const acknowledged = (payer: Partial<PayerFact>) => message('/v1/paymentnotice/on_request', payer);

test('an acknowledgment that cannot be read is told as such, and never as none', () => {
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-09', [prompt('a'), acknowledged({ correlationId: 'a' })])),
    '1 kept, 0 broken',
  );
  const unread = concludeFromExchanges('FLW-09', [
    prompt('a'),
    acknowledged({ correlationId: 'a', ...unreadableFact }),
  ]);
  assert.equal(describeConclusion(unread), 'unjudged, 0 kept, 0 broken');
  assert.match(
    plainTextOrEmpty(unread.unjudged[0]),
    /^what #2 \(POST .*on_request\) says cannot be read \(alg dir and enc A256GCM\)/,
  );
});

test('an acknowledgment whose id stands in what cannot be read may be that of any prompt', () => {
  const nameless = concludeFromExchanges('FLW-09', [prompt('a'), acknowledged(unreadableFact)]);
  assert.equal(describeConclusion(nameless), 'unjudged, 0 kept, 0 broken');
  const twice = [
    prompt('a'),
    acknowledged({ correlationId: 'a' }),
    prompt('b'),
    acknowledged(unreadableFact),
  ];
  assert.deepEqual(concludeFromExchanges('FLW-09', twice).observations, 0);
});

test('an acknowledgment that its payer should be able to open, and is not, is refused for that reason', () => {
  const flawed = { correlationId: 'a', envelope: 'unreadable', flaw: 'no known key opens it' } as const;
  const { breaches } = concludeFromExchanges('FLW-09', [prompt('a'), acknowledged(flawed)]);
  assert.equal(breaches[0]?.seen, 'one that the payer refused with 400: no known key opens it');
  const unanswered = concludeFromExchanges('FLW-09', [prompt('a')], {}, { waitsForClient: true });
  assert.equal(unanswered.breaches[0]?.seen, 'none');
});

test('at the mock, a refused message of a prompt on an unknown path counts if it has content of an acknowledgment', () => {
  const atMock = { playsServices: true, waitsForClient: false };
  const agreed = { 'payment-ack': '/v1/paymentnotice/agreed' };
  const first = prompt('a');
  const refusedOn = (path: string, contents: readonly string[]): string =>
    describeConclusion(
      concludeFromExchanges(
        'FLW-09',
        [
          { ...first, arrivedAt: 1 },
          { ...message(path, { correlationId: 'a', documents: 0, contents }, { status: 404 }), arrivedAt: 2 },
        ],
        agreed,
        { ...atMock, overridden: ['payment-ack'] },
      ),
    );
  assert.equal(refusedOn('/v1/hcx/status', []), 'unjudged, 0 kept, 0 broken');
  assert.equal(refusedOn('/v1/hcx/status', ['Task']), 'unjudged, 0 kept, 0 broken');
  assert.equal(refusedOn('/v1/paymentnotice/other', ['PaymentReconciliation']), '0 kept, 1 broken');
});

test('a missing acknowledgment is told with what followed the prompt', () => {
  const causeAfter = (...later: readonly Exchange[]): string => {
    const [first, other] = [prompt('a'), prompt('b')];
    const inOrder = [other, first, ...later].map((each, index) => ({ ...each, arrivedAt: index }));
    const overridden = ['payment-ack', 'correlation-id'] as const;
    const { breaches } = concludeFromExchanges('FLW-09', inOrder, {}, { waitsForClient: true, overridden });
    return plainTextOrEmpty(breaches.at(-1)?.cause);
  };
  const nothing =
    'nothing but messages of other cycles followed the prompt: its answer alone is not the acknowledgment';
  const others = 'the client sent other messages, and none that anything connects with this prompt';
  assert.equal(causeAfter(), nothing);
  assert.equal(causeAfter(acknowledged({ correlationId: 'b' })), nothing);
  assert.equal(causeAfter(message('/v1/hcx/other', { correlationId: 'c' })), others);
  assert.equal(
    causeAfter(message('/v1/hcx/other', {}, { facts: { scheme: 'https', loopback: false } })),
    others,
  );
});

test('a request that cannot be read leaves every flow open that it was to begin, and no other', () => {
  const submit = message(
    '/v1/preauth/submit',
    { correlationId: 'a', recipient: '1000003538@sbx', ...unreadableFact },
    { operation: 'preauth.submit' },
  );
  for (const id of ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'] as const)
    assert.equal(describeConclusion(concludeFromExchanges(id, [submit])), 'unjudged, 0 kept, 0 broken', id);
  assert.equal(describeConclusion(concludeFromExchanges('FLW-06', [submit])), '0 kept, 0 broken');
});

test('who is addressed stands in the protected header, which needs no key', () => {
  const plan = (payer: Partial<PayerFact>) =>
    message('/v1/insuranceplan/request', payer, { operation: 'insurancePlan.request' });
  const to = (recipient: string) => ({ correlationId: 'a', recipient, ...unreadableFact });
  const inRun = { playsServices: true, waitsForClient: true };
  assert.equal(
    describeConclusion(concludeFromExchanges('DPY-07', [plan(to('1000003538@sbx'))])),
    '1 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('DPY-07', [plan(to('1000000001@sbx'))], {}, inRun)),
    '0 kept, 1 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('DPY-07', [plan(unreadableFact)])),
    '0 kept, 1 broken',
  );
  const causeOf = (recipient: string): string =>
    plainTextOrEmpty(concludeAbout('DPY-07', [plan(to(recipient))], about).breaches[0]?.cause);
  const about = { ...defaultRuleContext, ...inRun, participants: { payer: '1000003538@sbx' } };
  assert.match(causeOf('1000003538@prod'), /set participants\.payer/);
  assert.doesNotMatch(causeOf('1000003538'), /participants/);
  assert.doesNotMatch(causeOf('1000000001@prod'), /participants/);
  const garbage = { envelope: 'unreadable', flaw: 'not JSON' } as const;
  assert.equal(
    describeConclusion(concludeFromExchanges('DPY-07', [plan(garbage)])),
    'unjudged, 0 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('DPY-06', [plan(to('1000003538@sbx'))])),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a callback that a client refuses may be one of which another reading was agreed on', () => {
  const refused = { sender: 'suite', subject: 'integrator', status: 400 } as const;
  const { breaches } = concludeFromExchanges('FLW-01', [
    message('/v1/insuranceplan/request', { correlationId: 'a' }, { operation: 'insurancePlan.request' }),
    message('/v1/insuranceplan/on_request', { correlationId: 'a' }, refused),
  ]);
  assert.match(
    plainTextOrEmpty(breaches[0]?.cause ?? ''),
    /the JWT, the envelope or the content is not what the receiver expects/,
  );
});
