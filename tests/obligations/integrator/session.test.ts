import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeStep, describeBreaches } from './breaches';
import {
  replaceInUrl,
  answerWith,
  replaceBody,
  edit,
  replaceHeader,
  replaceBodyMembers,
  replaceMethod,
  replaceByUnknownPath,
  replaceFacts,
} from './edits';
import type { ExchangeEdit } from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, unasked } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { numberedAccessToken } from '../recorded';

const v05 = replaceByUnknownPath('/api/hiecm/gateway/v3/sessions', '/gateway/v0.5/sessions');

describeBreaches('a session request', [
  [
    'on the v0.5 path',
    ['SES-01', 'TOK-03'],
    changeStep('session', (step) => edit(step, v05, answerWith(404))),
  ],
  [
    'on the v0.5 path, called a text',
    ['SES-01', 'TOK-03', 'HDR-11'],
    changeStep('session', (step) =>
      edit(step, v05, replaceHeader('Content-Type', 'text/plain'), answerWith(404)),
    ),
  ],
  ['by PUT', ['SES-01'], changeStep('session', (step) => edit(step, replaceMethod('PUT'), answerWith(405)))],
  [
    'as a form',
    ['SES-02'],
    changeStep('session', (step) => edit(step, replaceBody('clientId=SBX_1&grantType=client_credentials'))),
  ],
  ['as a list', ['SES-02'], changeStep('session', (step) => edit(step, replaceBody([])))],
  [
    'without a secret',
    ['SES-02'],
    changeStep('session', (step) => edit(step, replaceBodyMembers({ clientSecret: undefined }))),
  ],
  [
    'with an empty id',
    ['SES-02'],
    changeStep('session', (step) => edit(step, replaceBodyMembers({ clientId: '' }))),
  ],
  [
    'with a number as id',
    ['SES-02'],
    changeStep('session', (step) => edit(step, replaceBodyMembers({ clientId: 7 }))),
  ],
  [
    'with grant_type',
    ['SES-02'],
    changeStep('session', (step) =>
      edit(step, replaceBodyMembers({ grantType: undefined, grant_type: 'client_credentials' })),
    ),
  ],
  [
    'with another grant',
    ['SES-03'],
    changeStep('session', (step) => edit(step, replaceBodyMembers({ grantType: 'CLIENT_CREDENTIALS' }))),
  ],
  [
    'without REQUEST-ID',
    ['HDR-02', 'SES-04'],
    changeStep('session', (step) => edit(step, replaceHeader('REQUEST-ID'))),
  ],
  [
    'without TIMESTAMP',
    ['HDR-06', 'SES-04'],
    changeStep('session', (step) => edit(step, replaceHeader('TIMESTAMP'))),
  ],
  [
    'without X-CM-ID',
    ['HDR-10', 'SES-04'],
    changeStep('session', (step) => edit(step, replaceHeader('X-CM-ID'))),
  ],
  [
    'without Content-Type',
    ['HDR-11', 'SES-04'],
    changeStep('session', (step) => edit(step, replaceHeader('Content-Type'))),
  ],
  [
    'with a blank X-CM-ID',
    ['HDR-10', 'SES-04'],
    changeStep('session', (step) => edit(step, replaceHeader('X-CM-ID', ' '))),
  ],
  [
    'with more members',
    [],
    changeStep('session', (step) => edit(step, replaceBodyMembers({ scope: 'all' }))),
  ],
  [
    'behind another base path',
    [],
    changeStep('session', (step) => edit(step, replaceInUrl('.example/', '.example/x/'))),
  ],
]);

it('a session of the registry is noted, and does not show that SES-01 is kept', () => {
  const own = edit(session(), replaceByUnknownPath('/api/hiecm/gateway/v3/sessions', '/v4/auth/session'));
  const { notes, observations } = concludeFromEvidence(
    'SES-01',
    playSteps([own]).map((exchange) => ({ ...exchange, service: 'registry' as const })),
  );
  assert.equal(observations, 0);
  assert.deepEqual(notes, ['the registry has a session of its own: POST /v4/auth/session']);
});

