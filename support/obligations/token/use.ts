import { memberOf } from '../../contract/json';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import {
  intendedOperation,
  headerValue,
  isAccepted,
  jsonBody,
  exchangeReference,
} from '../../exchange/exchange';
import { isMask, whyMaskedUnjudged, browserHeaders, whyBodyNotRecorded } from '../../exchange/masks';
import { findMember } from '../../exchange/members';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { mayBeEncryptionRejection } from '../field-encryption/rejections';
import { showAnswer, showRequest } from '../judge/answers';
import {
  keptOnlyIfTempted,
  serviceOfCertificateFetch,
  clientInstanceOf,
  eachRequest,
  grantsSession,
  isDocumentedPath,
  isForCallbackCertificates,
  isRefresh,
  isRegistration,
  isReadableRequest,
  isMeantAsSession,
  isSessionLike,
  unjudgedIfWithheld,
} from '../judge/requests';
import { judgesEachMessage } from '../judge/absences';
import { untested, untestedInRun } from '../judge/common-absences';
import { defineHome, placesAt, bearerPlaces, shownByRow } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement, memoizeLast, memoizeByExchange } from '../judge/judge';
import { RecentEntries } from '../judge/seen-before';
import { accessTokenLifetimeMs } from '../session/answers';

const deprecated = /\/v(0\.\d+|0|1|2)(\/|$)/i;
/** Matches the first version in a path of the gateway's own APIs, such as `/api/hiecm/gateway/v1/bridges`. */
const ofGateway = /\/(?:api\/hiecm(?:\/(?!v\d)[^/]+)*|gateway)(\/v\d+(?:\.\d+)?)(?=\/|$)/i;

/**
 * Returns the deprecated version in a path of the gateway's own APIs, of an older session call, or of an older
 * certificate. Returns `undefined` for the paths of other systems at the same address, because the document does not
 * deprecate them.
 */
function oldVersionIn(exchange: Exchange): string | undefined {
  const path = pathOfRequest(exchange);
  const isNamed = isMeantAsSession(exchange) || serviceOfCertificateFetch(exchange) !== undefined;
  const searched = ofGateway.exec(path)?.[1] ?? (isNamed ? path : '');
  return deprecated.exec(searched)?.[1];
}

const ofIdentity =
  'the certificate is that of the identity service: it is fetched at its base address, and on the path of v3';
const oldPath = 'an old path (v0.5 sessions, v1 or v2 gateway) is still configured';

/** Clauses 5.1.3, 9.1: only v3 of the gateway is called. Exercised by a session. */
export const deprecatedApisUncalled = defineHome({
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
    'v1 or of v2. Judged are older session and certificate paths at the address of the gateway, and paths under ' +
    '/api/hiecm/ or /gateway/ that belong to no documented operation; other systems at that address may have any ' +
    'version. The date of a request does not matter: the last day for a migration, 31 January 2025, has passed, and ' +
    'nothing shows whether a client is new.',
  absences: {
    'a session of the client': untested,
  },
  latitude: {
    'the registry has sessions under /v1/': 'registry-session-of-its-own',
    'the published keys are fetched for each callback': 'keys-fetched-for-each-callback',
    'another operation of v3 is called': shownByRow,
    'another system at the same address has paths of v1': 'another-system-at-the-gateway',
  },
  causes: [oldPath, ofIdentity],
  tells: placesAt('request line'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    let session = false;
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        session ||= grantsSession(exchange);
        if (exchange.service === 'gateway') tally.add(judgeVersion(exchange, context), exchange.seq);
      },
      conclude: () => keptOnlyIfTempted(session, tally.conclude()),
    };
  },
});

function judgeVersion(exchange: Exchange, context: RuleContext): Judgement {
  const version = oldVersionIn(exchange);
  const named = isDocumentedPath(exchange) || isForCallbackCertificates(exchange, context);
  if (version === undefined || named) return keptJudgement;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway'),
      expected: 'v3 paths only, as /api/hiecm/gateway/v3/sessions',
      seen: `a path of v${version}: ${pathOfRequest(exchange)}`,
      cause: serviceOfCertificateFetch(exchange) === 'identity' ? ofIdentity : oldPath,
    },
  };
}

