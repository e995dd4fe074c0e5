import type { Exchange } from '../../exchange/exchange';
import { headerValue, jsonBody } from '../../exchange/exchange';
import { showsSecret } from '../../exchange/hidden-facts';
import { isAccepted, memberOf, showAnswer, showRequest } from '../judge/fates';
import type { Judgement, RuleContext, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { onlyAfter } from '../judge/gate';
import {
  certificateOf,
  clientOf,
  eachRequest,
  grantsSession,
  isDocumentedPath,
  isForCallbackCertificates,
  isRefresh,
  isRequest,
  isSessionLike,
  pathOf,
} from '../judge/requests';

const deprecated = /\/v(0\.\d+|0|1|2)(\/|$)/i;
const oldVersionIn = sight('old version', ['url'], (exchange) => deprecated.exec(pathOf(exchange))?.[1]);

/** Clauses 5.1.3, 9.1: only v3 of the gateway is called. Exercised by a session and a certificate. */
export const deprecatedApisUncalled: RuleFactory = (context) => {
  const tally = new Tally('TOK-03');
  let [session, certificate] = [false, false];
  return {
    observe(exchange) {
      if (!isRequest(exchange)) return;
      session ||= grantsSession(exchange);
      certificate ||= certificateOf(exchange) !== undefined && isAccepted(exchange);
      if (exchange.service === 'gateway') tally.add(judgeVersion(exchange, context), exchange.seq);
    },
    conclude: () => onlyAfter(session && certificate, tally.conclude()),
  };
};

function judgeVersion(exchange: Exchange, context: RuleContext): Judgement {
  const version = oldVersionIn(exchange);
  const named = isDocumentedPath(exchange) || isForCallbackCertificates(exchange, context);
  if (version === undefined || named) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway'),
      expected: 'v3 paths only, as /api/hiecm/gateway/v3/sessions',
      got: `a path of v${version}: ${pathOf(exchange)}`,
      likely: 'an old path (v0.5 sessions, v1 or v2 gateway) is still configured',
    },
  };
}

const browserHeaders = ['Origin', 'Referer', 'Sec-Fetch-Site', 'Sec-Fetch-Dest'];

/** Clause 5.1.7: the client secret travels in session requests only, and from no browser. */
export const secretInSessionsOnly = eachRequest('TOK-04', (exchange, context) => {
  if (!isSessionLike(exchange, context)) return judgeSecret(exchange);
  const shown = browserHeaders.filter((name) => headerValue(exchange.request.headers, name) !== undefined);
  if (shown.length === 0) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'with the client secret'),
      expected: `none of the headers that browsers send: ${browserHeaders.join(', ')}`,
      got: shown.join(', '),
      likely: 'the session is created in a web page or an app: it belongs on a backend',
    },
  };
});

/** Where the client secret stood; in recordings of old, where something stands in its stead. */
function secretIn({ request: { url, headers, body }, facts }: Exchange): readonly string[] {
  return (
    facts.secretIn ?? [
      ...(showsSecret(url) ? ['url'] : []),
      ...headers.filter(([, value]) => showsSecret(value)).map(([name]) => `header ${name.toLowerCase()}`),
      ...(showsSecret(body?.text ?? '') ? ['body'] : []),
    ]
  );
}

function judgeSecret(exchange: Exchange): Judgement | undefined {
  const places = secretIn(exchange).map((place) => `its ${place.replace('url', 'address')}`);
  if (places.length === 0) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'which is no session request'),
      expected: 'the access token in its stead; the client secret in session requests only',
      got: `the client secret in ${places.join(' and ')}`,
      likely: 'the credentials are put on every request by a shared client or interceptor',
    },
  };
}

/** Clause 5.1.9: whether a refresh operation is called. Exercised by a renewal. */
export const refreshNoted: RuleFactory = () => {
  const tally = new Tally('TOK-05');
  const granted = new Set<string>();
  return {
    observe(exchange) {
      if (!isRequest(exchange)) return;
      const client = clientOf(exchange);
      if (exchange.service === 'gateway' && isRefresh(exchange)) {
        const note = `${showRequest(exchange, 'a refresh operation')}: ${showAnswer(exchange)}`;
        tally.add({ note }, exchange.seq);
      } else if (grantsSession(exchange)) {
        if (granted.has(client))
          tally.add({ note: 'renewed by a new session; no refresh operation' }, exchange.seq);
        granted.add(client);
      }
    },
    conclude: () => tally.conclude(),
  };
};

const userTokenNames = ['hprToken', 'x-hprToken', 'X-Token', 'T-Token', 'userToken', 'token'];

const isRegistration = sight('registration', ['url'], (exchange) =>
  /\/registration\//i.test(pathOf(exchange)),
);

const userTokensIn = sight('user tokens', ['request'], ({ request }, { readings }: RuleContext) => {
  const body = jsonBody(request);
  return namesOfUserTokens(readings).filter((name) => memberOf(body, name) !== undefined);
});

function namesOfUserTokens(readings: RuleContext['readings']): string[] {
  const { header } = readings['registry-session'];
  return header === null ? userTokenNames : [header, ...userTokenNames];
}

/** Clause 5.1.5: which registration calls carry a user-level token. */
export const userTokenNoted = eachRequest('TOK-07', (exchange, context) => {
  if (exchange.service !== 'registry' || !isRegistration(exchange)) return undefined;
  const members = userTokensIn(exchange, context);
  const places = namesOfUserTokens(context.readings).flatMap((name) => [
    ...(headerValue(exchange.request.headers, name) === undefined ? [] : [`header ${name}`]),
    ...(members.includes(name) ? [`member ${name}`] : []),
  ]);
  const found = places.length === 0 ? 'no user-level token' : `a user-level token (${places.join(', ')})`;
  return { note: `${exchange.request.method} ${pathOf(exchange)}: ${found}` };
});
