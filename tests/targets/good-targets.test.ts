import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readingsOfProfile } from '../../support/contract/field-profile';
import { defaultReadings } from '../../support/contract/readings';
import { buildRequest } from '../../support/client/requests';
import { basisTarget } from '../../support/judging/basis';
import { makeTls } from '../../support/mock/tls';
import { loadTarget, templateText } from '../../support/run/targets';
import { unnamedCmId } from '../../support/contract/constants';
import { defaultLimits } from '../../support/targets/target';
import { proxyEndpointsFor } from '../../support/traffic/proxy/fronts';
import { environment, joinLines, payerKey, targetFile } from './target-files';

test('a name is enough, and everything else has its default', (t) => {
  const file = targetFile(t, 'name: small\n');
  assert.partialDeepStrictEqual(loadTarget(file, {}), {
    name: 'small',
    file,
    environment: 'sandbox',
    services: {},
    cmId: 'sbx',
    paths: {},
    otps: [],
    roles: [],
    limits: defaultLimits,
    declarations: {},
    readings: defaultReadings,
    overridden: [],
    secrets: [],
  });
});

const six = [
  ...['insurancePlan.request', 'eligibility.check', 'preauth.submit', 'claim.submit'],
  ...['communication.onRequest', 'payment.acknowledge'],
];

test('each operation of a provider may have a base of its own', (t) => {
  const bases = Object.fromEntries(six.map((id, index) => [id, `https://payer.example/${index % 2}`]));
  const target = loadTarget(
    targetFile(t, joinLines('name: a', `services: { provider: ${JSON.stringify(bases)} }`)),
    {},
  );
  assert.deepEqual(target.services, { provider: 'https://payer.example/0' });
  assert.deepEqual(target.providerBases, bases);
  assert.equal(
    buildRequest(target, 'eligibility.check').url,
    'https://payer.example/1/v1/coverageeligibility/check',
  );
  assert.equal(
    basisTarget(target).services.provider,
    'https://payer.example/0 (insurancePlan.request, preauth.submit, communication.onRequest), ' +
      'https://payer.example/1 (eligibility.check, claim.submit, payment.acknowledge)',
  );
  const fronts = proxyEndpointsFor(target, { host: '127.0.0.1', tls: false });
  assert.deepEqual(
    fronts.map(({ name, upstream }) => [name, upstream]),
    [
      ['provider', 'https://payer.example/0'],
      ['provider', 'https://payer.example/1'],
    ],
  );
});

test('a target without cmId has that of the sandbox, and none of it in production', (t) => {
  const cmIdIn = (of: string) =>
    loadTarget(targetFile(t, joinLines('name: a', `environment: ${of}`)), {}).cmId;
  assert.deepEqual([cmIdIn('sandbox'), cmIdIn('production')], ['sbx', unnamedCmId]);
});

test('every member finds its way into the target', (t) => {
  const authority = makeTls([]).ca;
  const text = joinLines(
    'name: large',
    'environment: production',
    'product: { name: A product, version: "2.0", digest: "sha256:00" }',
    'facility: A hospital',
    'operator: Somebody',
    'services: { gateway: "http://127.0.0.1:8080", registry: "https://registry.example/v4" }',
    'cmId: abdm',
    'credentials: { clientId: "${CLIENT_ID}", clientSecret: "${CLIENT_SECRET}" }',
    'dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
    'paths: { identity: other/segment }',
    'otp: { value: "${TEST_OTP}", txnId: "${TEST_TXN_ID}" }',
    'integrator: { roles: [hip, hiu] }',
    'tls: { ca: ./good.pem }',
    'limits: { timeoutMs: 500, probes: gentle }',
    'declarations: { TOK-08: { by: somebody, date: 2026-11-01, statement: so it is } }',
    'readings: { key-bits: 4096, stale-after: { seconds: 60 } }',
  );
  const target = loadTarget(targetFile(t, text, { 'good.pem': authority }), environment);
  assert.equal(target.environment, 'production');
  assert.deepEqual([target.facility, target.operator], ['A hospital', 'Somebody']);
  assert.deepEqual(target.product, { name: 'A product', version: '2.0', digest: 'sha256:00' });
  assert.deepEqual(target.services, {
    gateway: 'http://127.0.0.1:8080',
    registry: 'https://registry.example/v4',
  });
  assert.equal(target.cmId, 'abdm');
  assert.deepEqual(target.credentials, { clientId: 'a-client', clientSecret: environment.CLIENT_SECRET });
  assert.deepEqual(target.paths, { identity: 'other/segment' });
  assert.deepEqual(target.otps, [{ value: '482913', txnId: 'a-transaction' }]);
  assert.deepEqual(target.roles, ['hip', 'hiu']);
  assert.equal(target.ca, authority);
  assert.deepEqual(target.limits, { ...defaultLimits, timeoutMs: 500, probes: 'gentle' });
  assert.deepEqual(target.declarations, {
    'TOK-08': { by: 'somebody', date: '2026-11-01', statement: 'so it is' },
  });
  assert.deepEqual(target.readings, {
    ...defaultReadings,
    'key-bits': 4096,
    'stale-after': { seconds: 60, status: 'any-4xx' },
    'dummy-payer-token': 'target',
  });
  assert.deepEqual(target.overridden, ['dummy-payer-token', 'key-bits', 'stale-after']);
  assert.deepEqual(target.secrets, [
    {
      kind: 'client-secret',
      value: environment.CLIENT_SECRET,
      at: 'credentials.clientSecret',
      variable: 'CLIENT_SECRET',
    },
    {
      kind: 'token',
      value: environment.DUMMY_PAYER_TOKEN,
      at: 'dummyPayerToken',
      variable: 'DUMMY_PAYER_TOKEN',
    },
    { kind: 'otp', value: environment.TEST_OTP, at: 'otp.value', variable: 'TEST_OTP' },
  ]);
});

