import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterCall } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import type { ExchangeEdit } from './edits';
import { replaceInUrl, asSeenByProxy, edit, replaceMethod, replaceByUnknownPath } from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, unasked } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';

type Service = 'identity' | 'registry';

const documented: Readonly<Record<Service, string>> = {
  identity: '/identity/api/v3/profile/public/certificate',
  registry: '/api/v1/auth/cert',
};

/** A fetch at another path; the suite took it for one, as its mock does. */
const fetchedAt = (service: Service, to: string, ...edits: readonly ExchangeEdit[]): JourneyStep =>
  edit(
    requestCertificate(service),
    replaceByUnknownPath(documented[service], to),
    (draft) => ({ ...draft, meant: `certificate.${service}` }),
    ...edits,
  );

const judged = (...steps: readonly JourneyStep[]) =>
  concludeFromEvidence('CRT-10', playSteps([session(), ...steps]));

const elsewhere: readonly (readonly [string, Service, string, RegExp])[] = [
  ['another version', 'identity', '/identity/api/v1/profile/public/certificate', /older/],
  ['no version', 'identity', '/identity/api/profile/public/certificate', /version/],
  ['the segment left out', 'identity', '/api/v3/profile/public/certificate', /left out/],
  ['the path of old', 'identity', '/v1/auth/cert', /older/],
  ['capitals', 'identity', '/identity/api/v3/profile/public/Certificate', /spelling/],
  ['a slash at the end', 'identity', '/identity/api/v3/profile/public/certificate/', /slash/],
  ['a path before it', 'identity', '/v3/identity/api/v3/profile/public/certificate', /base address/],
  ['its beginning left out', 'registry', '/auth/cert', /left out/],
  ['a path before it', 'registry', '/hpr/api/v1/auth/cert', /base address/],
  ['a slash at the end', 'registry', '/api/v1/auth/cert/', /slash/],
  ['another name', 'registry', '/api/v1/auth/certs', /spelling/],
];

