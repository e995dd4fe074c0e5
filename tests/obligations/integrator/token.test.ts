import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeStep, describeBreaches } from './breaches';
import {
  replaceInUrl,
  answerWith,
  replaceAskedCall,
  replaceBody,
  edit,
  replaceHeader,
  replaceBodyMembers,
  replaceByUnknownPath,
} from './edits';
import { requestCertificate, playSteps, session, verifyOtp } from './exchanges';
import { callbackCertificates } from './payer-exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { plainTextOrEmpty } from '../../plain';
import { clientSecret } from '../recorded';

/** One more call, to a path of the gateway. */
const gatewayPath = (to: string) => () => ({
  older: edit(
    requestCertificate('identity'),
    replaceByUnknownPath('/identity/api/v3/profile/public/certificate', to),
    (draft) => ({
      ...draft,
      service: 'gateway',
    }),
  ),
});

describeBreaches('a call to the gateway', [
  ['of v0.5', ['TOK-03'], gatewayPath('/gateway/v0.5/bridges')],
  ['of v1', ['TOK-03'], gatewayPath('/api/hiecm/v1/consents')],
  ['of v2', ['TOK-03'], gatewayPath('/gateway/v2/consents')],
  ['of v2 behind v3', [], gatewayPath('/api/hiecm/gateway/v3/templates/v2')],
  ['of v1 of another system', [], gatewayPath('/hospital/v1/patients')],
  ['of v2 of another system', [], gatewayPath('/api/v2/patients')],
  ['of v3', [], gatewayPath('/api/hiecm/gateway/v3/bridge-services')],
]);

describe('deprecated gateway APIs', () => {
  const recording = [session(), requestCertificate('registry')];

  it('are left alone once a session was granted, whatever is called besides', () => {
    const refused = edit(session(), answerWith(401));
    assert.equal(
      concludeFromEvidence('TOK-03', playSteps([refused, requestCertificate('registry')])).observations,
      0,
    );
    assert.equal(concludeFromEvidence('TOK-03', playSteps([session()])).observations, 1);
    assert.equal(concludeFromEvidence('TOK-03', playSteps(recording)).observations, 1);
  });

  it('are not looked for at other services, nor on documented paths', () => {
    const provider = replaceByUnknownPath(
      'https://registry.example/v4/api/v1/auth/cert',
      'https://gateway.example/v1/preauth/submit',
    );
    const steps = playSteps([...recording, edit(requestCertificate('registry'), provider)]);
    assert.deepEqual(
      brokenIds(
        steps.map((exchange) => ({
          ...exchange,
          ...(exchange.seq === 3 && { service: 'gateway' as const }),
        })),
      ).filter((id) => id === 'TOK-03'),
      [],
    );
  });

  it('are not the callback certificates, wherever the target has them', () => {
    const readings = { ...defaultRuleContext.readings, 'callback-certificates': '/gateway/v0.5/certs' };
    const keys = edit(
      callbackCertificates(),
      replaceByUnknownPath('/api/hiecm/gateway/v3/certs', '/gateway/v0.5/certs'),
    );
    assert.deepEqual(brokenIds(playSteps([...recording, keys]), { ...defaultRuleContext, readings }), []);
  });
});

const secret = clientSecret;

describeBreaches('the client secret', [
  [
    'in a query string',
    ['TOK-04'],
    changeStep('registry', (step) =>
      edit(step, replaceInUrl('/auth/cert', `/auth/cert?clientSecret=${secret}`)),
    ),
  ],
  [
    'in a header',
    ['TOK-04'],
    changeStep('firstOtp', (step) => edit(step, replaceHeader('X-Client-Secret', secret))),
  ],
  [
    'in a body',
    ['TOK-04'],
    changeStep('eligibility', (step) => edit(step, replaceBodyMembers({ remarks: secret }))),
  ],
  [
    'on the older session path',
    ['SES-01', 'TOK-03'],
    changeStep('session', (step) =>
      edit(step, replaceByUnknownPath('/api/hiecm/gateway/v3/', '/gateway/v0.5/')),
    ),
  ],
  [
    'from a page',
    ['TOK-04'],
    changeStep('session', (step) => edit(step, replaceHeader('Origin', 'https://app.example'))),
  ],
  [
    'with a Referer, as some HTTP libraries set it',
    [],
    changeStep('session', (step) => edit(step, replaceHeader('Referer', 'https://app.example/'))),
  ],
  [
    'from a browser',
    ['TOK-04'],
    changeStep('session', (step) => edit(step, replaceHeader('Sec-Fetch-Site', 'cross-site'))),
  ],
  [
    'from a script',
    ['TOK-04'],
    changeStep('session', (step) => edit(step, replaceHeader('Sec-Fetch-Dest', 'empty'))),
  ],
  [
    'from a server runtime',
    [],
    changeStep('session', (step) => edit(step, replaceHeader('sec-fetch-mode', 'cors'))),
  ],
]);

it('Origin alone is a warning, and a failure beside another header of browsers', () => {
  const breachesOf = (...headers: readonly (readonly [string, string])[]) => {
    const step = edit(session(), ...headers.map(([name, value]) => replaceHeader(name, value)));
    return concludeFromEvidence('TOK-04', playSteps([step])).breaches.map(({ warns = false }) => warns);
  };
  assert.deepEqual(breachesOf(['Origin', 'https://app.example']), [true]);
  assert.deepEqual(breachesOf(['Origin', 'https://app.example'], ['Sec-Fetch-Site', 'cross-site']), [false]);
});

describe('a renewal', () => {
  it('by a new session is noted', () => {
    const { notes, observations } = concludeFromEvidence('TOK-05', playSteps([session(), session(2)]));
    assert.deepEqual([observations, notes], [1, ['renewed by a new session; no refresh operation']]);
  });

  it('by a refresh operation is noted, and is no breach of SES-01', () => {
    const refresh = edit(
      session(2),
      replaceByUnknownPath('/v3/sessions', '/v3/sessions/refresh'),
      replaceBody({ refreshToken: 'x' }),
      answerWith(404),
    );
    const recording = playSteps([session(), refresh]);
    assert.deepEqual(brokenIds(recording), []);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('TOK-05', recording).notes[0]),
      /a refresh operation: 404/,
    );
  });

  it('is none of a second process', () => {
    const second = playSteps([session(), session(2)]).map((exchange) => ({
      ...exchange,
      clientInstance: `process-${exchange.seq}`,
    }));
    assert.equal(concludeFromEvidence('TOK-05', second).observations, 0);
  });
});

describe('a user-level token', () => {
  const noteOf = (...edits: Parameters<typeof edit>[1][]) =>
    concludeFromEvidence('TOK-07', playSteps([edit(verifyOtp(), ...edits)])).notes[0];

  it('is noted where a registration call carries one', () => {
    assert.match(
      plainTextOrEmpty(noteOf(replaceHeader('X-Token', '[token-1]'))),
      /a user-level token \(header X-Token\)/,
    );
    assert.match(
      plainTextOrEmpty(noteOf(replaceBodyMembers({ hprToken: '[token-1]' }))),
      /\(member hprToken\)/,
    );
    assert.match(plainTextOrEmpty(noteOf(replaceAskedCall())), /no user-level token/);
  });

  it('is none of other calls', () => {
    assert.equal(concludeFromEvidence('TOK-07', playSteps([requestCertificate('registry')])).observations, 0);
  });
});
