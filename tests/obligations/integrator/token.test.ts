import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, eachBreaks } from './breaches';
import { address, answer, asked, body, edit, header, members, path } from './edits';
import { certificate, play, session, verifyOtp } from './exchanges';
import { callbackCertificates } from './payer-exchanges';
import { broken, conclude, context } from './judge';
import { plain } from '../../plain';
import { clientSecret } from '../recorded';

/** One more call, to a path of the gateway. */
const gatewayPath = (to: string) => () => ({
  older: edit(certificate('identity'), path('/identity/api/v3/profile/public/certificate', to), (draft) => ({
    ...draft,
    service: 'gateway',
  })),
});

eachBreaks('a call to the gateway', [
  ['of v0.5', ['TOK-03'], gatewayPath('/gateway/v0.5/bridges')],
  ['of v1', ['TOK-03'], gatewayPath('/api/hiecm/v1/consents')],
  ['of v2', ['TOK-03'], gatewayPath('/v2/consents')],
  ['of v3', [], gatewayPath('/api/hiecm/gateway/v3/bridge-services')],
]);

describe('deprecated gateway APIs', () => {
  const recording = [session(), certificate('registry')];

  it('are left alone once a session was granted, whatever is called besides', () => {
    const refused = edit(session(), answer(401));
    assert.equal(conclude('TOK-03', play([refused, certificate('registry')])).observations, 0);
    assert.equal(conclude('TOK-03', play([session()])).observations, 1);
    assert.equal(conclude('TOK-03', play(recording)).observations, 1);
  });

  it('are not looked for at other services, nor on documented paths', () => {
    const provider = path(
      'https://registry.example/v4/api/v1/auth/cert',
      'https://gateway.example/v1/preauth/submit',
    );
    const steps = play([...recording, edit(certificate('registry'), provider)]);
    assert.deepEqual(
      broken(
        steps.map((exchange) => ({
          ...exchange,
          ...(exchange.seq === 3 && { service: 'gateway' as const }),
        })),
      ).filter((id) => id === 'TOK-03'),
      [],
    );
  });

  it('are not the callback certificates, wherever the target has them', () => {
    const readings = { ...context.readings, 'callback-certificates': '/gateway/v0.5/certs' };
    const keys = edit(callbackCertificates(), path('/api/hiecm/gateway/v3/certs', '/gateway/v0.5/certs'));
    assert.deepEqual(broken(play([...recording, keys]), { ...context, readings }), []);
  });
});

const secret = clientSecret;

eachBreaks('the client secret', [
  [
    'in a query string',
    ['TOK-04'],
    at('registry', (step) => edit(step, address('/auth/cert', `/auth/cert?clientSecret=${secret}`))),
  ],
  ['in a header', ['TOK-04'], at('firstOtp', (step) => edit(step, header('X-Client-Secret', secret)))],
  ['in a body', ['TOK-04'], at('eligibility', (step) => edit(step, members({ remarks: secret })))],
  [
    'on the older session path',
    ['SES-01', 'TOK-03'],
    at('session', (step) => edit(step, path('/api/hiecm/gateway/v3/', '/gateway/v0.5/'))),
  ],
  ['from a page', ['TOK-04'], at('session', (step) => edit(step, header('Origin', 'https://app.example')))],
  [
    'from a frame',
    ['TOK-04'],
    at('session', (step) => edit(step, header('Referer', 'https://app.example/'))),
  ],
  ['from a browser', ['TOK-04'], at('session', (step) => edit(step, header('Sec-Fetch-Site', 'cross-site')))],
  ['from a script', ['TOK-04'], at('session', (step) => edit(step, header('Sec-Fetch-Dest', 'empty')))],
  ['from a server runtime', [], at('session', (step) => edit(step, header('sec-fetch-mode', 'cors')))],
]);

describe('a renewal', () => {
  it('by a new session is noted', () => {
    const { notes, observations } = conclude('TOK-05', play([session(), session(2)]));
    assert.deepEqual([observations, notes], [1, ['renewed by a new session; no refresh operation']]);
  });

  it('by a refresh operation is noted, and is no breach of SES-01', () => {
    const refresh = edit(
      session(2),
      path('/v3/sessions', '/v3/sessions/refresh'),
      body({ refreshToken: 'x' }),
      answer(404),
    );
    const recording = play([session(), refresh]);
    assert.deepEqual(broken(recording), []);
    assert.match(plain(conclude('TOK-05', recording).notes[0]), /a refresh operation: 404/);
  });

  it('is none of a second process', () => {
    const second = play([session(), session(2)]).map((exchange) => ({
      ...exchange,
      clientInstance: `process-${exchange.seq}`,
    }));
    assert.equal(conclude('TOK-05', second).observations, 0);
  });
});

describe('a user-level token', () => {
  const noteOf = (...edits: Parameters<typeof edit>[1][]) =>
    conclude('TOK-07', play([edit(verifyOtp(), ...edits)])).notes[0];

  it('is noted where a registration call carries one', () => {
    assert.match(plain(noteOf(header('X-Token', '[token-1]'))), /a user-level token \(header X-Token\)/);
    assert.match(plain(noteOf(members({ hprToken: '[token-1]' }))), /\(member hprToken\)/);
    assert.match(plain(noteOf(asked())), /no user-level token/);
  });

  it('is none of other calls', () => {
    assert.equal(conclude('TOK-07', play([certificate('registry')])).observations, 0);
  });
});
