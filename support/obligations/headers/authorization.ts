import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { replaceFormsByChar } from '../../exchange/read-form';
import { showRequest } from '../judge/answers';
import type { Judgement } from '../judge/judge';
import { JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';
import { RecentEntries } from '../judge/seen-before';
import { tokensCarried } from '../judge/tokens';
import { misnamedCauses, describeMissingHeader } from './headers';
import {
  describeRepeated,
  isReadableRequest,
  mustHaveHeader,
  sentTwice,
  unjudgedIfWithheld,
} from '../judge/requests';

const refreshToken = 'a refresh token';
const neverIssued = 'a token that was never issued';

const likely = {
  refreshToken: 'the refresh token of the session is sent in place of its access token',
  neverIssued: 'no session of this run gave that token: it is configured, or was changed on its way',
  noToken: 'the token was not there when the header was made: a word for nothing stands in its place',
  bearerAlone: 'no token stands behind the word Bearer',
  bearerTwice: 'the word Bearer stands twice',
  otherScheme: 'another scheme than Bearer is used',
  bearerMissing: 'the word Bearer is missing',
  brokenUp: 'the token is broken up by blanks or line ends',
  bearerAuthAlone:
    'bearer_auth alone is sent: the target wants Authorization beside it (trigger-authorization)',
  elsewhere: 'the token stands in another place of the request',
  leftOut: 'the call is made without the token of the session',
} as const;

/** Maximum number of remembered tokens. Tokens last for minutes, so no client has more of them at a time. */
const mostTokens = 10_000;

/** Pseudonyms of the access tokens that session answers contained. */
type Issued = Pick<RecentEntries<true>, 'has'>;

/** Clauses 5.1.2, 5.2: every call carries an access token that was issued, as a bearer token. */
export const authorizedByIssuedToken = defineHome({
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
  latitude: {
    'the scheme is written as bearer': 'bearer-in-small-letters',
    'the header names are in lowercase': 'header-names-small',
    'the registry has a session of its own': 'registry-session-of-its-own',
    'triggers have Authorization, too': 'triggers-authorized',
  },
  causes: [...misnamedCauses, sentTwice, ...Object.values(likely)],
  tells: [...requiredPlaces('request header authorization|bearer_auth'), ...placesAt('fact tokens')],
  header: 'Authorization',
  act: 'authorizes',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const [issued, refreshing] = [new RecentEntries<true>(mostTokens), new RecentEntries<true>(mostTokens)];
    return {
      observe(exchange) {
        const { tokens = {} } = exchange.facts;
        const [access, refresh] = [tokens['response:/accessToken'], tokens['response:/refreshToken']];
        if (access !== undefined) issued.set(access.pseudonym, true);
        if (refresh !== undefined) refreshing.set(refresh.pseudonym, true);
        if (!isReadableRequest(exchange) || !mustHaveHeader(exchange, 'Authorization', context)) return;
        const pseudonym = tokens['request:authorization']?.pseudonym ?? '';
        const foreign = refreshing.has(pseudonym)
          ? refreshToken
          : // If no process of a run sent the request, its session may be older than the recording.
            exchange.clientInstance !== undefined && !issued.has(pseudonym)
            ? neverIssued
            : undefined;
        tally.add(judgeAuthorization(exchange, foreign, issued), exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

/** Returns the likely cause of a wrong Authorization value; `undefined` if the value is a bearer token. */
const bearerFlaw = memoizeByExchange(({ request }): string | undefined => {
  const value = replaceFormsByChar(headerValue(request.headers, 'Authorization')?.trim() ?? '');
  if (/^(Bearer\s+)?(null|undefined|None|nil|\[object Object\])$/i.test(value)) return likely.noToken;
  if (/^Bearer +\S+$/i.test(value)) return undefined;
  if (/^Bearer\s*$/i.test(value)) return likely.bearerAlone;
  if (/^Bearer\s+Bearer\s/i.test(value)) return likely.bearerTwice;
  if (/^(Token|JWT|Basic|Digest)\s/i.test(value)) return likely.otherScheme;
  return /^\S+$/.test(value) ? likely.bearerMissing : likely.brokenUp;
});

function judgeAuthorization(exchange: Exchange, foreign: string | undefined, issued: Issued): Judgement {
  const unknown = unjudgedIfWithheld(exchange, 'Authorization');
  if (unknown !== undefined) return unknown;
  const value = headerValue(exchange.request.headers, 'Authorization');
  const repeated = describeRepeated(exchange, 'Authorization');
  const flaw = value === undefined ? undefined : bearerFlaw(exchange);
  if (value !== undefined && (repeated ?? flaw ?? foreign) === undefined) return keptJudgement;
  const told =
    value === undefined || value.trim() === ''
      ? missing(exchange, issued)
      : (repeated ?? {
          seen: `Authorization: ${value}${flaw === undefined ? `, ${foreign}` : ''}`,
          cause: flaw ?? (foreign === refreshToken ? likely.refreshToken : likely.neverIssued),
        });
  return {
    breach: {
      sent: showRequest(exchange, 'a call that needs a token'),
      expected: 'Authorization: Bearer and an access token that the gateway issued',
      ...told,
    },
  };
}

/** Describes a missing Authorization header. If an issued token appears elsewhere in the request, names that place. */
function missing(exchange: Exchange, issued: Issued): { readonly seen: string; readonly cause: string } {
  const toldOf = (cause: string) => describeMissingHeader(exchange, 'Authorization', cause);
  if (exchange.service === 'dummyPayer') return toldOf(likely.bearerAuthAlone);
  const { elsewhere } =
    tokensCarried(exchange, (token) => issued.has(token)).find((each) => each.elsewhere) ?? {};
  if (elsewhere === undefined) return toldOf(likely.leftOut);
  const { seen, cause } = toldOf(likely.elsewhere);
  return { seen: `${seen}; the token stands in ${elsewhere}`, cause };
}
