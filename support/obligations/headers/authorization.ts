import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { isForCallbackCertificates, isRequest, isSessionLike } from '../judge/requests';

/** Clauses 5.1.2, 5.2: every call carries an access token that was issued, as a bearer token. */
export const authorizedByIssuedToken = home({
  id: 'HDR-01',
  clauses: ['5.1.2', '5.2'],
  quote: 'Send Authorization: Bearer <ACCESS_TOKEN> on every call.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Calls carry an issued access token as bearer',
  rule:
    'Each call is made with Authorization: Bearer and a token that really was issued as an access ' +
    'token. Outside of this are the session call, the triggers of the dummy payer, which have ' +
    'bearer_auth in its place, and fetching the published callback certificates.',
  outcome: "each call but the session's carries an access token that was issued",
  tells: [...needed('request header authorization|bearer_auth'), ...at('fact tokens')],
  act: 'authorizes',
  judge: (context) => {
    const tally = new Tally();
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
          : // What no process of a run sent may have begun before the recording did.
            exchange.clientInstance !== undefined && !issued.has(pseudonym)
            ? 'a token that was never issued'
            : undefined;
        tally.add(judgeAuthorization(exchange, foreign), exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

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
      seen:
        value === undefined ? 'no Authorization' : `Authorization: ${value}${isBearer ? `, ${foreign}` : ''}`,
      cause: isBearer
        ? 'a token from a configuration file, the refresh token, or one that was changed on its way'
        : 'the certificate or the call is fetched without a token, or the word Bearer is missing or doubled',
    },
  };
}
