import { constants } from '../../contract/constants';
import { lacksOnlyItsVersion } from '../../contract/demanded-headers';
import { memberOf } from '../../contract/json';
import { operationById } from '../../contract/operations';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody, exchangeReference, readBody } from '../../exchange/exchange';
import { isMask, whyMaskedUnjudged } from '../../exchange/masks';
import { findMember } from '../../exchange/members';
import { misnamedCauses, describeMissingHeader } from '../headers/headers';
import { showRequest } from '../judge/answers';
import { describeSlips, bodyCauses } from '../judge/body-slips';
import {
  withNotes,
  nonBlankHeader,
  eachRequest,
  isRefresh,
  isReadableRequest,
  isMeantAsSession,
  isSessionLike,
  unjudgedIfWithheld,
} from '../judge/requests';
import { judgesEachMessage } from '../judge/absences';
import {
  defineHome,
  placesAt,
  requiredPlaces,
  requestIdPlaces,
  timestampPlaces,
  shownByRow,
} from '../judge/home';
import type { Judgement } from '../judge/judge';
import { DistinctTexts, JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';

const { method, path } = operationById('session.create');

const likelyPaths = {
  old: 'an old session path (v0.5, v1 or v2) is still configured',
  otherMethod: 'the path is right, and the method is not: POST is wanted',
  noVersion: 'the path lacks its version: v3 stands in front of sessions',
  misspelt: 'the path is misspelt, or put together from the wrong base address',
} as const;

/** Clause 4.1: clients create sessions by POST on the v3 path. The suite only reports a registry's own session. */
export const sessionOperation = defineHome({
  id: 'SES-01',
  clauses: ['4.1'],
  quote: '4.1 Create session `POST {auth_url}/api/hiecm/gateway/v3/sessions`',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Gateway sessions come from POST on the v3 path',
  rule:
    'The integrator obtains its gateway session by a POST to /api/hiecm/gateway/v3/sessions. Where ' +
    'the registry runs a session of its own on its own host, that one is only noted.',
  absences: judgesEachMessage,
  latitude: {
    'the registry has a session of its own, at its own path': 'registry-session-of-its-own',
    'the session is created when the client starts': 'session-at-start-up',
    'the request is sent over HTTP/1.0': 'http-1-0',
    'the client requests a link token': 'link-token-requested',
  },
  causes: Object.values(likelyPaths),
  follows: ['TOK-03'],
  tells: placesAt('request line'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    const notes = new DistinctTexts();
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange) || !isSessionLike(exchange, context)) return;
        if (exchange.service === 'registry')
          notes.add(
            `the registry has a session of its own: ${exchange.request.method} ${pathOfRequest(exchange)}`,
          );
        const judgement = judgeOperation(exchange);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => withNotes(notes.all, tally.conclude()),
    };
  },
});

function judgeOperation(exchange: Exchange): Judgement | undefined {
  if (exchange.operation === 'session.create') return keptJudgement;
  if (!isMeantAsSession(exchange) || isRefresh(exchange)) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway, for a session'),
      expected: `${method} ${path}`,
      seen: `${exchange.request.method} ${pathOfRequest(exchange)}`,
      cause: likelyOperation(exchange),
    },
  };
}