describe('a certificate', () => {
  for (const [mistake, service, to, cause] of elsewhere) {
    it(`of ${service} that is fetched at a path with ${mistake} breaks CRT-10 and nothing else`, () => {
      const recording = playSteps([session(), fetchedAt(service, to)]);
      assert.deepEqual(brokenIds(recording), ['CRT-10']);
      const [breach] = concludeFromEvidence('CRT-10', recording).breaches;
      assert.ok(plainTextOrEmpty(breach?.seen).endsWith(to));
      assert.match(plainTextOrEmpty(breach?.cause), cause);
      assert.match(
        plainTextOrEmpty(breach?.expected),
        service === 'identity' ? /paths\.identity/ : /auth\/cert/,
      );
    });
  }

  it('that is fetched elsewhere is found by a proxy, too', () => {
    const [, fetched] = playSteps([session(), fetchedAt('registry', '/auth/cert')]).map(asSeenByProxy);
    assert.ok(fetched !== undefined);
    const { meant, ...seen } = fetched;
    assert.deepEqual(brokenIds([seen]), ['CRT-10']);
  });

  it('of a person is fetched or uploaded by another operation, which breaks nothing', () => {
    const at = (service: Service, to: string, ...edits: readonly ExchangeEdit[]): JourneyStep =>
      edit(unasked(service), replaceByUnknownPath(documented[service], to), ...edits);
    const others = [
      at('registry', '/v1/registration/professional/certificate', replaceMethod('POST')),
      at('registry', '/v1/professional/7/certificate'),
      at('identity', '/identity/api/v3/profile/account/certificate'),
    ];
    const fetches = [requestCertificate('identity'), requestCertificate('registry')];
    const recording = playSteps([session(), ...fetches, ...others, ...others]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('CRT-06', recording).observations, 2);
  });

  it('is fetched at whatever path, if the adapter was asked for it', () => {
    const asked = { answer: 9, method: 'certificate.fetch', service: 'registry' } as const;
    const idsOf = (call?: AdapterCall) => {
      const elsewhere = replaceByUnknownPath(documented.registry, '/keys/certificate');
      const fetched = edit(unasked('registry'), elsewhere, (draft) => ({ ...draft, ...(call && { call }) }));
      return brokenIds(playSteps([session(), fetched]));
    };
    assert.deepEqual(idsOf(asked), ['CRT-10']);
    for (const other of [undefined, { ...asked, over: true as const }, { ...asked, method: 'otp.verify' }])
      assert.deepEqual(idsOf(other), []);
  });

  it('is fetched rightly where its operation was addressed, behind whatever base and first segment', () => {
    const named = edit(requestCertificate('identity'), replaceInUrl('/identity/', '/abha/'));
    const based = edit(
      requestCertificate('registry'),
      replaceInUrl('registry.example', 'registry.example/own/base'),
    );
    const asked = edit(requestCertificate('registry'), replaceInUrl('/auth/cert', '/auth/cert?fresh=1'));
    const { observations, breachCount } = judged(named, based, asked);
    assert.deepEqual([observations, breachCount], [3, 0]);
  });

  it('by another method is fetched at its path all the same', () => {
    const posted = edit(requestCertificate('identity'), replaceMethod('POST'));
    assert.deepEqual(brokenIds(playSteps([session(), posted])), ['CRT-06']);
    assert.equal(judged(posted).observations, 1);
  });

  it('of the gateway, as before v3, breaks TOK-03 as well, from which it follows', () => {
    const there = fetchedAt('identity', '/v1/auth/cert', (draft) => ({
      ...draft,
      service: 'gateway',
      request: { ...draft.request, url: draft.request.url.replace('identity.', 'gateway.') },
    }));
    assert.deepEqual(brokenIds(playSteps([session(), there])), ['CRT-10', 'TOK-03']);
  });

  it('that is fetched at the base address of another service breaks CRT-10 and nothing else', () => {
    for (const [service, other] of [
      ['identity', 'gateway'],
      ['identity', 'registry'],
      ['registry', 'identity'],
      ['registry', 'gateway'],
    ] as const) {
      const astray = fetchedAt(service, documented[service], (draft) => ({ ...draft, service: other }));
      const recording = playSteps([session(), astray]);
      assert.deepEqual(brokenIds(recording), ['CRT-10'], `${service} at ${other}`);
      const [breach] = concludeFromEvidence('CRT-10', recording).breaches;
      assert.ok(plainTextOrEmpty(breach?.seen).endsWith(`at the address of the ${other}`));
      const posted = edit(astray, replaceMethod('POST'));
      assert.deepEqual(brokenIds(playSteps([session(), posted])), ['CRT-06', 'CRT-10']);
    }
  });

  it('of the registry under another version, or under none, is for VER-01 alone', () => {
    for (const to of ['/api/v4/auth/cert', '/api/auth/cert']) {
      const recording = playSteps([session(), fetchedAt('registry', to)]);
      assert.deepEqual(brokenIds(recording), ['VER-01'], to);
      const { observations, unjudged } = concludeFromEvidence('CRT-10', recording);
      assert.deepEqual([observations, unjudged.length], [0, 0], to);
    }
  });
});

describe('where a gateway may have rewritten the path', () => {
  const unsure: readonly (readonly [string, ExchangeEdit, RegExp])[] = [
    ['in a log', (draft) => ({ ...draft, logged: true }), /a gateway may have rewritten the path in its log/],
    ['at an unknown address', (draft) => ({ ...draft, unplaced: true }), /services\.identity/],
  ];
  for (const [where, mark, why] of unsure) {
    const astray = fetchedAt('identity', '/api/v3/profile/public/certificate', mark);

    it(`nothing is concluded: ${where}`, () => {
      const { breachCount, observations, unjudged } = judged(astray);
      assert.deepEqual([breachCount, observations, unjudged.length], [0, 0, 1]);
      assert.match(plainTextOrEmpty(unjudged[0]), why);
    });

    it(`what is fetched rightly elsewhere does not make up for it: ${where}`, () => {
      assert.equal(judged(requestCertificate('identity'), astray).observations, 0);
    });

    it(`the whole path is right: ${where}`, () => {
      const { observations, unjudged } = judged(edit(requestCertificate('identity'), mark));
      assert.deepEqual([observations, unjudged.length], [1, 0]);
    });
  }
});
