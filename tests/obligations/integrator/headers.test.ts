import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, eachBreaks, everywhere } from './breaches';
import { address, answer, asSeenByProxy, asked, edit, facts, header } from './edits';
import { certificate, play, session, verifyOtp } from './exchanges';
import { broken, conclude, context } from './judge';
import { accessToken, refreshToken } from '../recorded';

const bearer = (pseudonym: string, jwt = true) =>
  facts({ tokens: { 'request:authorization': { pseudonym, jwt } } });

eachBreaks('Authorization', [
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-01'],
    at('identity', (step) => edit(step, header('Authorization'), answer(401))),
  ],
  [
    'missing on the registry certificate',
    ['CRT-05', 'HDR-01'],
    at('registry', (step) => edit(step, header('Authorization'), answer(401))),
  ],
  ['missing on an OTP', ['HDR-01'], at('firstOtp', (step) => edit(step, header('Authorization')))],
  [
    'missing on the provider side',
    ['HDR-01'],
    at('eligibility', (step) => edit(step, header('Authorization'))),
  ],
  [
    'with the refresh token',
    ['HDR-01'],
    at('firstOtp', (step) => edit(step, asked(), bearer(refreshToken(1)))),
  ],
  [
    'with bearer in lowercase',
    [],
    at('firstOtp', (step) => edit(step, header('Authorization', `bearer ${accessToken(1)}`))),
  ],
]);

eachBreaks('X-CM-ID', [
  [
    'wrong where it is not needed',
    ['HDR-10'],
    at('identity', (step) => edit(step, header('X-CM-ID', 'abdm'))),
  ],
  ['right where it is not needed', [], at('identity', (step) => edit(step, header('X-CM-ID', 'sbx')))],
]);

eachBreaks(
  'X-CM-ID in production',
  [
    ['of the sandbox', ['HDR-10'], () => ({})],
    ['as configured', [], at('session', (step) => edit(step, header('X-CM-ID', 'ndhm')))],
  ],
  { ...context, cmId: 'ndhm' },
);

const idle = session();
const cmId = header('X-CM-ID', 'sbx');

eachBreaks(
  'X-CM-ID on paths that the target names',
  [
    ['missing', ['HDR-10'], () => ({})],
    [
      'sent',
      [],
      ({ fields = idle, plainMobile = idle }) => ({
        fields: edit(fields, cmId),
        plainMobile: edit(plainMobile, cmId),
      }),
    ],
  ],
  {
    ...context,
    readings: { ...context.readings, 'consent-paths': ['/identity/api/v3/enrolment/fields'] },
  },
);

const contentType = (value?: string) => at('firstOtp', (step) => edit(step, header('Content-Type', value)));

eachBreaks('Content-Type', [
  ['missing', ['HDR-11'], contentType()],
  ['with a charset', [], contentType('application/json; charset=utf-8')],
  ['in uppercase', [], contentType('Application/JSON')],
]);

describe('bridge-scoped requests', () => {
  const named = { ...context, readings: { ...context.readings, 'bridge-scoped': ['eligibility.check'] } };
  eachBreaks(
    'that the target names',
    [
      ['without a role', ['HDR-12'], () => ({})],
      ['of a HIP', [], at('eligibility', (step) => edit(step, header('X-HIP-ID', 'IN0000000001')))],
      ['of a HIU', [], at('eligibility', (step) => edit(step, header('x-hiu-id', 'IN0000000001')))],
      ['with a blank role', ['HDR-12'], at('eligibility', (step) => edit(step, header('X-HIP-ID', ' ')))],
    ],
    named,
  );

  const facility = { 'eligibility.check': 'IN0410000183' };
  const withId = { ...context, readings: { ...context.readings, 'bridge-scoped': facility } };
  const carrying = (...values: readonly (readonly [string, string])[]) =>
    at('eligibility', (step) => edit(step, ...values.map(([name, value]) => header(name, value))));
  eachBreaks(
    'that the target names with an id',
    [
      ['without a role', ['HDR-12'], () => ({})],
      ['of that HIP', [], carrying(['X-HIP-ID', 'IN0410000183'])],
      ['of that HIU', [], carrying(['X-HIU-ID', ' IN0410000183'])],
      ['of that HIP, by another HIU', [], carrying(['X-HIU-ID', 'IN1'], ['X-HIP-ID', 'IN0410000183'])],
      ['of another HIP', ['HDR-12'], carrying(['X-HIP-ID', 'IN0410000184'])],
      ['in other letters', ['HDR-12'], carrying(['X-HIP-ID', 'in0410000183'])],
    ],
    withId,
  );

  it('are not known unless the target names them', () => {
    assert.equal(conclude('HDR-12', play([verifyOtp()])).observations, 0);
  });

  it('may be named by their path', () => {
    const readings = { ...context.readings, 'bridge-scoped': ['/v2/registration/national-id/verifyOTP'] };
    assert.deepEqual(broken(play([session(), verifyOtp()]), { ...context, readings }), ['HDR-12']);
  });
});

eachBreaks('plain http', [
  [
    'to another machine',
    ['SEC-01'],
    at('firstOtp', (step) => edit(step, address('https:', 'http:'), facts({ scheme: 'http' }))),
  ],
]);

it('plain http on loopback shows nothing of SEC-01', () => {
  const recording = play([edit(session(), facts({ scheme: 'http', loopback: true }))]);
  assert.equal(conclude('SEC-01', recording).observations, 0);
});

it('a token that a proxy never saw issued is judged by its form', () => {
  const recording = play([certificate('identity', accessToken(7))]).map(asSeenByProxy);
  assert.deepEqual(broken(recording), []);
  assert.equal(conclude('HDR-01', recording).observations, 1);
});

eachBreaks('every header', [['in its place', [], everywhere((step) => step)]]);