/** Clause 5.1.9: whether a refresh operation is called. Exercised by a renewal. */
export const refreshNoted = defineHome({
  id: 'TOK-05',
  clauses: ['5.1.9'],
  quote: 'Use of refreshToken (no refresh operation is given): not shown.',
  subject: 'integrator',
  roles: ['session'],
  level: 'observe',
  seen: 'passive',
  title: 'Use of a refresh operation is noted',
  rule: 'The suite notes if the integrator calls an operation that refreshes the token.',
  absences: 'the suite only notes a refresh operation, or another session in the recording',
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  on: ['gateway', 'session.create'],
  tells: placesAt('request line'),
  reads: 'request',
  outlivesToken: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const granted = new Set<string>();
    /** Whether the next session may be the first of another process. */
    const isUnnamed = (client: string): boolean => client === '' || (context.processes ?? 1) > 1;
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        const client = clientInstanceOf(exchange);
        if (exchange.service === 'gateway' && isRefresh(exchange)) {
          const note = `${showRequest(exchange, 'a refresh operation')}: ${showAnswer(exchange)}`;
          tally.add({ note }, exchange.seq);
        } else if (grantsSession(exchange)) {
          if (granted.has(client)) tally.add({ note: renewedBySession(isUnnamed(client)) }, exchange.seq);
          granted.add(client);
        }
      },
      conclude: () => tally.conclude(),
    };
  },
});

/** Describes another session without a refresh operation. Without the name of its process, it may be the first of one. */
const renewedBySession = (isUnnamed: boolean): string =>
  isUnnamed
    ? 'another session was created, and the recording contains no refresh operation before it'
    : 'renewed by a new session; no refresh operation';

const userTokenNames = ['hprToken', 'x-hprToken', 'X-Token', 'T-Token', 'userToken', 'token'];

const userTokensIn = memoizeByExchange(({ request }, { readings }: RuleContext) => {
  const body = jsonBody(request);
  return namesOfUserTokens(readings).filter((name) => memberOf(body, name) !== undefined);
});

const namesOfUserTokens = memoizeLast((readings: RuleContext['readings']): readonly string[] => {
  const { header } = readings['registry-session'];
  return header === null ? userTokenNames : [header, ...userTokenNames];
});

/** Clause 5.1.5: which registration calls carry a user-level token. */
export const userTokenNoted = defineHome({
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
  absences: judgesEachMessage,
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  on: ['registry'],
  tells: placesAt('request line', 'request header x-token'),
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
    return { note: `${exchange.request.method} ${pathOfRequest(exchange)}: ${found}` };
  }),
});

const inBrowser = 'the session is created in a web page or an app: it belongs on a backend';
const originAlone =
  'Origin is set, as browsers do: leave it out on a backend; a web page must not hold the client secret';
const onEveryRequest =
  'the client secret is added to a request other than a session request, as by a shared client or interceptor';

/** Clause 5.1.7: the client secret travels in session requests only, and from no browser. */
export const secretInSessionsOnly = defineHome({
  id: 'TOK-04',
  clauses: ['5.1.7'],
  quote: 'never in browsers or mobile apps.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The client secret stays in session requests',
  rule:
    'Session requests are the only place where the client secret travels, and a browser never sends ' +
    'it. Sec-Fetch-Site or Sec-Fetch-Dest shows a browser, and Origin without these is a warning; Referer and ' +
    'Sec-Fetch-Mode show none, since HTTP libraries of servers send them too.',
  absences: {
    'a request that shows whether the host of a session belongs to the services': {
      run: 'not-tested',
      mock: 'not judged',
      traffic: 'inconclusive',
    },
  },
  latitude: {
    'a server runtime sends Sec-Fetch-Mode': 'sec-fetch-mode',
    'the client names itself in User-Agent': 'user-agent',
    'proxies add headers': 'extra-headers',
    'the registry has a session of its own, with the same credentials': 'registry-session-of-its-own',
    'the HTTP library of a backend sets Referer': 'referer-of-a-library',
    'the registry has a session at a path that the target does not name':
      'registry-session-at-an-unnamed-path',
    'another party has a password of its own': shownByRow,
  },
  causes: [inBrowser, originAlone, onEveryRequest],
  anywhere: true,
  tells: placesAt('text ‹client-secret'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    let [unkept, masked]: (ReportText | undefined)[] = [];
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        const isSession = mayRequestSession(exchange, context);
        const judgement = isSession ? judgeSession(exchange) : judgeSecret(exchange);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
        if (isSession && hidesSecret(exchange)) masked = whyMaskedUnjudged('clientSecret');
        if (!isSession && exchange.request.body?.absent === true) unkept ??= whyBodyNotRecorded(exchange);
      },
      conclude() {
        // The secret may have stood in any of these bodies, and in any request where it is unknown.
        for (const unjudged of [unkept, masked])
          if (unjudged !== undefined) tally.add({ unjudged, withholds: true });
        return tally.conclude();
      },
    };
  },
});

