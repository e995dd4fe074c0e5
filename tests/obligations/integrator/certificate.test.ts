import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { changeStep, describeBreaches } from './breaches';
import {
  answerWith,
  asSeenByProxy,
  replaceAskedCall,
  replaceBody,
  edit,
  fromInstance,
  replaceHeader,
  replaceMethod,
  replaceByUnknownPath,
  rejectCiphertext,
  duringStimulus,
} from './edits';
import type { JourneyStep } from './exchanges';
import {
  requestCertificate,
  returnCiphertext,
  playSteps,
  sendFields,
  session,
  unasked,
  verifyOtp,
} from './exchanges';
import { plainTextOrEmpty } from '../../plain';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';

describeBreaches('a certificate request', [
  [
    'by POST',
    ['CRT-06'],
    changeStep('identity', (step) => edit(step, replaceMethod('POST'), answerWith(404))),
  ],
  [
    'by POST to the registry',
    ['CRT-06'],
    changeStep('registry', (step) => edit(step, replaceMethod('POST'), answerWith(404))),
  ],
  [
    'with an empty object',
    ['CRT-06'],
    changeStep('registry', (step) =>
      edit(step, replaceBody('{}'), replaceHeader('Content-Type', 'application/json')),
    ),
  ],
]);

const oldPath = replaceByUnknownPath('/identity/api/v3/profile/public/certificate', '/v1/auth/cert');
const atGateway = (step: JourneyStep): JourneyStep =>
  edit(step, oldPath, (draft) => ({
    ...draft,
    service: 'gateway',
    request: { ...draft.request, url: draft.request.url.replace('identity.', 'gateway.') },
  }));
const elsewhere: readonly (readonly [string, (step: JourneyStep) => JourneyStep])[] = [
  ['at an old path', (step) => edit(step, oldPath)],
  [
    'at a path of its own, where the suite took it for one',
    (step) =>
      edit(step, replaceByUnknownPath('/public/certificate', '/certs'), (draft) => ({
        ...draft,
        meant: 'certificate.identity',
      })),
  ],
  ['at the gateway', atGateway],
];

for (const [where, at] of elsewhere)
  describe(`a fetch ${where} is judged as the fetch that it was`, () => {
    const fetched = at(requestCertificate('identity'));
    const unaskedFetch = at(unasked('identity'));
    const isOfPlace = (id: string): boolean => id === 'TOK-03' || id === 'CRT-10';

    it('by its headers', () => {
      const { observations, breachCount } = concludeFromEvidence('CRT-04', playSteps([session(), fetched]));
      assert.deepEqual([observations, breachCount], [1, 0]);
      for (const name of ['Authorization', 'REQUEST-ID', 'TIMESTAMP'])
        assert.equal(
          concludeFromEvidence('CRT-04', playSteps([session(), edit(fetched, replaceHeader(name))]))
            .breachCount,
          1,
          name,
        );
    });

    it('by its method and body', () => {
      assert.equal(concludeFromEvidence('CRT-06', playSteps([session(), fetched])).observations, 1);
      const posted = edit(fetched, (draft) => ({ ...draft, request: { ...draft.request, method: 'POST' } }));
      assert.equal(concludeFromEvidence('CRT-06', playSteps([session(), posted])).breachCount, 1);
    });

    it('by how often it is made', () => {
      const steps = [1, 2, 3].flatMap(() => [unaskedFetch, returnCiphertext('identity', 'value-1')]);
      assert.equal(concludeFromEvidence('CRT-07', playSteps([session(), ...steps])).breachCount, 2);
      const once = [fetched, ...[1, 2, 3].map(() => returnCiphertext('identity', 'value-1'))];
      const kept = concludeFromEvidence('CRT-07', playSteps([session(), ...once]));
      assert.deepEqual([kept.breachCount, kept.observations], [0, 3]);
    });

    it('by what came before it', () => {
      const sent = sendFields();
      const start = [session(), fetched, edit(sent, rejectCiphertext)];
      assert.equal(concludeFromEvidence('CRT-08', playSteps([...start, sent])).breachCount, 1);
      const renewed = playSteps([...start, unaskedFetch, sent]);
      assert.deepEqual(
        brokenIds(renewed).filter((id) => !isOfPlace(id)),
        [],
      );
      assert.equal(concludeFromEvidence('CRT-08', renewed).observations, 1);
    });
  });

describe('a certificate at the address of the gateway', () => {
  it('is told to be that of the identity service', () => {
    const [breach] = concludeFromEvidence(
      'TOK-03',
      playSteps([session(), atGateway(requestCertificate('identity'))]),
    ).breaches;
    assert.match(plainTextOrEmpty(breach?.cause ?? ''), /the certificate is that of the identity service/);
  });

  it('is none on a path of no old version, unless the suite took it for one: services may share an address', () => {
    const there = edit(
      atGateway(requestCertificate('identity')),
      replaceByUnknownPath('/v1/auth/cert', '/identity/api/v3/profile/public/certificate'),
    );
    assert.equal(concludeFromEvidence('CRT-04', playSteps([session(), there])).observations, 0);
  });

  it('is none where the gateway publishes what it signs callbacks with', () => {
    const keys = edit(
      atGateway(requestCertificate('identity')),
      replaceByUnknownPath('/v1/auth/cert', '/gateway/v2/certs'),
    );
    const recording = playSteps([session(), keys]);
    assert.equal(concludeFromEvidence('CRT-04', recording).observations, 0);
    assert.doesNotMatch(
      plainTextOrEmpty(concludeFromEvidence('TOK-03', recording).breaches[0]?.cause ?? ''),
      /identity/,
    );
  });
});