test('a list of OTPs keeps its order', (t) => {
  const text = joinLines(
    'name: a',
    'otp:',
    '  - { value: "${TEST_OTP}", txnId: first }',
    '  - { value: "${TEST_OTP}", txnId: second }',
  );
  const { otps, secrets } = loadTarget(targetFile(t, text), environment);
  assert.deepEqual(
    otps.map(({ txnId }) => txnId),
    ['first', 'second'],
  );
  assert.equal(secrets.length, 2);
});

test('an adapter starts in the folder of the target file where it names none', (t) => {
  const cwdIn = (integrator: string): string | undefined =>
    loadTarget(targetFile(t, `name: a\nintegrator: ${integrator}\n`), {}).integrator?.cwd;
  assert.match(cwdIn('{ command: [./adapter.sh] }') ?? '', /[\\/]target-\w+$/);
  // What the suite does not start has a folder already.
  assert.deepEqual([cwdIn('{ manual: true }'), cwdIn('{}')], [undefined, undefined]);
});

test('by hand a target says where callbacks go, and under which key', (t) => {
  const file = targetFile(
    t,
    joinLines(
      'name: a',
      'integrator: { manual: true, callbackUrl: "https://host.example/base", encryptionKey: ./mine.pem }',
    ),
    { 'mine.pem': payerKey },
  );
  const { callbackUrl, encryptionKey } = loadTarget(file, environment).integrator ?? {};
  assert.deepEqual([callbackUrl, encryptionKey], ['https://host.example/base', payerKey]);
});

test('an adapter has an environment and a folder of its own, and their secrets are known', (t) => {
  const file = targetFile(
    t,
    joinLines(
      'name: a',
      'integrator:',
      '  command: [node, adapter.cjs]',
      '  cwd: ..',
      '  env: { MODE: "${LOG_LEVEL}", DATABASE: "${DATABASE_URL}", API_KEY: "${CLIENT_ID}" }',
    ),
  );
  const { integrator, secrets } = loadTarget(file, environment);
  assert.equal(integrator?.cwd, dirname(dirname(file)));
  assert.deepEqual(integrator.env, {
    MODE: 'debug',
    DATABASE: environment.DATABASE_URL,
    API_KEY: environment.CLIENT_ID,
  });
  assert.deepEqual(
    secrets.map(({ value, at }) => [value, at]),
    [
      [environment.DATABASE_URL, 'integrator.env.DATABASE'],
      ['canary-of-a-password', 'integrator.env.DATABASE'],
      [environment.CLIENT_ID, 'integrator.env.API_KEY'],
    ],
  );
});

test('the template loads as it stands, once its variables are set', (t) => {
  const target = loadTarget(targetFile(t, templateText), environment);
  assert.equal(target.name, 'my-system');
  assert.deepEqual(Object.keys(target.services), ['gateway', 'identity', 'registry']);
  const named = [...templateText.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  assert.deepEqual(
    [...new Set(named)].filter((name) => name !== 'NAME' && !(name in environment)),
    [],
  );
});

/** The lines of the template that only a # keeps out, apart from those that explain. */
const uncommented = templateText.replace(
  /^( *)# ((?: {2})?[\w-]+: *(?:["[{\d].*|https.*|profiles\/.*|[A-Z]+)?)$/gm,
  '$1$2',
);

/** Members that few targets need; conform init leaves them to the schema. */
const uncommon = ['dummyPayerToken'];

test('the template names every common member, and what it keeps out as a comment loads too', (t) => {
  const value = parse(uncommented) as Record<string, object>;
  const schema = JSON.parse(readFileSync(join(__dirname, '../../schemas/target.schema.json'), 'utf8')) as {
    properties: object;
  };
  const members = Object.keys(schema.properties).filter((name) => !uncommon.includes(name));
  assert.deepEqual(Object.keys(value).sort(), members.sort());
  const limits = ['timeoutMs', 'requestsPerMinute', 'otpAttempts', 'probes'];
  assert.deepEqual(Object.keys(value.limits ?? {}), limits);
  assert.deepEqual(Object.keys(value.services ?? {}), [
    'gateway',
    'identity',
    'registry',
    'dummyPayer',
    'provider',
  ]);
  const file = targetFile(t, uncommented, { 'sandbox-ca.pem': makeTls([]).ca, 'payer.pem': payerKey });
  const target = loadTarget(file, environment);
  const ofProfile = Object.keys(readingsOfProfile(target.fieldProfile ?? assert.fail()));
  assert.deepEqual(target.overridden, [...ofProfile, 'key-bits', 'error-code']);
  // The template covers every check with one OTP. A file without limits is more careful with it.
  assert.deepEqual(target.limits, { ...defaultLimits, otpAttempts: 7 });
});
