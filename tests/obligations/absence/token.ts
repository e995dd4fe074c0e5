import type { RuleContext } from '../../../support/obligations';
import { playSteps, requestCertificate, session } from '../integrator/exchanges';
import { answerWith, asSeenByProxy, edit, replaceAskedCall, replaceFacts } from '../integrator/edits';
import type { JourneyStep } from '../integrator/exchanges';
import { makeAsked, makeExchange, sessionExchange, token } from '../exchanges';
import { numberedAccessToken } from '../recorded';
import type { AbsenceRows } from './rows';

/** A session that the suite did not request. */
const unasked = (number: number): JourneyStep =>
  edit(session(number), replaceAskedCall('otp.verify', 'registry'));
const fetch = (number: number, service: 'identity' | 'registry' = 'registry'): JourneyStep =>
  requestCertificate(service, numberedAccessToken(number));

const eachOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A session for each request, as often as that: at the registry, or there and at the identity service in turn. */
const perRequest = (count: number, isAtBoth = false): JourneyStep[] =>
  eachOf(count).flatMap((number) => [
    unasked(number),
    isAtBoth && number % 2 === 0 ? fetch(number, 'identity') : fetch(number),
  ]);

/** The address of each service in these requests. */
const bases: RuleContext['bases'] = playSteps(perRequest(2, true)).flatMap(({ service, request }) =>
  service === undefined ? [] : [[service, new URL(request.url).origin]],
);

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

/** A session request with the client secret to a host that may belong to the services. */
const elsewhere: JourneyStep = (at, n) => {
  const { service, operation, ...draft } = edit(session(2), replaceFacts({ secretIn: ['body'], tokens: {} }))(
    at,
    n,
  );
  return { ...draft, outside: true, request: { ...draft.request, url: 'https://other.example/v1/sessions' } };
};

export const tokenAbsences: AbsenceRows = {
  'TOK-01': {
    'a 401 or 403 between two sessions': {
      missing: playSteps(perRequest(8)),
      present: playSteps(
        eachOf(8).flatMap((number) => [unasked(number), fetch(number), edit(fetch(number), answerWith(401))]),
      ),
      complete: playSteps(perRequest(8, true)).map(asSeenByProxy),
      bases,
    },
    'further requests with the token of each session': {
      missing: playSteps(perRequest(3)),
      present: playSteps([unasked(1), ...eachOf(5).map(() => fetch(1))]),
      complete: playSteps(perRequest(8, true)).map(asSeenByProxy),
      bases,
    },
  },
  'TOK-03': {
    'a session of the client': {
      missing: playSteps([edit(session(), answerWith(503))]),
      present: playSteps([session()]),
    },
  },
  'TOK-04': {
    'a request that shows whether the host of a session belongs to the services': {
      missing: [],
      present: playSteps([session()]),
      trafficMissing: playSteps([session(), elsewhere]).map(asSeenByProxy),
      trafficPresent: playSteps([session()]).map(asSeenByProxy),
    },
  },
  'TOK-09': {
    'a new session, or the same token again, after the 401': {
      missing: playSteps([session(), edit(fetch(1), answerWith(401)), fetch(2)]),
      present: playSteps([session(), edit(fetch(1), answerWith(401)), unasked(2), fetch(2)]),
    },
  },
  'TOK-06': {
    'a second accepted call with the token': {
      missing: [{ ...sessionExchange(), seq: 1 }, use(2)],
      present: [{ ...sessionExchange(), seq: 1 }, use(2), use(3)],
    },
  },
};