const hidesSecret = ({ masked, request }: Exchange): boolean =>
  masked === true && isMask(findMember(request.body?.text, 'clientSecret'));

/**
 * Returns whether the recording shows the client secret in a session request. A browser may request other sessions, such
 * as that of a user.
 */
function carriesSecret(exchange: Exchange): boolean {
  const { facts, request } = exchange;
  if ((facts.secretIn ?? []).length > 0) return true;
  if (findMember(request.body?.text, 'clientSecret') !== undefined) return true;
  return request.body?.absent === true && intendedOperation(exchange) === 'session.create';
}

/**
 * Whether a request may ask for a session. At a host that may belong to the services, a path of the contract shows it,
 * or a body with the credentials at a path that suggests a session.
 */
function mayRequestSession(exchange: Exchange, context: RuleContext): boolean {
  const { outside, service, request } = exchange;
  if (!isSessionLike(exchange, context)) return false;
  if (outside !== true || service !== undefined) return true;
  const has = (name: string): boolean => findMember(request.body?.text, name) !== undefined;
  const isAuthorized = headerValue(request.headers, 'Authorization') !== undefined;
  return request.method === 'POST' && !isAuthorized && has('clientId') && has('clientSecret') && !has('otp');
}

/** Judges a request for a session. The recording may lack the requests that show whether its host belongs to the services. */
function judgeSession(exchange: Exchange): Judgement {
  const judgement = judgeBrowser(exchange);
  if (exchange.outside !== true || 'breach' in judgement) return judgement;
  const unjudged = reportText`${exchangeReference(exchange)} asks for a session with the client secret: its host may belong to the services, but nothing in the recording shows it`;
  return { unjudged, withholds: true };
}

function judgeBrowser(exchange: Exchange): Judgement {
  if (!carriesSecret(exchange)) return keptJudgement;
  const shown = browserHeaders.filter((name) => headerValue(exchange.request.headers, name) !== undefined);
  if (shown.length === 0) return unjudgedIfWithheld(exchange, ...browserHeaders) ?? keptJudgement;
  const isOriginAlone = shown.every((name) => name === 'Origin');
  return {
    breach: {
      sent: showRequest(exchange, 'with the client secret'),
      expected: `none of the headers that browsers send: ${browserHeaders.join(', ')}`,
      seen: shown.join(', '),
      cause: isOriginAlone ? originAlone : inBrowser,
      // A backend may have copied Origin from a browser.
      ...(isOriginAlone && { warns: true as const }),
    },
  };
}

function judgeSecret(exchange: Exchange): Judgement | undefined {
  const places = (exchange.facts.secretIn ?? []).map((place) => `its ${place.replace('url', 'address')}`);
  if (places.length === 0) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'which is no session request'),
      expected: 'the access token in its stead; the client secret in session requests only',
      seen: `the client secret in ${places.join(' and ')}`,
      cause: onEveryRequest,
    },
  };
}

interface Issued {
  /** Epoch milliseconds after which the token may be refused. */
  readonly until: number;
  uses: number;
}

/** Tokens last for minutes: no client holds more of them at a time. */
const mostTokens = 10_000;

/** A refusal this close to the end of a lifetime may be the service's clock. */
const marginMs = 1000;

const unknownHere = 'the token is not known to this service, or ends before its time';
const endsEarly =
  'tokens are valid for one call only, end before their time, or are not known to this service';

