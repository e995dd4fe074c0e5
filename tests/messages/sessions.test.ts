import type { Edit } from '../obligations/integrator/edits';
import { address, answer, asked, edit, facts, members, path } from '../obligations/integrator/edits';
import { at } from '../obligations/integrator/breaches';
import type { Step } from '../obligations/integrator/exchanges';
import { certificate, play, sendFields, session, verifyOtp } from '../obligations/integrator/exchanges';
import { journey } from '../obligations/integrator/judge';
import type { Mistake } from './telling';
import { eachTells } from './telling';

const inOtp = (...edits: Edit[]): Mistake['evidence'] =>
  play(journey(at('firstOtp', (step) => edit(step, ...edits))));

const unasked = (step: Step): Step => edit(step, asked('otp.verify', 'registry'));
const perRequest = [1, 2, 3].flatMap((number) => [unasked(session(number)), verifyOtp()]);

eachTells('a token (mistakes 9 and 12)', {
  'a session per request': {
    evidence: play(perRequest),
    id: 'TOK-01',
    told: /a session although the token of #\d+ had \d+ s[^]*a session is created per request/,
  },
  'a hard-coded lifetime': {
    evidence: play(
      [session(1, 1), certificate('registry'), certificate('registry'), certificate('registry')],
      3000,
    ),
    id: 'TOK-02',
    told: /one that had expired [^]*a hard-coded lifetime in place of expiresIn/,
  },
});

eachTells('a certificate (mistake 9)', {
  'fetched for each value': {
    evidence: play([session(), ...[1, 2, 3].flatMap(() => [unasked(certificate('registry')), verifyOtp()])]),
    id: 'CRT-07',
    told: /the certificate is fetched for each value/,
  },
  'in one slot for both services': {
    evidence: play([
      session(),
      ...[1, 2].flatMap(() => [
        unasked(certificate('registry')),
        verifyOtp(),
        verifyOtp(),
        edit(certificate('identity'), asked('otp.verify', 'registry')),
        sendFields(),
      ]),
    ]),
    id: 'CRT-07',
    told: /its object does not live long, or one slot serves both services/,
  },
});

eachTells('an OTP', {
  'without the prefix of the base address': {
    evidence: inOtp(path('/v4/v2/', '/v2/')),
    id: 'OTP-01',
    told: /another base address than that of the registry/,
  },
  'in another segment than the target names': {
    evidence: inOtp(path('/national-id/', '/aadhaar/')),
    id: 'OTP-01',
    told: /another segment than paths\.nationalId/,
  },
  'of another transaction': {
    evidence: inOtp(members({ txnId: '11111111-2222-4333-8444-555555555555' })),
    id: 'OTP-02',
    told: /the transaction id is a new one/,
  },
});

const inClear = facts({ scheme: 'http', loopback: false, inClear: true });

eachTells('plain http', {
  'at a port that speaks TLS': {
    evidence: inOtp(address('https:', 'http:'), inClear),
    id: 'SEC-01',
    told: /http, at a port that speaks TLS[^]*an address with http:\/\/ is configured/,
  },
  'after a redirect': {
    evidence: play([
      session(),
      edit(verifyOtp(), answer(307, {}, [['Location', 'http://registry.example/v4/there']])),
      edit(
        verifyOtp(),
        address(
          'https://registry.example/v4/v2/registration/national-id/verifyOTP',
          'http://registry.example/v4/there',
        ),
        inClear,
      ),
    ]),
    id: 'SEC-01',
    told: /a redirect to http was followed/,
  },
});

eachTells('an identifier (mistake 17)', {
  'its first digits in the log': {
    evidence: [
      {
        kind: 'log line',
        seq: 1,
        arrivedAt: 0,
        facts: { leaks: [{ planted: 'national-id-1', place: 'log app.log', encoding: 'first digits' }] },
      },
    ],
    id: 'ENC-09',
    told: /the log shows the leading digits, which tell whose number it is/,
  },
  'four digits before a mask': {
    evidence: [
      {
        kind: 'log line',
        seq: 1,
        arrivedAt: 0,
        facts: {
          leaks: [{ planted: 'national-id-1', place: 'log app.log', encoding: 'first digits before a mask' }],
        },
      },
    ],
    id: 'ENC-09',
    told: /XXXX XXXX 1234[^]*the mask begins behind the leading digits/,
  },
  'in an address': {
    evidence: inOtp(facts({ leaks: [{ planted: 'otp-1', place: 'url', encoding: 'raw' }] })),
    id: 'ENC-09',
    told: /put into the address, which every server on the way logs/,
  },
});
