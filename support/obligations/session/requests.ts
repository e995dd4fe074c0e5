import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import { constants } from '../../contract/constants';
import { operation } from '../../contract/operations';
import { Remarks, Tally, kept } from '../judge/judge';
import type { Exchange } from '../../exchange/exchange';
import { intended, jsonBody } from '../../exchange/exchange';
import { isMask, whyMasked } from '../../exchange/masks';
import { findMember } from '../../exchange/members';
import { showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { sight } from '../judge/sight';
import { withNotes } from '../judge/gate';
import { eachRequest, isRefresh, isRequest, isSessionLike } from '../judge/requests';
import { memberOf } from '../../contract/json';
import { pathOf } from '../../exchange/address';

const { method, path } = operation('session.create');

/** Clause 4.1: sessions are created by POST on the v3 path; one of the registry's own is noted. */
export const sessionOperation = home({
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
  mistakes: {
    'POST /api/hiecm/gateway/v0.5/sessions': 'the path of version 0.5',
    'POST /api/hiecm/gateway/v1/sessions': 'another version',
    'POST /gateway/v3/sessions': 'a missing /api/hiecm',
    'POST /api/hiecm/gateway/v3/session': 'a missing letter',
    'POST /api/hiecm/gateway/v3/sessions/': 'a trailing slash',
    'GET /api/hiecm/gateway/v3/sessions': 'GET instead of POST',
    'PUT /api/hiecm/gateway/v3/sessions': 'PUT instead of POST',
  },
  follows: ['TOK-03'],
  tells: at('request line'),
  judge: (context) => {
    const tally = new Tally();
    const notes = new Remarks();
    return {
      observe(exchange) {
        if (!isRequest(exchange) || !isSessionLike(exchange, context)) return;
        if (exchange.service === 'registry')
          notes.add(`the registry has a session of its own: ${exchange.request.method} ${pathOf(exchange)}`);
        const judgement = judgeOperation(exchange);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => withNotes(notes.all, tally.conclude()),
    };
  },
});

function judgeOperation(exchange: Exchange): Judgement | undefined {
  if (exchange.operation === 'session.create') return kept;
  if (exchange.service !== 'gateway' || isRefresh(exchange)) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway, for a session'),
      expected: `${method} ${path}`,
      seen: `${exchange.request.method} ${pathOf(exchange)}`,
      cause: likelyOperation(exchange),
    },
  };
}

function likelyOperation(exchange: Exchange): string {
  const sent = pathOf(exchange);
  if (/\/v\d[\d.]*\//.test(sent.replace('/v3/', '/')))
    return 'an old session path (v0.5) is still configured';
  return sent.endsWith(path) && exchange.request.method !== method
    ? `the path is right, and the method is not: ${method} is wanted`
    : 'the path is misspelt, or put together from the wrong base address';
}

/** A request for a session with a body: one without is none. */
export function isPosted(exchange: Exchange): boolean {
  return intended(exchange) === 'session.create' && exchange.request.method === method;
}

/** Clause 2.1: members and types of the session request. */
export const sessionRequestBody = home({
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
  needs: ['SES-01'],
  mistakes: {
    'no "clientId"': 'no client id',
    'no "clientSecret"': 'no client secret',
    'no "grantType"': 'no grant type',
    '"clientId": 4711': 'a number instead of text',
    '"clientSecret": ""': 'an empty secret',
    '"clientSecret": null': 'a secret that was never configured',
    'clientId=client&clientSecret=a-secret&grantType=client_credentials': 'a form instead of JSON',
    '[{"clientId":"client","clientSecret":"a-secret","grantType":"client_credentials"}]':
      'a list around the object',
    '{"client_id":"client","client_secret":"a-secret","grant_type":"client_credentials"}':
      "OAuth's member names",
  },
  on: ['session.create'],
  tells: needed('request body/clientId', 'request body/clientSecret', 'request body/grantType'),
  reads: 'request',
  judge: eachRequest((exchange) => {
    // What a body that broke off would have held is unknown.
    if (!isPosted(exchange) || exchange.request.flaw !== undefined) return undefined;
    const flaws = bodyFlaws(exchange);
    if (flaws.length === 0) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'a session request'),
        expected: 'JSON with clientId and clientSecret (strings that are not empty) and grantType',
        seen: flaws.join('; '),
        cause: bodyCause(exchange),
      },
    };
  }),
});

const bodyCause = sight(({ request }): string => {
  const body = jsonBody(request);
  const text = request.body?.text ?? '';
  if (Array.isArray(body)) return 'a serialiser writes the one object as a list';
  if (typeof body !== 'object' || body === null)
    return /^[\w.%+-]+=/.test(text) ? 'a form is sent in place of JSON' : 'what is sent is no JSON object';
  if (Object.keys(body).some((name) => /^(client|grant)_/i.test(name)))
    return 'members are named as OAuth names them, in snake_case (client_id)';
  const isUnset = (name: string): boolean => name in body && !memberOf(body, name);
  return isUnset('clientId') || isUnset('clientSecret')
    ? 'the credentials were never configured'
    : 'a member is left out, misspelt or of another type';
});

const bodyFlaws = sight(({ request }): string[] => {
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

const grantOf = ({ masked, request }: Exchange) => {
  const grantType = findMember(request.body?.text, 'grantType');
  if (grantType === undefined) return undefined;
  if (masked === true && isMask(grantType)) return 'masked';
  return grantType === constants.grantType ? 'right' : 'another';
};

/** Clause 2.1: the literal grant type. */
export const grantTypeLiteral = home({
  id: 'SES-03',
  clauses: ['2.1'],
  quote: 'grantType | string | yes | the literal client_credentials',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The grant type is client_credentials',
  rule: 'The value of grantType is exactly the text client_credentials.',
  needs: ['SES-01', 'SES-02'],
  mistakes: {
    CLIENT_CREDENTIALS: 'uppercase',
    'client-credentials': 'a hyphen instead of the underscore',
    clientCredentials: 'camel case',
    client_credential: 'a missing s',
    password: 'the grant for a user',
    authorization_code: 'the grant for a browser',
    'urn:ietf:params:oauth:grant-type:jwt-bearer': 'the grant for an assertion',
  },
  on: ['session.create'],
  tells: needed('request body/grantType'),
  reads: 'request',
  judge: eachRequest((exchange) => {
    if (intended(exchange) !== 'session.create') return undefined;
    const grant = grantOf(exchange);
    // How the body is written, how its members are spelt, and what is missing is judged by itself.
    if (grant === undefined) return undefined;
    if (grant === 'right') return kept;
    if (grant === 'masked') return { unjudged: whyMasked('grantType') };
    const grantType = findMember(exchange.request.body?.text, 'grantType');
    return {
      breach: {
        sent: showRequest(exchange, 'a session request'),
        expected: `grantType ${JSON.stringify(constants.grantType)}`,
        seen: `grantType ${JSON.stringify(grantType)}`,
        cause:
          String(grantType)
            .toLowerCase()
            .replace(/[^a-z]/g, '') === 'clientcredentials'
            ? 'another spelling of the literal'
            : 'another grant is asked for than the one that the document names',
      },
    };
  }),
});
