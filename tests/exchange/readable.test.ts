import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomUUID } from '../seed';
import { answering } from './planting';
import { asking, discreetRecorder } from './unannounced';

test('what reviewers need stays readable, to the letter', () => {
  const record = discreetRecorder();
  const id = randomUUID();
  const headers: [string, string][] = [
    ['REQUEST-ID', id],
    ['Request_Id', id.toUpperCase()],
    ['RequestId', id.replaceAll('-', '')],
    ['REQUEST-ID', '{' + id + '}'],
    ['REQUEST-ID', 'REQ-12345'],
    ['TIMESTAMP', '2026-11-21T15:30:00.123456+05:30'],
    ['TIMESTAMP', '2026-02-30T10:00:00.000Z'],
    ['Time-Stamp', '1763718000123'],
    ['TIMESTAMP', 'Sat, 21 Nov 2026 10:00:00 GMT'],
    ['TIMESTAMP', '21/11/2026 10:00'],
    ['X-CM-ID', 'prod'],
    ['X_CM_ID', 'sbx'],
    ['X-HIP-ID', 'IN2810014285'],
    ['Content-Type', 'application/fhir+json; charset=utf-8'],
    ['Content-Length', '12345'],
    ['User-Agent', 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.109'],
    ['Cache-Control', 'max-age=31536000, must-revalidate'],
    ['Accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'],
    ['WWW-Authenticate', 'Bearer realm="gateway", error="invalid_token"'],
  ];
  assert.deepEqual(record(asking('https://a.example/', headers)).request.headers, headers);
  for (const url of [
    'https://a.example:8443/api/hiecm/gateway/v3/session',
    'https://a.example/v0.5/sessions?page=12&sort=name',
    'https://a.example/identity/api/v3/profile/public/certificat',
    'https://a.example/process/request?action=Approve',
  ])
    assert.equal(record(asking(url)).request.url, url);
  for (const body of [
    { error: { code: 'SVC-9999', message: 'Invalid user credentials: the token has expired' } },
    { txnId: id, authResult: 'success', message: 'OTP verified in 12 ms' },
    { tokenType: 'bearer', expiresIn: 1200, refreshExpiresIn: 604800 },
    { grantType: 'client_credentials', clientId: 'SBX_001234', scope: ['login', 'abha-enrol'] },
    { otp: randomBytes(256).toString('base64'), txnId: id },
    { authData: { authMethods: ['otp'], otp: { timeStamp: '2026-11-21 10:00:00', txnId: id } } },
    {
      resourceType: 'ClaimResponse',
      created: '2026-11-21T10:00:00+05:30',
      type: { coding: [{ system: 'http://snomed.info/sct', code: '306206005', display: 'Referral' }] },
      disposition: 'Approved',
    },
    { keys: [{ kty: 'RSA', kid: 'gateway-1', n: randomBytes(256).toString('base64url'), e: 'AQAB' }] },
  ])
    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)])
      assert.equal(record(answering(text)).response?.body?.text, text);
  for (const text of [
    '<html><h1>404 Not Found</h1></html>',
    'upstream timed out after 30 seconds',
    'not { JSON',
    '',
  ])
    assert.equal(record(answering(text)).response?.body?.text ?? '', text);
});
