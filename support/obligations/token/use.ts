import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, jsonBody } from '../../exchange/exchange';
import { showAnswer, showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { lastKept, sight } from '../judge/sight';
import { onlyAfter } from '../judge/gate';
import {
  certificateOf,
  clientOf,
  eachRequest,
  grantsSession,
  isDocumentedPath,
  isForCallbackCertificates,
  isRefresh,
  isRegistration,
  isRequest,
} from '../judge/requests';
import { memberOf } from '../../contract/json';
import { pathOf } from '../../exchange/address';

const deprecated = /\/v(0\.\d+|0|1|2)(\/|$)/i;
const oldVersionIn = (exchange: Exchange) => deprecated.exec(pathOf(exchange))?.[1];

const ofIdentity =
  'the certificate is that of the identity service: it is fetched at its base address, and on the path of v3';
const oldPath = 'an old path (v0.5 sessions, v1 or v2 gateway) is still configured';

/** Clauses 5.1.3, 9.1: only v3 of the gateway is called. Exercised by a session. */
export const deprecatedApisUncalled = home({
  id: 'TOK-03',
  clauses: ['5.1.3', '9.1'],
  quote: 'Older session and gateway APIs (v0.5 sessions, v1, v2) are deprecated; only v3 is used.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Only current gateway APIs are called',
  rule:
    'The integrator calls none of the deprecated gateway APIs: sessions of v0.5, and the gateway of ' +
    'v1 or of v2. Judged are calls to the address of the gateway whose path belongs to no documented ' +
    'operation.',
  causes: [oldPath, ofIdentity],
  tells: at('request line'),
  judge: (context) => {
    const tally = new Tally();
    let session = false;
    return {
      observe(exchange) {
        if (!isRequest(exchange)) return;
        session ||= grantsSession(exchange);
        if (exchange.service === 'gateway') tally.add(judgeVersion(exchange, context), exchange.seq);
      },
      conclude: () => onlyAfter(session, tally.conclude()),
    };
  },
});

function judgeVersion(exchange: Exchange, context: RuleContext): Judgement {
  const version = oldVersionIn(exchange);
  const named = isDocumentedPath(exchange) || isForCallbackCertificates(exchange, context);
  if (version === undefined || named) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway'),
      expected: 'v3 paths only, as /api/hiecm/gateway/v3/sessions',
      seen: `a path of v${version}: ${pathOf(exchange)}`,
      cause: certificateOf(exchange) === 'identity' ? ofIdentity : oldPath,
    },
  };
}

/** Clause 5.1.9: whether a refresh operation is called. Exercised by a renewal. */
export const refreshNoted = home({
  id: 'TOK-05',
  clauses: ['5.1.9'],
  quote: 'Use of refreshToken (no refresh operation is given): not shown.',
  subject: 'integrator',
  roles: ['session'],
  level: 'observe',
  seen: 'passive',
  title: 'Use of a refresh operation is noted',
  rule: 'The suite notes if the integrator calls an operation that refreshes the token.',
  on: ['gateway', 'session.create'],
  tells: at('request line'),
  reads: 'request',
  outlivesToken: true,
  judge: () => {
    const tally = new Tally();
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
  },
});

const userTokenNames = ['hprToken', 'x-hprToken', 'X-Token', 'T-Token', 'userToken', 'token'];

const userTokensIn = sight(({ request }, { readings }: RuleContext) => {
  const body = jsonBody(request);
  return namesOfUserTokens(readings).filter((name) => memberOf(body, name) !== undefined);
});

const namesOfUserTokens = lastKept((readings: RuleContext['readings']): readonly string[] => {
  const { header } = readings['registry-session'];
  return header === null ? userTokenNames : [header, ...userTokenNames];
});

/** Clause 5.1.5: which registration calls carry a user-level token. */
export const userTokenNoted = home({
  id: 'TOK-07',
  clauses: ['5.1.5'],
  quote:
    'several registration flows also need a user-level token (for example hprToken from national-ID ' +
    'or OTP authentication) in addition to the gateway session.',
  subject: 'integrator',
  roles: ['registry'],
  level: 'observe',
  seen: 'passive',
  title: 'User-level tokens on registration calls are noted',
  rule:
    'The suite notes on which registration calls a user-level token goes along with the gateway ' +
    'session.',
  on: ['registry'],
  tells: at('request line', 'request header x-token'),
  costsOtp: true,
  act: 'verifiesOtp',
  judge: eachRequest((exchange, context) => {
    if (exchange.service !== 'registry' || !isRegistration(exchange)) return undefined;
    const members = userTokensIn(exchange, context);
    const places: string[] = [];
    for (const name of namesOfUserTokens(context.readings)) {
      if (headerValue(exchange.request.headers, name) !== undefined) places.push(`header ${name}`);
      if (members.includes(name)) places.push(`member ${name}`);
    }
    const found = places.length === 0 ? 'no user-level token' : `a user-level token (${places.join(', ')})`;
    return { note: `${exchange.request.method} ${pathOf(exchange)}: ${found}` };
  }),
});
