import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { integratorTarget } from '../../mutants/integrator/stage';
import { scan } from '../../mutants/scanner';
import { playServices } from '../../support/scenarios/integrator/played-services';
import type { Run } from '../../support/run/run';
import { sendExactRequest, newSession } from '../mock/ask';
import { openTestRun } from './provider-scene';

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Played {
  readonly run: Run;
  readonly services: Awaited<ReturnType<typeof playServices>>;
  /** Sends to the gateway, and returns whether that was recorded. */
  readonly isRecorded: (sent: Sent) => Promise<boolean>;
}

async function play(t: TestContext): Promise<Played> {
  const run = await openTestRun(t, { target: integratorTarget, subjects: ['integrator'] });
  const services = await playServices(run);
  return {
    run,
    services,
    async isRecorded({ method = 'POST', path, headers = {}, body }) {
      const before = run.evidence.recording.exchanges.length;
      const { mock } = services;
      const given = { method, headers, ...(body !== undefined && { body }), ...(mock.ca && { ca: mock.ca }) };
      await sendExactRequest(mock.urls.gateway + path, given);
      return run.evidence.recording.exchanges.length > before;
    },
  };
}

test('scanners at the services that we play are counted, and not recorded', async (t) => {
  const { run, services } = await play(t);
  for (const url of Object.values(services.mock.urls))
    assert.deepEqual(new Set(await scan(url)), new Set([404]), url);
  assert.deepEqual(
    run.evidence.recording.exchanges.map(({ request }) => request.url),
    [],
  );
  const check = run.evidence.diagnosis.find(({ name }) => name === 'scanners');
  assert.match(check?.detail ?? '', /^\d{2} requests that no client of ours makes: not recorded$/);
});

test('a client that errs is no scanner: its path, a header, a token or a value gives it away', async (t) => {
  const { run, services, isRecorded } = await play(t);
  const { mock } = services;
  const { accessToken } = await newSession(mock);
  const otp = services.plant('otp', '482913');
  const strange = { path: '/nowhere' };
  assert.equal(await isRecorded(strange), false);
  const clients: Readonly<Record<string, Sent>> = {
    'a token that was issued': { ...strange, headers: { Authorization: `Bearer ${accessToken}` } },
    'a token of its own': { ...strange, headers: { Authorization: 'Bearer of-its-own' } },
    'a token without its scheme': { ...strange, headers: { Authorization: accessToken } },
    bearer_auth: { ...strange, headers: { bearer_auth: 'x' } },
    'REQUEST-ID': { ...strange, headers: { 'request-id': 'x' } },
    TIMESTAMP: { ...strange, headers: { Timestamp: 'now' } },
    'X-CM-ID': { ...strange, headers: { 'X-CM-ID': 'sbx' } },
    'a documented path': { path: '/api/hiecm/gateway/v3/sessions' },
    'a documented path by another method': { path: '/api/hiecm/gateway/v3/sessions', method: 'GET' },
    'that of an older version': { path: '/api/hiecm/gateway/v1/sessions' },
    'the old session': { path: '/v0.5/sessions' },
    'a path without its version': { path: '/preauth/submit' },
    'a path of another version': { path: '/v2/claim/submit' },
    'the published certificates': { path: run.target.readings['callback-certificates'], method: 'GET' },
    'the client id': { ...strange, body: mock.account.clientId },
    'the client secret in Base64': {
      ...strange,
      body: Buffer.from(mock.account.clientSecret).toString('base64'),
    },
    'the client secret in the address': { path: `/nowhere?x=${mock.account.clientSecret}` },
    'a planted OTP': { ...strange, body: `{"code":"${otp.value}"}` },
    'a transaction': { ...strange, body: mock.account.txnId },
    'a member of the document': { ...strange, body: '{"otp":"x"}' },
    'a participant': { ...strange, body: run.target.participants.provider },
    'an envelope': { ...strange, body: '{"payload":"x"}' },
  };
  for (const [name, sent] of Object.entries(clients)) assert.equal(await isRecorded(sent), true, name);
  assert.equal(await isRecorded({ ...strange, headers: { Authorization: 'Basic YWRtaW46YWRtaW4=' } }), false);
});