it('sessions of the registry, and what is done by their tokens, break nothing, whatever their path', () => {
  for (const [about, own] of [
    [defaultRuleContext, '/v1/sessions'],
    [defaultRuleContext, '/auth/token'],
    [defaultRuleContext, '/api/v1/clients/login'],
    [
      {
        ...defaultRuleContext,
        readings: { ...defaultRuleContext.readings, 'registry-session': { path: '/v1/login', header: null } },
      },
      '/v1/login',
    ],
  ] as const) {
    const atRegistry =
      (number: number): JourneyStep =>
      (time, n) => {
        const { operation: _none, ...draft } = session(number)(time, n);
        const url = `https://registry.example/v4${own}`;
        const bare = draft.request.headers.filter(([name]) => name === 'Content-Type');
        const request = { ...draft.request, url, headers: bare };
        const facts = { ...draft.facts, secretIn: ['body'], requestsSession: true as const };
        return { ...draft, service: 'registry', request, facts };
      };
    const steps = [
      session(1),
      atRegistry(2),
      requestCertificate('registry', numberedAccessToken(2)),
      atRegistry(3),
    ];
    const later = Array.from({ length: 4 }, () => requestCertificate('registry', numberedAccessToken(3)));
    const recording = playSteps([...steps, ...later, requestCertificate('identity')]);
    assert.deepEqual(brokenIds(recording, about), [], own);
    assert.deepEqual(concludeFromEvidence('SES-01', recording, about).notes, [
      `the registry has a session of its own: POST /v4${own}`,
    ]);
  }
});

it('a breach of SES-01 says what was sent, what is right, and why perhaps', () => {
  const [breach] = concludeFromEvidence('SES-01', playSteps([edit(session(), v05)])).breaches;
  assert.deepEqual(breach, {
    exchanges: [1],
    sent: 'POST /gateway/v0.5/sessions, to the gateway, for a session',
    expected: 'POST /api/hiecm/gateway/v3/sessions',
    seen: 'POST /gateway/v0.5/sessions',
    cause: 'an old session path (v0.5, v1 or v2) is still configured',
  });
});

it('a token of another resource and the end of a session are not session requests', () => {
  const others: readonly JourneyStep[] = [
    edit(requestCertificate('identity'), replaceMethod('POST'), (draft) => ({
      ...draft,
      service: 'gateway',
      request: { ...draft.request, url: 'https://gateway.example/api/hiecm/gateway/v3/link/token' },
    })),
    edit(requestCertificate('identity'), replaceMethod('DELETE'), (draft) => ({
      ...draft,
      service: 'gateway',
      request: { ...draft.request, url: 'https://gateway.example/api/hiecm/gateway/v3/sessions' },
    })),
  ];
  for (const other of others) {
    assert.deepEqual(brokenIds(playSteps([session(), other])), []);
    assert.equal(concludeFromEvidence('SES-01', playSteps([session(), other])).observations, 1);
  }
});

it('at the gateway, only near misses, credentials and the adapter show that a session is meant', () => {
  const at = (path: string, edited: ExchangeEdit = (draft) => draft): JourneyStep =>
    edit(
      unasked('identity'),
      replaceMethod('POST'),
      replaceByUnknownPath('/identity/api/v3/profile/public/certificate', path),
      (draft) => ({ ...draft, service: 'gateway' }),
      edited,
    );
  const idsAt = (...request: Parameters<typeof at>) => brokenIds(playSteps([session(), at(...request)]));
  const chat = '/api/hiecm/v3/chat/sessions';
  for (const path of [chat, '/api/hiecm/v3/auth/sessions', '/api/hiecm/v3/token', '/other/v1/chat/sessions'])
    assert.deepEqual(idsAt(path), [], path);
  for (const path of ['/api/hiecm/v3/sessions', '/v3/Session/', '/sessions'])
    assert.deepEqual(idsAt(path), ['SES-01'], path);
  const asked = { answer: 1, method: 'session.create' } as const;
  assert.deepEqual(
    idsAt(chat, (draft) => ({ ...draft, call: asked })),
    ['SES-01'],
  );
  assert.deepEqual(idsAt(chat, replaceFacts({ requestsSession: true })), ['SES-01']);
});
