import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import type { RuleContext } from '../../../support/obligations';
import { plainTextOrEmpty } from '../../plain';
import { clientSecret, numberedAccessToken } from '../recorded';
import type { ExchangeEdit } from './edits';
import {
  answerWith,
  asSeenByProxy,
  edit,
  fromInstance,
  replaceAskedCall,
  replaceBody,
  replaceFacts,
  replaceHeader,
  replaceInUrl,
} from './edits';
import type { JourneyStep } from './exchanges';
import { playSteps, requestCertificate, session, uuidOf, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';

const { readings } = defaultRuleContext;

/** Recorded traffic without the addresses of a target. */
const traffic: RuleContext = { readings };
const mock: RuleContext = { readings, playsServices: true };

const seen = (steps: readonly JourneyStep[], gapMs?: number): Exchange[] =>
  playSteps(steps, gapMs).map(asSeenByProxy);
const atMock = (steps: readonly JourneyStep[]): Exchange[] =>
  playSteps(steps.map((step) => edit(step, fromInstance(), replaceAskedCall())));
const times = (count: number, step: JourneyStep): JourneyStep[] => Array.from({ length: count }, () => step);

const cert = (token: number, service: 'identity' | 'registry' = 'registry'): JourneyStep =>
  requestCertificate(service, numberedAccessToken(token));
const unasked = (number: number, expiresIn?: number): JourneyStep =>
  edit(session(number, expiresIn), replaceAskedCall());

interface Told {
  readonly kept: number;
  readonly broken: number;
  readonly why: string;
}

function told(id: string, evidence: readonly Exchange[], about: RuleContext): Told {
  const { observations, breachCount, unjudged } = concludeFromEvidence(id, evidence, about);
  return {
    kept: observations - breachCount,
    broken: breachCount,
    why: unjudged.map(({ text }) => plainTextOrEmpty(text)).join('; '),
  };
}

function requireOpen(found: Told, why: RegExp): void {
  assert.deepEqual([found.kept, found.broken], [0, 0]);
  assert.match(found.why, why);
}

describe('a session for each request in traffic', () => {
  /** The registry refuses each token, so each session but the first follows a 401. */
  const refused = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => [
    unasked(number),
    cert(number, 'identity'),
    edit(cert(number), answerWith(401)),
  ]);
  const hostOf = (service: string): string =>
    new URL(seen(refused).find((each) => each.service === service)?.request.url ?? '').origin;
  const bases = (['gateway', 'identity', 'registry'] as const).map((name) => [name, hostOf(name)] as const);
  const named: RuleContext = { ...traffic, bases };
  const needless = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => [
    unasked(number, 86_400),
    cert(number, number % 2 === 0 ? 'identity' : 'registry'),
  ]);

  it('may follow refusals that a service sent which the traffic does not show', () => {
    const withoutRegistry = seen(refused).filter(({ service }) => service !== 'registry');
    assert.equal(told('TOK-01', seen(refused), named).broken, 0);
    for (const about of [traffic, named])
      requireOpen(told('TOK-01', withoutRegistry, about), /a 401 or 403 .*may be missing/);
  });

  it('is needless if the traffic has requests to each address of the target, also over hours', () => {
    for (const gapMs of [1500, 600_000, 900_000])
      assert.ok(told('TOK-01', seen(needless, gapMs), named).broken > 0, `${gapMs} ms`);
    requireOpen(told('TOK-01', seen(needless), traffic), /names gateway, identity and registry/);
  });

  it('is open if the target leaves out a service to which the token goes', () => {
    const some = { ...traffic, bases: bases.slice(0, 2) };
    const withoutRegistry = seen(refused).filter(({ service }) => service !== 'registry');
    requireOpen(told('TOK-01', withoutRegistry, some), /may be missing/);
  });

  it('is needless at the mock', () => {
    assert.ok(told('TOK-01', atMock(needless), mock).broken > 0);
  });
});

describe('the client secret at a host that may belong to the services', () => {
  const outside =
    (url: string, body: string, type = 'application/json', ...edits: readonly ExchangeEdit[]): JourneyStep =>
    (at, n) => {
      const { service, operation, ...draft } = edit(
        session(9),
        replaceBody(body),
        replaceHeader('Content-Type', type),
        replaceFacts({ secretIn: ['body'], tokens: {} }),
        ...edits,
      )(at, n);
      return { ...draft, outside: true, request: { ...draft.request, url } };
    };
  const credentials = { clientId: 'SBX_1', clientSecret, grantType: 'client_credentials' };
  const asForm = 'client_id=SBX_1&client_secret=s&grant_type=client_credentials';
  const form = 'application/x-www-form-urlencoded';
  const about = (step: JourneyStep) => told('TOK-04', seen([session(), step]), traffic);

  it('may belong to the session of a service that the traffic does not show', () => {
    for (const path of ['/v1/sessions', '/oauth/token', '/api/hiecm/gateway/v3/sessions'])
      for (const step of [
        outside(`https://other.example${path}`, JSON.stringify(credentials)),
        outside(`https://other.example${path}`, asForm, form),
      ])
        requireOpen(about(step), /may belong to the services/);
  });

  it('is a breach in any other request', () => {
    const bearer = replaceHeader('Authorization', `Bearer ${numberedAccessToken(1)}`);
    for (const step of [
      outside('https://other.example/api/get/session', 'client=SBX_1&password=s', form),
      outside('https://other.example/v1/sessions', asForm, form, bearer),
      outside('https://other.example/v1/sessions/1/notes', JSON.stringify(credentials)),
      outside('https://other.example/v1/sessions', JSON.stringify({ ...credentials, otp: '1' })),
    ])
      assert.equal(about(step).broken, 1);
  });

  it('is a breach in a session of a browser', () => {
    const page = replaceHeader('Sec-Fetch-Site', 'cross-site');
    const step = outside('https://other.example/v1/sessions', asForm, form, page);
    assert.equal(about(step).broken, 1);
  });
});