function likelyOperation(exchange: Exchange): string {
  const sent = pathOfRequest(exchange);
  if (lacksOnlyItsVersion({ service: exchange.service, path: sent })) return likelyPaths.noVersion;
  if (/\/v(0|0\.\d+|1|2)\//.test(sent)) return likelyPaths.old;
  return sent.endsWith(path) && exchange.request.method !== method
    ? likelyPaths.otherMethod
    : likelyPaths.misspelt;
}

/** Returns whether an exchange is a session request that uses the documented method. */
function isPosted(exchange: Exchange): boolean {
  return intendedOperation(exchange) === 'session.create' && exchange.request.method === method;
}

const likelyBodies = {
  list: 'a serialiser writes the one object as a list',
  noObject: 'what is sent is no JSON object',
  snakeCase: 'members are named as OAuth names them, in snake_case (client_id)',
  unset: 'clientId or clientSecret is empty, as if it was never configured',
  otherMember: 'a member is left out, misspelt or of another type',
} as const;

/** Clause 2.1: the members of the session request and their types. */
export const sessionRequestBody = defineHome({
  id: 'SES-02',
  clauses: ['2.1'],
  quote:
    'clientId | string | yes | client id issued after sandbox approval | | clientSecret | ' +
    'string | yes | client secret issued with it | | grantType | string | yes',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The session request names client, secret and grant type',
  rule:
    'The body of a session request is JSON. It holds clientId and clientSecret, both strings with at ' +
    'least one character, and grantType.',
  absences: judgesEachMessage,
  latitude: {
    'the members are in another order': 'members-in-another-order',
    'the body has further members, such as scope': 'session-with-scope',
    'the JSON is indented': 'json-indented',
    'values are written as JSON escapes': shownByRow,
    'the body is sent in chunks': 'chunked-bodies',
  },
  causes: [...bodyCauses, ...Object.values(likelyBodies)],
  needs: ['SES-01'],
  on: ['session.create'],
  tells: requiredPlaces('request body/clientId', 'request body/clientSecret', 'request body/grantType'),
  reads: 'request',
  judge: eachRequest((exchange) => {
    // The content of an incomplete body is unknown.
    if (!isPosted(exchange) || exchange.request.flaw !== undefined) return undefined;
    const slips = describeSlips(readBody(exchange.request), 'contract/session-request');
    const flaws = [...slips.map(({ seen }) => seen), ...bodyFlaws(exchange)];
    if (flaws.length === 0) return keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'a session request'),
        expected: 'JSON with clientId and clientSecret (strings that are not empty) and grantType',
        seen: flaws.join('; '),
        cause: slips[0]?.cause ?? bodyCause(exchange),
      },
    };
  }),
});

const bodyCause = memoizeByExchange(({ request }): string => {
  const body = jsonBody(request);
  if (Array.isArray(body)) return likelyBodies.list;
  if (typeof body !== 'object' || body === null) return likelyBodies.noObject;
  const names = Object.keys(body);
  const isRenamed = (name: string, other: string): boolean =>
    memberOf(body, name) === undefined && names.some((each) => each.toLowerCase() === other);
  if (
    isRenamed('clientId', 'client_id') ||
    isRenamed('clientSecret', 'client_secret') ||
    isRenamed('grantType', 'grant_type')
  )
    return likelyBodies.snakeCase;
  const isUnset = (name: string): boolean => [null, ''].some((each) => memberOf(body, name) === each);
  return isUnset('clientId') || isUnset('clientSecret') ? likelyBodies.unset : likelyBodies.otherMember;
});