/** Clause 5.1.2: what was issued is accepted, at the first call and at later ones, until it expires. */
export const tokenAcceptedUntilExpiry = defineHome({
  id: 'TOK-06',
  clauses: ['5.1.2'],
  quote: 'Send Authorization: Bearer <ACCESS_TOKEN> on every call.',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'An issued access token works on every call',
  rule:
    'A call with an access token that was issued is accepted, the first time and each later time, up ' +
    'to the expiry of the token.',
  absences: {
    'a second accepted call with the token': untestedInRun,
  },
  latitude: {
    'the token lives for five seconds': 'lifetime-5-s',
    'the token lives for two hours': 'lifetime-2-h',
    'the clock of the gateway is behind': 'clock-behind',
    'the clock of the gateway is ahead': 'clock-ahead',
    'the tokens have another algorithm and fewer claims': 'other-tokens',
    'a value under the wrong hash is refused with 403': 'other-hash-403',
  },
  causes: [unknownHere, endsEarly],
  needs: ['SES-05', 'SES-07'],
  tells: [...bearerPlaces, ...placesAt('time', 'answer line')],
  harmless: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const issued = new RecentEntries<Issued>(mostTokens);
    return {
      observe(exchange) {
        noteIssue(exchange, issued);
        const token = exchange.facts.tokens?.['request:authorization'];
        const life = token && issued.get(token.pseudonym);
        if (life === undefined || exchange.asked?.part === 'negative' || exchange.asked?.part === 'open')
          return;
        const judgement = judgeUse(exchange, life);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function noteIssue(exchange: Exchange, issued: RecentEntries<Issued>): void {
  const token = exchange.facts.tokens?.['response:/accessToken'];
  if (token === undefined) return;
  const lifeMs = accessTokenLifetimeMs(exchange);
  // An answer that does not tell how long leaves the claim of the token itself, or no end at all.
  const until = lifeMs === undefined ? (token.expiresAt ?? Infinity) * 1000 : exchange.arrivedAt + lifeMs;
  issued.set(token.pseudonym, { until, uses: issued.get(token.pseudonym)?.uses ?? 0 });
}

function judgeUse(exchange: Exchange, life: Issued): Judgement | undefined {
  const status = exchange.response?.status;
  if (status === undefined || exchange.answeredAt >= life.until - marginMs) return undefined;
  // A refusal that names an encrypted value may be about the value in the body, and not about the token.
  const isAboutValue = exchange.request.body !== undefined && mayBeEncryptionRejection(exchange);
  if ((status === 401 || status === 403) && !isAboutValue)
    return {
      breach: {
        sent: showRequest(
          exchange,
          `with ${headerValue(exchange.request.headers, 'authorization') ?? 'its token'}, use ${life.uses + 1}`,
        ),
        expected: 'any answer but 401 and 403: the token is not past its expiresIn',
        seen: showAnswer(exchange),
        cause: life.uses === 0 ? unknownHere : endsEarly,
      },
    };
  if (!isServed(exchange))
    return { unjudged: reportText`${exchangeReference(exchange)} got ${showAnswer(exchange)}` };
  life.uses += 1;
  // One acceptance does not show that the token lasts: the first use counts once a later one was accepted too.
  return life.uses < 2 ? undefined : keptJudgement;
}

/** A refusal for another reason shows no accepted token, nor does a 200 to everything: a certificate holds a key. */
function isServed(exchange: Exchange): boolean {
  const { operation, facts } = exchange;
  const holdsKey = (facts.publicKey?.form ?? 'none') !== 'none';
  return isAccepted(exchange) && (holdsKey || operation?.startsWith('certificate.') !== true);
}

/**
 * Clause 5.1.7: a declaration, which a session request from a browser refutes. Other evidence cannot refute it: a secret
 * in another request may come from a secret store, and no log is searched for client secrets.
 */
export const secretsOnBackend = defineHome({
  id: 'TOK-08',
  clauses: ['5.1.7'],
  quote: 'Client secrets are held only on a backend, in a secret store',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'declared',
  title: 'Client secrets live in a backend secret store',
  rule: 'A secret store on a backend, and no other place, holds the client secrets.',
  absences: 'only a session request of a browser in the recording contradicts the declaration',
  latitude: 'a person declares it',
  causes: [inBrowser],
  follows: ['TOK-04'],
  tells: placesAt('text ‹client-secret'),
  contradicts: eachRequest((exchange, context) => {
    if (!isSessionLike(exchange, context)) return undefined;
    const judgement = judgeBrowser(exchange);
    return 'breach' in judgement && judgement.breach.warns !== true ? judgement : undefined;
  }),
});
