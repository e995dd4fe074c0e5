import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, eachBreaks } from './breaches';
import {
  answer,
  asSeenByProxy,
  asked,
  body,
  edit,
  from,
  header,
  method,
  path,
  rejected,
  under,
} from './edits';
import type { Step } from './exchanges';
import { certificate, encrypted, play, sendFields, session, unasked, verifyOtp } from './exchanges';
import { plain } from '../../plain';
import { broken, conclude } from './judge';

eachBreaks('a certificate request', [
  ['by POST', ['CRT-06'], at('identity', (step) => edit(step, method('POST'), answer(404)))],
  ['by POST to the registry', ['CRT-06'], at('registry', (step) => edit(step, method('POST'), answer(404)))],
  [
    'with an empty object',
    ['CRT-06'],
    at('registry', (step) => edit(step, body('{}'), header('Content-Type', 'application/json'))),
  ],
]);

const oldPath = path('/identity/api/v3/profile/public/certificate', '/v1/auth/cert');
const atGateway = (step: Step): Step =>
  edit(step, oldPath, (draft) => ({
    ...draft,
    service: 'gateway',
    request: { ...draft.request, url: draft.request.url.replace('identity.', 'gateway.') },
  }));
const elsewhere: readonly (readonly [string, (step: Step) => Step])[] = [
  ['at an old path', (step) => edit(step, oldPath)],
  [
    'at a path of its own, where the suite took it for one',
    (step) =>
      edit(step, path('/public/certificate', '/certs'), (draft) => ({
        ...draft,
        meant: 'certificate.identity',
      })),
  ],
  ['at the gateway', atGateway],
];

for (const [where, at] of elsewhere)
  describe(`a fetch ${where} is judged as the fetch that it was`, () => {
    const fetched = at(certificate('identity'));
    const unaskedFetch = at(unasked('identity'));
    const isOfPlace = (id: string): boolean => id === 'TOK-03' || id === 'CRT-10';

    it('by its headers', () => {
      const { observations, breachCount } = conclude('CRT-04', play([session(), fetched]));
      assert.deepEqual([observations, breachCount], [1, 0]);
      for (const name of ['Authorization', 'REQUEST-ID', 'TIMESTAMP'])
        assert.equal(conclude('CRT-04', play([session(), edit(fetched, header(name))])).breachCount, 1, name);
    });

    it('by its method and body', () => {
      assert.equal(conclude('CRT-06', play([session(), fetched])).observations, 1);
      const posted = edit(fetched, (draft) => ({ ...draft, request: { ...draft.request, method: 'POST' } }));
      assert.equal(conclude('CRT-06', play([session(), posted])).breachCount, 1);
    });

    it('by how often it is made', () => {
      const steps = [1, 2, 3].flatMap(() => [unaskedFetch, encrypted('identity', 'value-1')]);
      assert.equal(conclude('CRT-07', play([session(), ...steps])).breachCount, 2);
      const once = [fetched, ...[1, 2, 3].map(() => encrypted('identity', 'value-1'))];
      const kept = conclude('CRT-07', play([session(), ...once]));
      assert.deepEqual([kept.breachCount, kept.observations], [0, 3]);
    });

    it('by what came before it', () => {
      const sent = sendFields();
      const start = [session(), fetched, edit(sent, rejected)];
      assert.equal(conclude('CRT-08', play([...start, sent])).breachCount, 1);
      const renewed = play([...start, unaskedFetch, sent]);
      assert.deepEqual(
        broken(renewed).filter((id) => !isOfPlace(id)),
        [],
      );
      assert.equal(conclude('CRT-08', renewed).observations, 1);
    });
  });

