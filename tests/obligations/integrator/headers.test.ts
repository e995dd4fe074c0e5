import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeStep, describeBreaches, changeEveryStep } from './breaches';
import {
  replaceInUrl,
  answerWith,
  asSeenByProxy,
  replaceAskedCall,
  edit,
  replaceFacts,
  replaceHeader,
} from './edits';
import { requestCertificate, playSteps, session, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { numberedAccessToken, numberedRefreshToken } from '../recorded';

const bearer = (pseudonym: string, jwt = true) =>
  replaceFacts({ tokens: { 'request:authorization': { pseudonym, jwt } } });

describeBreaches('Authorization', [
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-01'],
    changeStep('identity', (step) => edit(step, replaceHeader('Authorization'), answerWith(401))),
  ],
  [
    'missing on the registry certificate',
    ['CRT-05', 'HDR-01'],
    changeStep('registry', (step) => edit(step, replaceHeader('Authorization'), answerWith(401))),
  ],
  [
    'missing on an OTP',
    ['HDR-01'],
    changeStep('firstOtp', (step) => edit(step, replaceHeader('Authorization'))),
  ],
  [
    'missing on the provider side',
    ['HDR-01'],
    changeStep('eligibility', (step) => edit(step, replaceHeader('Authorization'))),
  ],
  [
    'with the refresh token',
    ['HDR-01'],
    changeStep('firstOtp', (step) => edit(step, replaceAskedCall(), bearer(numberedRefreshToken(1)))),
  ],
  [
    'with bearer in lowercase',
    [],
    changeStep('firstOtp', (step) =>
      edit(step, replaceHeader('Authorization', `bearer ${numberedAccessToken(1)}`)),
    ),
  ],
]);

it('a health check behind a base address with a version needs no token', () => {
  const at = (url: string) =>
    edit(
      requestCertificate('registry'),
      replaceHeader('Authorization'),
      ({ operation: _none, ...draft }) => ({
        ...draft,
        request: { ...draft.request, url },
      }),
    );
  const about = { ...defaultRuleContext, bases: [['registry', 'https://registry.example/hpr/v4']] as const };
  const idsAt = (path: string) =>
    brokenIds(playSteps([session(), at(`https://registry.example${path}`)]), about);
  assert.deepEqual(idsAt('/hpr/v4/health'), []);
  assert.deepEqual(idsAt('/hpr/v4/v1/search'), ['HDR-01']);
  assert.deepEqual(idsAt('/v4/health'), ['HDR-01']);
});

describeBreaches('X-CM-ID', [
  [
    'wrong where it is not needed',
    ['HDR-10'],
    changeStep('identity', (step) => edit(step, replaceHeader('X-CM-ID', 'abdm'))),
  ],
  [
    'right where it is not needed',
    [],
    changeStep('identity', (step) => edit(step, replaceHeader('X-CM-ID', 'sbx'))),
  ],
]);

describeBreaches(
  'X-CM-ID in production',
  [
    ['of the sandbox', ['HDR-10'], () => ({})],
    ['as configured', [], changeStep('session', (step) => edit(step, replaceHeader('X-CM-ID', 'ndhm')))],
  ],
  { ...defaultRuleContext, cmId: 'ndhm' },
);

const idle = session();
const cmId = replaceHeader('X-CM-ID', 'sbx');

describeBreaches(
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
    ...defaultRuleContext,
    readings: { ...defaultRuleContext.readings, 'consent-paths': ['/identity/api/v3/enrolment/fields'] },
  },
);

const contentType = (value?: string) =>
  changeStep('firstOtp', (step) => edit(step, replaceHeader('Content-Type', value)));

describeBreaches('Content-Type', [
  ['missing', ['HDR-11'], contentType()],
  ['with a charset', [], contentType('application/json; charset=utf-8')],
  ['in uppercase', [], contentType('Application/JSON')],
]);

describe('bridge-scoped requests', () => {
  const named = {
    ...defaultRuleContext,
    readings: { ...defaultRuleContext.readings, 'bridge-scoped': ['eligibility.check'] },
  };
  describeBreaches(
    'that the target names',
    [
      ['without a role', ['HDR-12'], () => ({})],
      [
        'of a HIP',
        [],
        changeStep('eligibility', (step) => edit(step, replaceHeader('X-HIP-ID', 'IN0000000001'))),
      ],
      [
        'of a HIU',
        [],
        changeStep('eligibility', (step) => edit(step, replaceHeader('x-hiu-id', 'IN0000000001'))),
      ],
      [
        'of a HIP and a HIU',
        [],
        changeStep('eligibility', (step) =>
          edit(step, replaceHeader('X-HIP-ID', 'IN0000000001'), replaceHeader('X-HIU-ID', 'IN0000000002')),
        ),
      ],
      [
        'of two HIPs',
        ['HDR-12'],
        changeStep('eligibility', (step) =>
          edit(step, replaceHeader('X-HIP-ID', 'IN0000000001, IN0000000002')),
        ),
      ],
      [
        'with a blank role',
        ['HDR-12'],
        changeStep('eligibility', (step) => edit(step, replaceHeader('X-HIP-ID', ' '))),
      ],
    ],
    named,
  );

  const facility = { 'eligibility.check': 'IN0410000183' };
  const withId = {
    ...defaultRuleContext,
    readings: { ...defaultRuleContext.readings, 'bridge-scoped': facility },
  };
  const carrying = (...values: readonly (readonly [string, string])[]) =>
    changeStep('eligibility', (step) =>
      edit(step, ...values.map(([name, value]) => replaceHeader(name, value))),
    );
  describeBreaches(
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
    assert.equal(concludeFromEvidence('HDR-12', playSteps([verifyOtp()])).observations, 0);
  });

  it('may be named by their path', () => {
    const readings = {
      ...defaultRuleContext.readings,
      'bridge-scoped': ['/v2/registration/national-id/verifyOTP'],
    };
    assert.deepEqual(brokenIds(playSteps([session(), verifyOtp()]), { ...defaultRuleContext, readings }), [
      'HDR-12',
    ]);
  });
});

describeBreaches('plain http', [
  [
    'to another machine',
    ['SEC-01'],
    changeStep('firstOtp', (step) =>
      edit(step, replaceInUrl('https:', 'http:'), replaceFacts({ scheme: 'http' })),
    ),
  ],
]);

it('plain http on loopback shows nothing of SEC-01', () => {
  const recording = playSteps([edit(session(), replaceFacts({ scheme: 'http', loopback: true }))]);
  assert.equal(concludeFromEvidence('SEC-01', recording).observations, 0);
});

it('a token that a proxy never saw issued is judged by its form', () => {
  const recording = playSteps([requestCertificate('identity', numberedAccessToken(7))]).map(asSeenByProxy);
  assert.deepEqual(brokenIds(recording), []);
  assert.equal(concludeFromEvidence('HDR-01', recording).observations, 1);
});

describeBreaches('every header', [['in its place', [], changeEveryStep((step) => step)]]);
