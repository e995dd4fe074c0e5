import { playSteps, requestCertificate, session } from '../integrator/exchanges';
import { answerWith, asSeenByProxy, edit, replaceAskedCall } from '../integrator/edits';
import type { JourneyStep } from '../integrator/exchanges';
import { makeAsked, makeExchange, sessionExchange, token } from '../exchanges';
import { numberedAccessToken } from '../recorded';
import type { AbsenceRows } from './rows';

/** A session that the suite did not request. */
const unasked = (number: number): JourneyStep =>
  edit(session(number), replaceAskedCall('otp.verify', 'registry'));
const fetch = (number: number): JourneyStep => requestCertificate('registry', numberedAccessToken(number));

const eachOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A session for each request, as often as that. */
const perRequest = (count: number): JourneyStep[] =>
  eachOf(count).flatMap((number) => [unasked(number), fetch(number)]);

const use = (seq: number) =>
  makeExchange({
    seq,
    operation: 'certificate.registry',
    service: 'registry',
    method: 'GET',
    asked: makeAsked('valid', 'token-use'),
    requestHeaders: [['Authorization', `Bearer ${numberedAccessToken(1)}`]],
    arrivedAt: 1_010_000,
    answeredAt: 1_010_000,
    facts: {
      scheme: 'https',
      loopback: false,
      tokens: { 'request:authorization': token(numberedAccessToken(1)) },
      publicKey: { form: 'pem', label: 'PUBLIC KEY', type: 'rsa', bits: 2048, digest: 'd' },
    },
  });

export const tokenAbsences: AbsenceRows = {
  'TOK-01': {
    'a 401 or 403 between two sessions': {
      missing: playSteps(perRequest(8)),
      present: playSteps(
        eachOf(8).flatMap((number) => [unasked(number), fetch(number), edit(fetch(number), answerWith(401))]),
      ),
    },
    'further requests with the token of each session': {
      missing: playSteps(perRequest(3)),
      present: playSteps([unasked(1), ...eachOf(5).map(() => fetch(1))]),
      complete: playSteps(perRequest(8)).map(asSeenByProxy),
    },
  },
  'TOK-03': {
    'a session of the client': {
      missing: playSteps([edit(session(), answerWith(503))]),
      present: playSteps([session()]),
    },
  },
  'TOK-06': {
    'a second accepted call with the token': {
      missing: [{ ...sessionExchange(), seq: 1 }, use(2)],
      present: [{ ...sessionExchange(), seq: 1 }, use(2), use(3)],
    },
  },
};
