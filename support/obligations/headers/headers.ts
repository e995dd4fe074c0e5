import { constants } from '../../contract/constants';
import type { ObligationId } from '..';
import type { HeaderName } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, intended } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judgement, RuleContext, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import {
  carried,
  eachRequest,
  isAtPath,
  isForCallbackCertificates,
  isNamed,
  isRequest,
  isSessionLike,
  isV3,
} from '../judge/requests';

/** Clauses 5.1.2, 5.2: every call carries an access token that was issued, as a bearer token. */
export const authorizedByIssuedToken: RuleFactory = (context) => {
  const tally = new Tally('HDR-01');
  const issued = new Set<string>();
  const refreshing = new Set<string>();
  return {
    observe(exchange) {
      const { tokens = {} } = exchange.facts;
      const [access, refresh] = [tokens['response:/accessToken'], tokens['response:/refreshToken']];
      if (access !== undefined) issued.add(access.pseudonym);
      if (refresh !== undefined) refreshing.add(refresh.pseudonym);
      if (!isRequest(exchange) || !needsAuthorization(exchange, context)) return;
      const pseudonym = tokens['request:authorization']?.pseudonym ?? '';
      const foreign = refreshing.has(pseudonym)
        ? 'a refresh token'
        : // What the suite did not ask for may have begun before the recording did.
          exchange.call !== undefined && !issued.has(pseudonym)
          ? 'a token that was never issued'
          : undefined;
      tally.add(judgeAuthorization(exchange, foreign), exchange.seq);
    },
    conclude: () => tally.conclude(),
  };
};

function needsAuthorization(exchange: Exchange, context: RuleContext): boolean {
  const { service } = exchange;
  if (service === undefined || service === 'dummyPayer') return false;
  return !isSessionLike(exchange, context) && !isForCallbackCertificates(exchange, context);
}

const carriesBearer = sight('bearer', ['credentials'], ({ request }) =>
  /^Bearer +\S+$/i.test(headerValue(request.headers, 'Authorization')?.trim() ?? ''),
);

function judgeAuthorization(exchange: Exchange, foreign: string | undefined): Judgement {
  const value = headerValue(exchange.request.headers, 'Authorization');
  const isBearer = carriesBearer(exchange);
  if (isBearer && foreign === undefined) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'a call that needs a token'),
      expected: 'Authorization: Bearer and an access token that the gateway issued',
      got:
        value === undefined ? 'no Authorization' : `Authorization: ${value}${isBearer ? `, ${foreign}` : ''}`,
      likely: isBearer
        ? 'a token from a configuration file, the refresh token, or one that was changed on its way'
        : 'the certificate or the call is fetched without a token, or the word Bearer is missing or doubled',
    },
  };
}

function presence(obligation: ObligationId, header: HeaderName, likely: string): RuleFactory {
  return eachRequest(obligation, (exchange, context) => {
    if (!isV3(exchange, context)) return undefined;
    if (carried(exchange, header) !== undefined) return kept;
    const sent = showRequest(exchange, 'a v3 request');
    return { breach: { sent, expected: `the header ${header}`, got: `no ${header}`, likely } };
  });
}

/** Clause 5.2: every v3 request has a REQUEST-ID. */
export const requestIdPresent = presence(
  'HDR-02',
  'REQUEST-ID',
  'the header is set on the session call only, or not on a GET',
);

/** Clause 5.2: every v3 request has a TIMESTAMP. */
export const timestampPresent = presence(
  'HDR-06',
  'TIMESTAMP',
  'the header is set on the session call only, or not on a GET',
);

const namesRightManager = sight(
  'right X-CM-ID',
  ['headers'],
  ({ request }, { cmId = constants.sandboxCmId }: RuleContext) =>
    headerValue(request.headers, 'X-CM-ID') === cmId,
);

/** Clause 5.2: X-CM-ID where it belongs, and with the right value wherever it stands. */
export const consentManagerNamed = eachRequest('HDR-10', (exchange, context) => {
  const { readings, cmId = constants.sandboxCmId } = context;
  const paths = readings['consent-paths'] ?? [];
  const needed = intended(exchange) === 'session.create' || paths.some((path) => isAtPath(exchange, path));
  const value = headerValue(exchange.request.headers, 'X-CM-ID');
  if (value === undefined && !needed) return undefined;
  if (namesRightManager(exchange, context)) return kept;
  return {
    breach: {
      sent: showRequest(exchange, needed ? 'which carries X-CM-ID' : 'with X-CM-ID'),
      expected: `X-CM-ID: ${cmId}`,
      got: value === undefined ? 'no X-CM-ID' : `X-CM-ID: ${value}`,
      likely: 'the suffix of the other environment, another spelling of it, or a header that was left out',
    },
  };
});

const declaresJson = sight('JSON declared', ['headers'], ({ request }) =>
  /^application\/json[ \t]*(;|$)/i.test(headerValue(request.headers, 'Content-Type')?.trim() ?? ''),
);

/** Clause 5.2: a body is declared as JSON. */
export const jsonDeclared = eachRequest('HDR-11', (exchange) => {
  if (exchange.operation === undefined || (exchange.request.body?.bytes ?? 0) === 0) return undefined;
  if (declaresJson(exchange)) return kept;
  const value = headerValue(exchange.request.headers, 'Content-Type');
  return {
    breach: {
      sent: showRequest(exchange, 'with a body'),
      expected: 'Content-Type: application/json, with or without parameters such as charset=utf-8',
      got: value === undefined ? 'no Content-Type' : `Content-Type: ${value}`,
      likely: 'an HTTP library that sends text/plain or a form unless it is told otherwise',
    },
  };
});

/** Clause 5.2: bridge-scoped requests name a HIP or HIU; which ones are, the target says (`bridge-scoped`). */
export const bridgeNamed = eachRequest('HDR-12', (exchange, { readings }) => {
  const names = readings['bridge-scoped'] ?? [];
  if (!names.some((name) => isNamed(exchange, name))) return undefined;
  if (['X-HIP-ID', 'X-HIU-ID'].some((name) => carried(exchange, name) !== undefined)) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'which the target names as bridge-scoped'),
      expected: 'X-HIP-ID or X-HIU-ID with the id of a facility or bridge',
      got: 'neither of them',
      likely: 'the role is left out; or the reading bridge-scoped names an operation that is not',
    },
  };
});
