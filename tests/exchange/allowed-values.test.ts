import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';

/** What is kept under a name, to the letter. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'REQUEST-ID': [
    ...[
      '9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718',
      '9F1C2AB4-7D3E-4C5F-A1B2-C3D4E5F60718',
      '9f1c2ab47d3e4c5fa1b2c3d4e5f60718',
    ],
    ...[
      '{9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718}',
      'urn:uuid:9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718',
      'REQ-12345',
      'null',
      ' ',
    ],
    ...['00000000-0000-0000-0000-000000000000', '9f1c2ab4-7d3e-4c5f-71b2-c3d4e5f60718'],
  ],
  'x-hcx-correlation_id': ['5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1'],
  clientId: ['SBX_001234'],
  'X-HIP-ID': ['IN2810014285', 'hip-7'],
  TIMESTAMP: [
    ...[
      '2026-11-21T10:00:00Z',
      '2026-11-21T10:00:00.1Z',
      '2026-11-21T10:00:00.123456Z',
      '2026-11-21T15:30:00.123+05:30',
    ],
    ...[
      '2026-11-21T10:00:00.123',
      '2026-11-21 10:00:00.123Z',
      '2026-02-30T10:00:00.000Z',
      '2026-11-21T24:00:00.000Z',
    ],
    ...['1795255200000', '1795255200', 'Sat, 21 Nov 2026 10:00:00 GMT', '21/11/2026 10:00'],
  ],
  Date: ['Saturday, 21-Nov-26 10:00:00 GMT', 'Sat Nov 21 10:00:00 2026'],
  'Retry-After': ['120', 'Sat, 21 Nov 2026 10:00:00 GMT'],
  'X-CM-ID': ['sbx', 'SBX', '@sbx', 'prod', 'dev'],
  providerId: ['1000000001@sbx', '32722', 'hospital@sbx', '@sbx', '1000000001@', '1000000001'],
  grantType: [
    ...[
      'client_credentials',
      'CLIENT_CREDENTIALS',
      'client-credentials',
      'clientCredentials',
      'client_credential',
      'password',
    ],
    ...['authorization_code', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  ],
  action: ['Approve', 'approved', 'QUERY'],
  authResult: ['success', 'SUCCESS', 'verified', 'failure', 'true'],
  'Content-Type': [
    ...[
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/x-www-form-urlencoded',
    ],
    ...['text/json', 'application/fhir+json', 'json', 'text/html;charset=ISO-8859-1'],
  ],
  Accept: ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', '*/*'],
  'Cache-Control': ['max-age=3600, must-revalidate', 'no-store'],
  'WWW-Authenticate': ['Bearer realm="gateway", error="invalid_token"'],
  RateLimit: ['limit=100, remaining=50, reset=30'],
  'User-Agent': [
    ...[
      'axios/1.7.2',
      'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.109',
    ],
    ...['Java/17.0.2', 'python-requests/2.31.0'],
  ],
  Authorization: ['Bearer', 'Bearer null', 'null', 'Bearer undefined', '[object Object]'],
  Location: ['https://gateway.example/v3/sessions?page=12', '/api/v3/certs'],
  Host: ['gateway.example:8443', '127.0.0.1', 'localhost'],
  Origin: ['null'],
  expiresIn: ['1200', '-1', '0.5', '604800'],
};

describe('a value in a documented form, or in one that is met in its place, is kept', () => {
  const keeper = new ExchangeRedactor();
  for (const [name, values] of Object.entries(kept))
    it(`as ${name}`, () => {
      for (const value of values) assert.equal(keeper.header(name, value), value);
    });
});

/** What is told of other values. */
const hidden: readonly (readonly [name: string, value: string, shown: RegExp])[] = [
  ['REQUEST-ID', '482913', /^‹digits, 6 digits, ~[\w-]{14}›$/],
  ['REQUEST-ID', '34383239313334383239313334383239', /^‹digits, 32 digits, ~/],
  ['TIMESTAMP', '482913', /^‹digits, 6 digits, ~/],
  ['TIMESTAMP', 'Approve 2026', /^‹text, 12, ~/],
  ['X-CM-ID', 'Wq7x9', /^‹text, 5, ~/],
  ['providerId', '912345678901@sbx', /^‹digits, 12 digits, ~[\w-]{14}›@sbx$/],
  ['action', 'approx. 482913', /^‹text, 14, like Approve, ~[\w-]{14}›$/],
  ['Content-Type', 'multipart/form-data; boundary=x7Hq9', /^multipart\/form-data; boundary=‹text, 5›$/],
  ['Cache-Control', '482913', /^‹digits, 6 digits›$/],
  ['User-Agent', 'axios/1.7.2 (482913)', /^axios\/1\.7\.2 \(‹digits, 6 digits›\)$/],
  ['Authorization', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', /^Bearer ‹jwt, 29, ~[\w-]{14}›$/],
  ['Authorization', 'Basic Y2xpZW50OmEtc2VjcmV0', /^Basic ‹.*~[\w-]{14}›$/],
  ['X-Forwarded-For', '10.0.0.7', /^‹text, 8, ~/],
  ['X-Note', 'approved', /^‹text, 8›$/],
  ['clientSecret', 'approved', /^‹client-secret, 8, ~/],
  ['otp', '482913', /^‹digits, 6 digits, ~/],
  ['expiresIn', '12345678', /^‹digits, 8 digits, ~/],
  [
    'Location',
    'https://me:pw@gateway.example/reset/482913?code=7',
    /^https:\/\/\(text,5,~.*\)@gateway.example\/reset\/\(name,6,~.*\)\?code=\(digits,1-digit,~.*\)$/,
  ],
  ['Location', 'postgres://admin:pw@db.example/claims', /^\(text,37,~/],
  ['REQUEST-ID', '‹uuid, 36›', /^‹text, 10, ~/],
];

describe('of any other value only the kind and the size are told', () => {
  const keeper = new ExchangeRedactor();
  for (const [name, value, shown] of hidden)
    it(`as ${value} of ${name}`, () => {
      assert.match(keeper.header(name, value), shown);
    });
});