const bodyFlaws = memoizeByExchange(({ request }): string[] => {
  const body = jsonBody(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return ['the body is not a JSON object'];
  const credentials = ['clientId', 'clientSecret'].flatMap((name) => {
    const value = memberOf(body, name);
    if (value === undefined) return [`${name} is missing`];
    if (typeof value !== 'string') return [`${name} is not a string`];
    return value === '' ? [`${name} is empty`] : [];
  });
  return memberOf(body, 'grantType') === undefined ? [...credentials, 'grantType is missing'] : credentials;
});

/** Compares the grant type of a session request with the documented one. Returns `undefined` if it is missing. */
const grantOf = ({ masked, request }: Exchange) => {
  const grantType = findMember(request.body?.text, 'grantType');
  if (grantType === undefined) return undefined;
  if (masked === true && isMask(grantType)) return 'masked';
  return grantType === constants.grantType ? 'right' : 'another';
};

const respelt = 'another spelling of the literal';
const otherGrant = 'another grant is asked for than the one that the document names';
const noGrant = 'grantType is not a text, or is empty';

/** Clause 2.1: the grant type is the literal `client_credentials`. */
export const grantTypeLiteral = defineHome({
  id: 'SES-03',
  clauses: ['2.1'],
  quote: 'grantType | string | yes | the literal client_credentials',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The grant type is client_credentials',
  rule: 'The value of grantType is exactly the text client_credentials.',
  absences: judgesEachMessage,
  latitude: 'the document gives exactly one value',
  needs: ['SES-01', 'SES-02'],
  causes: [respelt, otherGrant, noGrant],
  on: ['session.create'],
  tells: requiredPlaces('request body/grantType'),
  reads: 'request',
  judge: eachRequest((exchange) => {
    if (intendedOperation(exchange) !== 'session.create') return undefined;
    const grant = grantOf(exchange);
    // `sessionRequestBody` judges a body that is written in a wrong way, and missing or misspelt members.
    if (grant === undefined) return undefined;
    if (grant === 'right') return keptJudgement;
    if (grant === 'masked') return { unjudged: whyMaskedUnjudged('grantType') };
    const grantType = findMember(exchange.request.body?.text, 'grantType');
    return {
      breach: {
        sent: showRequest(exchange, 'a session request'),
        expected: `grantType ${JSON.stringify(constants.grantType)}`,
        seen: `grantType ${JSON.stringify(grantType)}`,
        cause: likelyGrant(grantType),
      },
    };
  }),
});

function likelyGrant(grantType: unknown): string {
  if (typeof grantType !== 'string' || grantType.trim() === '') return noGrant;
  const letters = grantType.toLowerCase().replace(/[^a-z]/g, '');
  return /^clientcredentials?$/.test(letters) ? respelt : otherGrant;
}

const { headers } = operationById('session.create');

const leftOut = 'the header is not set on this request';

/** All causes of a missing header that {@link judgeHeaders} reports. */
export const missingCauses: readonly string[] = [...misnamedCauses, leftOut];

/** Clause 4.1: the headers of the session request. The obligations on headers judge their values. */
export const sessionRequestHeaders = defineHome({
  id: 'SES-04',
  clauses: ['4.1'],
  quote: 'Request headers: REQUEST-ID, TIMESTAMP, X-CM-ID, Content-Type (table in 5.2).',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The session request has its four headers',
  rule: 'On a session request stand the headers REQUEST-ID, TIMESTAMP, X-CM-ID and Content-Type.',
  absences: judgesEachMessage,
  latitude: {
    'the header names are in lowercase': 'header-names-small',
    'the header names are in capitals': 'header-names-capital',
    'the request has further headers': 'extra-headers',
    'Content-Type has a charset': 'json-with-charset',
  },
  causes: missingCauses,
  on: ['session.create'],
  follows: ['HDR-02', 'HDR-06', 'HDR-10', 'HDR-11'],
  needs: ['SES-01'],
  tells: [
    ...requestIdPlaces,
    ...timestampPlaces,
    ...requiredPlaces('request header x-cm-id', 'request header content-type'),
  ],
  judge: eachRequest((exchange) => (isPosted(exchange) ? judgeHeaders(exchange, headers) : undefined)),
});

/** Judges whether a request has the headers that the document lists for its operation. */
export function judgeHeaders(exchange: Exchange, wanted: readonly string[]): Judgement {
  const unknown = unjudgedIfWithheld(exchange, ...wanted);
  const missing = wanted.filter(
    (name) =>
      nonBlankHeader(exchange, name) === undefined && unjudgedIfWithheld(exchange, name) === undefined,
  );
  if (missing.length === 0) return unknown ?? keptJudgement;
  const told = missing.map((name) => describeMissingHeader(exchange, name, leftOut));
  return {
    breach: {
      sent: exchangeReference(exchange),
      expected: `the headers ${wanted.join(', ')}`,
      seen: told.map(({ seen }) => seen).join(', '),
      cause: told.find(({ cause }) => cause !== leftOut)?.cause ?? leftOut,
    },
  };
}