describe('a certificate at the address of the gateway', () => {
  it('is told to be that of the identity service', () => {
    const [breach] = conclude('TOK-03', play([session(), atGateway(certificate('identity'))])).breaches;
    assert.match(plain(breach?.cause ?? ''), /the certificate is that of the identity service/);
  });

  it('is none on a path of no old version, unless the suite took it for one: services may share an address', () => {
    const there = edit(
      atGateway(certificate('identity')),
      path('/v1/auth/cert', '/identity/api/v3/profile/public/certificate'),
    );
    assert.equal(conclude('CRT-04', play([session(), there])).observations, 0);
  });

  it('is none where the gateway publishes what it signs callbacks with', () => {
    const keys = edit(atGateway(certificate('identity')), path('/v1/auth/cert', '/gateway/v2/certs'));
    const recording = play([session(), keys]);
    assert.equal(conclude('CRT-04', recording).observations, 0);
    assert.doesNotMatch(plain(conclude('TOK-03', recording).breaches[0]?.cause ?? ''), /identity/);
  });
});

const perValue: Step[] = [session(), ...[1, 2, 3].flatMap(() => [unasked('registry'), verifyOtp()])];

describe('a certificate per value', () => {
  it('breaks CRT-07', () => {
    assert.deepEqual(broken(play(perValue)), ['CRT-07']);
    assert.equal(conclude('CRT-07', play(perValue)).breachCount, 2);
  });

  it('shows nothing over two encryptions', () => {
    const { observations, breachCount } = conclude('CRT-07', play(perValue.slice(0, 5)));
    assert.deepEqual([observations, breachCount], [0, 0]);
  });

  it('is found where the adapter encrypts', () => {
    const steps = [1, 2, 3].flatMap(() => [unasked('identity'), encrypted('identity', 'value-1')]);
    assert.deepEqual(broken(play([session(), ...steps])), ['CRT-07']);
  });

  it('is found by a proxy too', () => {
    assert.deepEqual(broken(play(perValue).map(asSeenByProxy)), ['CRT-07']);
  });
});

describe('another fetch', () => {
  const around = (...steps: Step[]): Step[] => [
    session(),
    unasked('registry'),
    verifyOtp(),
    ...steps,
    verifyOtp(),
    verifyOtp(),
  ];

  const madeToFail = edit(verifyOtp(), answer(503), under('unavailable'));

  it('that is not needed breaks CRT-07', () => {
    assert.deepEqual(broken(play(around(unasked('registry')))), ['CRT-07']);
  });

  it('that was asked of the other service breaks CRT-07', () => {
    const other = edit(certificate('registry'), asked('certificate.fetch', 'identity'));
    assert.deepEqual(broken(play(around(other))), ['CRT-07']);
  });

  const excused: readonly (readonly [string, Step[]])[] = [
    ['of the other service', [unasked('identity')]],
    ['that was asked for', [certificate('registry')]],
    ['after a rejection', [edit(verifyOtp(), rejected), unasked('registry')]],
    ['after a fetch that failed', [edit(certificate('registry'), answer(503)), unasked('registry')]],
    ['after a 503 that the suite played', [madeToFail, unasked('registry')]],
    ['in a new process', [edit(unasked('registry'), from('process-2'))]],
  ];
  for (const [name, steps] of excused)
    it(`${name} is fine`, () => {
      assert.deepEqual(broken(play(around(...steps))), []);
      assert.ok(conclude('CRT-07', play(around(...steps))).observations > 0);
    });
});

/** An adapter may ask past what the client keeps, so that the client has nothing yet. */
describe('the first fetch of the client behind one that was asked for', () => {
  const [asks, own] = [certificate('registry'), unasked('registry')];

  it('is fine', () => {
    assert.deepEqual(broken(play([session(), asks, own, verifyOtp(), asks, verifyOtp(), verifyOtp()])), []);
  });

  it('is fine also where what it had was rejected before', () => {
    const start = [session(), own, edit(verifyOtp(), rejected)];
    assert.deepEqual(broken(play([...start, asks, own, verifyOtp(), verifyOtp()])), []);
  });

  for (const [name, steps] of [
    ['a second one', [asks, own, verifyOtp(), own, verifyOtp()]],
    ['one where that certificate was used', [asks, verifyOtp(), own, verifyOtp()]],
    ['one where the client had its own', [own, verifyOtp(), asks, own, verifyOtp()]],
  ] as const)
    it(`is not ${name}`, () => {
      assert.deepEqual(broken(play([session(), ...steps, verifyOtp()])), ['CRT-07']);
    });
});
