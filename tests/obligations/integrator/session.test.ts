import assert from 'node:assert/strict';
import { it } from 'node:test';
import { at, eachBreaks } from './breaches';
import { address, answer, body, edit, header, members, method, path } from './edits';
import type { Step } from './exchanges';
import { certificate, play, session } from './exchanges';
import { broken, conclude, context } from './judge';
import { accessToken } from '../recorded';

const v05 = path('/api/hiecm/gateway/v3/sessions', '/gateway/v0.5/sessions');

eachBreaks('a session request', [
  ['on the v0.5 path', ['SES-01', 'TOK-03'], at('session', (step) => edit(step, v05, answer(404)))],
  [
    'on the v0.5 path, called a text',
    ['SES-01', 'TOK-03', 'HDR-11'],
    at('session', (step) => edit(step, v05, header('Content-Type', 'text/plain'), answer(404))),
  ],
  ['by PUT', ['SES-01'], at('session', (step) => edit(step, method('PUT'), answer(405)))],
  [
    'as a form',
    ['SES-02'],
    at('session', (step) => edit(step, body('clientId=SBX_1&grantType=client_credentials'))),
  ],
  ['as a list', ['SES-02'], at('session', (step) => edit(step, body([])))],
  ['without a secret', ['SES-02'], at('session', (step) => edit(step, members({ clientSecret: undefined })))],
  ['with an empty id', ['SES-02'], at('session', (step) => edit(step, members({ clientId: '' })))],
  ['with a number as id', ['SES-02'], at('session', (step) => edit(step, members({ clientId: 7 })))],
  [
    'with grant_type',
    ['SES-02'],
    at('session', (step) => edit(step, members({ grantType: undefined, grant_type: 'client_credentials' }))),
  ],
  [
    'with another grant',
    ['SES-03'],
    at('session', (step) => edit(step, members({ grantType: 'CLIENT_CREDENTIALS' }))),
  ],
  ['without REQUEST-ID', ['HDR-02', 'SES-04'], at('session', (step) => edit(step, header('REQUEST-ID')))],
  ['without TIMESTAMP', ['HDR-06', 'SES-04'], at('session', (step) => edit(step, header('TIMESTAMP')))],
  ['without X-CM-ID', ['HDR-10', 'SES-04'], at('session', (step) => edit(step, header('X-CM-ID')))],
  ['without Content-Type', ['HDR-11', 'SES-04'], at('session', (step) => edit(step, header('Content-Type')))],
  ['with a blank X-CM-ID', ['HDR-10', 'SES-04'], at('session', (step) => edit(step, header('X-CM-ID', ' ')))],
  ['with more members', [], at('session', (step) => edit(step, members({ scope: 'all' })))],
  ['behind another base path', [], at('session', (step) => edit(step, address('.example/', '.example/x/')))],
]);

it('a session of the registry is noted, and does not show that SES-01 is kept', () => {
  const own = edit(session(), path('/api/hiecm/gateway/v3/sessions', '/v4/auth/session'));
  const { notes, observations } = conclude(
    'SES-01',
    play([own]).map((exchange) => ({ ...exchange, service: 'registry' as const })),
  );
  assert.equal(observations, 0);
  assert.deepEqual(notes, ['the registry has a session of its own: POST /v4/auth/session']);
});

it('sessions of the registry, and what is done by their tokens, break nothing, whatever their path', () => {
  for (const [about, own] of [
    [context, '/v1/sessions'],
    [context, '/auth/token'],
    [
      {
        ...context,
        readings: { ...context.readings, 'registry-session': { path: '/v1/login', header: null } },
      },
      '/v1/login',
    ],
  ] as const) {
    const atRegistry =
      (number: number): Step =>
      (time, n) => {
        const { operation: _none, ...draft } = session(number)(time, n);
        const url = `https://registry.example/v4${own}`;
        const bare = draft.request.headers.filter(([name]) => name === 'Content-Type');
        return { ...draft, service: 'registry', request: { ...draft.request, url, headers: bare } };
      };
    const steps = [session(1), atRegistry(2), certificate('registry', accessToken(2)), atRegistry(3)];
    const later = Array.from({ length: 4 }, () => certificate('registry', accessToken(3)));
    const recording = play([...steps, ...later, certificate('identity')]);
    assert.deepEqual(broken(recording, about), [], own);
    assert.deepEqual(conclude('SES-01', recording, about).notes, [
      `the registry has a session of its own: POST /v4${own}`,
    ]);
  }
});

it('a breach of SES-01 says what was sent, what is right, and why perhaps', () => {
  const [breach] = conclude('SES-01', play([edit(session(), v05)])).breaches;
  assert.deepEqual(breach, {
    exchanges: [1],
    sent: 'POST /gateway/v0.5/sessions, to the gateway, for a session',
    expected: 'POST /api/hiecm/gateway/v3/sessions',
    seen: 'POST /gateway/v0.5/sessions',
    cause: 'an old session path (v0.5, v1 or v2) is still configured',
  });
});