it('HEAD beside the GET of a certificate is no fetch', () => {
  const head = edit(unasked('registry'), replaceMethod('HEAD'), answerWith(200));
  const recording = playSteps([
    session(),
    head,
    unasked('registry'),
    verifyOtp(),
    head,
    verifyOtp(),
    verifyOtp(),
  ]);
  assert.deepEqual(brokenIds(recording), []);
  assert.equal(concludeFromEvidence('CRT-06', recording).observations, 1);
});

const perValue: JourneyStep[] = [session(), ...[1, 2, 3].flatMap(() => [unasked('registry'), verifyOtp()])];

describe('a certificate per value', () => {
  it('breaks CRT-07', () => {
    assert.deepEqual(brokenIds(playSteps(perValue)), ['CRT-07']);
    assert.equal(concludeFromEvidence('CRT-07', playSteps(perValue)).breachCount, 2);
  });

  it('shows nothing over two encryptions', () => {
    const { observations, breachCount } = concludeFromEvidence('CRT-07', playSteps(perValue.slice(0, 5)));
    assert.deepEqual([observations, breachCount], [0, 0]);
  });

  it('is found where the adapter encrypts', () => {
    const steps = [1, 2, 3].flatMap(() => [unasked('identity'), returnCiphertext('identity', 'value-1')]);
    assert.deepEqual(brokenIds(playSteps([session(), ...steps])), ['CRT-07']);
  });

  it('is found by a proxy too', () => {
    assert.deepEqual(brokenIds(playSteps(perValue).map(asSeenByProxy)), ['CRT-07']);
  });
});

describe('a certificate that is never fetched', () => {
  const values = playSteps([session(), ...[1, 2, 3].map(() => verifyOtp())]);

  it('breaks CRT-07 if the suite started the client', () => {
    assert.equal(concludeFromEvidence('CRT-07', values).breachCount, 1);
  });

  it('may be in the cache of a client that ran before the suite asked it', () => {
    const context = { ...defaultRuleContext, startsClient: false };
    const { breachCount, unjudged } = concludeFromEvidence('CRT-07', values, context);
    assert.deepEqual([breachCount, unjudged.length], [0, 1]);
  });
});

describe('another fetch', () => {
  const around = (...steps: JourneyStep[]): JourneyStep[] => [
    session(),
    unasked('registry'),
    verifyOtp(),
    ...steps,
    verifyOtp(),
    verifyOtp(),
  ];

  const madeToFail = edit(verifyOtp(), answerWith(503), duringStimulus('unavailable'));

  it('that is not needed breaks CRT-07', () => {
    assert.deepEqual(brokenIds(playSteps(around(unasked('registry')))), ['CRT-07']);
  });

  it('that was asked of the other service breaks CRT-07', () => {
    const other = edit(requestCertificate('registry'), replaceAskedCall('certificate.fetch', 'identity'));
    assert.deepEqual(brokenIds(playSteps(around(other))), ['CRT-07']);
  });

  const excused: readonly (readonly [string, JourneyStep[]])[] = [
    ['of the other service', [unasked('identity')]],
    ['that was asked for', [requestCertificate('registry')]],
    ['after a rejection', [edit(verifyOtp(), rejectCiphertext), unasked('registry')]],
    [
      'after a fetch that failed',
      [edit(requestCertificate('registry'), answerWith(503)), unasked('registry')],
    ],
    ['after a 503 that the suite played', [madeToFail, unasked('registry')]],
    ['in a new process', [edit(unasked('registry'), fromInstance('process-2'))]],
  ];
  const hourMs = 3_600_000;

  it('an hour after the last one is fine, and a minute before that is not', () => {
    const later = (ms: number): JourneyStep =>
      edit(unasked('registry'), (draft) => ({
        ...draft,
        arrivedAt: draft.arrivedAt + ms,
        answeredAt: draft.answeredAt + ms,
      }));
    for (const see of [(each: Exchange) => each, asSeenByProxy]) {
      const brokenBy = (ms: number): string[] => {
        const { breaches } = concludeFromEvidence('CRT-07', playSteps(around(later(ms))).map(see));
        return breaches.map(({ cause }) => plainTextOrEmpty(cause));
      };
      assert.deepEqual(brokenBy(hourMs), []);
      assert.deepEqual(brokenBy(hourMs - 60_000), ['the certificate is fetched again after a single value']);
    }
  });

  for (const [name, steps] of excused)
    it(`${name} is fine`, () => {
      assert.deepEqual(brokenIds(playSteps(around(...steps))), []);
      assert.ok(concludeFromEvidence('CRT-07', playSteps(around(...steps))).observations > 0);
    });
});

/** An adapter may ask past what the client keeps, so that the client has nothing yet. */
describe('the first fetch of the client behind one that was asked for', () => {
  const [asks, own] = [requestCertificate('registry'), unasked('registry')];

  it('is fine', () => {
    assert.deepEqual(
      brokenIds(playSteps([session(), asks, own, verifyOtp(), asks, verifyOtp(), verifyOtp()])),
      [],
    );
  });

  it('is fine also where what it had was rejected before', () => {
    const start = [session(), own, edit(verifyOtp(), rejectCiphertext)];
    assert.deepEqual(brokenIds(playSteps([...start, asks, own, verifyOtp(), verifyOtp()])), []);
  });

  for (const [name, steps] of [
    ['a second one', [asks, own, verifyOtp(), own, verifyOtp()]],
    ['one where that certificate was used', [asks, verifyOtp(), own, verifyOtp()]],
    ['one where the client had its own', [own, verifyOtp(), asks, own, verifyOtp()]],
  ] as const)
    it(`is not ${name}`, () => {
      assert.deepEqual(brokenIds(playSteps([session(), ...steps, verifyOtp()])), ['CRT-07']);
    });
});