describe('a token whose session the traffic does not show', () => {
  const at = (token: number, status: number) => edit(cert(token), answerWith(status));

  it('is open if no service accepts it, whatever the other requests show', () => {
    const steps = [session(), cert(1), ...times(20, at(7, 401))];
    for (const found of [told('HDR-01', seen(steps), traffic), told('HDR-01', atMock(steps), mock)])
      requireOpen(found, /does not contain the session of its token/);
    requireOpen(told('HDR-01', seen([cert(8), ...times(20, at(7, 401))]), traffic), /session of its token/);
  });

  it('counts as issued in all its requests if a service accepts it in one', () => {
    for (const steps of [
      [...times(20, cert(7)), at(7, 400)],
      [at(7, 400), ...times(20, cert(7))],
    ])
      assert.deepEqual(told('HDR-01', seen(steps), traffic), { kept: 21, broken: 0, why: '' });
  });

  it('counts as issued if its session follows', () => {
    const steps = [at(1, 400), session(1), cert(1)];
    assert.deepEqual(told('HDR-01', seen(steps), traffic), { kept: 2, broken: 0, why: '' });
  });
});

describe('a redirect that the traffic shows in part', () => {
  const path = new URL(seen([cert(1, 'identity')])[0]?.request.url ?? '').pathname;
  const hop = (host: string, ...edits: readonly ExchangeEdit[]): JourneyStep =>
    edit(
      cert(1, 'identity'),
      replaceHeader('REQUEST-ID', uuidOf(77)),
      (draft) => ({ ...draft, request: { ...draft.request, url: `https://${host}${path}` } }),
      ...edits,
    );
  const to = (url: string) => answerWith(307, {}, [['Location', url]]);
  const first = hop('identity.example', to(`https://gw.example${path}`));
  const second = hop('gw.example', to(`https://identity.example${path}?x=1`));
  const third = hop('identity.example', replaceInUrl('certificate', 'certificate?x=1'));

  it('may have led back to the first host', () => {
    const all = seen([session(), first, second, third], 100);
    assert.equal(told('HDR-05', all, traffic).broken, 0);
    const part = all.filter(({ request }) => !request.url.includes('gw.example'));
    requireOpen(told('HDR-05', part, traffic), /redirect/);
    assert.equal(told('HDR-05', part, mock).broken, 1);
  });

  it('may have led back to the first host after a while, so that TIMESTAMP is old', () => {
    const all = seen([session(), first, second, third], 3000).map((each) => ({
      ...each,
      request: {
        ...each.request,
        headers: each.request.headers.map(([name, value]): [string, string] =>
          name === 'TIMESTAMP' && each.seq > 1 ? [name, '2026-11-21T09:30:03.000Z'] : [name, value],
        ),
      },
    }));
    assert.equal(told('HDR-08', all, traffic).broken, 0);
    const part = all.filter(({ request }) => !request.url.includes('gw.example'));
    requireOpen(told('HDR-08', part, traffic), /redirect/);
    assert.equal(told('HDR-08', part, mock).broken, 1);
  });

  it('does not explain an id in one more request', () => {
    const followed = hop('gw.example');
    assert.equal(told('HDR-05', seen([session(), first, followed, third], 100), traffic).broken, 1);
  });
});

describe('what is said of a reaction that the evidence does not contain', () => {
  it('is not that the traffic ends, if other requests follow the 401', () => {
    const steps = [session(), edit(cert(1), answerWith(401)), ...times(10, cert(9))];
    const { why } = told('TOK-09', seen(steps), traffic);
    assert.match(why, /contains neither a new session nor the same token after the 401 in #2/);
    assert.doesNotMatch(why, /ends/);
  });

  it('is not that a second session at the mock renews the first', () => {
    const notes = concludeFromEvidence('TOK-05', atMock([session(1), session(2)]), mock).notes;
    assert.match(plainTextOrEmpty(notes[0]), /^another session was created, .*no refresh operation/);
  });
});

it('traffic in which nothing is missing breaks nothing', () => {
  assert.deepEqual(brokenIds(seen([session(), cert(1), verifyOtp()]), traffic), []);
});
