import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeTls } from '../../support/mock/tls';
import { expiryWarnings } from '../../support/targets/expiry';
import { loadTarget } from '../../support/run/targets';
import type { TargetSecret } from '../../support/targets/target';
import { environment, joinLines, targetFile } from './target-files';

const now = new Date('2026-12-01T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number): Date => new Date(now.getTime() + days * dayMs);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT with these claims; its signature is never checked. */
const jwt = (claims: object): string => `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const expiringIn = (days: number): string => jwt({ sub: 'canary', exp: inDays(days).getTime() / 1000 });

function certificate(commonName: string, days: number): string {
  return makeTls(['localhost'], { commonName, notAfter: inDays(days), notBefore: inDays(-40) }).cert;
}

const warningsOf = (ca: string): string[] => expiryWarnings({ ca, secrets: [] }, now);

const ofSecret = (value: string, about: Partial<TargetSecret> = { at: 'dummyPayerToken' }): string[] =>
  expiryWarnings({ secrets: [{ kind: 'token', value, ...about }] }, now);

describe('an authority', () => {
  it('of thirteen days is told with place, date and days; one of fifteen is not', () => {
    assert.deepEqual(warningsOf(certificate('Soon CA', 13)), [
      'tls.ca: the certificate of CN=Soon CA expires on 2026-12-14, in 13 days',
    ]);
    assert.deepEqual(warningsOf(certificate('Late CA', 15)), []);
  });

  it('is told from the fourteenth day on, in days that are left whole', () => {
    assert.match(warningsOf(certificate('A', 14)).join(), /in 14 days$/);
    assert.match(warningsOf(certificate('A', 1)).join(), /in 1 day$/);
    assert.match(warningsOf(certificate('A', 0.5)).join(), /expires on 2026-12-02, in less than a day$/);
  });

  it('that has expired is told too', () => {
    assert.match(warningsOf(certificate('Old CA', -3)).join(), /expired on 2026-11-28, 3 days ago$/);
  });

  it('is told by its name where others stand in the same file', () => {
    const file = [certificate('First', 100), 'a comment', certificate('Second', 2), certificate('Third', 3)];
    const told = warningsOf(file.join('\n'));
    assert.deepEqual(
      told.map((each) => /CN=(\w+)/.exec(each)?.[1]),
      ['Second', 'Third'],
    );
  });

  it('that is unreadable, beside one that serves, does not fail', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    assert.match(warningsOf(broken + certificate('Whole', 2)).join(), /CN=Whole/);
    assert.deepEqual(expiryWarnings({ secrets: [] }, now), []);
  });
});

describe('a secret', () => {
  it('that is a JWT is told by its member and variable, never by its value', () => {
    const secret = expiringIn(5);
    const told = ofSecret(secret, { at: 'credentials.clientSecret', variable: 'CLIENT_SECRET' });
    assert.deepEqual(told, ['credentials.clientSecret (${CLIENT_SECRET}) expires on 2026-12-06, in 5 days']);
    for (const each of secret.split('.')) assert.ok(!told.join().includes(each));
    assert.doesNotMatch(told.join(), /canary/);
  });

  it('is read behind Bearer too', () => {
    assert.deepEqual(ofSecret(`Bearer ${expiringIn(1)}`), [
      'dummyPayerToken expires on 2026-12-02, in 1 day',
    ]);
  });

  const quiet: Readonly<Record<string, string>> = {
    'with time left': expiringIn(15),
    'without exp': jwt({ sub: 'canary' }),
    'that is opaque': 'an-opaque-secret-of-a-client',
    'with three parts that are no JSON': 'a.b.c',
    'whose exp is no time': jwt({ exp: 'tomorrow' }),
    'whose exp lies beyond all dates': jwt({ exp: 1e20 }),
    'whose claims are encrypted': 'eyJhbGciOiJkaXIifQ..aXY.Y2lwaGVy.dGFn',
  };
  for (const [what, value] of Object.entries(quiet))
    it(`${what} gives no warning`, () => {
      assert.deepEqual(ofSecret(value), []);
    });
});

describe('a target file', () => {
  const text = joinLines(
    'name: a',
    'services: { gateway: https://gateway.example }',
    'credentials: { clientId: a, clientSecret: "${CLIENT_SECRET}" }',
    'dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
    'otp:',
    '  - { value: "${TEST_OTP}", txnId: one }',
    '  - { value: "${TEST_OTP}", txnId: two }',
    'encryption: { providerKey: "${PROVIDER_PRIVATE_KEY}" }',
    'tls: { ca: ./ca.pem }',
  );

  it('names the member and the variable of each secret', (t) => {
    const { secrets } = loadTarget(targetFile(t, text, { 'ca.pem': certificate('A', 2) }), environment);
    assert.deepEqual(
      secrets.map(({ kind, at, variable }) => [kind, at, variable]),
      [
        ['client-secret', 'credentials.clientSecret', 'CLIENT_SECRET'],
        ['token', 'dummyPayerToken', 'DUMMY_PAYER_TOKEN'],
        ['private-key', 'encryption.providerKey', 'PROVIDER_PRIVATE_KEY'],
        ['otp', 'otp.0.value', 'TEST_OTP'],
        ['otp', 'otp.1.value', 'TEST_OTP'],
      ],
    );
  });

  it('is looked over as a whole', (t) => {
    const file = targetFile(t, text, { 'ca.pem': certificate('A', 2) });
    const told = expiryWarnings(
      loadTarget(file, { ...environment, DUMMY_PAYER_TOKEN: `Bearer ${expiringIn(3)}` }),
      now,
    );
    assert.deepEqual(told, [
      'tls.ca: the certificate of CN=A expires on 2026-12-03, in 2 days',
      'dummyPayerToken (${DUMMY_PAYER_TOKEN}) expires on 2026-12-04, in 3 days',
    ]);
  });
});
